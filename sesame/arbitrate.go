package sesame

import (
	"cmp"
	"math"
	"slices"
)

// contended is the state of the components that transfers contend for.
type contended struct {
	// Of components without a queue: until when each port is taken.
	freeAt []Time
	ports  []int32 // per component: its first port, and the total behind

	// Of components with a queue.
	queues    []queue
	most      []int32  // per component: its ports
	free      []int32  // per component: those that are not taken
	held      []uint64 // per component: the last look at a queue in which an earlier request wanted it
	looks     uint64
	turn      []int32  // per component: the rank that it granted last, or -1
	nominee   []int32  // per component: the request that it nominates
	nominated []uint64 // per component: at which look
	spots     []spot   // per wheel: where in it the last look was
	underway  []bool   // per wheel and rank: a transfer is under way there
}

// queue is the requests that wait for components that belong together. Requests
// that can only be granted one after the other (those of one processor to one
// arbiter, those for the same components without one) form a line, and only the
// first of each line can be meant. The heads of the lines form a list in the
// order of their time, rank and process.
type queue struct {
	head, tail int32
	dirty      bool
	wheels     bool // it has a TDMA component
	wake       Time // when it has to be looked at again for the sake of a slot, or never
}

// waitingRequest is the place of a transfer in a queue.
type waitingRequest struct {
	next, prev   int32 // heads of lines, or -1
	behind, last int32 // of the line: who comes after this one, or -1; the last one, if this is the head

	// The lowest component that the request lacked at the last look. Within an
	// instant grants only make it lack more, so when it is granted this is from an
	// earlier one, and the component is one of those that came free last.
	lacked int32
}

func newContended(m *Model) contended {
	n := len(m.Platform.Components)
	c := contended{queues: make([]queue, len(m.queues)), most: make([]int32, n), free: make([]int32, n), held: make([]uint64, n), turn: make([]int32, n),
		nominee: make([]int32, n), nominated: make([]uint64, n), underway: make([]bool, len(m.wheels)*len(m.Platform.Processors)), spots: make([]spot, len(m.wheels)), ports: make([]int32, 0, n+1)}
	for i := range n {
		ports := min(math.MaxInt32, m.ports(int32(i)))
		c.most[i] = int32(ports)
		c.ports = append(c.ports, int32(len(c.freeAt)))
		c.freeAt = append(c.freeAt, make([]Time, min(manyPorts, ports))...)
	}
	c.ports = append(c.ports, int32(len(c.freeAt)))
	for q, wheels := range m.queues {
		c.queues[q].wheels = wheels
	}
	return c
}

// clear makes everything free.
func (c *contended) clear() {
	clear(c.freeAt)
	clear(c.underway)
	copy(c.free, c.most)
	for i := range c.spots {
		c.spots[i].at = never
	}
	for i := range c.turn {
		c.turn[i] = -1
	}
	for i := range c.queues {
		c.queues[i].head, c.queues[i].tail, c.queues[i].dirty = -1, -1, false
	}
}

// arbitrate serves the requests of the instant, in the order of their ranks.
func (g *general) arbitrate() {
	if len(g.asking) > 1 {
		slices.SortFunc(g.asking, func(x, y int32) int { return g.compare(&g.transfers[x], &g.transfers[y]) })
	}
	for _, x := range g.asking {
		t := &g.transfers[x]
		if h := g.hopOf(t); h.queue < 0 {
			g.grantAhead(x, t, h)
		} else {
			g.join(x, t, h)
		}
	}
	g.asking = g.asking[:0]
	for _, q := range g.dirty {
		g.contended.queues[q].dirty = false
		g.serveQueue(q)
	}
	g.dirty = g.dirty[:0]
}

// compare orders requests: by time, by rank and process, then by the order in
// which the process began the transfers.
func (g *general) compare(a, b *transfer) int {
	if c := cmp.Compare(a.asked, b.asked); c != 0 {
		return c
	}
	if c := cmp.Compare(a.slot, b.slot); c != 0 {
		return c
	}
	return cmp.Compare(a.order, b.order)
}

// grantAhead grants a request when it is made, for the instant at which every
// component of the hop is free. Requests come here in the order in which they
// are served, so what is free after the earlier ones decides alone.
func (g *general) grantAhead(x int32, t *transfer, h *hop) {
	c := &g.contended
	start := g.now
	for _, i := range h.exclusive {
		free := c.freeAt[c.ports[i]]
		if c.ports[i+1]-c.ports[i] > 1 {
			free = c.freeAt[c.port(i)]
		}
		if free > start {
			start, t.waited = free, i
		}
	}
	end := start.plus(max(1, g.duration(t, h)))
	for _, i := range h.exclusive {
		if c.ports[i+1]-c.ports[i] == 1 {
			c.freeAt[c.ports[i]] = end
		} else {
			c.take(i, start, end)
		}
	}
	t.start = start
	g.agenda.set(g.timerOf(x), end)
}

// port returns the port of a component that is free first, the lowest if
// several are.
func (c *contended) port(component int32) int32 {
	best := c.ports[component]
	for i := best + 1; i < c.ports[component+1]; i++ {
		if c.freeAt[i] < c.freeAt[best] {
			best = i
		}
	}
	return best
}

// take occupies a component of several ports.
func (c *contended) take(component int32, start, end Time) {
	taken := c.port(component)
	for p := c.ports[component]; p < c.ports[component+1]; p++ {
		c.freeAt[p] = max(c.freeAt[p], start) // who asks later does not begin earlier
	}
	c.freeAt[taken] = end
}
