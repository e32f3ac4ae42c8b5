package bench

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// crew is a queue whose workers can be given threads of their own, and these what
// one likes. Workers claim jobs by an atomic increment and sleep between batches.
type crew struct {
	workers int

	mu         sync.Mutex
	start, end sync.Cond
	batch      int // number of the one that has begun
	inside     int // workers that have not finished it
	closed     bool
	live       sync.WaitGroup

	next atomic.Int64
	jobs int64
	job  func(worker, job int)
}

// openCrew starts workers. If prepare is not nil, each is locked to a thread that
// prepare is called on; the threads end with the crew. It fails with an error of
// prepare.
func openCrew(workers int, prepare func(worker int) error) (*crew, error) {
	c := &crew{workers: workers}
	c.start.L, c.end.L = &c.mu, &c.mu
	prepared := make(chan error, workers)
	for i := range workers {
		c.live.Go(func() {
			if prepare != nil {
				runtime.LockOSThread() // and never unlocked: nobody else is to have this thread
				err := prepare(i)
				prepared <- err
				if err != nil {
					return
				}
			}
			c.work(i)
		})
	}
	if prepare == nil {
		return c, nil
	}
	var failure error
	for range workers {
		if err := <-prepared; err != nil {
			failure = err
		}
	}
	if failure != nil {
		c.close()
		return nil, failure
	}
	return c, nil
}

// work is a worker's life.
func (c *crew) work(worker int) {
	for seen := 0; ; seen++ {
		if !c.await(seen) {
			return
		}
		for i := c.next.Add(1) - 1; i < c.jobs; i = c.next.Add(1) - 1 {
			c.job(worker, int(i))
		}
		c.mu.Lock()
		if c.inside--; c.inside == 0 {
			c.end.Signal()
		}
		c.mu.Unlock()
	}
}

// await waits for the batch after the one that was seen; false if there is none.
func (c *crew) await(seen int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.batch == seen && !c.closed {
		c.start.Wait()
	}
	return c.batch > seen
}

// run runs a batch; all workers take part.
func (c *crew) run(jobs int, job func(worker, job int)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next.Store(0)
	c.jobs, c.job, c.inside = int64(jobs), job, c.workers
	c.batch++
	c.start.Broadcast()
	for c.inside > 0 {
		c.end.Wait()
	}
}

func (c *crew) close() {
	c.mu.Lock()
	c.closed = true
	c.start.Broadcast()
	c.mu.Unlock()
	c.live.Wait()
}

// crewQueue is a crew among the queues.
type crewQueue struct{ *crew }

func (q crewQueue) run(_ context.Context, jobs int, w work) error {
	q.crew.run(jobs, w.plain)
	return nil
}
