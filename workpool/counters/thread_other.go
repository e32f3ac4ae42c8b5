//go:build !linux

package counters

import "runtime"

// Thread would count one OS thread. Here nothing counts threads, and all its
// readings are unavailable.
type Thread struct{}

// Open returns a thread with no counters.
func Open() *Thread { return &Thread{} }

// Read returns readings of which all are unavailable.
func (t *Thread) Read() Readings { return Unavailable("not read of threads on " + runtime.GOOS) }

// Close does nothing.
func (t *Thread) Close() {}
