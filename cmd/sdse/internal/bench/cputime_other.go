//go:build !unix

package bench

import "time"

var start = time.Now()

// cpuTime is the wall time since the start: this system does not tell the CPU
// time.
func cpuTime() time.Duration { return time.Since(start) }
