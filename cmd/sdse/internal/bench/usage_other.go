//go:build !unix

package bench

import "time"

var start = time.Now()

// used takes the wall time since the start for user time: this system does not
// tell the CPU time, nor anything else.
func used() usage { return usage{user: time.Since(start)} }
