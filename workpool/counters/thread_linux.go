package counters

import (
	"fmt"
	"io/fs"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// Thread counts one OS thread. All methods may be called from any goroutine, at
// the same time.
type Thread struct {
	id   int
	task fs.FS // its directory in /proc

	mu     sync.Mutex // guards what follows; a reading must not meet a closed descriptor
	events []event
	closed bool
	last   Readings // once closed
}

// Open begins to count the calling OS thread, to which the caller must have locked
// its goroutine (runtime.LockOSThread). It cannot fail: counters that cannot be had
// are unavailable. Times, switches, faults and migrations count from the start of
// the thread, hardware counters from here.
func Open() *Thread {
	id := unix.Gettid()
	return &Thread{id: id, task: os.DirFS(fmt.Sprintf("/proc/self/task/%d", id)), events: openEvents()}
}

// Read returns what was counted so far; after Close, what had been counted then.
func (t *Thread) Read() Readings {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return t.last
	}
	return t.read()
}

// Close reads for a last time and gives back what counting took. It must come
// before the thread ends, since the kernel may give its number to another.
func (t *Thread) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.last, t.closed = t.read(), true
	closeEvents(t.events)
}

func (t *Thread) read() Readings {
	var r Readings
	var usage unix.Rusage
	// Whoever is on this thread stays on it for the next call: it is locked to one
	// goroutine.
	if unix.Gettid() == t.id && unix.Getrusage(unix.RUSAGE_THREAD, &usage) == nil {
		r.setUsage(&usage)
	} else {
		r.setStat(t.task, cpuTime(t.id))
		r.setStatus(t.task)
	}
	r.setSched(t.task)
	for _, e := range t.events {
		r[e.counter] = e.read()
	}
	return r
}

// cpuTime returns the nanoseconds a thread of this process has spent on CPUs, or 0
// if the kernel does not say.
//
// The number of a thread's CPU clock is part of the kernel's interface (that is how
// pthread_getcpuclockid works): the complement of the thread's number, then the bit
// for threads and the code of the scheduler's own, exact clock.
func cpuTime(id int) int64 {
	const perThread, scheduled = 4, 2
	var t unix.Timespec
	if unix.ClockGettime(int32(^id)<<3|perThread|scheduled, &t) != nil {
		return 0
	}
	return t.Nano()
}
