package sesame_test

import (
	"slices"

	"sdse/kpn"
	"sdse/sesame"
)

// refDesign is a gene vector in words: what Mapping says, found out from the
// platform and the documentation of the vector alone.
type refDesign struct {
	system    *system
	processor []int // per process
	path      []int // per channel: index of a path, or -1
	point     []int // per processor
}

// numbered is a process or a channel in the numbering over all applications.
type numbered struct {
	app   *kpn.Application
	index int // within the application
	first int // number of the application's first process
}

// processes lists all processes of all applications.
func (s *system) processes() []numbered {
	var all []numbered
	for _, app := range s.space.Applications {
		first := len(all)
		for i := range app.Processes {
			all = append(all, numbered{app, i, first})
		}
	}
	return all
}

// channels lists all channels of all applications.
func (s *system) channels() []numbered {
	var all []numbered
	first := 0
	for _, app := range s.space.Applications {
		for i := range app.Channels {
			all = append(all, numbered{app, i, first})
		}
		first += len(app.Processes)
	}
	return all
}

// capable lists, for every process, the processors that can run it.
func (s *system) capable() [][]int {
	if s.able == nil {
		for _, p := range s.processes() {
			s.able = append(s.able, s.capableOf(p))
		}
	}
	return s.able
}

// capableOf lists the processors that can do all operations of a process in all
// scenarios.
func (s *system) capableOf(p numbered) []int {
	var able []int
	for i, processor := range s.platform.Processors {
		can := true
		for _, scenario := range p.app.Scenarios {
			for e := range scenario.Traces[p.index].Events() {
				if e.Kind == kpn.Execute && price(&s.platform.Types[processor.Type], p.app, &p.app.Operations[e.Arg]) == nil {
					can = false
				}
			}
		}
		if can {
			able = append(able, i)
		}
	}
	return able
}

// paths lists the paths that join two processors.
func (s *system) paths(from, to int) []int {
	var legal []int
	for i := range s.platform.Paths {
		p := &s.platform.Paths[i]
		allowed := p.From[from] && p.To[to] &&
			(p.Between == sesame.Any || (p.Between == sesame.Same) == (from == to))
		if allowed && !slices.Contains(s.reached(p.Write, from), -1) && !slices.Contains(s.reached(p.Read, to), -1) {
			legal = append(legal, i)
		}
	}
	return legal
}

// reached lists the components that a processor means by some groups, with -1
// for a group of which it has none.
func (s *system) reached(steps []sesame.Step, processor int) []int {
	var list []int
	for _, step := range steps {
		list = append(list, slices.IndexFunc(s.platform.Components, func(c sesame.Component) bool {
			return c.Group == step.Group && (c.Scope == sesame.OneForAll || c.Owner == processor)
		}))
	}
	return list
}

// decode reads a gene vector.
func (s *system) decode(genes []int) *refDesign {
	d := &refDesign{system: s, point: make([]int, len(s.platform.Processors))}
	next := func() int {
		gene := genes[0]
		genes = genes[1:]
		return gene
	}
	for _, able := range s.capable() {
		d.processor = append(d.processor, able[next()])
	}
	for _, c := range s.channels() {
		ends := c.app.Channels[c.index]
		legal := s.paths(d.processor[c.first+ends.Writer], d.processor[c.first+ends.Reader])
		gene := next()
		if len(legal) == 0 {
			d.path = append(d.path, -1)
		} else {
			d.path = append(d.path, legal[gene%len(legal)])
		}
	}
	for i := range s.platform.Processors {
		if s.hasPointGene(i) {
			d.point[i] = next()
		}
		d.point[i] = d.point[s.clock(i)]
	}
	return d
}

// clock is the processor that sets the operating point of another: itself, or
// the first of its group if the group has one clock.
func (s *system) clock(processor int) int {
	p := s.platform.Processors[processor]
	if !p.OneClock {
		return processor
	}
	return slices.IndexFunc(s.platform.Processors, func(o sesame.Processor) bool { return o.Group == p.Group })
}

func (s *system) hasPointGene(processor int) bool {
	return len(s.platform.Types[s.platform.Processors[processor].Type].Points) > 1 && s.clock(processor) == processor
}

// bounds is what Model.Bounds should be.
func (s *system) bounds() []int {
	var bounds []int
	able := s.capable()
	for _, processors := range able {
		bounds = append(bounds, len(processors))
	}
	for _, c := range s.channels() {
		ends := c.app.Channels[c.index]
		most := 1
		for _, from := range able[c.first+ends.Writer] {
			for _, to := range able[c.first+ends.Reader] {
				most = max(most, len(s.paths(from, to)))
			}
		}
		bounds = append(bounds, most)
	}
	for i, p := range s.platform.Processors {
		if s.hasPointGene(i) {
			bounds = append(bounds, len(s.platform.Types[p.Type].Points))
		}
	}
	return bounds
}

// passed lists the components that the producer or the consumer of a channel,
// on the given processor, passes.
func (d *refDesign) passed(channel int, write bool, processor int) []int {
	path := &d.system.platform.Paths[d.path[channel]]
	if write {
		return d.system.reached(path.Write, processor)
	}
	return d.system.reached(path.Read, processor)
}
