package sesame

import (
	"maps"
	"slices"
)

// maxPassed bounds the components of all routes together, each way between two
// processors counted once: they are kept in memory.
const maxPassed = 1 << 25

// routes finds, for every pair of processors, the paths that join them.
// Pairs whose components are the same share a route.
func (c *compiler) routes() {
	m := c.m
	n := len(m.Platform.Processors)
	c.findInstances()
	b := routeBuilder{m: m, parts: partTable{m: m, latest: map[uint64]int32{}}, known: map[routeKey]int32{}}
	ends := make([]int, 0, n*n)
	var flat []int32 // the routes of all pairs
	var w walk
	for from := range n {
		for to := range n {
			for i := range m.Platform.Paths {
				path := &m.Platform.Paths[i]
				if m.joins(path, from, to) && w.find(c, path, from, to) && m.haveSlots(w.write, from) && m.haveSlots(w.read, to) {
					flat = append(flat, b.route(i, &w))
				}
			}
			ends = append(ends, len(flat))
		}
		if b.parts.passed > c.mostPassed {
			c.wrong.Add(m.Platform.File, 0, "the ways between %d processors pass more than the %d components that sdse takes in all; "+
				"place fewer processors on networks, or let fewer paths lead over them", n, c.mostPassed)
			return
		}
	}
	m.legal = make([][]int32, n*n)
	begin := 0
	for i, end := range ends {
		m.legal[i] = flat[begin:end:end]
		begin = end
	}
}

// routeBuilder makes routes of ways, each once.
type routeBuilder struct {
	m     *Model
	parts partTable
	known map[routeKey]int32
}

// routeKey is what tells routes apart: the path and the numbers of the parts.
type routeKey struct{ path, write, read int32 }

// route returns the route that a walk has found, and adds it if it is new.
func (b *routeBuilder) route(path int, w *walk) int32 {
	key := routeKey{int32(path), b.parts.number(path, true, w.write), b.parts.number(path, false, w.read)}
	if r, ok := b.known[key]; ok {
		return r
	}
	r := route{path: path, buffer: -1, write: b.parts.list[key.write].part, read: b.parts.list[key.read].part}
	r.writePerByte, r.readPerByte = r.write.perByte(), r.read.perByte()
	holds := func(i int32) bool {
		c := &b.m.Platform.Components[i]
		return c.Group == b.m.Platform.Paths[path].BufferIn && c.Kind != Link
	}
	for _, i := range slices.Backward(w.write) {
		if holds(i) && r.buffer < 0 {
			r.buffer = i
		}
	}
	if i := slices.IndexFunc(w.read, holds); i >= 0 && r.buffer < 0 {
		r.buffer = w.read[i]
	}
	b.m.routes = append(b.m.routes, r)
	b.known[key] = int32(len(b.m.routes) - 1)
	return b.known[key]
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
func (p part) perByte() (e Exact) {
	for i := range p {
		e = e.Plus(p[i].perByte)
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

// UnknownCosts returns the names under cycles and energy that no application has
// an operation for, in the order of types and names: perhaps misspelt, perhaps meant
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
		pt := &m.Platform.Types[t]
		for _, name := range slices.Concat(slices.Sorted(maps.Keys(pt.OperationCycles)), slices.Sorted(maps.Keys(pt.OperationEnergy))) {
			if !slices.Contains(known, name) && !slices.Contains(unknown, name) {
				unknown = append(unknown, name)
			}
		}
	}
	return unknown
}
