package sesame

// lane is what the transfers of a channel in one direction pass.
type lane struct {
	hops  part
	issue []Time // of DMA: per row what the issue takes; else nil
}

// transfer is one that is on the way: at hand of a processor, or by DMA.
type transfer struct {
	slot  int32
	move  uint32
	hop   int32  // the one at hand
	order uint64 // those of a process are ordered by it

	asked, start Time  // of the hop: when it was requested and granted
	waited       int32 // component that the waiting is charged to

	waiting waitingRequest // if the hop waits in a queue
}

// laneOf returns the index of the lane of a move class.
func (x *moveClass) laneOf() int32 {
	if x.write {
		return 2*x.channel + 1
	}
	return 2 * x.channel
}

// serveTransfer starts a transfer, or the issue of one.
func (g *general) serveTransfer(r int32, c *cpu, sl *slot) {
	k := sl.code - g.executes
	if issue := g.lanes[g.m.moves[k].laneOf()].issue; issue != nil {
		c.phase, c.began = issuing, g.now
		g.schedule(r, g.now+issue[c.row])
		return
	}
	c.phase = moving
	g.depart(r, c.current, k)
}

// issued ends the issue of a DMA transfer, which then makes its first request.
// A process that writes goes on, one that reads waits for the end.
func (g *general) issued(r int32, c *cpu) {
	i := c.current
	k := g.slots[i].code - g.executes
	g.depart(g.takeFlight(), i, k)
	if g.m.moves[k].write {
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
	if int(g.timerOf(x)) >= g.agenda.timers() {
		g.agenda.grow()
	}
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
func (g *general) depart(x, i int32, k uint32) {
	g.orders++
	t := &g.transfers[x]
	t.slot, t.move, t.hop, t.order = i, k, 0, g.orders
	g.startHop(x)
}

// startHop takes a transfer to its next hop. One that is contended is asked for.
func (g *general) startHop(x int32) {
	t := &g.transfers[x]
	t.asked, t.start = g.now, g.now
	hops := g.lanes[g.m.moves[t.move].laneOf()].hops
	if len(hops) == 0 {
		g.schedule(g.timerOf(x), g.now)
		return
	}
	h := &hops[t.hop]
	if len(h.exclusive) > 0 {
		g.asking = append(g.asking, x)
		return
	}
	g.schedule(g.timerOf(x), g.now+g.m.moveFor[h.price][t.move])
}

// endHop ends a hop of a transfer.
func (g *general) endHop(x int32) {
	t := &g.transfers[x]
	hops := g.lanes[g.m.moves[t.move].laneOf()].hops
	if len(hops) > 0 {
		if h := &hops[t.hop]; h.queue >= 0 {
			g.giveUp(t, h)
		}
		g.countHop(x, t)
		if t.hop++; int(t.hop) < len(hops) {
			g.startHop(x)
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
	read := !g.m.moves[t.move].write
	t.slot, g.spare = g.spare, x
	if read {
		g.endEvent(i)
	}
}
