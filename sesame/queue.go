package sesame

import "slices"

// disturb notes that something in a queue may have to be granted.
func (g *general) disturb(q int32) {
	if of := &g.contended.queues[q]; !of.dirty {
		of.dirty = true
		g.dirty = append(g.dirty, q)
	}
}

// join puts a request at the end of its line. It is later than all that wait.
func (g *general) join(x int32, t *transfer, h *hop) {
	g.disturb(h.queue)
	t.waiting = waitingRequest{next: -1, prev: -1, behind: -1, last: x, lacked: -1}
	q := &g.contended.queues[h.queue]
	for y := q.head; y >= 0; y = g.transfers[y].waiting.next {
		if head := &g.transfers[y]; g.inLine(t, h, head) {
			g.transfers[head.waiting.last].waiting.behind = x
			head.waiting.last = x
			return
		}
	}
	t.waiting.prev = q.tail
	if q.tail >= 0 {
		g.transfers[q.tail].waiting.next = x
	} else {
		q.head = x
	}
	q.tail = x
}

// inLine reports whether a request waits in the line of another.
func (g *general) inLine(t *transfer, h *hop, head *transfer) bool {
	first := g.hopOf(head)
	if h.arbiter != first.arbiter {
		return false
	}
	if h.arbiter >= 0 {
		return g.slots[t.slot].rank == g.slots[head.slot].rank
	}
	return slices.Equal(h.exclusive, first.exclusive)
}

// leave takes the head of a line out of the list and puts the one behind it in.
func (g *general) leave(q *queue, t *transfer) {
	w := &t.waiting
	if w.prev >= 0 {
		g.transfers[w.prev].waiting.next = w.next
	} else {
		q.head = w.next
	}
	if w.next >= 0 {
		g.transfers[w.next].waiting.prev = w.prev
	} else {
		q.tail = w.prev
	}
	y := w.behind
	if y < 0 {
		return
	}
	heir := &g.transfers[y]
	heir.waiting.last = w.last
	if h := g.hopOf(heir); h.arbiter < 0 { // the one in front wanted the same
		heir.waiting.lacked = h.exclusive[0]
	}
	after := w.next // it comes somewhere behind the one that leaves
	for after >= 0 && g.compare(&g.transfers[after], heir) < 0 {
		after = g.transfers[after].waiting.next
	}
	before := q.tail
	if after >= 0 {
		before = g.transfers[after].waiting.prev
		g.transfers[after].waiting.prev = y
	} else {
		q.tail = y
	}
	if before >= 0 {
		g.transfers[before].waiting.next = y
	} else {
		q.head = y
	}
	heir.waiting.next, heir.waiting.prev = after, before
}

// serveQueue grants what can be granted now: always the first request that can
// be, with everything considered anew after each, as arbiters then nominate anew.
func (g *general) serveQueue(q int32) {
	of := &g.contended.queues[q]
	for g.grantFirst(of) {
	}
	if of.wheels {
		g.agenda.set(g.wakes+q, of.wake)
	}
}

// grantFirst grants the first request that is nominated and can be granted. If
// there is none, queue.wake is when a slot begins that one waits for.
func (g *general) grantFirst(q *queue) bool {
	c := &g.contended
	c.looks++
	g.nominate(q)
	q.wake = never
	for x := q.head; x >= 0; x = g.transfers[x].waiting.next {
		t := &g.transfers[x]
		h := g.hopOf(t)
		wheel := int32(-1)
		if a := h.arbiter; a >= 0 {
			if wheel = g.m.wheelOf[a]; wheel < 0 && c.nominee[a] != x {
				continue
			}
		}
		lacks := c.lacks(h, wheel)
		if lacks < 0 && (wheel < 0 || g.inSlot(q, t, wheel)) {
			g.grant(q, x, t, h, wheel)
			return true
		}
		t.waiting.lacked = lacks
		for _, i := range h.exclusive {
			if wheel < 0 || i != h.arbiter {
				c.held[i] = c.looks
			}
		}
	}
	return false
}

// nominate has every arbiter but the TDMA ones choose among the heads of lines.
func (g *general) nominate(q *queue) {
	c := &g.contended
	for x := q.head; x >= 0; x = g.transfers[x].waiting.next {
		t := &g.transfers[x]
		a := g.hopOf(t).arbiter
		if a < 0 || g.m.wheelOf[a] >= 0 {
			continue
		}
		if c.nominated[a] != c.looks || g.prefers(a, t, &g.transfers[c.nominee[a]]) {
			c.nominated[a], c.nominee[a] = c.looks, x
		}
	}
}

// prefers reports whether an arbiter nominates a request instead of an earlier one.
func (g *general) prefers(arbiter int32, t, best *transfer) bool {
	a, b := g.slots[t.slot].rank, g.slots[best.slot].rank
	if g.m.Platform.Components[arbiter].Arbitration == ByPriority {
		processors := g.m.Platform.Processors
		return processors[g.cpus[a].processor].Priority < processors[g.cpus[b].processor].Priority
	}
	distance := func(rank int32) int32 { // cyclically, from the rank after the last
		if d := rank - g.contended.turn[arbiter] - 1; d >= 0 {
			return d
		}
		return rank - g.contended.turn[arbiter] - 1 + int32(len(g.cpus))
	}
	return distance(a) < distance(b)
}

// lacks returns the lowest component that a request would have to wait for, or
// -1. Whether a wheel lets it pass is asked for by itself.
func (c *contended) lacks(h *hop, wheel int32) int32 {
	for _, i := range h.exclusive {
		if (c.free[i] == 0 || c.held[i] == c.looks) && (wheel < 0 || i != h.arbiter) {
			return i
		}
	}
	return -1
}

// inSlot reports whether a wheel lets a request pass that lacks nothing else. If it
// does not, the queue is looked at again when the next slot begins. A request that
// lacks something else needs no such look: there is one when that comes free.
func (g *general) inSlot(q *queue, t *transfer, wheel int32) bool {
	if g.contended.underway[g.onWheel(t, wheel)] {
		return false
	}
	at, processor := g.spotOn(wheel), g.processorOf(t)
	if at.owner == processor {
		return true
	}
	q.wake = min(q.wake, g.m.wheels[wheel].wait(at, processor))
	return false
}

// spotOn returns where this instant lies in a wheel.
func (g *general) spotOn(wheel int32) *spot {
	s := &g.contended.spots[wheel]
	if s.at != g.now {
		*s = g.m.wheels[wheel].look(g.now)
	}
	return s
}

func (g *general) processorOf(t *transfer) int32 { return g.cpus[g.slots[t.slot].rank].processor }

// onWheel returns where contended.underway holds the processor of a transfer.
func (g *general) onWheel(t *transfer, wheel int32) int {
	return int(wheel)*len(g.m.Platform.Processors) + int(g.slots[t.slot].rank)
}

// grant gives a request what it needs.
func (g *general) grant(q *queue, x int32, t *transfer, h *hop, wheel int32) {
	c := &g.contended
	d := max(1, g.duration(t, h))
	end := g.now + d
	for _, i := range h.exclusive {
		c.free[i]--
	}
	t.start, t.waited = g.now, h.arbiter
	switch {
	case wheel >= 0:
		c.free[h.arbiter]++ // a wheel is shared, slot by slot
		c.underway[g.onWheel(t, wheel)] = true
		end = g.m.wheels[wheel].end(g.spotOn(wheel), g.processorOf(t), d)
	case h.arbiter >= 0:
		c.turn[h.arbiter] = g.slots[t.slot].rank
	default:
		t.waited = t.waiting.lacked
	}
	g.leave(q, t)
	g.agenda.set(g.timerOf(x), min(end, MaxTime))
}

// giveUp frees what a hop has held.
func (g *general) giveUp(t *transfer, h *hop) {
	c := &g.contended
	for _, i := range h.exclusive {
		c.free[i]++
	}
	if a := h.arbiter; a >= 0 && g.m.wheelOf[a] >= 0 {
		c.free[a]--
		c.underway[g.onWheel(t, g.m.wheelOf[a])] = false
	}
	g.disturb(h.queue)
}
