//go:build !linux

package topology

import (
	"errors"
	"fmt"
	"runtime"
)

// Bind would bind the calling OS thread to a CPU. Here it fails with
// errors.ErrUnsupported.
func Bind(cpu int) error {
	return fmt.Errorf("topology: binding threads to CPUs on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

// affinity returns nil: whatever is there is allowed.
func affinity() ([]int, error) { return nil, nil }
