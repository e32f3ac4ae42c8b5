package workpool

import (
	"fmt"
	"runtime"
	"sync"

	"sdse/workpool/counters"
	"sdse/workpool/topology"
)

// thread is the operating system's thread that a context's goroutine is locked to,
// if the settings say so; else it is the zero value and does nothing.
type thread struct {
	counts *counters.Thread
	bound  int // CPU, -1 if none
}

// begin locks the goroutine to a thread of its own, until it ends and the thread
// with it.
func (t *thread) begin(c *Context) {
	if !c.pool.settings.Threads {
		return
	}
	runtime.LockOSThread()
	t.counts, t.bound = counters.Open(), -1
	if c.hart != nil {
		t.carry(c.hart)
	}
}

// end is begin's counterpart.
func (t *thread) end(c *Context) {
	if t.counts == nil {
		return
	}
	if c.hart != nil {
		t.drop(c.hart)
	}
	t.counts.Close()
	t.counts = nil
}

// carry makes the thread the hart's: bound to its CPU, its counters the hart's.
func (t *thread) carry(h *hart) {
	if t.counts == nil {
		return
	}
	// Open has tried all CPUs. Should one have been taken from the process since,
	// the hart goes on unbound.
	if h.cpu >= 0 && h.cpu != t.bound && topology.Bind(h.cpu) == nil {
		t.bound = h.cpu
	}
	h.threads.set(t.counts)
}

// drop ends what carry has begun.
func (t *thread) drop(h *hart) {
	if t.counts != nil {
		h.threads.set(nil)
	}
}

// threads adds up the counters of the threads that a hart has run on.
type threads struct {
	mu     sync.Mutex
	sum    counters.Readings // of those before
	some   bool              // there were any
	now    *counters.Thread
	before counters.Readings // of now, when it became the hart's
}

func (t *threads) set(now *counters.Thread) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sum, t.some = t.total(), t.some || now != nil
	if t.now = now; now != nil {
		t.before = now.Read()
	}
}

func (t *threads) total() counters.Readings {
	if t.now == nil {
		return t.sum
	}
	return t.sum.Add(t.now.Read().Sub(t.before))
}

func (t *threads) read() counters.Readings {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.some {
		return counters.Unavailable("harts are not locked to threads")
	}
	return t.total()
}

// tryBinding finds out whether threads may be bound to the CPUs.
func tryBinding(cpus []int) error {
	failed := make(chan error)
	go func() {
		runtime.LockOSThread() // not unlocked: the thread ends with the goroutine, bound as it is
		for _, cpu := range cpus {
			if err := topology.Bind(cpu); err != nil {
				failed <- fmt.Errorf("workpool: bind to CPU %d: %w", cpu, err)
				return
			}
		}
		failed <- nil
	}()
	return <-failed
}
