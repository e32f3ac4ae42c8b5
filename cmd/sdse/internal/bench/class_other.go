//go:build !linux

package bench

import (
	"errors"
	"runtime"
)

// The scheduling classes that are compared; numbers without a meaning here.
const (
	timeSharing = iota
	batchClass
	fifo
	roundRobin
)

// setClass fails: scheduling classes are set on Linux only.
func setClass(policy uint32, nice int32) error {
	return errors.New("scheduling classes are set on Linux only, not on " + runtime.GOOS)
}
