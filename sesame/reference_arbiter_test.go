package sesame_test

import (
	"cmp"
	"slices"

	"sdse/sesame"
)

// refComponent is a component of the platform.
type refComponent struct {
	of        *sesame.Component
	freePorts int
	underWay  map[int]bool // of TDMA: the processors that have a transfer there
	last      int          // in turn: the rank that was granted last, or -1
	use       sesame.ComponentUse
}

// refRequest asks for the exclusive components of a hop.
type refRequest struct {
	at         sesame.Time
	by         *refTransfer
	hop        int
	components []int // ascending
	arbiter    int   // the one of them that chooses, or -1
	freeSince  map[int]sesame.Time
	alarm      *refEntry // of TDMA: to look again
}

func (q *refRequest) processor() *refProcessor { return q.by.of.on }

// arbitrate grants requests, one after the other, as long as one can be granted.
func (r *refRun) arbitrate() {
	if len(r.requests) == 0 {
		return
	}
	if r.unsorted {
		r.mix(len(r.requests), func(i, j int) { r.requests[i], r.requests[j] = r.requests[j], r.requests[i] })
		slices.SortFunc(r.requests, inOrder)
		r.unsorted = false
	}
	for {
		considered := r.considered()
		granted := r.first(considered)
		if granted == nil {
			r.wait(considered)
			return
		}
		r.grant(granted)
	}
}

// inOrder compares requests by their time, the rank of the processor, and the
// order within the processor.
func inOrder(a, b *refRequest) int {
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.processor().rank, b.processor().rank),
		cmp.Compare(a.by.of.number, b.by.of.number), cmp.Compare(a.by.order, b.by.order))
}

// considered lists, in order, the requests that exist as far as the others are
// concerned: those by arrival and those nominated.
func (r *refRun) considered() []*refRequest {
	if !slices.ContainsFunc(r.requests, func(q *refRequest) bool { return q.arbiter >= 0 }) {
		return r.requests
	}
	nominated := map[*refRequest]bool{}
	for i, c := range r.components {
		if c.of.Arbitration != sesame.ByArrival {
			for _, q := range r.nominees(i) {
				nominated[q] = true
			}
		}
	}
	var list []*refRequest
	for _, q := range r.requests {
		if q.arbiter < 0 || nominated[q] {
			list = append(list, q)
		}
	}
	return list
}

// nominees lists the requests that an arbiter nominates.
func (r *refRun) nominees(arbiter int) []*refRequest {
	c := r.components[arbiter]
	var list []*refRequest // the first of each processor
	for _, q := range r.requests {
		if q.arbiter == arbiter && !slices.ContainsFunc(list, func(o *refRequest) bool { return o.processor() == q.processor() }) {
			list = append(list, q)
		}
	}
	if len(list) == 0 || c.of.Arbitration == sesame.TDMA {
		return list
	}
	earliest := list[0]
	chosen := slices.MinFunc(list, func(a, b *refRequest) int {
		if c.of.Arbitration == sesame.ByPriority {
			return cmp.Or(cmp.Compare(r.urgency(a), r.urgency(b)), inOrder(a, b))
		}
		return cmp.Compare(c.turn(a, len(r.ranked)), c.turn(b, len(r.ranked)))
	})
	if chosen != earliest {
		r.rules.noteIf(c.of.Arbitration == sesame.ByPriority, ruleUrgentFirst)
		r.rules.noteIf(c.of.Arbitration == sesame.InTurn, ruleInTurn)
	}
	return []*refRequest{chosen}
}

func (r *refRun) urgency(q *refRequest) int {
	return r.system.platform.Processors[q.processor().index].Priority
}

// turn is how many ranks behind the last one granted a request comes.
func (c *refComponent) turn(q *refRequest, ranks int) int {
	return (q.processor().rank - c.last - 1 + ranks) % ranks
}

// first finds the first request that can be granted: all its components are
// free, and no earlier one wants one of them.
func (r *refRun) first(considered []*refRequest) *refRequest {
	wanted := map[int]bool{}
	for _, q := range considered {
		if r.grantable(q, wanted) {
			return q
		}
		for _, c := range q.components {
			wanted[c] = true
		}
	}
	return nil
}

func (r *refRun) grantable(q *refRequest, wanted map[int]bool) bool {
	for _, i := range q.components {
		if !r.serves(i, q, wanted) {
			return false
		}
	}
	return true
}

// serves tells if a component could serve a request now.
func (r *refRun) serves(i int, q *refRequest, wanted map[int]bool) bool {
	c := r.components[i]
	if c.of.Arbitration == sesame.TDMA { // each in its own slots, whoever else waits
		owner, _ := ownerAt(c.of, r.now)
		return owner == q.processor().index && !c.underWay[owner]
	}
	r.rules.noteIf(wanted[i] && c.freePorts > 0, ruleNoOvertaking)
	return !wanted[i] && c.freePorts > 0
}

// wait notes since when the components that requests wait for could serve them,
// and looks again when a slot of theirs begins.
func (r *refRun) wait(considered []*refRequest) {
	wanted := map[int]bool{}
	for _, q := range considered {
		for _, i := range q.components {
			_, known := q.freeSince[i]
			switch serves := r.serves(i, q, wanted); {
			case !serves:
				delete(q.freeSince, i)
			case !known:
				if q.freeSince == nil {
					q.freeSince = map[int]sesame.Time{}
				}
				q.freeSince[i] = r.now
			}
		}
		for _, i := range q.components {
			wanted[i] = true
		}
		if q.arbiter >= 0 && r.components[q.arbiter].of.Arbitration == sesame.TDMA {
			r.wake(q)
		}
	}
}

// wake looks at a request again when the next slot of its processor begins.
func (r *refRun) wake(q *refRequest) {
	if q.alarm == nil || q.alarm.at <= r.now {
		q.alarm = r.at(nextSlot(r.components[q.arbiter].of, q.processor().index, r.now), func() {})
	}
}

// grant begins a hop and charges a component with what the transfer waited: the
// arbiter, or the one that came free last, of several the first.
func (r *refRun) grant(q *refRequest) {
	r.requests = slices.DeleteFunc(slices.Clone(r.requests), func(o *refRequest) bool { return o == q })
	if q.alarm != nil {
		q.alarm.off = true
	}
	charged, most := q.arbiter, sesame.Time(0)
	for k, i := range q.components {
		since, known := q.freeSince[i]
		if !known {
			since = r.now
		}
		if q.arbiter < 0 && (k == 0 || since > most) {
			charged, most = i, since
		}
		r.take(i, q)
	}
	waited := r.now - q.at
	use := &r.components[charged].use
	use.Waiting += waited
	use.MaxWaiting = max(use.MaxWaiting, waited)
	r.rules.noteIf(waited > 0 && len(q.components) > 1, ruleWaitedForSeveral)
	if !q.by.dma {
		q.processor().use.Waiting += waited
		r.span(q.by.span(sesame.Waiting, q.processor().index, charged, q.at))
	}
	h := q.by.part.hops[q.hop]
	until := r.now + r.system.hopTime(h, q.by.bytes)
	if q.arbiter >= 0 && r.components[q.arbiter].of.Arbitration == sesame.TDMA {
		r.rules.noteIf(waited > 0, ruleTDMAWaited)
		end := progressed(r.components[q.arbiter].of, q.processor().index, r.now, until-r.now)
		r.rules.noteIf(end > until, ruleTDMAPaused)
		until = end
	}
	r.begin(q.by, q.hop, until)
}

func (r *refRun) take(i int, q *refRequest) {
	switch c := r.components[i]; c.of.Arbitration {
	case sesame.TDMA:
		r.rules.noteIf(len(c.underWay) > 0, ruleTDMATogether)
		c.underWay[q.processor().index] = true
	case sesame.InTurn:
		c.last = q.processor().rank
		c.freePorts--
	default:
		c.freePorts--
		r.rules.noteIf(c.freePorts > 0, ruleSeveralPorts)
	}
}
