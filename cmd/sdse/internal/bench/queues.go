package bench

import (
	"context"
	"sync"

	"sdse/workpool"
)

// queue runs batches of jobs on workers.
type queue interface {
	run(ctx context.Context, jobs int, w work) error
	close()
}

// queues are our pool and its peers, each written as well as one would write it
// in a program that has use for it, and no better. The first is ours.
var queues = []struct {
	name string
	open func(workers int) queue
}{
	{"atomic batches (workpool)", openPool},
	{"mutex + condition variable", openLocked},
	{"channel of 256", func(n int) queue { return openChannel(n, 256) }},
	{"unbuffered channel", func(n int) queue { return openChannel(n, 0) }},
	{"goroutine per job", openGoroutines},
}

type pooled struct {
	pool   *workpool.Pool
	client *workpool.Client
}

func openPool(workers int) queue {
	p := workpool.New(workers)
	return pooled{p, p.Register("bench", workpool.Compute)}
}

func (p pooled) run(ctx context.Context, jobs int, w work) error {
	return p.client.Run(ctx, jobs, w.pooled)
}

func (p pooled) close() { p.pool.Close() }

// locked is a queue behind a mutex. A worker takes the lock once per job: to
// report the last and to take the next.
type locked struct {
	mu         sync.Mutex
	work, over sync.Cond // there are jobs, or the queue is closed; the batch is over
	next, jobs int
	left       int // jobs not reported
	job        func(worker, job int)
	closed     bool
	workers    sync.WaitGroup
}

func openLocked(workers int) queue {
	q := &locked{}
	q.work.L, q.over.L = &q.mu, &q.mu
	for i := range workers {
		q.workers.Go(func() { q.live(i) })
	}
	return q
}

func (q *locked) live(worker int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		for q.next == q.jobs && !q.closed {
			q.work.Wait()
		}
		if q.next == q.jobs {
			return
		}
		i, job := q.next, q.job
		q.next++
		q.mu.Unlock()
		job(worker, i)
		q.mu.Lock()
		if q.left--; q.left == 0 {
			q.over.Signal()
		}
	}
}

func (q *locked) run(_ context.Context, jobs int, w work) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.next, q.jobs, q.left, q.job = 0, jobs, jobs, w.plain
	q.work.Broadcast()
	for q.left > 0 {
		q.over.Wait()
	}
	return nil
}

func (q *locked) close() {
	q.mu.Lock()
	q.closed = true
	q.work.Broadcast()
	q.mu.Unlock()
	q.workers.Wait()
}

// channel is what everybody writes first: workers that range over a channel of
// jobs, and a wait group.
type channel struct {
	jobs    chan int
	job     func(worker, job int)
	batch   sync.WaitGroup
	workers sync.WaitGroup
}

func openChannel(workers, room int) queue {
	q := &channel{jobs: make(chan int, room)}
	for i := range workers {
		q.workers.Go(func() {
			for job := range q.jobs {
				q.job(i, job)
				q.batch.Done()
			}
		})
	}
	return q
}

func (q *channel) run(_ context.Context, jobs int, w work) error {
	q.job = w.plain // the workers see it with the first job they receive
	q.batch.Add(jobs)
	for i := range jobs {
		q.jobs <- i
	}
	q.batch.Wait()
	return nil
}

func (q *channel) close() {
	close(q.jobs)
	q.workers.Wait()
}

// goroutines starts one for every job, as many at a time as there are numbers of
// workers to be had.
type goroutines struct{ free chan int }

func openGoroutines(workers int) queue {
	q := goroutines{make(chan int, workers)}
	for i := range workers {
		q.free <- i
	}
	return q
}

func (q goroutines) run(_ context.Context, jobs int, w work) error {
	var batch sync.WaitGroup
	for i := range jobs {
		worker := <-q.free
		batch.Go(func() {
			w.plain(worker, i)
			q.free <- worker
		})
	}
	batch.Wait()
	return nil
}

func (goroutines) close() {}

// serial is no queue at all: what the jobs themselves cost.
type serial struct{}

func (serial) run(_ context.Context, jobs int, w work) error {
	for i := range jobs {
		w.plain(0, i)
	}
	return nil
}

func (serial) close() {}
