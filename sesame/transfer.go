package sesame

// side is what the transfers of a channel in one direction pass.
type side struct {
	hops  part
	first []Time // what the first hop takes, per move class
	issue []Time // of DMA: per row what the issue takes; else nil
}

// transfer is one that is on the way: at hand of a processor, or by DMA.
type transfer struct {
	slot  int32
	move  uint32
	side  int32
	hop   int32  // of the side, the one at hand
	order uint64 // those of a process are ordered by it

	asked, start Time  // of the hop: when it was requested and granted
	waited       int32 // component that the waiting is charged to

	waiting waitingRequest // if the hop waits in a queue
}

// sideOf returns the index of the side of a move class.
func (x *moveClass) sideOf() int32 {
	if x.write {
		return 2*x.channel + 1
	}
	return 2 * x.channel
}

// serveTransfer starts a transfer, or the issue of one.
func (g *general) serveTransfer(r int32, c *cpu, sl *slot) {
	k := sl.code - g.executes
	l := g.moves[k].sideOf()
	if issue := g.sides[l].issue; issue != nil {
		c.phase, c.began = issuing, g.now
		g.schedule(r, g.now+issue[c.row])
		return
	}
	c.phase = moving
	g.depart(r, c.current, k, l)
}

// issued ends the issue of a DMA transfer, which then makes its first request.
// A process that writes goes on, one that reads waits for the end.
func (g *general) issued(r int32, c *cpu) {
	i := c.current
	k := g.slots[i].code - g.executes
	move := &g.moves[k]
	g.depart(g.takeFlight(), i, k, move.sideOf())
	if move.write {
		g.vacate(r, c)
		g.endEvent(i)
		return
	}
	c.phase = idle
	g.touch(r)
	g.slots[i].state = fetching
}

// takeFlight returns an unused DMA transfer. There may be as many on the way as
// buffers have room for, so they are made when they are needed and kept.
func (g *general) takeFlight() int32 {
	if x := g.spare; x >= 0 {
		g.spare = g.transfers[x].slot
		return x
	}
	x := int32(len(g.transfers))
	g.transfers = append(g.transfers, transfer{})
	g.agenda.need(int(g.timerOf(x)))
	return x
}

// timerOf returns the timer of a transfer.
func (g *general) timerOf(x int32) int32 {
	if n := int32(len(g.cpus)); x >= n {
		return g.flights + x - n
	}
	return x
}

// depart starts a transfer on its way.
func (g *general) depart(x, i int32, k uint32, l int32) {
	g.orders++
	t := &g.transfers[x]
	t.slot, t.move, t.side, t.hop, t.order = i, k, l, 0, g.orders
	if len(g.sides[l].hops) == 0 {
		g.schedule(g.timerOf(x), g.now)
		return
	}
	g.startHop(x, t)
}

// startHop takes a transfer to its next hop. One that is contended is asked for.
func (g *general) startHop(x int32, t *transfer) {
	t.asked, t.start = g.now, g.now
	h := g.hopOf(t)
	if len(h.exclusive) > 0 {
		g.asking = append(g.asking, x)
		return
	}
	g.schedule(g.timerOf(x), g.now+g.duration(t, h))
}

func (g *general) hopOf(t *transfer) *hop { return &g.sides[t.side].hops[t.hop] }

// duration is what a transfer takes for a hop. The first one, usually the only
// one, is looked up with fewer steps.
func (g *general) duration(t *transfer, h *hop) Time {
	if t.hop == 0 {
		return g.sides[t.side].first[t.move]
	}
	return g.m.moveFor[h.price][t.move]
}

// endHop ends a hop of a transfer.
func (g *general) endHop(x int32) {
	t := &g.transfers[x]
	if hops := g.sides[t.side].hops; len(hops) > 0 {
		if h := &hops[t.hop]; h.queue >= 0 {
			g.giveUp(t, h)
		}
		g.countHop(x, t)
		if int(t.hop)+1 < len(hops) {
			t.hop++
			g.startHop(x, t)
			return
		}
	}
	g.arrive(x, t)
}

func (g *general) countHop(x int32, t *transfer) {
	wait := t.start - t.asked
	if wait > 0 {
		g.tally.wait(t.waited, wait)
	}
	if int(x) < len(g.cpus) {
		c := &g.cpus[x]
		c.count.waited += wait
		c.count.transfer += g.now - t.start
	}
	if g.observer != nil {
		g.tellHop(x, t)
	}
}

// arrive ends a transfer.
func (g *general) arrive(x int32, t *transfer) {
	i := t.slot
	g.publish(i, t.move)
	if int(x) < len(g.cpus) {
		g.vacate(x, &g.cpus[x])
		g.endEvent(i)
		return
	}
	read := !g.moves[t.move].write
	t.slot, g.spare = g.spare, x
	if read {
		g.endEvent(i)
	}
}
