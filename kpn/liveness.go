package kpn

import (
	"fmt"
	"strings"
)

// DeadlockError says that a scenario of an application cannot finish with the
// channel capacities it has, whatever it is mapped on.
type DeadlockError struct {
	Application, Scenario string
	Blocked               []Blocked // a cycle if there is one, else every process that is stuck
}

// Blocked is a process that waits for ever.
type Blocked struct {
	Process, Channel string
	Kind             Kind  // Read: waits for tokens; Write: waits for room
	Tokens           int64 // how many it wants
	Filled           int64 // tokens in the channel
	Capacity         int64
}

// Error names who waits for what.
func (e *DeadlockError) Error() string {
	parts := make([]string, len(e.Blocked))
	for i, b := range e.Blocked {
		if b.Kind == Read {
			parts[i] = fmt.Sprintf("%s waits to read %d from %s (holds %d of %d)", b.Process, b.Tokens, b.Channel, b.Filled, b.Capacity)
		} else {
			parts[i] = fmt.Sprintf("%s waits to write %d to %s (holds %d of %d)", b.Process, b.Tokens, b.Channel, b.Filled, b.Capacity)
		}
	}
	return fmt.Sprintf("scenario %q of %s deadlocks: %s", e.Scenario, e.Application, strings.Join(parts, "; "))
}

// CheckLive runs a scenario without time and returns a *DeadlockError if it
// cannot finish. A bounded network of Kahn processes is determinate, so whether
// it deadlocks depends on its traces and capacities alone, and one order of
// execution decides for all (Kahn 1974; Parks 1995, chapter 4). The cost is
// linear in the number of events.
func CheckLive(app *Application, scenario *Scenario) error {
	run := &untimed{app: app, filled: make([]int64, len(app.Channels)),
		cursors: make([]*cursor, len(app.Processes)), waits: make([]*Event, len(app.Processes))}
	for i := range app.Channels {
		run.filled[i] = app.Channels[i].Initial
	}
	ready := make([]int, 0, len(app.Processes))
	for p := range app.Processes {
		run.cursors[p] = newCursor(scenario.Traces[p], scenario.Iterations)
		ready = append(ready, p)
	}
	for len(ready) > 0 {
		p := ready[len(ready)-1]
		ready = append(ready[:len(ready)-1], run.advance(p)...)
	}
	if stuck := run.stuck(); len(stuck) > 0 {
		return &DeadlockError{Application: app.Name, Scenario: scenario.Name, Blocked: stuck}
	}
	return nil
}

// untimed is the state of a run without time.
type untimed struct {
	app     *Application
	filled  []int64
	cursors []*cursor
	waits   []*Event // the event a process is blocked on, or nil
}

// advance runs a process until it blocks or ends and returns the processes
// that it woke up.
func (u *untimed) advance(p int) (woken []int) {
	for {
		var e Event
		if u.waits[p] != nil {
			e = *u.waits[p]
		} else if next, ok := u.cursors[p].next(); ok {
			e = next
		} else {
			return woken
		}
		if !u.possible(e) {
			u.waits[p] = &e
			return woken
		}
		u.waits[p] = nil
		if e.Kind == Execute {
			continue
		}
		ch := &u.app.Channels[e.Arg]
		peer := ch.Reader
		if e.Kind == Read {
			u.filled[e.Arg] -= e.N
			peer = ch.Writer
		} else {
			u.filled[e.Arg] += e.N
		}
		if w := u.waits[peer]; peer != p && w != nil && w.Arg == e.Arg && w.Kind != e.Kind && u.possible(*w) {
			woken = append(woken, peer)
		}
	}
}

func (u *untimed) possible(e Event) bool {
	switch e.Kind {
	case Read:
		return u.filled[e.Arg] >= e.N
	case Write:
		return u.filled[e.Arg]+e.N <= u.app.Channels[e.Arg].Capacity
	}
	return true
}

// stuck returns the cycle of blocked processes that the first stuck process
// runs into, or all stuck processes if its chain ends at one that has finished.
func (u *untimed) stuck() []Blocked {
	var all []int
	for p, w := range u.waits {
		if w != nil {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return nil
	}
	chain := []int{all[0]}
	seen := map[int]int{all[0]: 0}
	for {
		next := u.peer(chain[len(chain)-1])
		if u.waits[next] == nil {
			break // the other end has finished: no cycle
		}
		if start, ok := seen[next]; ok {
			all = chain[start:]
			break
		}
		seen[next] = len(chain)
		chain = append(chain, next)
	}
	blocked := make([]Blocked, len(all))
	for i, p := range all {
		e, ch := u.waits[p], &u.app.Channels[u.waits[p].Arg]
		blocked[i] = Blocked{Process: u.app.Processes[p].Name, Channel: ch.Name, Kind: e.Kind,
			Tokens: e.N, Filled: u.filled[e.Arg], Capacity: ch.Capacity}
	}
	return blocked
}

// peer is the process at the other end of the channel that p waits for.
func (u *untimed) peer(p int) int {
	e := u.waits[p]
	if e.Kind == Read {
		return u.app.Channels[e.Arg].Writer
	}
	return u.app.Channels[e.Arg].Reader
}
