package sesame

import "slices"

// joins reports whether a path may be used between two processors.
func (m *Model) joins(p *Path, from, to int) bool {
	if !p.From[from] || !p.To[to] {
		return false
	}
	together := m.Platform.Processors[from].Cluster == m.Platform.Processors[to].Cluster
	switch p.Between {
	case Same:
		return from == to
	case Different:
		return from != to
	case SameCluster:
		return from != to && together
	case DifferentCluster:
		return !together
	}
	return true
}

// walk is the way that a path takes between two processors.
type walk struct {
	write, read []int32 // components in the order of passing
	places      []int32 // scratch: component or -1 per step

	// Where it ends if there is no way: the step, and the processor that has
	// nothing of that kind or no place on the network.
	stuck     Step
	stuckAt   int
	stuckRead bool
}

// find follows a path. It returns false if a component that it needs does not
// exist for these processors.
func (w *walk) find(c *compiler, p *Path, from, to int) bool {
	var ok bool
	if w.write, ok = w.part(c, w.write[:0], p.Write, from, to, from); !ok {
		w.stuckRead = false
		return false
	}
	w.read, ok = w.part(c, w.read[:0], p.Read, from, to, to)
	w.stuckRead = !ok
	return ok
}

// haveSlots reports whether a processor has a slot of every TDMA component that
// it has to pass.
func (m *Model) haveSlots(components []int32, processor int) bool {
	for _, i := range components {
		c := &m.Platform.Components[i]
		if c.Exclusive && c.Arbitration == TDMA && !slices.Contains(c.Slots, processor) {
			return false
		}
	}
	return true
}

func (w *walk) part(c *compiler, list []int32, steps []Step, from, to, near int) ([]int32, bool) {
	w.places = w.places[:0]
	for _, s := range steps {
		i := int32(-1)
		if !s.Network {
			if i = c.instance(s, from, to, near); i < 0 {
				w.stuck, w.stuckAt = s, whose(s, from, to, near)
				return list, false
			}
		}
		w.places = append(w.places, i)
	}
	for k, s := range steps {
		if !s.Network {
			list = append(list, w.places[k])
			continue
		}
		network := &c.m.Platform.Networks[s.Group]
		source, sink := w.tilesAround(c, network, k, from, to)
		if source < 0 || sink < 0 {
			if w.stuck, w.stuckAt = s, to; source < 0 {
				w.stuckAt = from
			}
			return list, false
		}
		list = network.appendXY(list, source, sink)
	}
	return list, true
}

// tilesAround returns the tiles between which a step leads over a network, -1
// where there is none.
func (w *walk) tilesAround(c *compiler, network *Network, step, from, to int) (source, sink int) {
	source, sink = network.ProcessorTile[from], network.ProcessorTile[to]
	for _, i := range slices.Backward(w.places[:step]) {
		if tile := c.tileOf(network, i); tile >= 0 {
			source = tile
			break
		}
	}
	for _, i := range w.places[step+1:] {
		if tile := c.tileOf(network, i); tile >= 0 {
			sink = tile
			break
		}
	}
	return source, sink
}

// tileOf returns the tile of a component of a step, or -1.
func (c *compiler) tileOf(network *Network, component int32) int {
	if component < 0 {
		return -1
	}
	if of := &c.m.Platform.Components[component]; of.Scope == PerProcessor {
		return network.ProcessorTile[of.Owner]
	}
	return network.ComponentTile[component]
}

// The directions of the links of a tile.
const (
	east = iota
	south
	west
	north
)

// appendXY appends the links from a tile to another: first along the row, then
// along the column. Where the network wraps, the shorter way round is taken, and
// east or south if both are equally long.
func (n *Network) appendXY(links []int32, from, to int) []int32 {
	step := func(at, target, size, up, down int) int {
		ahead := target - at
		if n.Wraps {
			if ahead = (ahead + size) % size; 2*ahead > size {
				ahead -= size
			}
		}
		if ahead > 0 {
			return up
		}
		return down
	}
	x, y := from%n.Columns, from/n.Columns
	move := func(direction, dx, dy int) {
		links = append(links, n.Links[4*(y*n.Columns+x)+direction])
		x, y = (x+dx+n.Columns)%n.Columns, (y+dy+n.Rows)%n.Rows
	}
	for x != to%n.Columns {
		if step(x, to%n.Columns, n.Columns, east, west) == east {
			move(east, 1, 0)
		} else {
			move(west, -1, 0)
		}
	}
	for y != to/n.Columns {
		if step(y, to/n.Columns, n.Rows, south, north) == south {
			move(south, 0, 1)
		} else {
			move(north, 0, -1)
		}
	}
	return links
}

// instances are the components of a group by who has them.
type instances struct {
	scope   Scope
	byOwner []int32          // component or -1 per processor or cluster; one entry if there is one for all
	byPair  map[[2]int]int32 // of PerPair
}

// findInstances finds the components of each group by who has them.
func (c *compiler) findInstances() {
	components := c.m.Platform.Components
	for i := len(components) - 1; i >= 0; i-- { // the first of several is the one
		of := &components[i]
		for of.Group >= len(c.instances) {
			c.instances = append(c.instances, instances{})
		}
		group := &c.instances[of.Group]
		group.scope = of.Scope
		switch of.Scope {
		case PerPair:
			if group.byPair == nil {
				group.byPair = map[[2]int]int32{}
			}
			group.byPair[[2]int{of.Owner, of.Peer}] = int32(i)
		case OneForAll:
			group.set(0, int32(i))
		default:
			group.set(of.Owner, int32(i))
		}
	}
}

func (g *instances) set(owner int, component int32) {
	for owner >= len(g.byOwner) {
		g.byOwner = append(g.byOwner, -1)
	}
	g.byOwner[owner] = component
}

// whose returns the processor whose component a step means.
func whose(s Step, from, to, near int) int {
	switch s.At {
	case Producer:
		return from
	case Consumer:
		return to
	}
	return near
}

// instance returns the component that a step means between two processors, or -1.
func (c *compiler) instance(s Step, from, to, near int) int32 {
	if s.Group >= len(c.instances) {
		return -1
	}
	group := &c.instances[s.Group]
	owner := 0
	switch group.scope {
	case PerProcessor:
		owner = whose(s, from, to, near)
	case PerCluster:
		owner = c.m.Platform.Processors[whose(s, from, to, near)].Cluster
	case PerPair:
		if i, ok := group.byPair[[2]int{from, to}]; ok {
			return i
		}
		return -1
	}
	if owner < len(group.byOwner) {
		return group.byOwner[owner]
	}
	return -1
}
