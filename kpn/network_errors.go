package kpn

import (
	"errors"
	"fmt"
	"strings"
)

// Sentinels for errors.Is.
var (
	ErrDeadlock   = errors.New("deadlock")
	ErrLimit      = errors.New("buffer limit exceeded")
	ErrIterations = errors.New("processes end with different numbers of iterations")
)

// Wait is one step of a deadlock's cycle: a process that is blocked reading
// from, or writing to, a channel whose other end is the next step's process.
type Wait struct {
	Process string
	Kind    Kind // Read or Write
	Channel string
}

// DeadlockError says that processes wait for each other in a cycle. It is an
// [ErrDeadlock].
type DeadlockError struct {
	Cycle []Wait
	// Artificial is true if a full channel is to blame, so that larger
	// capacities would help; it can only happen with Bounds.Strict.
	Artificial bool
}

func newDeadlockError(cycle []*wait, artificial bool) *DeadlockError {
	e := &DeadlockError{Artificial: artificial}
	// Start at the process that comes first in the network, so that the message
	// does not depend on who closed the cycle.
	n, first := cycle[0].channel.net, 0
	for i, w := range cycle {
		if n.index(w.owner()) < n.index(cycle[first].owner()) {
			first = i
		}
	}
	for i := range cycle {
		w := cycle[(first+i)%len(cycle)]
		e.Cycle = append(e.Cycle, Wait{w.owner().name, w.kind, w.channel.name})
	}
	return e
}

// Error names the cycle: process → channel → process ….
func (e *DeadlockError) Error() string {
	var b strings.Builder
	b.WriteString("deadlock: ")
	if e.Artificial {
		b.WriteString("artificial deadlock (larger capacities would help): ")
	}
	for _, w := range e.Cycle {
		fmt.Fprintf(&b, "%s waits to %s → %s → ", w.Process, w.Kind, w.Channel)
	}
	b.WriteString(e.Cycle[0].Process)
	return b.String()
}

// Unwrap makes the error an ErrDeadlock.
func (e *DeadlockError) Unwrap() error { return ErrDeadlock }

// Growth is a channel whose capacity had to grow, in tokens.
type Growth struct {
	Channel  string
	From, To int64
}

// LimitError says that the network needs more buffer memory than its bounds
// allow. It is an [ErrLimit].
type LimitError struct {
	Unit          string // "tokens" or "bytes"
	Needed, Limit int64
	Grown         []Growth // in channel order; empty if the start capacities are too large
}

func (n *Network) newLimitError(unit string, needed, limit int64) *LimitError {
	e := &LimitError{Unit: unit, Needed: needed, Limit: limit}
	for _, c := range n.channels {
		if c.capacity > c.start {
			e.Grown = append(e.Grown, Growth{c.name, c.start, c.capacity})
		}
	}
	return e
}

// Error says what was needed, what was allowed, and which channels grew.
func (e *LimitError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v: channels need %d %s, the limit is %d", ErrLimit, e.Needed, e.Unit, e.Limit)
	for i, g := range e.Grown {
		lead := ", "
		if i == 0 {
			lead = "; grown: "
		}
		fmt.Fprintf(&b, "%s%s from %d to %d tokens", lead, g.Channel, g.From, g.To)
	}
	return b.String()
}

// Unwrap makes the error an ErrLimit.
func (e *LimitError) Unwrap() error { return ErrLimit }

// ProcessError is an error returned, or a [*PanicError] raised, by the function
// of a process.
type ProcessError struct {
	Process string
	Err     error
}

// Error names the process.
func (e *ProcessError) Error() string { return fmt.Sprintf("process %q: %v", e.Process, e.Err) }

// Unwrap returns what the process's function returned.
func (e *ProcessError) Unwrap() error { return e.Err }

// PanicError is a panic of a process's function.
type PanicError struct {
	Value any
	Stack []byte
}

// Error shows the value and the stack: a panic is a fault to be found.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }
