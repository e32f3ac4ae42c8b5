package sesame

import (
	"encoding/binary"
	"maps"
	"slices"
)

// routes finds, for every pair of processors, the paths that join them.
// Pairs whose components are the same share a route.
func (c *compiler) routes() {
	m := c.m
	n := len(m.Platform.Processors)
	m.legal = make([][]int32, n*n)
	c.findInstances()
	known := map[string]int32{}
	var w walk
	for from := range n {
		for to := range n {
			for i := range m.Platform.Paths {
				path := &m.Platform.Paths[i]
				if !m.joins(path, from, to) || !w.find(c, path, from, to) {
					continue
				}
				w.key = binary.AppendUvarint(w.key[:0], uint64(i))
				for _, component := range w.write {
					w.key = binary.AppendUvarint(w.key, uint64(component)+1)
				}
				w.key = append(w.key, 0)
				for _, component := range w.read {
					w.key = binary.AppendUvarint(w.key, uint64(component)+1)
				}
				r, ok := known[string(w.key)]
				if !ok {
					r = c.addRoute(i, &w)
					known[string(w.key)] = r
				}
				m.legal[from*n+to] = append(m.legal[from*n+to], r)
			}
		}
	}
}

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
	key         []byte
	places      []int32 // scratch: component or -1 per step
}

// find follows a path. It returns false if a component that it needs does not
// exist for these processors.
func (w *walk) find(c *compiler, p *Path, from, to int) bool {
	var ok bool
	if w.write, ok = w.part(c, w.write[:0], p.Write, from, to, from); !ok {
		return false
	}
	if w.read, ok = w.part(c, w.read[:0], p.Read, from, to, to); !ok {
		return false
	}
	return c.m.haveSlots(w.write, from) && c.m.haveSlots(w.read, to)
}

// haveSlots reports whether a processor has a slot of every TDMA component that
// it has to pass.
func (m *Model) haveSlots(components []int32, processor int) bool {
	for _, i := range components {
		c := &m.Platform.Components[i]
		if !c.Exclusive || c.Arbitration != TDMA {
			continue
		}
		if w := m.wheelOf[i]; w < 0 || len(m.wheels[w].mine[processor]) == 0 {
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
		source, sink := network.ProcessorTile[from], network.ProcessorTile[to]
		for _, i := range slices.Backward(w.places[:k]) {
			if tile := c.tileOf(network, i); tile >= 0 {
				source = tile
				break
			}
		}
		for _, i := range w.places[k+1:] {
			if tile := c.tileOf(network, i); tile >= 0 {
				sink = tile
				break
			}
		}
		if source < 0 || sink < 0 {
			return list, false
		}
		list = network.appendXY(list, source, sink)
	}
	return list, true
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

// findInstances finds the components of each group by who has them.
func (c *compiler) findInstances() {
	components := c.m.Platform.Components
	groups := 0
	for i := range components {
		groups = max(groups, components[i].Group+1)
	}
	c.instances = make([]map[[2]int]int32, groups)
	c.scopes = make([]Scope, groups)
	for i := len(components) - 1; i >= 0; i-- { // the first of several is the one
		of := &components[i]
		if c.instances[of.Group] == nil {
			c.instances[of.Group] = map[[2]int]int32{}
		}
		c.scopes[of.Group] = of.Scope
		key := [2]int{}
		switch of.Scope {
		case PerProcessor, PerCluster:
			key[0] = of.Owner
		case PerPair:
			key = [2]int{of.Owner, of.Peer}
		}
		c.instances[of.Group][key] = int32(i)
	}
}

// instance returns the component that a step means between two processors, or -1.
func (c *compiler) instance(s Step, from, to, near int) int32 {
	whose := near
	switch s.At {
	case Producer:
		whose = from
	case Consumer:
		whose = to
	}
	key := [2]int{}
	switch c.scopes[s.Group] {
	case PerProcessor:
		key[0] = whose
	case PerCluster:
		key[0] = c.m.Platform.Processors[whose].Cluster
	case PerPair:
		key = [2]int{from, to}
	}
	if i, ok := c.instances[s.Group][key]; ok {
		return i
	}
	return -1
}

// addRoute adds the route that a walk has found.
func (c *compiler) addRoute(path int, w *walk) int32 {
	m := c.m
	p := &m.Platform.Paths[path]
	r := route{path: path, buffer: -1}
	r.write = m.newPart(p, w.write)
	r.read = m.newPart(p, w.read)
	for _, i := range slices.Concat(w.write, w.read) {
		if m.Platform.Components[i].Group == p.BufferIn && m.Platform.Components[i].Kind != Link && r.buffer < 0 {
			r.buffer = i
		}
	}
	m.routes = append(m.routes, r)
	return int32(len(m.routes) - 1)
}

// newPart makes the hops of a part: one that holds everything, or one for each
// component.
func (m *Model) newPart(p *Path, components []int32) part {
	components = slices.Clone(components)
	if len(components) == 0 {
		return part{}
	}
	if !p.Forward {
		return part{m.newHop(components)}
	}
	var hops part
	for i := range components {
		hops = append(hops, m.newHop(components[i:i+1]))
	}
	return hops
}

func (m *Model) newHop(components []int32) hop {
	h := hop{components: components, arbiter: -1, queue: -1}
	for _, i := range components {
		c := &m.Platform.Components[i]
		h.perByte += Energy(c.EnergyPerByte)
		if !c.Exclusive {
			continue
		}
		h.exclusive = append(h.exclusive, i)
		if c.Arbitration != ByArrival {
			h.arbiter = i
		}
	}
	slices.Sort(h.exclusive)
	h.exclusive = slices.Compact(h.exclusive) // what is passed twice is held once
	return h
}

// twins finds the processors that may be exchanged for each other: those of one
// group that nothing tells apart. The result gives each processor the first of
// its twins.
func (m *Model) findTwins() []int {
	apart := m.toldApart()
	twins := make([]int, len(m.Platform.Processors))
	for i := range twins {
		twins[i] = i
		for j := range i {
			if twins[j] == j && !apart[i] && !apart[j] && m.interchangeable(i, j) {
				twins[i] = j
				break
			}
		}
	}
	return twins
}

// toldApart reports for each processor whether its place makes it unlike all
// others: on a network, at a point-to-point buffer, in the wheel of a bus.
func (m *Model) toldApart() []bool {
	apart := make([]bool, len(m.Platform.Processors))
	for i := range m.Platform.Networks {
		for p, tile := range m.Platform.Networks[i].ProcessorTile {
			apart[p] = apart[p] || tile >= 0
		}
	}
	for i := range m.Platform.Components {
		c := &m.Platform.Components[i]
		if c.Scope == PerPair {
			apart[c.Owner], apart[c.Peer] = true, true
		}
		if c.Arbitration == TDMA {
			for _, p := range c.Slots {
				apart[p] = true
			}
		}
	}
	return apart
}

func (m *Model) interchangeable(i, j int) bool {
	a, b := &m.Platform.Processors[i], &m.Platform.Processors[j]
	if a.Group != b.Group || a.Cluster != b.Cluster || a.Priority != b.Priority {
		return false
	}
	for p := range m.Platform.Paths {
		path := &m.Platform.Paths[p]
		if path.From[i] != path.From[j] || path.To[i] != path.To[j] {
			return false
		}
	}
	return true
}

// passes reports whether a transfer in either direction passes a component.
func (r *route) passes(component int32) bool {
	return r.write.passes(component) || r.read.passes(component)
}

// part returns what a transfer in one direction passes.
func (r *route) part(write bool) part {
	if write {
		return r.write
	}
	return r.read
}

func (p part) passes(component int32) bool {
	return slices.ContainsFunc(p, func(h hop) bool { return slices.Contains(h.components, component) })
}

// perByte is the energy of a byte on all components of a part.
func (p part) perByte() (e Energy) {
	for i := range p {
		e += p[i].perByte
	}
	return e
}

// Unreachable returns the names of the processors between which no path leads,
// as far as some channel might need one.
func (m *Model) Unreachable() [][2]string {
	n := len(m.Platform.Processors)
	needed := make([]bool, n*n)
	for _, ch := range m.channels {
		for _, from := range m.capable[ch.writer] {
			for _, to := range m.capable[ch.reader] {
				needed[from*n+to] = true
			}
		}
	}
	var pairs [][2]string
	for i, need := range needed {
		if need && len(m.legal[i]) == 0 {
			pairs = append(pairs, [2]string{m.Platform.Processors[i/n].Name, m.Platform.Processors[i%n].Name})
		}
	}
	return pairs
}

// UnknownCosts returns the names under cycles that no application has an
// operation for, in the order of types and names: perhaps misspelt, perhaps meant
// for another workload.
func (m *Model) UnknownCosts() []string {
	var known []string
	for _, app := range m.Space.Applications {
		for _, op := range app.Operations {
			known = append(known, op.Name, app.Name+"."+op.Name)
		}
	}
	var unknown []string
	for t := range m.Platform.Types {
		for _, name := range slices.Sorted(maps.Keys(m.Platform.Types[t].OperationCycles)) {
			if !slices.Contains(known, name) && !slices.Contains(unknown, name) {
				unknown = append(unknown, name)
			}
		}
	}
	return unknown
}
