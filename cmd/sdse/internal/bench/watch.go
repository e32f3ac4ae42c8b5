package bench

import (
	"fmt"
	"sync"

	"sdse/workpool/counters"
)

// watch counts on threads of a benchmark's own.
type watch struct {
	mu      sync.Mutex
	threads []*counters.Thread
}

// open begins to count the calling thread, to which its goroutine is locked.
func (w *watch) open() {
	thread := counters.Open()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.threads = append(w.threads, thread)
}

func (w *watch) read() (sum counters.Readings) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, thread := range w.threads {
		sum = sum.Add(thread.Read())
	}
	return sum
}

// probe reads a counter for the clock.
func (w *watch) probe(c counters.Counter) func() float64 {
	return func() float64 { return float64(w.read()[c].Value) }
}

// figure is what a probe of a counter found, or why it could not.
func (w *watch) figure(c counters.Counter, found samples, units float64) Value {
	if why := w.read()[c].Why; why != "" {
		return missing(fmt.Sprintf("%v: %s", c, why))
	}
	return found.each(units)
}

// close must come before the threads end.
func (w *watch) close() {
	for _, thread := range w.threads {
		thread.Close()
	}
}
