package kpn

import (
	"fmt"
	"strings"
)

// CycleError says that processes of a running network wait for each other in a
// cycle: a deadlock.
type CycleError struct {
	Cycle []Blocked // each waits for the next, the last for the first
	// Artificial is true if a full channel is to blame, so that larger
	// capacities would help; it can only happen with Bounds.Strict.
	Artificial bool
}

func newCycleError(cycle []*wait, artificial bool) *CycleError {
	e := &CycleError{Artificial: artificial}
	for _, w := range cycle {
		c := w.channel
		e.Cycle = append(e.Cycle, Blocked{
			Process: w.owner().name, Channel: c.name, Kind: w.kind,
			Tokens: w.tokens, Filled: c.length, Capacity: c.capacity,
		})
	}
	// Start at the process that comes first in the network, so that the message
	// does not depend on who closed the cycle.
	first := 0
	for i, w := range cycle {
		if w.owner().index < cycle[first].owner().index {
			first = i
		}
	}
	e.Cycle = append(e.Cycle[first:], e.Cycle[:first]...)
	return e
}

// Error names the cycle: process → channel → process ….
func (e *CycleError) Error() string {
	var b strings.Builder
	if e.Artificial {
		b.WriteString("artificial deadlock (larger capacities would help): ")
	} else {
		b.WriteString("deadlock: ")
	}
	for _, w := range e.Cycle {
		fmt.Fprintf(&b, "%s waits to %s %d → %s (holds %d of %d) → ",
			w.Process, w.Kind, w.Tokens, w.Channel, w.Filled, w.Capacity)
	}
	b.WriteString(e.Cycle[0].Process)
	return b.String()
}

// LimitError says that the network needs more buffer memory than its bounds
// allow.
type LimitError struct {
	Unit          string // "tokens" or "bytes"
	Needed, Limit int64
	Grown         []Growth // in channel order; empty if the start capacities are too large
}

// Growth is a channel whose capacity had to grow, in tokens.
type Growth struct {
	Channel  string
	From, To int64
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
	fmt.Fprintf(&b, "channels need %d %s, the limit is %d", e.Needed, e.Unit, e.Limit)
	for i, g := range e.Grown {
		lead := ", "
		if i == 0 {
			lead = "; grown: "
		}
		fmt.Fprintf(&b, "%s%s from %d to %d tokens", lead, g.Channel, g.From, g.To)
	}
	return b.String()
}

// ProcessError is an error returned, or a panic raised, by the function of a
// process.
type ProcessError struct {
	Process string
	Err     error  // what the function returned, or the value of the panic
	Stack   []byte // where it panicked; nil if it did not
}

func newPanicError(process string, value any, stack []byte) *ProcessError {
	err, ok := value.(error)
	if !ok {
		err = fmt.Errorf("%v", value)
	}
	return &ProcessError{Process: process, Err: fmt.Errorf("panic: %w", err), Stack: stack}
}

// Error names the process; for a panic it shows the stack too.
func (e *ProcessError) Error() string {
	message := fmt.Sprintf("process %q: %v", e.Process, e.Err)
	if e.Stack != nil {
		message += "\n" + string(e.Stack)
	}
	return message
}

// Unwrap returns what the process's function returned.
func (e *ProcessError) Unwrap() error { return e.Err }

// IterationError says that the processes of a network did not all go through
// the same number of iterations.
type IterationError struct {
	Processes  []string
	Iterations []int // of each process
}

// Error lists the processes with their iterations.
func (e *IterationError) Error() string {
	counts := make([]string, len(e.Processes))
	for i, p := range e.Processes {
		counts[i] = fmt.Sprintf("%s %d", p, e.Iterations[i])
	}
	return fmt.Sprintf("processes end with different numbers of iterations: %s "+
		"(is an EndIteration missing, or work done after the last one?)", strings.Join(counts, ", "))
}
