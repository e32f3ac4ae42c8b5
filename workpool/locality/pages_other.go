//go:build !linux

package locality

import (
	"errors"
	"fmt"
	"runtime"
)

// operatingSystem is one that cannot be told where memory should lie.
type operatingSystem struct{}

var errUnsupported = fmt.Errorf("sdse cannot do this on %s: %w", runtime.GOOS, errors.ErrUnsupported)

func (operatingSystem) movePages([]uintptr, []int32, []int32) error { return errUnsupported }
func (operatingSystem) prefer([]byte, int) error                    { return errUnsupported }
func (operatingSystem) adviseHuge([]byte) error                     { return errUnsupported }
func (operatingSystem) makeHuge([]byte) error                       { return errUnsupported }
