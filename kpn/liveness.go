package kpn

import (
	"fmt"
	"slices"
	"strings"
)

// DeadlockError says that a scenario of an application cannot finish with the
// channel capacities it has, whatever it is mapped on.
type DeadlockError struct {
	Application, Scenario string
	// Cycle is true if processes wait for each other; Blocked is then one such
	// cycle, each waiting for the next and the last for the first, beginning
	// with the process that the application names first. Otherwise Blocked is
	// every process that is stuck: the chains of waits end at processes that
	// have nothing left to do, so the traces do not fit together.
	Cycle   bool
	Blocked []Blocked
	// Enough are the channels whose capacity has to be raised, in their order,
	// and to what; none can be raised less, given the others.
	Enough []Growth
	// Remains is the deadlock that is there even if every channel is unbounded,
	// so that no capacities help. If there is none and nothing is enough, it was
	// not found out, because that takes too long.
	Remains *DeadlockError
}

// Blocked is a process that waits for ever. Under the SDF rule its tokens are
// those of a whole firing, and it may wait for other channels too.
type Blocked struct {
	Process, Channel string
	Kind             Kind  // Read: waits for tokens; Write: waits for room
	Tokens           int64 // how many it wants
	Filled           int64 // tokens in the channel
	Capacity         int64
}

// Error names who waits for what, and what would help.
func (e *DeadlockError) Error() string {
	return fmt.Sprintf("scenario %q of %s deadlocks: %s; %s", e.Scenario, e.Application, waits(e.Blocked), e.help())
}

func (e *DeadlockError) help() string {
	switch {
	case e.Remains != nil && sameWaits(e.Blocked, e.Remains.Blocked):
		return "no capacity would do: " + e.Remains.reason()
	case e.Remains != nil:
		return fmt.Sprintf("no capacity would do: without any bound %s; %s", waits(e.Remains.Blocked), e.Remains.reason())
	case len(e.Enough) == 0:
		return e.reason() + "; which capacities would do takes too long to compute"
	case e.Cycle:
		return e.enough() + " would do"
	}
	return e.reason() + "; " + e.enough() + " would do"
}

// reason says what is wrong about those who wait.
func (e *DeadlockError) reason() string {
	var full []string
	for _, b := range e.Blocked {
		if b.Kind == Write {
			full = append(full, b.Channel)
		}
	}
	switch {
	case e.Cycle && len(full) == 0:
		return "one of these channels needs initial tokens"
	case e.Cycle:
		return "raise the capacity of " + strings.Join(full, " or ")
	case len(full) == 0:
		return "more is read than written"
	case len(full) == len(e.Blocked):
		return "more is written than read"
	}
	return "the processes at the other ends have ended: more is read than written, or more is written than read"
}

func sameWaits(a, b []Blocked) bool {
	return slices.EqualFunc(a, b, func(x, y Blocked) bool {
		return x.Process == y.Process && x.Channel == y.Channel && x.Kind == y.Kind
	})
}

// waits lists the first of the processes that wait.
func waits(blocked []Blocked) string {
	const most = 12
	var parts []string
	for _, b := range blocked[:min(most, len(blocked))] {
		wait := "read %d from"
		if b.Kind == Write {
			wait = "write %d to"
		}
		part := fmt.Sprintf("%s waits to "+wait+" %s (holds %d", b.Process, b.Tokens, b.Channel, b.Filled)
		if b.Capacity < Unbounded {
			part += fmt.Sprint(" of ", b.Capacity)
		}
		parts = append(parts, part+")")
	}
	if more := len(blocked) - most; more > 0 {
		parts = append(parts, fmt.Sprintf("and so do %d more", more))
	}
	return strings.Join(parts, "; ")
}

// enough writes "capacity = 4 of a, 2 of b and 2 of c".
func (e *DeadlockError) enough() string {
	var b strings.Builder
	for i, g := range e.Enough {
		switch {
		case i == 0:
			b.WriteString("capacity = ")
		case i == len(e.Enough)-1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d of %s", g.To, g.Channel)
	}
	return b.String()
}

// CheckLive runs a scenario without time and returns a *DeadlockError if it
// cannot finish under the application's rule of firing. A bounded network of
// Kahn processes is determinate, so whether it deadlocks depends on its traces
// and capacities alone, and one order of execution decides for all (Kahn 1974;
// Parks 1995, chapter 4).
//
// The cost is usually linear in the events of one iteration, else in those of
// all. What takes more than 2³¹ events to find out is left to the simulation,
// and the result is nil.
func CheckLive(app *Application, scenario *Scenario) error {
	check, search := int64(maxCheck), int64(maxSearch)
	if e := checkLive(app, scenario, &check, &search); e != nil {
		return e
	}
	return nil
}

// These bound the events that are looked at.
const (
	maxCheck  = 1 << 31 // for telling whether scenarios can finish
	maxSearch = 1 << 27 // for finding capacities with which they can
)

// checkLive is CheckLive with what is left of the two efforts.
func checkLive(app *Application, scenario *Scenario, check, search *int64) *DeadlockError {
	u := newUntimed(app, capacitiesOf(app), check)
	u.follow(scenario, false)
	if *check < 0 || !u.unfinished() {
		return nil
	}
	e := u.deadlock(scenario)
	e.suggest(app, scenario, search)
	return e
}

func capacitiesOf(app *Application) []int64 {
	capacity := make([]int64, len(app.Channels))
	for i := range app.Channels {
		capacity[i] = app.Channels[i].Capacity
	}
	return capacity
}

// deadlock describes who waits now.
func (u *untimed) deadlock(scenario *Scenario) *DeadlockError {
	e := &DeadlockError{Application: u.app.Name, Scenario: scenario.Name}
	var who []int
	if who = u.cycle(); who != nil {
		e.Cycle = true
	} else {
		for p := range u.runners {
			if u.runners[p].waiting {
				who = append(who, p)
			}
		}
	}
	for _, p := range who {
		w := u.runners[p].wait
		e.Blocked = append(e.Blocked, Blocked{Process: u.app.Processes[p].Name, Channel: u.app.Channels[w.Arg].Name,
			Kind: w.Kind, Tokens: w.N, Filled: u.filled[w.Arg], Capacity: u.capacity[w.Arg]})
	}
	return e
}

// cycle returns the first cycle of waits that a blocked process leads into,
// its lowest process first, or nil if all chains end at processes that have
// finished.
func (u *untimed) cycle() []int {
	from := make([]int, len(u.runners)) // per process: 1 + the one from which it was seen first
	for start := range u.runners {
		p := start
		for u.runners[p].waiting && from[p] == 0 {
			from[p] = 1 + start
			p = u.other(u.runners[p].wait)
		}
		if !u.runners[p].waiting || from[p] != 1+start {
			continue
		}
		cycle := []int{p}
		for q := u.other(u.runners[p].wait); q != p; q = u.other(u.runners[q].wait) {
			cycle = append(cycle, q)
		}
		first := slices.Index(cycle, slices.Min(cycle))
		return slices.Concat(cycle[first:], cycle[:first])
	}
	return nil
}
