package sesame_test

import (
	"sdse/kpn"
	"sdse/sesame"
)

// refProcessor is a processor of the platform.
type refProcessor struct {
	index     int
	rank      int // among those that have an active process, else -1
	kind      *sesame.ProcessorType
	point     int // operating point
	processes []*refProcess
	occupied  bool
	ended     *refProcess // whose event ended just now
	picked    *refProcess // the last one
	running   *refPiece   // the execute at hand
	use       sesame.ProcessorUse
	own       sesame.Exact // energy that executes took beside the power
}

// refPiece is an execute from one start to its end or interruption.
type refPiece struct {
	of          *refProcess
	event       kpn.Event
	start       sesame.Time
	rest        sesame.Time // at the start
	end         *refEntry
	sliceIsOver bool
}

// decide lets a processor be kept, lost and given.
func (r *refRun) decide(on *refProcessor) {
	keeper := on.ended
	on.ended = nil
	if on.running != nil {
		r.interrupt(on)
	}
	if on.occupied {
		return
	}
	if on.kind.Policy == sesame.RunToBlock && keeper != nil && keeper.state == queued {
		if first := on.choose(sesame.FCFS); first != keeper {
			r.rules.note(ruleKept)
		}
		keeper.state = serving
		r.queueing(keeper)
		r.serve(keeper)
		return
	}
	if next := on.choose(on.kind.Policy); next != nil {
		r.pick(on, next)
	}
}

// choose finds the one that a free processor takes, or nil.
func (on *refProcessor) choose(policy sesame.Policy) *refProcess {
	var best *refProcess
	for _, p := range on.processes {
		if p.state == queued && (best == nil || on.before(policy, p, best)) {
			best = p
		}
	}
	return best
}

// before tells if a ready process goes before another one.
func (on *refProcessor) before(policy sesame.Policy, p, q *refProcess) bool {
	if policy == sesame.RoundRobin {
		if on.picked == nil {
			return p.number < q.number
		}
		pNext, qNext := p.number > on.picked.number, q.number > on.picked.number
		if pNext != qNext {
			return pNext
		}
		return p.number < q.number
	}
	if policy == sesame.Priority && p.priority != q.priority {
		return p.priority < q.priority
	}
	if p.ready != q.ready {
		return p.ready < q.ready
	}
	return p.number < q.number
}

// interrupt takes the processor from an execute that has time left, if its slice
// is over and another process is ready, or if a more urgent one is.
func (r *refRun) interrupt(on *refProcessor) {
	piece := on.running
	left := piece.start + piece.rest - r.now
	if left == 0 || !piece.sliceIsOver && !(on.kind.Policy == sesame.Priority && on.kind.Preemptive) {
		return
	}
	other := on.choose(on.kind.Policy)
	p := piece.of
	if piece.sliceIsOver {
		piece.sliceIsOver = false
		if other == nil {
			r.rules.note(ruleSliceAgain)
			r.slice(on, piece)
			return
		}
		r.rules.note(ruleSliced)
		p.ready = r.now
	} else {
		if other == nil || other.priority >= p.priority {
			return
		}
		r.rules.note(rulePreempted)
		r.rules.noteIf(r.now == piece.start, rulePreemptedAtOnce)
	}
	piece.end.off = true
	r.executed(on, piece)
	on.occupied = false
	on.use.Preemptions++
	r.events++
	p.state, p.queued, p.interrupted, p.rest = queued, r.now, true, left
}

// pick gives a free processor to a process, after a dispatch and perhaps a
// context switch.
func (r *refRun) pick(on *refProcessor, p *refProcess) {
	change := p != on.picked
	on.picked = p
	on.use.Picks++
	if change {
		on.use.Switches++
	}
	on.occupied = true
	p.state = serving
	r.queueing(p)
	cycles := on.kind.Dispatch
	switch on.kind.SwitchWhen {
	case sesame.OnChange:
		if change {
			cycles += on.kind.Switch
		}
		r.rules.noteIf(!change && on.kind.Switch > 0, ruleNoChange)
	case sesame.Always:
		cycles += on.kind.Switch
		r.rules.noteIf(!change && on.kind.Switch > 0, ruleSwitchAlways)
	case sesame.Never:
		r.rules.noteIf(on.kind.Switch > 0, ruleSwitchNever)
	}
	d := r.system.cycles(on, cycles)
	if d == 0 {
		r.serve(p)
		return
	}
	started := r.now
	r.at(r.now+d, func() {
		on.use.Dispatch += d
		r.span(sesame.Span{Kind: sesame.Dispatching, Process: p.number, Processor: on.index, Start: started})
		r.serve(p)
	})
}

// serve begins the event of a process on its processor, or goes on with it.
func (r *refRun) serve(p *refProcess) {
	p.on.occupied = true
	e := p.trace[p.position]
	if e.Kind != kpn.Execute {
		r.transfer(p, e)
		return
	}
	piece := &refPiece{of: p, event: e, start: r.now, rest: p.rest}
	if !p.interrupted {
		piece.rest = r.system.execution(p, e).time
	}
	p.interrupted = false
	p.on.running = piece
	piece.end = r.at(r.now+piece.rest, func() { r.endExecute(piece) })
	if p.on.kind.Policy == sesame.RoundRobin && p.on.kind.Slice > 0 {
		r.slice(p.on, piece)
	}
}

// slice lets a slice begin.
func (r *refRun) slice(on *refProcessor, piece *refPiece) {
	if over := r.now + on.kind.Slice; over < piece.start+piece.rest {
		r.at(over, func() { piece.sliceIsOver = true })
	}
}

func (r *refRun) endExecute(piece *refPiece) {
	p := piece.of
	r.executed(p.on, piece)
	p.on.own = p.on.own.Plus(r.system.execution(p, piece.event).own)
	r.leave(p)
	r.end(p)
}

// executed counts a piece of an execute.
func (r *refRun) executed(on *refProcessor, piece *refPiece) {
	on.running = nil
	on.use.Execute += r.now - piece.start
	r.span(sesame.Span{Kind: sesame.Executing, Process: piece.of.number, Processor: on.index,
		Operation: piece.event.Arg, Count: piece.event.N, Start: piece.start})
}

// leave frees the processor of a process whose event ends now.
func (r *refRun) leave(p *refProcess) {
	p.on.occupied = false
	p.on.ended = p
}
