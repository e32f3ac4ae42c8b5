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
}

// Blocked is a process that waits for ever.
type Blocked struct {
	Process, Channel string
	Kind             Kind  // Read: waits for tokens; Write: waits for room
	Tokens           int64 // how many it wants
	Filled           int64 // tokens in the channel
	Capacity         int64
}

// Error names who waits for what, and what would help.
func (e *DeadlockError) Error() string {
	parts := make([]string, len(e.Blocked))
	var full []string
	for i, b := range e.Blocked {
		wait := "read %d from"
		if b.Kind == Write {
			wait = "write %d to"
			full = append(full, b.Channel)
		}
		parts[i] = fmt.Sprintf("%s waits to "+wait+" %s (holds %d of %d)", b.Process, b.Tokens, b.Channel, b.Filled, b.Capacity)
	}
	help := "the processes at the other ends have ended: more is read than written, or more is written than read"
	switch {
	case e.Cycle && len(full) > 0:
		help = "raise the capacity of " + strings.Join(full, " or ")
	case e.Cycle:
		help = "one of these channels needs initial tokens"
	}
	return fmt.Sprintf("scenario %q of %s deadlocks: %s; %s", e.Scenario, e.Application, strings.Join(parts, "; "), help)
}

// CheckLive runs a scenario without time and returns a *DeadlockError if it
// cannot finish. A bounded network of Kahn processes is determinate, so whether
// it deadlocks depends on its traces and capacities alone, and one order of
// execution decides for all (Kahn 1974; Parks 1995, chapter 4).
//
// An iteration that finishes and leaves every channel as it found it can be
// repeated for ever, so the cost is usually linear in the events of one
// iteration, else in those of all.
func CheckLive(app *Application, scenario *Scenario) error {
	once := runUntimed(app, scenario, min(1, scenario.Iterations))
	if !once.blocked() && once.balanced() {
		return nil
	}
	all := runUntimed(app, scenario, scenario.Iterations)
	if !all.blocked() {
		return nil
	}
	e := &DeadlockError{Application: app.Name, Scenario: scenario.Name}
	e.Blocked, e.Cycle = all.stuck()
	return e
}

// untimed is the state of a run without time.
type untimed struct {
	app     *Application
	filled  []int64
	cursors []*cursor
	waiting []bool  // whether a process is blocked
	waits   []Event // what it is blocked on then
	ready   []int   // processes that can go on; each stands there once
}

func runUntimed(app *Application, scenario *Scenario, iterations int) *untimed {
	u := &untimed{
		app:     app,
		filled:  make([]int64, len(app.Channels)),
		cursors: make([]*cursor, len(app.Processes)),
		waiting: make([]bool, len(app.Processes)),
		waits:   make([]Event, len(app.Processes)),
	}
	for i := range app.Channels {
		u.filled[i] = app.Channels[i].Initial
	}
	for p := range app.Processes {
		u.cursors[p] = newCursor(scenario.Traces[p], iterations)
		u.ready = append(u.ready, p)
	}
	for len(u.ready) > 0 {
		p := u.ready[len(u.ready)-1]
		u.ready = u.ready[:len(u.ready)-1]
		u.advance(p)
	}
	return u
}

// advance runs a process until it blocks or ends, and makes those ready whose
// wait is over.
func (u *untimed) advance(p int) {
	for {
		e, ok := u.cursors[p].next()
		if !ok {
			return
		}
		if !u.possible(e) {
			u.waiting[p], u.waits[p] = true, e
			return
		}
		if e.Kind != Execute {
			u.transfer(e)
			u.release(u.other(e))
		}
	}
}

// release does the event that a process is blocked on, if it can be done now,
// and makes the process ready.
func (u *untimed) release(p int) {
	if u.waiting[p] && u.possible(u.waits[p]) {
		u.waiting[p] = false
		u.ready = append(u.ready, p)
		u.transfer(u.waits[p])
	}
}

func (u *untimed) possible(e Event) bool {
	switch e.Kind {
	case Read:
		return u.filled[e.Arg] >= e.N
	case Write:
		return u.app.Channels[e.Arg].Capacity-u.filled[e.Arg] >= e.N
	}
	return true
}

func (u *untimed) transfer(e Event) {
	if e.Kind == Read {
		u.filled[e.Arg] -= e.N
	} else {
		u.filled[e.Arg] += e.N
	}
}

func (u *untimed) blocked() bool { return slices.Contains(u.waiting, true) }

// balanced reports whether every channel holds what it held at the start.
func (u *untimed) balanced() bool {
	for i := range u.app.Channels {
		if u.filled[i] != u.app.Channels[i].Initial {
			return false
		}
	}
	return true
}

// stuck returns a cycle of blocked processes, or all of them if there is none.
func (u *untimed) stuck() (blocked []Blocked, cycle bool) {
	var who []int
	for p := range u.waiting {
		if u.waiting[p] {
			if c := u.cycleFrom(p); c != nil {
				who, cycle = c, true
				break
			}
			who = append(who, p)
		}
	}
	for _, p := range who {
		e := u.waits[p]
		ch := &u.app.Channels[e.Arg]
		blocked = append(blocked, Blocked{Process: u.app.Processes[p].Name, Channel: ch.Name, Kind: e.Kind,
			Tokens: e.N, Filled: u.filled[e.Arg], Capacity: ch.Capacity})
	}
	return blocked, cycle
}

// cycleFrom follows the waits from a blocked process. It returns the cycle they
// lead into, lowest process first, or nil if they end at one that has finished.
func (u *untimed) cycleFrom(p int) []int {
	var chain []int
	for ; u.waiting[p]; p = u.other(u.waits[p]) {
		if start := slices.Index(chain, p); start >= 0 {
			cycle := chain[start:]
			first := slices.Index(cycle, slices.Min(cycle))
			return slices.Concat(cycle[first:], cycle[:first])
		}
		chain = append(chain, p)
	}
	return nil
}

// other is the process at the other end of the channel that an event uses.
func (u *untimed) other(e Event) int {
	if e.Kind == Read {
		return u.app.Channels[e.Arg].Writer
	}
	return u.app.Channels[e.Arg].Reader
}
