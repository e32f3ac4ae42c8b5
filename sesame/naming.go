package sesame

import (
	"fmt"
	"slices"

	"sdse/kpn/input"
)

// Naming is a mapping in names, the form in which mappings are written to
// files: "application.process" → processor, "application.channel" → path, and
// processor → operating point for the processors in use that have several.
type Naming struct {
	Processes map[string]string `json:"processes"`
	Channels  map[string]string `json:"channels"`
	Points    map[string]string `json:"points,omitempty"`
}

// Name returns a mapping in names.
func (m *Model) Name(mapping *Mapping) Naming {
	n := Naming{Processes: map[string]string{}, Channels: map[string]string{}, Points: map[string]string{}}
	for p, processor := range mapping.Processor {
		n.Processes[m.ProcessName(p)] = m.Platform.Processors[processor].Name
		if point := m.PointName(mapping, processor); point != "" {
			n.Points[m.Platform.Processors[processor].Name] = point
		}
	}
	for c := range mapping.Route {
		n.Channels[m.ChannelName(c)] = m.pathName(mapping, c)
	}
	return n
}

// pathName returns the path that a channel takes, or "" if there is none.
func (m *Model) pathName(mapping *Mapping, channel int) string {
	if p := m.PathOf(mapping, channel); p >= 0 {
		return m.Platform.Paths[p].Name
	}
	return ""
}

// PathOf returns the index of the platform's path that a channel takes, or -1.
func (m *Model) PathOf(mapping *Mapping, channel int) int {
	if r := mapping.Route[channel]; r >= 0 {
		return m.routes[r].path
	}
	return -1
}

// PointName returns the operating point of a processor, or "" if its type has
// only one.
func (m *Model) PointName(mapping *Mapping, processor int) string {
	points := m.Platform.Types[m.Platform.Processors[processor].Type].Points
	if len(points) < 2 {
		return ""
	}
	return points[mapping.Point[processor]].Name
}

// Resolve returns the gene vector of a mapping in names. What does not fit the
// model is added to problems as a mistake of the given file; the result is nil then.
func (m *Model) Resolve(n Naming, file string, problems *input.Problems) []int {
	r := &resolver{m: m, n: n, file: file, problems: problems, mapping: m.NewMapping()}
	before := problems.Len()
	r.processes()
	if problems.Len() > before {
		return nil // channels would only repeat it
	}
	r.channels()
	r.points()
	if problems.Len() > before {
		return nil
	}
	return m.Encode(r.mapping)
}

type resolver struct {
	m        *Model
	n        Naming
	file     string
	problems *input.Problems
	mapping  *Mapping
}

func (r *resolver) fail(format string, args ...any) { r.problems.Add(r.file, 0, format, args...) }

func (r *resolver) processor(name string) int {
	return slices.IndexFunc(r.m.Platform.Processors, func(p Processor) bool { return p.Name == name })
}

func (r *resolver) processorNames() []string {
	var names []string
	for _, p := range r.m.Platform.Processors {
		names = append(names, p.Name)
	}
	return names
}

func (r *resolver) processes() {
	var known []string
	for p := range r.m.Processes() {
		name := r.m.ProcessName(p)
		known = append(known, name)
		on, ok := r.n.Processes[name]
		if !ok {
			r.fail("the mapping does not place process %q; add it to processes", name)
			continue
		}
		i := r.processor(on)
		switch {
		case i < 0:
			r.fail("process %q: there is no processor %q%s", name, on, input.DidYouMean(on, r.processorNames()))
		case !slices.Contains(r.m.capable[p], i):
			r.fail("process %q cannot run on processor %q", name, on)
		default:
			r.mapping.Processor[p] = i
		}
	}
	r.unknown("process", r.n.Processes, known)
}

func (r *resolver) channels() {
	var known []string
	for c := range r.m.Channels() {
		name := r.m.ChannelName(c)
		known = append(known, name)
		w, d := r.m.ChannelEnds(c)
		from, to := r.mapping.Processor[w], r.mapping.Processor[d]
		routes := r.m.routesBetween(from, to)
		over, ok := r.n.Channels[name]
		if !ok && len(routes) > 0 {
			r.mapping.Route[c] = int(routes[0])
			continue
		}
		r.mapping.Route[c] = -1
		var paths []string
		for _, route := range routes {
			path := r.m.Platform.Paths[r.m.routes[route].path].Name
			paths = append(paths, path)
			if path == over {
				r.mapping.Route[c] = int(route)
			}
		}
		if r.mapping.Route[c] < 0 {
			r.fail("channel %q cannot take path %q from %s to %s%s", name, over,
				r.m.Platform.Processors[from].Name, r.m.Platform.Processors[to].Name, input.DidYouMean(over, paths))
		}
	}
	r.unknown("channel", r.n.Channels, known)
}

func (r *resolver) points() {
	set := map[int]int{} // clock → the first processor that asked for a point
	for i, p := range r.m.Platform.Processors {
		name, ok := r.n.Points[p.Name]
		if !ok {
			continue
		}
		points := r.m.Platform.Types[p.Type].Points
		k := slices.IndexFunc(points, func(o OperatingPoint) bool { return o.Name == name })
		if k < 0 {
			r.fail("processor %q has no operating point %q", p.Name, name)
			continue
		}
		r.setPoint(i, k, set)
	}
	r.unknown("processor", r.n.Points, r.processorNames())
}

// setPoint sets the operating point of a processor and of all that follow the
// same clock.
func (r *resolver) setPoint(processor, point int, set map[int]int) {
	clock := r.m.clock[processor]
	if other, ok := set[clock]; ok && r.mapping.Point[clock] != point {
		r.fail("processors %q and %q share a clock, so they need the same operating point",
			r.m.Platform.Processors[other].Name, r.m.Platform.Processors[processor].Name)
		return
	}
	set[clock] = processor
	for i := range r.mapping.Point {
		if r.m.clock[i] == clock {
			r.mapping.Point[i] = point
		}
	}
}

// unknown reports the names that nothing answers to, in alphabetical order.
func (r *resolver) unknown(kind string, names map[string]string, known []string) {
	var wrong []string
	for name := range names {
		if !slices.Contains(known, name) {
			wrong = append(wrong, fmt.Sprintf("there is no %s %q%s", kind, name, input.DidYouMean(name, known)))
		}
	}
	slices.Sort(wrong)
	for _, w := range wrong {
		r.fail("%s", w)
	}
}
