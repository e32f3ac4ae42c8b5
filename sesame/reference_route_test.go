package sesame_test

import (
	"slices"

	"sdse/sesame"
)

// refPart is what the producer or the consumer of a channel has to pass.
type refPart struct {
	hops       []*refHop // at least one
	components []int     // of all hops, in their order
	routed     bool      // over a link
	wrapped    bool      // round the edge of a torus
	otherEnd   bool      // past something of the processor at the other end
	noted      bool      // in the rules
}

// refHop is what a transfer holds at once.
type refHop struct {
	components []int
	exclusive  []int // ascending
	arbiter    int   // or -1
	write      bool
	times      map[int64]sesame.Time // by bytes, as far as they are known
}

type partOf struct {
	path     int
	write    bool
	from, to int
}

// part is what a transfer of a path has to pass, or nil if something on the way
// does not exist between these two processors.
func (s *system) part(path int, write bool, from, to int) *refPart {
	key := partOf{path, write, from, to}
	part, known := s.parts[key]
	if !known {
		if s.parts == nil {
			s.parts = map[partOf]*refPart{}
		}
		part = s.newPart(&s.platform.Paths[path], write, from, to)
		s.parts[key] = part
	}
	return part
}

func (s *system) newPart(path *sesame.Path, write bool, from, to int) *refPart {
	steps, near := path.Read, to
	if write {
		steps, near = path.Write, from
	}
	part := &refPart{}
	ok := true
	part.components, ok = s.along(steps, near, from, to, part)
	if !ok {
		return nil
	}
	for _, i := range part.components {
		if c := &s.platform.Components[i]; c.Exclusive && c.Arbitration == sesame.TDMA && !slices.Contains(c.Slots, near) {
			return nil // no slot, no way
		}
	}
	if path.Forward {
		for _, i := range part.components {
			part.hops = append(part.hops, s.hop([]int{i}, write))
		}
	}
	if len(part.hops) == 0 {
		part.hops = append(part.hops, s.hop(part.components, write))
	}
	return part
}

func (s *system) hop(components []int, write bool) *refHop {
	h := &refHop{components: components, arbiter: -1, write: write, times: map[int64]sesame.Time{}}
	for _, i := range components {
		c := &s.platform.Components[i]
		if !c.Exclusive {
			continue
		}
		h.exclusive = append(h.exclusive, i)
		if c.Arbitration != sesame.ByArrival {
			h.arbiter = i
		}
	}
	slices.Sort(h.exclusive)
	return h
}

// along lists the components of some steps in their order.
func (s *system) along(steps []sesame.Step, near, from, to int, part *refPart) (list []int, ok bool) {
	for i, step := range steps {
		if !step.Network {
			c := s.instance(step, near, from, to)
			if c < 0 {
				return nil, false
			}
			list = append(list, c)
			far := step.At == sesame.Producer && near != from || step.At == sesame.Consumer && near != to
			part.otherEnd = part.otherEnd || far && s.platform.Components[c].Scope == sesame.PerProcessor
			continue
		}
		n := &s.platform.Networks[step.Group]
		start, end := n.ProcessorTile[from], n.ProcessorTile[to]
		for _, before := range steps[:i] { // the last one that has a place
			if tile := s.tile(n, before, near, from, to); tile >= 0 {
				start = tile
			}
		}
		for _, behind := range slices.Backward(steps[i+1:]) { // the first one that has a place
			if tile := s.tile(n, behind, near, from, to); tile >= 0 {
				end = tile
			}
		}
		if start < 0 || end < 0 {
			return nil, false
		}
		links, wrapped := route(n, start, end)
		part.routed, part.wrapped = part.routed || len(links) > 0, part.wrapped || wrapped
		list = append(list, links...)
	}
	return list, true
}

// tile is the place of a step in a network, or -1.
func (s *system) tile(n *sesame.Network, step sesame.Step, near, from, to int) int {
	if step.Network {
		return -1
	}
	c := s.instance(step, near, from, to)
	if c < 0 {
		return -1
	}
	if s.platform.Components[c].Scope == sesame.PerProcessor {
		return n.ProcessorTile[s.platform.Components[c].Owner]
	}
	return n.ComponentTile[c]
}

// instance is the component of a group that a step means, or -1 if there is none.
func (s *system) instance(step sesame.Step, near, from, to int) int {
	at := map[sesame.End]int{sesame.Near: near, sesame.Producer: from, sesame.Consumer: to}[step.At]
	return slices.IndexFunc(s.platform.Components, func(c sesame.Component) bool {
		if c.Group != step.Group {
			return false
		}
		switch c.Scope {
		case sesame.PerProcessor:
			return c.Owner == at
		case sesame.PerCluster:
			return c.Owner == s.platform.Processors[at].Cluster
		case sesame.PerPair:
			return c.Owner == from && c.Peer == to
		}
		return true
	})
}

// The directions of links.
const (
	east = iota
	south
	west
	north
)

// route lists the links from a tile to another: along the row, then along the
// column.
func route(n *sesame.Network, from, to int) (links []int, wrapped bool) {
	x, y := from%n.Columns, from/n.Columns
	step := func(direction int) {
		links = append(links, int(n.Links[4*(y*n.Columns+x)+direction]))
		beforeX, beforeY := x, y
		x = (x + []int{1, 0, -1, 0}[direction] + n.Columns) % n.Columns
		y = (y + []int{0, 1, 0, -1}[direction] + n.Rows) % n.Rows
		wrapped = wrapped || max(x-beforeX, beforeX-x, y-beforeY, beforeY-y) > 1
	}
	for x != to%n.Columns {
		step(way(x, to%n.Columns, n.Columns, n.Wraps, east, west))
	}
	for y != to/n.Columns {
		step(way(y, to/n.Columns, n.Rows, n.Wraps, south, north))
	}
	return links, wrapped
}

// way chooses between going up and going down from a coordinate to another.
func way(from, to, size int, wraps bool, up, down int) int {
	distanceUp := (to - from + size) % size
	if wraps && distanceUp <= size-distanceUp || !wraps && to > from {
		return up
	}
	return down
}
