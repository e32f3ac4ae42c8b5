package sesame

import (
	"slices"
)

// Mapping is a decoded design: where every process runs, which way every
// channel goes, and at which operating point every processor runs.
type Mapping struct {
	Processor []int // per process
	Route     []int // per channel: index of a route of the model, or -1 if no path joins the two processors
	Point     []int // per processor
}

// A gene vector holds, in this order,
//
//   - per process, the rank of its processor in the list of those that can run it;
//   - per channel, the rank of its route among those between its two
//     processors, taken modulo their number;
//   - per clock of processors with more than one operating point, that point.
//
// Every vector within the bounds decodes, so no repair can bias a search.
type genome struct {
	bounds []int
	groups []int // application of each gene; operating points form a group of their own
	tuned  []int // processors that have an operating-point gene, for all that follow their clock
}

func newGenome(m *Model) genome {
	var g genome
	for a, app := range m.Space.Applications {
		for p := range app.Processes {
			g.bounds = append(g.bounds, len(m.capable[m.firstProcess[a]+p]))
			g.groups = append(g.groups, a)
		}
	}
	for a, app := range m.Space.Applications {
		for c := range app.Channels {
			g.bounds = append(g.bounds, m.mostRoutes(m.firstChannel[a]+c))
			g.groups = append(g.groups, a)
		}
	}
	for i, p := range m.Platform.Processors {
		if n := len(m.Platform.Types[p.Type].Points); n > 1 && m.clock[i] == i {
			g.bounds = append(g.bounds, n)
			g.groups = append(g.groups, len(m.Space.Applications))
			g.tuned = append(g.tuned, i)
		}
	}
	return g
}

// mostRoutes is the largest number of routes that a channel can choose from,
// over all places of its ends, and at least 1.
func (m *Model) mostRoutes(channel int) int {
	most := 1
	for _, from := range m.capable[m.channels[channel].writer] {
		for _, to := range m.capable[m.channels[channel].reader] {
			most = max(most, len(m.routesBetween(from, to)))
		}
	}
	return most
}

// Bounds returns, for every gene, how many values it has: 0 … bound-1.
func (m *Model) Bounds() []int { return slices.Clone(m.genome.bounds) }

// Groups returns, for every gene, the application it belongs to; the operating
// points share a group behind the applications'.
func (m *Model) Groups() []int { return slices.Clone(m.genome.groups) }

// NewMapping returns a mapping with room for this model, to decode into.
func (m *Model) NewMapping() *Mapping {
	return &Mapping{Processor: make([]int, m.Processes()), Route: make([]int, m.Channels()), Point: make([]int, len(m.Platform.Processors))}
}

// Decode writes the mapping that a gene vector stands for. It allocates nothing.
func (m *Model) Decode(genes []int, into *Mapping) {
	processes, channels := m.Processes(), m.Channels()
	for p := range processes {
		into.Processor[p] = m.capable[p][genes[p]]
	}
	for c := range channels {
		routes := m.routesBetween(into.Processor[m.channels[c].writer], into.Processor[m.channels[c].reader])
		if len(routes) == 0 {
			into.Route[c] = -1
			continue
		}
		into.Route[c] = int(routes[genes[processes+c]%len(routes)])
	}
	clear(into.Point)
	for i, processor := range m.genome.tuned {
		into.Point[processor] = genes[processes+channels+i]
	}
	for i := range into.Point {
		into.Point[i] = into.Point[m.clock[i]]
	}
}

// Encode returns the gene vector of a mapping; the mapping must be one that
// Decode can give.
func (m *Model) Encode(mapping *Mapping) []int {
	genes := make([]int, 0, len(m.genome.bounds))
	for p, processor := range mapping.Processor {
		genes = append(genes, slices.Index(m.capable[p], processor))
	}
	for c, r := range mapping.Route {
		routes := m.routesBetween(mapping.Processor[m.channels[c].writer], mapping.Processor[m.channels[c].reader])
		genes = append(genes, max(0, slices.Index(routes, int32(r))))
	}
	for _, processor := range m.genome.tuned {
		genes = append(genes, mapping.Point[processor])
	}
	return genes
}

// Canonical rewrites a gene vector to the one that stands for all its twins:
// designs that differ only in genes without effect (routes beyond a list's end,
// operating points of clocks that drive no process) or in the names of
// interchangeable processors. It is exact, because results depend on processes and not on the
// numbers of processors (docs/semantics.md).
func (m *Model) Canonical(genes []int) {
	mapping := m.NewMapping()
	m.Decode(genes, mapping)
	m.renameProcessors(mapping)
	copy(genes, m.Encode(mapping))
}

// renameProcessors gives the processors of a group their names in the order in
// which processes first use them. A clock that drives no process then is at its
// first operating point.
func (m *Model) renameProcessors(mapping *Mapping) {
	processors := m.Platform.Processors
	name := make([]int, len(processors))
	for i := range name {
		name[i] = -1
	}
	taken := make([]bool, len(processors))
	for _, old := range mapping.Processor {
		if name[old] < 0 {
			name[old] = m.firstFree(old, taken)
			taken[name[old]] = true
		}
	}
	renamed := m.NewMapping()
	for old, now := range name {
		if now >= 0 {
			renamed.Point[m.clock[now]] = mapping.Point[old]
		}
	}
	for i := range renamed.Point {
		renamed.Point[i] = renamed.Point[m.clock[i]]
	}
	for p, old := range mapping.Processor {
		renamed.Processor[p] = name[old]
	}
	for c := range mapping.Route {
		renamed.Route[c] = m.sameRoute(mapping.Route[c], renamed, c)
	}
	*mapping = *renamed
}

// firstFree returns the first processor that may stand in for another and is
// not taken.
func (m *Model) firstFree(old int, taken []bool) int {
	for i := range taken {
		if !taken[i] && m.twins[i] == m.twins[old] {
			return i
		}
	}
	return old
}

// sameRoute returns the route over the path of another, between the processors
// of a mapping.
func (m *Model) sameRoute(other int, mapping *Mapping, c int) int {
	if other < 0 {
		return -1
	}
	for _, r := range m.routesBetween(mapping.Processor[m.channels[c].writer], mapping.Processor[m.channels[c].reader]) {
		if m.routes[r].path == m.routes[other].path {
			return int(r)
		}
	}
	return -1
}
