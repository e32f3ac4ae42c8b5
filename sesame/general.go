package sesame

import "slices"

// general is the kernel that knows everything in docs/semantics.md. Its files
// follow the way of an event:
//
//	general.go   what there is, and the order of things at one instant
//	prepare.go   everything at time 0, and the tally at the end
//	process.go   a process comes to its next event and waits for tokens and room
//	schedule.go  a processor chooses among its ready processes
//	transfer.go  a transfer passes its hops
//	arbitrate.go requests for contended components, granted ahead where that can be
//	queue.go     requests that wait for components of which one chooses
//	wheel.go     when slots are (compiled), agenda.go when what happens next
//	watch.go     what an observer is told
//
// # Data layout
//
// Everything is an array of plain records that name each other by index: nothing
// for the garbage collector to trace while it runs, half the size of pointers, and
// all of it cut from memory that was made for the largest scenario.
//
// What is looked at for all processes of a processor (since when they are ready)
// lies in a dense array of its own, and so does what is looked at for all
// processors (the agenda). Everything else is touched only by the event at hand:
// one slot, one cpu, one or two buffers, one side, of about a cache line each.
// What nobody needs per event, but per iteration, stays out of the slots.
//
// A transfer that occupies a processor has the processor's rank for a number, DMA
// transfers have those behind. Timers are numbered alike: processors by rank, then
// the releases of processes by slot (none if nothing is released by time), then
// the queues, then the DMA transfers, which may become more.
type general struct {
	m       *Model
	moves   []moveClass // the model's
	charged []bool      // per row of the model: whether executes take energy by themselves
	mapping *Mapping
	place   *placement
	tally   *tally

	now      Time
	executes uint32 // codes below are execute classes, those from here on move classes
	round    uint64 // of all rounds
	first    bool   // it is the first one of the instant
	left     int    // processes that have not finished
	cut      int64  // executes interrupted
	orders   uint64 // transfers begun

	agenda         agenda
	wakes, flights int32 // first timer of the queues, of the DMA transfers

	// Of the present instant:
	due     []int32 // timers: what ends in this round
	soon    []int32 // timers: what takes no time and ends in the next round
	offered []int32 // slots: whose firing may be enabled
	touched []int32 // ranks: where something may have to be decided
	asking  []int32 // transfers: who asks for contended components
	dirty   []int32 // queues: where something may have to be granted

	ready   []Time // per slot: since when it is ready, or never
	slots   []slot
	courses []course // per slot
	cpus    []cpu    // per rank
	buffers []buffer // per channel
	sides   []side   // per channel: what its reads pass and what its writes pass

	transfers []transfer
	spare     int32 // the first unused DMA transfer, or -1

	contended contended

	observer Observer
	fill     []int64 // per channel: tokens visible; only if somebody observes
	counting bool    // iterations are wanted
}

// newGeneral returns the kernel of one simulator, whose parts it works on.
func newGeneral(m *Model, mapping *Mapping, place *placement, t *tally) general {
	n, processes := len(m.Platform.Processors), m.Processes()
	charged := make([]bool, len(m.executeEnergy))
	for row, energies := range m.executeEnergy {
		charged[row] = slices.ContainsFunc(energies, func(e uint64) bool { return e > 0 })
	}
	return general{m: m, moves: m.moves, charged: charged, mapping: mapping, place: place, tally: t, executes: uint32(len(m.execute)),
		due: make([]int32, 0, n), soon: make([]int32, 0, n), offered: make([]int32, 0, processes),
		touched: make([]int32, 0, n), asking: make([]int32, 0, n), dirty: make([]int32, 0, len(m.queues)),
		ready: make([]Time, 0, processes), slots: make([]slot, 0, processes), courses: make([]course, 0, processes),
		cpus: make([]cpu, 0, n), buffers: make([]buffer, m.Channels()), sides: make([]side, 2*m.Channels()),
		transfers: make([]transfer, n, 2*n), contended: newContended(m)}
}

// run simulates the placed scenario. The makespan is that of a simulation that
// did not fail.
func (g *general) run() (Time, Failure) {
	limits := g.m.Platform.Limits
	g.prepare()
	failure := g.play(limits)
	g.deliver()
	return g.now, failure
}

// play goes from instant to instant until nothing more happens.
func (g *general) play(limits Limits) Failure {
	events := g.events()
	stop := MaxTime - 1
	if limits.Time > 0 {
		stop = min(stop, limits.Time)
	}
	if limits.Events > 0 && events > limits.Events {
		return EventLimit
	}
	for i := range g.slots {
		g.begin(int32(i))
	}
	for {
		g.instant()
		if limits.Events > 0 && g.cut > limits.Events-events {
			return EventLimit
		}
		t := g.agenda.next()
		switch {
		case t <= stop:
		case t == never && g.left == 0:
			return None
		case t == never:
			return Deadlock
		case limits.Time > 0 && t > limits.Time:
			return TimeLimit
		default:
			return Overflow
		}
		g.now = t
		g.takeDue()
	}
}

// takeDue notes what ends now.
func (g *general) takeDue() {
	if g.agenda.depth > 1 {
		g.due = g.agenda.take(g.now, g.due)
		return
	}
	timers := g.agenda.top[:g.agenda.used]
	for i := range timers {
		if timers[i] == g.now {
			timers[i] = never
			g.due = append(g.due, int32(i))
		}
	}
}

// instant lets everything happen that happens now: completions, then who keeps
// and who gets each processor, both again as long as something that takes no
// time completes, and in the end who gets the contended components.
func (g *general) instant() {
	g.first = true
	for {
		g.round++
		for _, timer := range g.due {
			if int(timer) < len(g.cpus) {
				g.completeAt(timer)
			} else {
				g.complete(timer)
			}
		}
		for _, i := range g.offered {
			g.settle(i)
		}
		for _, r := range g.touched {
			g.decide(r)
		}
		g.due = g.due[:0] // one by one, for then only the length is written
		g.offered = g.offered[:0]
		g.touched = g.touched[:0]
		if len(g.soon) == 0 {
			break
		}
		g.due, g.soon = g.soon, g.due
		g.first = false
	}
	if len(g.asking)+len(g.dirty) > 0 {
		g.arbitrate()
	}
}

// complete ends what a timer stands for that is none of a processor.
func (g *general) complete(timer int32) {
	switch {
	case timer < g.wakes:
		g.offer(timer - int32(len(g.cpus)))
	case timer < g.flights:
		g.disturb(timer - g.wakes)
	default:
		g.endHop(timer - g.flights + int32(len(g.cpus)))
	}
}

// schedule makes a timer due at an instant, which may be this one.
func (g *general) schedule(timer int32, t Time) {
	if t == g.now {
		g.soon = append(g.soon, timer)
		return
	}
	g.agenda.set(timer, t)
}
