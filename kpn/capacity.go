package kpn

import (
	"errors"
	"fmt"
)

// ErrTooLong says that finding capacities would take too long.
var ErrTooLong = errors.New("kpn: the scenario is too long to compute sufficient capacities")

// SufficientCapacities returns, for every channel, a capacity in tokens such
// that the scenario can finish, and such that none of them can be made smaller
// without a deadlock, given the others. (Others may do with fewer tokens in all:
// there can be many such minima.) They are at least those in least, if that is
// not nil, else at least 1: with the capacities that there are, it raises only
// what has to be raised. At most [Unbounded] is tried.
//
// If no capacities help, the error is a *DeadlockError that says what waits all
// the same; if more than 2²⁷ events would have to be looked at, it is
// [ErrTooLong].
//
// Channels begin with what they hold and what is transferred at once, and grow
// at each deadlock as in T. M. Parks, "Bounded Scheduling of Process Networks"
// (PhD thesis, Berkeley 1995, ch. 4): of the full channels in a cycle of waits,
// the one that needs least gets what its blocked write needs. Then each, in their
// order, is made as small as possible by bisection. That finds the least one, as
// being sufficient is monotone in each capacity: how far the processes get is the
// least fixed point of what their channels allow, and a larger capacity allows a
// write after fewer reads, never after more. And for the same reason one round is
// enough: what a channel needs can only grow while others shrink after it.
func SufficientCapacities(app *Application, scenario *Scenario, least []int64) ([]int64, error) {
	effort := int64(maxSearch)
	capacity, remains := sufficient(app, scenario, least, &effort)
	switch {
	case remains != nil:
		e := *remains
		e.Remains = remains
		return nil, fmt.Errorf("kpn: %w", &e)
	case capacity == nil:
		return nil, ErrTooLong
	}
	return capacity, nil
}

// sufficient is SufficientCapacities with an effort that may be shared. Both
// results are nil if that is used up.
func sufficient(app *Application, scenario *Scenario, least []int64, effort *int64) (capacity []int64, remains *DeadlockError) {
	low := leastCapacities(app, scenario, least)
	unbounded := make([]int64, len(low))
	for c := range unbounded {
		unbounded[c] = max(Unbounded, low[c])
	}
	u := newUntimed(app, unbounded, effort)
	u.follow(scenario, false)
	if *effort >= 0 && u.unfinished() {
		return nil, u.deadlock(scenario)
	}
	for c := range low {
		low[c] = max(low[c], u.filled[c]) // what is left at the end has to find room
	}
	capacity = append(capacity, low...)
	u = newUntimed(app, capacity, effort)
	if u.follow(scenario, true); u.unfinished() {
		return nil, nil
	}
	for c := range capacity {
		shrink(app, scenario, capacity, c, low[c], effort)
	}
	if *effort < 0 {
		return nil, nil
	}
	return capacity, nil
}

// leastCapacities returns what every channel has to hold whatever happens: its
// initial tokens and the largest transfer.
func leastCapacities(app *Application, scenario *Scenario, least []int64) []int64 {
	low := make([]int64, len(app.Channels))
	for c := range low {
		low[c] = max(1, app.Channels[c].Initial)
		if least != nil {
			low[c] = max(low[c], least[c])
		}
	}
	if scenario.Iterations > 0 {
		for _, f := range scenario.Traces {
			for e := range f.Distinct() {
				if e.Kind != Execute {
					low[e.Arg] = max(low[e.Arg], e.N)
				}
			}
		}
	}
	return low
}

// shrink makes the capacity of a channel, which is sufficient, as small as it
// can be while it stays so.
func shrink(app *Application, scenario *Scenario, capacity []int64, c int, low int64, effort *int64) {
	enough := capacity[c]
	try := low // most channels need no more than they have to
	for low < enough && *effort >= 0 {
		capacity[c] = try
		u := newUntimed(app, capacity, effort)
		if u.follow(scenario, false); u.unfinished() {
			low = try + 1
		} else {
			enough = try
		}
		try = low + (enough-low)/2
	}
	capacity[c] = enough
}

// grow gives more room to one full channel that somebody waits for, and makes its
// writer ready; it returns false if more room helps nobody, or if the effort is
// used up.
func (u *untimed) grow() bool {
	if *u.effort < 0 {
		return false
	}
	*u.effort -= int64(len(u.runners))
	who := u.cycle()
	if who == nil { // whose reader has ended has to keep the tokens
		for p := range u.runners {
			if r := &u.runners[p]; r.waiting && !u.runners[u.other(r.wait)].waiting {
				who = append(who, p)
			}
		}
	}
	best, least := -1, int64(Unbounded)
	for _, p := range who {
		if w := u.runners[p].wait; w.Kind == Write {
			if needs := u.filled[w.Arg] + w.N; needs <= least && (needs < least || best < 0 || w.Arg < u.runners[best].wait.Arg) {
				best, least = p, needs
			}
		}
	}
	if best < 0 {
		return false
	}
	u.capacity[u.runners[best].wait.Arg] = least
	u.release(best)
	return true
}

// suggest computes what would help.
func (e *DeadlockError) suggest(app *Application, scenario *Scenario, effort *int64) {
	if *effort < 0 {
		return
	}
	capacity, remains := sufficient(app, scenario, capacitiesOf(app), effort)
	e.Remains = remains
	for c := range capacity {
		if from := app.Channels[c].Capacity; capacity[c] > from {
			e.Enough = append(e.Enough, Growth{Channel: app.Channels[c].Name, From: from, To: capacity[c]})
		}
	}
}
