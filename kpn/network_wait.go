package kpn

// wait is what a blocked process waits for: room for or arrival of some tokens.
type wait struct {
	channel *channel
	kind    Kind // Read or Write
	tokens  int64
}

// over says whether the process can go on. A reader also goes on when no more
// tokens will come, a writer when nobody will ever take them.
func (w *wait) over() bool {
	c := w.channel
	if w.kind == Read {
		return c.length >= w.tokens || c.writer.ended
	}
	return c.capacity-c.length >= w.tokens || c.reader.ended
}

// owner is the process that waits, peer the one process that can end the wait.
func (w *wait) owner() *Node {
	if w.kind == Read {
		return w.channel.reader
	}
	return w.channel.writer
}

func (w *wait) peer() *Node {
	if w.kind == Read {
		return w.channel.writer
	}
	return w.channel.reader
}

// await blocks the process until w is over. The caller holds net.mu.
func (p *Node) await(w *wait) {
	p.stopIfFailed()
	if w.over() {
		return
	}
	p.waiting = w
	if cycle := cycleThrough(p); cycle != nil {
		p.net.breakCycle(cycle)
	}
	for p.waiting != nil && p.net.failure == nil {
		p.wake.Wait()
	}
	p.stopIfFailed()
}

// release lets the process go on if its wait is over. It is called by whoever
// changed the channel. The wait stays over until the process runs, because
// nobody but the process itself takes its tokens or its room.
func (p *Node) release() {
	if p.waiting != nil && p.waiting.over() {
		p.waiting = nil
		p.wake.Signal()
	}
}

// cycleThrough returns the cycle of waits that the process has just closed, or
// nil. A blocked process waits for exactly one other, so the waits form chains
// that end at a process that can go on, or in a cycle; and a cycle is dealt
// with when its last wait begins, so the only one there can be passes here.
//
// That is why a deadlock of a part is seen at once, whatever the rest does, and
// why the capacities reached do not depend on timing: cycles are disjoint, and
// what is blocked in one stays as it is until that cycle is broken.
func cycleThrough(p *Node) []*wait {
	var cycle []*wait
	for q := p; q.waiting != nil; {
		cycle = append(cycle, q.waiting)
		q = q.waiting.peer()
		if q == p {
			return cycle
		}
	}
	return nil
}

// breakCycle applies the rule of T. M. Parks ("Bounded Scheduling of Process
// Networks", PhD thesis, Berkeley 1995, ch. 4): if a full channel is to blame,
// the smallest full channel of the cycle grows, by just what the blocked write
// needs. Parks grows when the whole network has stopped; growing per cycle
// (M. Geilen and T. Basten, "Requirements on the Execution of Kahn Process
// Networks", ESOP 2003) also helps a part that is stuck while others run.
func (n *Network) breakCycle(cycle []*wait) {
	var smallest *wait
	for _, w := range cycle {
		if w.kind == Write && (smallest == nil || w.channel.smallerThan(smallest.channel)) {
			smallest = w
		}
	}
	if smallest == nil || n.Bounds.Strict {
		n.fail(newCycleError(cycle, smallest != nil))
		return
	}
	c := smallest.channel
	c.capacity = c.length + smallest.tokens
	if err := n.overLimit(); err != nil {
		n.fail(err)
		return
	}
	c.writer.release()
}

func (c *channel) smallerThan(d *channel) bool {
	if c.capacity != d.capacity {
		return c.capacity < d.capacity
	}
	return c.index < d.index
}

// overLimit returns an error if the channels together exceed the bounds.
func (n *Network) overLimit() error {
	var tokens, bytes int64
	for _, c := range n.channels {
		tokens += c.capacity
		bytes += c.capacity * c.tokenBytes
	}
	if limit := n.Bounds.Tokens; limit > 0 && tokens > limit {
		return n.newLimitError("tokens", tokens, limit)
	}
	if limit := n.Bounds.Bytes; limit > 0 && bytes > limit {
		return n.newLimitError("bytes", bytes, limit)
	}
	return nil
}
