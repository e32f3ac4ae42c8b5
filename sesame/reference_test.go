package sesame_test

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"

	"sdse/kpn"
	"sdse/sesame"
)

// This file and its neighbours reference_*_test.go are a second simulator. It
// is written from docs/semantics.md and not from the first one, and as plainly
// as possible: closures on an agenda, explicit reservations, explicit queues,
// big numbers. It is slow, and where the two disagree, one of them is wrong.

// refProcess is a process that is active in the scenario.
type refProcess struct {
	number int // over all applications
	name   string
	on     *refProcessor
	trace  []kpn.Event // of all iterations, what is over cut off
	first  int         // number of its application's first channel
	app    *kpn.Application
	state  refState
	ready  sesame.Time // since when the event is enabled
	finish sesame.Time
}

type refState int

const (
	offered  refState = iota // its event is with the buffer
	queued                   // its event has all it needs and is with the processor
	serving                  // the processor is at it
	finished                 // nothing left to do
)

// refProcessor is a processor of the platform.
type refProcessor struct {
	index     int
	rank      int // among those that have an active process, else -1
	kind      *sesame.ProcessorType
	point     sesame.OperatingPoint
	processes []*refProcess
	occupied  bool
	ended     *refProcess // whose event ended just now
	use       sesame.ProcessorUse
}

// refChannel is a buffer: what nobody has reserved yet.
type refChannel struct {
	tokens, room  int64
	written, read int64 // tokens so far
}

// refRequest asks for exclusive components.
type refRequest struct {
	at         sesame.Time
	by         *refProcessor
	components []int
	freeSince  map[int]sesame.Time // components that could serve the request now, and since when
	begin      func()
}

// refRun is one simulation.
type refRun struct {
	system     *system
	design     *refDesign
	scenario   int
	now        sesame.Time
	agenda     map[sesame.Time][]func()
	shuffle    *rand.Rand // nothing may depend on the order within an instant
	processors []*refProcessor
	ranked     []*refProcessor // those with an active process
	processes  []*refProcess
	channels   map[int]*refChannel
	components []*refComponent
	requests   []*refRequest
}

// at puts something on the agenda.
func (r *refRun) at(t sesame.Time, do func()) { r.agenda[t] = append(r.agenda[t], do) }

// run simulates to the end.
func (r *refRun) run() sesame.Failure {
	r.at(0, func() {
		for _, p := range r.processes {
			r.offer(p)
		}
	})
	for len(r.agenda) > 0 {
		r.now = slices.Min(slices.Collect(maps.Keys(r.agenda)))
		if r.now >= sesame.MaxTime {
			return sesame.Overflow
		}
		for r.agenda[r.now] != nil {
			r.completions()
			r.enable()
			for _, p := range r.ranked {
				r.decide(p)
			}
		}
		r.arbitrate()
	}
	for _, p := range r.processes {
		if p.state != finished {
			return sesame.Deadlock
		}
	}
	return sesame.None
}

// completions does what is on the agenda for this instant. What that puts on
// the agenda for the same instant stays there for the next round.
func (r *refRun) completions() {
	due := r.agenda[r.now]
	delete(r.agenda, r.now)
	r.shuffle.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
	for _, do := range due {
		do()
	}
}

// offer gives the next event of a process to the buffer.
func (r *refRun) offer(p *refProcess) {
	p.state = offered
	if len(p.trace) == 0 {
		p.state, p.finish = finished, r.now
	}
}

// enable makes the events ready that have become enabled, and reserves what
// they need.
func (r *refRun) enable() {
	for _, p := range r.processes {
		if p.state == offered && r.reserve(p) {
			p.state, p.ready = queued, r.now
		}
	}
}

func (r *refRun) reserve(p *refProcess) bool {
	e := p.trace[0]
	if e.Kind == kpn.Execute {
		return true
	}
	c := r.channels[p.first+e.Arg]
	if e.Kind == kpn.Read && c.tokens >= e.N {
		c.tokens -= e.N
		return true
	}
	if e.Kind == kpn.Write && c.room >= e.N {
		c.room -= e.N
		return true
	}
	return false
}

// decide gives a free processor to a process.
func (r *refRun) decide(on *refProcessor) {
	keeper := on.ended
	on.ended = nil
	if on.occupied {
		return
	}
	if on.kind.Policy == sesame.RunToBlock && keeper != nil && keeper.state == queued {
		r.serve(keeper)
		return
	}
	var next *refProcess
	for _, p := range on.processes {
		if p.state == queued && (next == nil || p.ready < next.ready || p.ready == next.ready && p.number < next.number) {
			next = p
		}
	}
	if next == nil {
		return
	}
	dispatch := cyclesAt(thousandth(on.kind.Dispatch), on.point.Frequency)
	if dispatch == 0 {
		r.serve(next)
		return
	}
	on.occupied = true
	next.state = serving
	on.use.Dispatch += dispatch
	r.at(r.now+dispatch, func() { r.serve(next) })
}

// serve begins the event of a process on its processor.
func (r *refRun) serve(p *refProcess) {
	e := p.trace[0]
	p.on.occupied = true
	p.state = serving
	if e.Kind == kpn.Execute {
		d := r.executionTime(p, e)
		p.on.use.Execute += d
		r.at(r.now+d, func() { r.end(p) })
		return
	}
	part := r.partOf(p, e)
	if len(part.exclusive) == 0 {
		p.on.use.Transfer += part.duration
		r.at(r.now+part.duration, func() { r.endTransfer(p, e, part) })
		return
	}
	asked := r.now
	q := &refRequest{at: asked, by: p.on, components: part.exclusive, freeSince: map[int]sesame.Time{}}
	q.begin = func() {
		p.on.use.Waiting += r.now - asked
		p.on.use.Transfer += part.duration
		r.at(r.now+part.duration, func() {
			for _, c := range part.exclusive {
				r.components[c].freePorts++
			}
			r.endTransfer(p, e, part)
		})
	}
	r.requests = append(r.requests, q)
}

// endTransfer makes tokens visible or gives room back.
func (r *refRun) endTransfer(p *refProcess, e kpn.Event, part refPart) {
	c := r.channels[p.first+e.Arg]
	if e.Kind == kpn.Write {
		c.tokens += e.N
		c.written += e.N
	} else {
		c.room += e.N
		c.read += e.N
	}
	for _, i := range part.components {
		use := &r.components[i].use
		use.Transfers++
		use.Bytes += e.N * p.app.Channels[e.Arg].TokenBytes
		use.Busy += part.duration
	}
	r.end(p)
}

// end ends the event of a process.
func (r *refRun) end(p *refProcess) {
	p.on.occupied = false
	p.on.ended = p
	p.trace = p.trace[1:]
	r.offer(p)
}

// arbitrate grants requests: in the order of their time and the rank of the
// processor, each as soon as all of its components are free at once, and none
// before an earlier one that wants one of the same components.
func (r *refRun) arbitrate() {
	slices.SortFunc(r.requests, func(a, b *refRequest) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.by.rank, b.by.rank))
	})
	var ungranted []*refRequest
	for _, q := range r.requests {
		for _, c := range q.components {
			_, known := q.freeSince[c]
			wanted := slices.ContainsFunc(ungranted, func(o *refRequest) bool { return slices.Contains(o.components, c) })
			if !known && !wanted && r.components[c].freePorts > 0 {
				q.freeSince[c] = r.now
			}
		}
		if len(q.freeSince) < len(q.components) {
			ungranted = append(ungranted, q)
			continue
		}
		r.grant(q)
	}
	r.requests = ungranted
}

// grant begins a transfer and charges the component that came free last, the
// lowest if several did, with what the transfer waited.
func (r *refRun) grant(q *refRequest) {
	last := slices.Min(q.components)
	for _, c := range slices.Sorted(slices.Values(q.components)) {
		r.components[c].freePorts--
		if q.freeSince[c] > q.freeSince[last] {
			last = c
		}
	}
	waited := r.now - q.at
	use := &r.components[last].use
	use.Waiting += waited
	use.MaxWaiting = max(use.MaxWaiting, waited)
	q.begin()
}
