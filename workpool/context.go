package workpool

import (
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Context is what a job runs in: a goroutine with a hart. There are as many
// contexts with a hart as there are harts. One that blocks gives its hart to
// another and is without until it goes on; this is how a hart never waits while
// there is work (block and unblock in Lithe).
//
// A job gets its context as an argument and uses it in its own goroutine only.
type Context struct {
	pool   *Pool
	hart   *hart         // nil while it blocks, and while it is spare
	idle   *atomic.Int64 // the lot's count of idle harts, or a zero where nothing is to be split
	resume chan *hart    // capacity 1: a hart to go on with; closed when the pool is
	work   work
	client *Client // for whom it runs what it runs
	free   *Task   // descriptors to use again
	thread thread  // that the goroutine is locked to, if harts are
}

// work is what a context is at in a batch.
type work struct {
	client     *Client
	next, last uint64 // jobs it has claimed and not begun
	claimed    uint64 // jobs it has claimed in all
	nested     bool   // the context takes part in a batch of its own job
	yielded    bool   // others want the hart, and there are jobs left
}

// Hart returns the number of the hart that the job runs on, from 0 to
// Workers()-1. A hart runs one job at a time, so the number may index scratch
// memory per worker. It may be another one after a call that waits: Run, Wait and
// Block; and what lies in the scratch memory may be others' then.
func (c *Context) Hart() int { return c.hart.index }

// live is the life of a context: with a hart, work and hand the hart on; without,
// wait for one; until the pool closes.
//
// Owner: the pool. Stop signal: the channels it waits on are closed. Waiter:
// Pool.Close, through the wait group. A job that calls Goexit ends the goroutine
// and not the context: caught starts the next goroutine, which finishes the batch
// first.
func (c *Context) live() {
	c.thread.begin(c)
	if c.work.client != nil {
		c.serve()
	}
	for c.hart != nil || c.wait() {
		if c.pool.ready.pass(c) || c.help() {
			continue
		}
		if !c.park() {
			break
		}
	}
	c.thread.end(c)
	c.pool.contexts.Done() // not deferred: Goexit must not count as the context's end
}

// wait is the life of a spare context. It returns false when the pool closes.
func (c *Context) wait() bool {
	h, ok := <-c.resume
	if ok {
		c.adopt(h)
	}
	return ok
}

// adopt makes a hart the context's.
func (c *Context) adopt(h *hart) {
	c.hart = h
	c.thread.carry(h)
}

// surrender takes the hart from the context.
func (c *Context) surrender() *hart {
	h := c.hart
	c.thread.drop(h)
	c.hart = nil
	return h
}

// park waits for work. It returns false when the pool closes.
func (c *Context) park() bool {
	h := c.hart
	h.clock(parked)
	t, awake := c.pool.lot.park(h.index, c.seesWork)
	h.clock(looking)
	switch {
	case !awake:
		return false
	case t.task != nil:
		h.clock(serving)
		c.perform(t.task)
		h.clock(looking)
	case t.context != nil:
		t.context.resume <- c.surrender()
		c.pool.spare.put(c)
	}
	return true
}

// seesWork reports whether there is a batch for the hart, or a context that
// wants it.
func (c *Context) seesWork() bool {
	client, _ := c.hart.find()
	return client != nil || c.pool.ready.waiting.Load() > 0
}

// help finds a client with an open batch and works for it until that batch is
// drained, or others want the hart. It returns false if there was none.
func (c *Context) help() bool {
	for {
		client, gate := c.hart.find()
		if client == nil {
			c.hart.passOn()
			return false
		}
		// If another hart came first, look again: harts that wake together
		// spread over the open batches.
		if client.batch.enter(gate) {
			c.work, c.client = work{client: client}, client
			c.hart.enter(client)
			c.pool.lot.wake(client.batch.left() - 1) // one of them is for this hart
			c.serve()
			return true
		}
	}
}

// serve works inside the client's batch until there is no more to claim, or
// until it has yielded.
func (c *Context) serve() {
	b := &c.work.client.batch
	for !c.drain(b) {
	}
	w := c.work
	c.work = work{}
	if c.hart.exit(&w) {
		// Let the goroutine in Run have this CPU. Otherwise, when all harts
		// are busy with others' jobs, it waits for a time slice to end (10 ms)
		// before it can fill its next batch.
		runtime.Gosched()
	}
	if w.yielded {
		c.pool.lot.wakeFrom(0) // a parked hart may go on here
	}
}

// drain claims jobs and runs them, and returns true when it may have no more, or
// when it yields: others have opened a batch or want a hart. If a job panics it
// returns false and can be called again: one deferred call serves many jobs.
func (c *Context) drain(b *batch) (over bool) {
	defer c.caught(&over)
	w, job := &c.work, b.job
	for length := uint64(1); ; length = b.runLength(w.last) {
		for next, last := w.next, w.last; next < last && !b.stopped.Load(); {
			next++
			w.next = next // before the job, which may end in a panic
			job(c, int(next-1))
		}
		if b.stopped.Load() {
			return true
		}
		// Not before it has claimed something: clients that open batch after batch
		// would keep a hart running to and fro.
		if c.pool.bell.Load() != c.hart.bell && w.claimed > 0 && !w.nested && b.left() > 0 {
			w.yielded = true
			return true
		}
		if w.next, w.last = b.claim(length); w.next == w.last {
			return true
		}
		w.claimed += w.last - w.next
	}
}

// caught is drain's deferred call. It records what a job threw; after a Goexit
// it also hands the context to a fresh goroutine, as this one cannot be kept.
func (c *Context) caught(over *bool) {
	if *over {
		return
	}
	value := recover()
	exiting := value == nil // a panic(nil) is recovered as a *runtime.PanicNilError
	if exiting {
		value = errGoexit
	}
	w := &c.work
	w.client.batch.fail(w.client.name, int(w.next-1), value, debug.Stack)
	if exiting && !w.nested {
		c.restart()
	}
}

// restart hands the context to a fresh goroutine, with the owner, stop signal and
// waiter of the one that ends.
func (c *Context) restart() {
	c.thread.end(c)
	go c.live()
}

// spares are contexts without a hart, ready to be given one.
type spares struct {
	mu     sync.Mutex
	list   []*Context
	closed bool
}

func (s *spares) put(c *Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		close(c.resume)
		return
	}
	s.list = append(s.list, c)
}

// get returns a spare context, nil if there is none.
func (s *spares) get() *Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == 0 {
		return nil
	}
	c := s.list[len(s.list)-1]
	s.list = s.list[:len(s.list)-1]
	return c
}

func (s *spares) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, c := range s.list {
		close(c.resume)
	}
}

// ran is how many jobs the context has run of those it claimed.
func (w *work) ran() uint64 { return w.claimed - (w.last - w.next) }
