package workpool

import (
	"sync"
	"sync/atomic"
)

// Block calls wait, which may wait for anything, and gives the hart away
// meanwhile: another context works on it. Afterwards the job goes on as soon as a
// hart is free, before any job that has not begun; it may be another hart than
// before.
func (c *Context) Block(wait func()) {
	c.hart.counts.blocked.Add(1)
	c.hart.clock(looking)
	s := c.pool.spare.get()
	if s == nil {
		s = c.pool.newContext()
		go s.live() // stopped and waited for by Close
	}
	s.resume <- c.surrender()
	defer c.unblock()
	wait()
}

// unblock gets the context a hart again.
func (c *Context) unblock() {
	if at := c.pool.lot.take(0); at != nil {
		at.tokens <- token{context: c}
	} else {
		// The same steps as in opening a batch (lot): first to be seen, then to
		// look for a hart that has parked meanwhile.
		c.pool.ready.push(c)
		c.pool.bell.Add(1)
		c.pool.lot.wakeFrom(0)
	}
	c.adopt(<-c.resume)
	c.hart.clock(serving)
}

// ready holds the contexts that have blocked and want a hart to go on, in the
// order in which they came.
type ready struct {
	waiting atomic.Int64
	mu      sync.Mutex
	list    []*Context
}

func (r *ready) push(c *Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, c)
	r.waiting.Add(1)
}

// pass gives the hart of a context that has nothing to do to the one that has
// waited longest. It returns false if none waits.
func (r *ready) pass(from *Context) bool {
	if r.waiting.Load() == 0 {
		return false
	}
	r.mu.Lock()
	if len(r.list) == 0 {
		r.mu.Unlock()
		return false
	}
	c := r.list[0]
	r.list = r.list[1:]
	r.waiting.Add(-1)
	r.mu.Unlock()
	c.resume <- from.surrender()
	from.pool.spare.put(from)
	return true
}
