package sesame_test

import (
	"sdse/kpn"
	"sdse/sesame"
)

// refTransfer is the transfer of an event.
type refTransfer struct {
	of      *refProcess
	event   kpn.Event
	channel *refChannel
	part    *refPart
	order   int  // among the transfers of its process
	dma     bool // it does not occupy the processor
	bytes   int64
	done    func() // at its end
}

// transfer begins an event that moves tokens.
func (r *refRun) transfer(p *refProcess, e kpn.Event) {
	c := r.channelOf(p, e)
	path := &r.system.platform.Paths[r.design.path[c.number]]
	t := &refTransfer{of: p, event: e, channel: c, order: p.transfers, dma: path.DMA, bytes: e.N * c.TokenBytes,
		part: r.system.part(r.design.path[c.number], e.Kind == kpn.Write, c.producer, c.user)}
	p.transfers++
	if !t.part.noted {
		t.part.noted = true
		r.system.notePart(path, t.part, e.Kind == kpn.Write)
	}
	r.rules.noteIf(c.Writer == c.Reader, ruleSelfLoop)
	if path.DMA {
		r.issue(t, path)
		return
	}
	t.done = func() {
		r.moved(p, e)
		r.leave(p)
		r.end(p)
	}
	r.pass(t, 0)
}

// issue occupies the processor for the issue of a DMA transfer, which lets the
// transfer make its first request.
func (r *refRun) issue(t *refTransfer, path *sesame.Path) {
	p, started := t.of, r.now
	d := r.system.issue(p.on, path)
	r.at(r.now+d, func() {
		p.on.use.Transfer += d
		r.span(t.span(sesame.Issuing, p.on.index, -1, started))
		p.on.occupied = false
		if t.event.Kind == kpn.Write {
			p.underWay++
			r.rules.noteIf(p.underWay > 1, ruleSeveralWrites)
			t.done = func() {
				p.underWay--
				r.moved(p, t.event)
			}
			p.on.ended = p
			r.end(p)
		} else {
			p.state = away
			t.done = func() {
				r.moved(p, t.event)
				r.end(p)
			}
		}
		r.pass(t, 0)
	})
}

// pass lets a transfer pass a hop and those behind it.
func (r *refRun) pass(t *refTransfer, hop int) {
	h := t.part.hops[hop]
	if len(h.exclusive) == 0 {
		r.begin(t, hop, r.now+r.system.hopTime(h, t.bytes))
		return
	}
	r.requests = append(r.requests, &refRequest{at: r.now, by: t, hop: hop, components: h.exclusive, arbiter: h.arbiter})
	r.unsorted = true
}

// begin lets a transfer pass a hop until an instant.
func (r *refRun) begin(t *refTransfer, hop int, until sesame.Time) {
	started, h := r.now, t.part.hops[hop]
	r.at(until, func() {
		r.passed(t, h, started)
		if hop+1 < len(t.part.hops) {
			r.rules.note(ruleForwarded)
			r.pass(t, hop+1)
			return
		}
		r.lastTransfer = r.now
		t.done()
	})
}

// passed frees the components of a hop and counts what passed them.
func (r *refRun) passed(t *refTransfer, h *refHop, started sesame.Time) {
	duration := r.system.hopTime(h, t.bytes)
	for _, i := range h.exclusive {
		if c := r.components[i]; c.of.Arbitration == sesame.TDMA {
			delete(c.underWay, t.of.on.index)
		} else {
			c.freePorts++
		}
	}
	for _, i := range h.components {
		use := &r.components[i].use
		use.Transfers++
		use.Bytes += t.bytes
		use.Busy += duration
		r.span(t.span(sesame.Passing, -1, i, started))
	}
	r.rules.noteIf(duration == 0, ruleFreeHop)
	if !t.dma {
		t.of.on.use.Transfer += r.now - started
		r.span(t.span(sesame.Transferring, t.of.on.index, -1, started))
	}
}

// span is a span of the timeline that tells of a transfer.
func (t *refTransfer) span(kind sesame.SpanKind, processor, component int, start sesame.Time) sesame.Span {
	return sesame.Span{Kind: kind, Process: t.of.number, Processor: processor, Channel: t.channel.number, Component: component,
		Operation: -1, Count: t.event.N, Write: t.event.Kind == kpn.Write, Start: start}
}
