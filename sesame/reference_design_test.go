package sesame_test

import (
	"slices"

	"sdse/kpn"
	"sdse/sesame"
)

// refDesign is a gene vector in words: what Mapping says, found out from the
// platform and the documentation of the vector alone.
type refDesign struct {
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
	if s.list == nil {
		for a, app := range s.space.Applications {
			for i := range app.Channels {
				s.list = append(s.list, numbered{app, i, s.numbers()[a].process})
			}
		}
	}
	return s.list
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
			for e := range scenario.Traces[p.index].Distinct() {
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

type fromTo struct{ from, to int }

// paths lists the paths that join two processors.
func (s *system) paths(from, to int) []int {
	legal, known := s.legal[fromTo{from, to}]
	if known {
		return legal
	}
	for i := range s.platform.Paths {
		p := &s.platform.Paths[i]
		if p.From[from] && p.To[to] && s.between(p.Between, from, to) && s.part(i, true, from, to) != nil && s.part(i, false, from, to) != nil {
			legal = append(legal, i)
		}
	}
	if s.legal == nil {
		s.legal = map[fromTo][]int{}
	}
	s.legal[fromTo{from, to}] = legal
	return legal
}

// between tells if two processors have in common what a path asks for.
func (s *system) between(what sesame.Between, from, to int) bool {
	sameCluster := s.platform.Processors[from].Cluster == s.platform.Processors[to].Cluster
	switch what {
	case sesame.Same:
		return from == to
	case sesame.Different:
		return from != to
	case sesame.SameCluster:
		return from != to && sameCluster
	case sesame.DifferentCluster:
		return !sameCluster
	}
	return true
}

// decode reads a gene vector.
func (s *system) decode(genes []int) *refDesign {
	d := &refDesign{point: make([]int, len(s.platform.Processors))}
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
// the first of its group and cluster if these have one clock.
func (s *system) clock(processor int) int {
	p := s.platform.Processors[processor]
	if !p.OneClock {
		return processor
	}
	return slices.IndexFunc(s.platform.Processors, func(o sesame.Processor) bool { return o.Group == p.Group && o.Cluster == p.Cluster })
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
