package kpn

import "math"

// untimed is a run of a scenario without time, under either rule of firing.
//
// A process goes on in steps. Under the Kahn rule a step is one transfer, under
// the SDF rule all transfers of a firing. A step is done whole or not at all,
// and once it is possible it stays possible until it is done, as each end of a
// channel belongs to one process. Therefore how far every process gets does not
// depend on the order in which they are tried (Kahn 1974): it is the least
// fixed point of a monotone function of all positions.
type untimed struct {
	app      *Application
	capacity []int64 // per channel
	filled   []int64 // per channel: the tokens in it
	low      []int64 // per channel: the fewest and the most tokens in the last start …
	high     []int64 // … of this run, room of a firing's reads not yet given back
	runners  []runner
	ready    []int    // processes that can go on; each stands there once
	place    [2][]int // per direction and channel: where a firing's step has it
	effort   *int64   // events that may still be looked at; below 0 the run has been given up
}

// runner is how far a process has got.
type runner struct {
	cursor  cursor
	step    []Event // the transfers that it does next, each channel and direction once
	pending bool    // whether step is still to be done
	waiting bool    // whether it is blocked
	wait    Event   // the first transfer of its step that was not possible
	ahead   Event   // under the SDF rule: the event behind the step
	held    bool    // whether there is one
}

// newUntimed prepares a run with the given capacities, which it refers to.
func newUntimed(app *Application, capacity []int64, effort *int64) *untimed {
	u := &untimed{
		app:      app,
		capacity: capacity,
		filled:   make([]int64, len(app.Channels)),
		low:      make([]int64, len(app.Channels)),
		high:     make([]int64, len(app.Channels)),
		runners:  make([]runner, len(app.Processes)),
		ready:    make([]int, 0, len(app.Processes)),
		effort:   effort,
	}
	if app.Firing == SDFFiring {
		u.place = [2][]int{make([]int, len(app.Channels)), make([]int, len(app.Channels))}
	}
	for i := range app.Channels {
		u.filled[i] = app.Channels[i].Initial
	}
	return u
}

// start puts every process before its first event, with so many iterations to
// do and the channels as they are, and runs until nobody can go on.
func (u *untimed) start(scenario *Scenario, iterations int) {
	copy(u.low, u.filled)
	copy(u.high, u.filled)
	u.ready = u.ready[:0]
	for p := range u.runners {
		r := &u.runners[p]
		c := cursor{fragment: scenario.Traces[p], iterations: iterations, stack: r.cursor.stack[:0]}
		*r = runner{cursor: c, step: r.step[:0]}
		u.ready = append(u.ready, p)
	}
	u.run()
}

// run goes on until nobody can, or the effort is used up.
func (u *untimed) run() {
	for len(u.ready) > 0 && *u.effort >= 0 {
		p := u.ready[len(u.ready)-1]
		u.ready = u.ready[:len(u.ready)-1]
		u.advance(p)
	}
}

// advance runs a process until it blocks or ends, and makes those ready whose
// wait is over.
func (u *untimed) advance(p int) {
	r := &u.runners[p]
	for r.pending || u.fetch(r) {
		if r.pending = u.blocks(r); r.pending {
			return
		}
		u.do(r.step)
	}
}

// fetch finds the next step of a process; it returns false if there is none.
func (u *untimed) fetch(r *runner) bool {
	if u.app.Firing == SDFFiring {
		return u.fetchFiring(r)
	}
	for {
		e, ok := r.cursor.next()
		if *u.effort--; !ok || *u.effort < 0 {
			return false
		}
		if e.Kind != Execute {
			r.step = append(r.step[:0], e)
			return true
		}
	}
}

// fetchFiring collects the longest run of reads, then executes, then writes
// that does not go beyond an iteration.
func (u *untimed) fetchFiring(r *runner) bool {
	r.step = r.step[:0]
	for phase := 0; ; {
		if !r.held {
			r.ahead, r.held = r.cursor.next()
		}
		if *u.effort--; !r.held || *u.effort < 0 {
			return phase > 0
		}
		next := phaseOf(r.ahead.Kind)
		if phase > 0 && (r.cursor.first || next < phase) {
			return true
		}
		phase, r.held = next, false
		u.join(r, r.ahead)
	}
}

func phaseOf(k Kind) int { return [...]int{Execute: 2, Read: 1, Write: 3}[k] }

// join adds a transfer to a step.
func (u *untimed) join(r *runner, e Event) {
	if e.Kind == Execute {
		return
	}
	// A place may be left over from an earlier step, so it is checked.
	place := &u.place[e.Kind-Read][e.Arg]
	if *place < len(r.step) && r.step[*place].Kind == e.Kind && r.step[*place].Arg == e.Arg {
		if e.N > math.MaxInt64-r.step[*place].N {
			e.N = math.MaxInt64 - r.step[*place].N
		}
		r.step[*place].N += e.N
		return
	}
	*place = len(r.step)
	r.step = append(r.step, e)
}

// blocks reports whether a step has to wait, and notes for what.
func (u *untimed) blocks(r *runner) bool {
	for _, e := range r.step {
		if !u.possible(e) {
			r.waiting, r.wait = true, e
			return true
		}
	}
	return false
}

func (u *untimed) possible(e Event) bool {
	if e.Kind == Read {
		return u.filled[e.Arg] >= e.N
	}
	return u.capacity[e.Arg]-u.filled[e.Arg] >= e.N
}

// do does a step that is possible and makes those ready who waited for it.
func (u *untimed) do(step []Event) {
	for _, e := range step {
		if e.Kind == Read {
			u.low[e.Arg] = min(u.low[e.Arg], u.filled[e.Arg]-e.N)
		} else {
			u.high[e.Arg] = max(u.high[e.Arg], u.filled[e.Arg]+e.N)
		}
	}
	for _, e := range step {
		if e.Kind == Read {
			u.filled[e.Arg] -= e.N
		} else {
			u.filled[e.Arg] += e.N
		}
	}
	for _, e := range step {
		u.release(u.other(e))
	}
}

// release makes a process ready if what it waits for has come.
func (u *untimed) release(p int) {
	if r := &u.runners[p]; r.waiting && u.possible(r.wait) {
		r.waiting = false
		u.ready = append(u.ready, p)
	}
}

// other is the process at the other end of the channel that an event uses.
func (u *untimed) other(e Event) int {
	if e.Kind == Read {
		return u.app.Channels[e.Arg].Writer
	}
	return u.app.Channels[e.Arg].Reader
}

// unfinished reports whether the last start ended with somebody blocked, or was
// given up.
func (u *untimed) unfinished() bool {
	if *u.effort < 0 {
		return true
	}
	for p := range u.runners {
		if u.runners[p].waiting {
			return true
		}
	}
	return false
}

// follow runs all iterations of a scenario. Where grow is set, a full channel
// gets more room when that helps.
//
// The iterations are run one by one as long as each of them can finish by
// itself, and what an iteration has done is repeated as often as the channels
// allow without looking at it again. If every channel holds afterwards what it
// held before, that is for ever, so the cost is usually linear in the events of
// one iteration, else in those of all.
func (u *untimed) follow(scenario *Scenario, grow bool) {
	before := make([]int64, len(u.filled))
	for left := scenario.Iterations; left > 0; {
		copy(before, u.filled)
		u.start(scenario, 1)
		for grow && u.unfinished() && u.grow() {
			u.run()
		}
		if u.unfinished() {
			if left > 1 {
				copy(u.filled, before)
				u.start(scenario, left)
			}
			for grow && u.unfinished() && u.grow() {
				u.run()
			}
			return
		}
		left -= 1 + u.repeat(before, left-1)
	}
}

// repeat does the iteration that has just ended again, at most so many times,
// without looking at its events. The order in which it was done is possible once
// more if no channel runs empty or over when all its fillings are shifted by
// what the iteration has added; how far they shift is linear in the repetitions.
func (u *untimed) repeat(before []int64, most int) int {
	times := int64(most)
	for c := range before {
		switch added := u.filled[c] - before[c]; {
		case added > 0:
			times = min(times, max(0, u.capacity[c]-u.high[c])/added)
		case added < 0:
			times = min(times, u.low[c]/-added)
		}
	}
	for c := range before {
		u.filled[c] += times * (u.filled[c] - before[c])
	}
	return int(times)
}
