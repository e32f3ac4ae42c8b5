package sesame

import (
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
	known := map[routeKey]int32{}
	for from := range n {
		for to := range n {
			for i := range m.Platform.Paths {
				path := &m.Platform.Paths[i]
				if !path.joins(from, to) {
					continue
				}
				key := routeKey{i, c.ownerIn(path.Write, from), c.ownerIn(path.Read, to)}
				r, ok := known[key]
				if !ok {
					r = c.addRoute(i, from, to)
					known[key] = r
				}
				if r >= 0 {
					m.legal[from*n+to] = append(m.legal[from*n+to], r)
				}
			}
		}
	}
}

// routeKey tells routes apart: a path, and the processors at its ends as far as
// they pass components of their own, else -1.
type routeKey struct {
	path, writer, reader int
}

// joins reports whether the path may be used between two processors.
func (p *Path) joins(from, to int) bool {
	return p.From[from] && p.To[to] && (p.Between == Any || (p.Between == Same) == (from == to))
}

// findInstances finds the component of each group that each processor reaches:
// its own one if the group is private, -1 if it has none.
func (c *compiler) findInstances() {
	components, n := c.m.Platform.Components, len(c.m.Platform.Processors)
	groups := 0
	for i := range components {
		groups = max(groups, components[i].Group+1)
	}
	c.instances = slices.Repeat([]int32{-1}, groups*n)
	c.private = make([]bool, groups)
	for i := len(components) - 1; i >= 0; i-- { // the first of several is the one
		first, last := 0, n
		if owner := components[i].Owner; owner >= 0 {
			first, last = owner, owner+1
			c.private[components[i].Group] = true
		}
		for p := first; p < last; p++ {
			c.instances[components[i].Group*n+p] = int32(i)
		}
	}
}

// ownerIn returns the processor if one of the groups is private, else -1.
func (c *compiler) ownerIn(groups []int, processor int) int {
	if slices.ContainsFunc(groups, func(group int) bool { return c.private[group] }) {
		return processor
	}
	return -1
}

// addRoute adds the route of a path between two processors. It returns its
// index, or -1 if a processor lacks a component of the path.
func (c *compiler) addRoute(path, from, to int) int32 {
	m := c.m
	p, n := &m.Platform.Paths[path], len(m.Platform.Processors)
	r := route{path: path, buffer: -1}
	for _, group := range p.Write {
		i := c.instances[group*n+from]
		r.write = append(r.write, i)
		if group == p.BufferIn {
			r.buffer = i
		}
	}
	for _, group := range p.Read {
		i := c.instances[group*n+to]
		r.read = append(r.read, i)
		if group == p.BufferIn && r.buffer < 0 {
			r.buffer = i
		}
	}
	if slices.Contains(r.write, -1) || slices.Contains(r.read, -1) {
		return -1
	}
	m.routes = append(m.routes, r)
	return int32(len(m.routes) - 1)
}

// twins finds the processors that may be exchanged for each other: those of one
// group that the paths do not tell apart. The result gives each processor the
// first of its twins.
func (m *Model) findTwins() []int {
	twins := make([]int, len(m.Platform.Processors))
	for i := range twins {
		twins[i] = i
		for j := range i {
			if twins[j] == j && m.interchangeable(i, j) {
				twins[i] = j
				break
			}
		}
	}
	return twins
}

func (m *Model) interchangeable(i, j int) bool {
	if m.Platform.Processors[i].Group != m.Platform.Processors[j].Group {
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

// part returns the components that a transfer in one direction passes.
func (r *route) part(write bool) []int32 {
	if write {
		return r.write
	}
	return r.read
}

func (r *route) passes(component int32) bool {
	return slices.Contains(r.write, component) || slices.Contains(r.read, component)
}

// contention is what a simulation asks of a route: the exclusive components of
// each part, and the energy of a byte.
type contention struct {
	write, read               []int32 // nil if the part has no exclusive component
	writePerByte, readPerByte Energy
}

func (c *contention) of(write bool) []int32 {
	if write {
		return c.write
	}
	return c.read
}

func (c *contention) perByte(write bool) Energy {
	if write {
		return c.writePerByte
	}
	return c.readPerByte
}

func (m *Model) contentionOf(r *route) contention {
	var c contention
	c.write, c.writePerByte = m.summarise(r.write)
	c.read, c.readPerByte = m.summarise(r.read)
	return c
}

// summarise returns the exclusive components of a part, ascending, and its energy per byte.
func (m *Model) summarise(components []int32) (exclusive []int32, perByte Energy) {
	for _, i := range components {
		c := &m.Platform.Components[i]
		perByte += Energy(c.EnergyPerByte)
		if c.Exclusive {
			exclusive = append(exclusive, i)
		}
	}
	slices.Sort(exclusive)
	return exclusive, perByte
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
