//go:build !unix

package counters

import "runtime"

// Process returns readings of which all are unavailable.
func Process() (self, children Readings) {
	none := Unavailable("not read of processes on " + runtime.GOOS)
	return none, none
}
