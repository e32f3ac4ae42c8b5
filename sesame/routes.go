package sesame

import (
	"fmt"
	"slices"
)

// routes finds, for every pair of processors, the paths that join them.
// Pairs whose components are the same share a route.
func (c *compiler) routes() {
	m := c.m
	n := len(m.Platform.Processors)
	m.legal = make([][]int32, n*n)
	known := map[string]int32{}
	for from := range n {
		for to := range n {
			for path := range m.Platform.Paths {
				r, ok := m.routeOver(path, from, to)
				if !ok {
					continue
				}
				key := fmt.Sprint(r.path, r.write, r.read)
				i, ok := known[key]
				if !ok {
					i = int32(len(m.routes))
					known[key] = i
					m.routes = append(m.routes, r)
				}
				m.legal[from*n+to] = append(m.legal[from*n+to], i)
			}
		}
	}
}

// routeOver returns the route of a path between two processors, if it may be used there.
func (m *Model) routeOver(path, from, to int) (route, bool) {
	p := &m.Platform.Paths[path]
	if !p.From[from] || !p.To[to] || p.Between == Same && from != to || p.Between == Different && from == to {
		return route{}, false
	}
	r := route{path: path, buffer: -1}
	for _, group := range p.Write {
		i := m.instance(group, from)
		r.write = append(r.write, i)
		if group == p.BufferIn {
			r.buffer = i
		}
	}
	for _, group := range p.Read {
		i := m.instance(group, to)
		r.read = append(r.read, i)
		if group == p.BufferIn && r.buffer < 0 {
			r.buffer = i
		}
	}
	if slices.Contains(r.write, -1) || slices.Contains(r.read, -1) {
		return route{}, false
	}
	return r, true
}

// instance returns the component of a group that a processor reaches: its own
// one if the group is private.
func (m *Model) instance(group, processor int) int32 {
	for i := range m.Platform.Components {
		if c := &m.Platform.Components[i]; c.Group == group && (c.Owner < 0 || c.Owner == processor) {
			return int32(i)
		}
	}
	return -1
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

func (c *contention) energyOf(write bool) Energy {
	if write {
		return c.writePerByte
	}
	return c.readPerByte
}

func (m *Model) contentionOf(r *route) contention {
	var c contention
	c.write, c.writePerByte = m.part(r.write)
	c.read, c.readPerByte = m.part(r.read)
	return c
}

// part returns the exclusive components of a part, ascending, and its energy per byte.
func (m *Model) part(components []int32) (exclusive []int32, perByte Energy) {
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
