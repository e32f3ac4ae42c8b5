package workpool

import (
	"runtime/debug"
	"sync/atomic"
)

// Task is work that another hart has taken over. It belongs to the context that
// spawned it, until that has waited for it: then the descriptor goes back to be
// used for the next.
type Task struct {
	f       func(c *Context, arg int)
	arg     int
	client  *Client // for whom
	state   atomic.Uint32
	signal  chan struct{} // capacity 1: it is done and somebody waits
	failure *PanicError
	next    *Task // in the list of free ones
}

// The states of a task. It goes from running to done, or to awaited and then, by a
// signal, to done.
const (
	running uint32 = iota
	awaited
	done
)

// Idle reports whether a hart is idle, so that [Context.TrySpawn] may find it. It
// costs one load, and guards what a spawn would need, such as a closure.
func (c *Context) Idle() bool { return c.idle.Load() > 0 }

// TrySpawn has an idle hart run f(context of that hart, arg) and returns the task,
// which must be waited for before the job ends. If no hart is idle it returns nil
// at once, and the caller does the work itself: creation that fails fast (MULiTh,
// Sasada). Neither case allocates, once a context has had as many tasks at the
// same time as it ever has.
func (c *Context) TrySpawn(f func(c *Context, arg int), arg int) *Task {
	if c.idle.Load() <= 0 {
		return nil
	}
	return c.spawn(f, arg)
}

func (c *Context) spawn(f func(c *Context, arg int), arg int) *Task {
	at := c.pool.lot.take(0)
	if at == nil {
		return nil
	}
	t := c.free
	if t == nil {
		t = &Task{signal: make(chan struct{}, 1)}
	} else {
		c.free = t.next
	}
	t.f, t.arg, t.client, t.failure = f, arg, c.client, nil
	t.state.Store(running)
	at.tokens <- token{task: t}
	return t
}

// perform runs a task that another context has spawned. A panic is the waiter's.
func (c *Context) perform(t *Task) {
	c.hart.counts.spawned.Add(1)
	c.client = t.client
	finished := false
	defer func() {
		if finished {
			return
		}
		value := recover()
		exiting := value == nil
		if exiting {
			value = errGoexit
		}
		t.failure = &PanicError{Client: t.client.name, Job: t.arg, Value: value, Stack: debug.Stack()}
		t.finish()
		if exiting {
			c.restart()
		}
	}()
	t.f(c, t.arg)
	finished = true
	t.finish()
}

// finish tells the waiter, if there is one already. The task may be used again
// from then on.
func (t *Task) finish() {
	if !t.state.CompareAndSwap(running, done) {
		t.signal <- struct{}{}
	}
}

// spins is how often Wait looks before it gives its hart away. A look takes about
// a nanosecond, giving away and taking back a microsecond.
const spins = 200

// Wait returns when the task is done, with a [*PanicError] if it panicked. The
// hart serves others meanwhile, unless the task is done very soon. The task is not
// to be used again.
func (c *Context) Wait(t *Task) error {
	for i := 0; i < spins && t.state.Load() != done; i++ {
	}
	if t.state.Load() != done && t.state.CompareAndSwap(running, awaited) {
		c.Block(func() { <-t.signal })
	}
	failure := t.failure
	t.f, t.next, c.free = nil, c.free, t
	if failure != nil {
		return failure
	}
	return nil
}
