package sesame_test

import (
	"fmt"
	"slices"
	"strings"

	"sdse/kpn"
)

// describe writes what matters of a system and a design, in a line for
// everything that is used.
func (s *system) describe(genes []int) string {
	var b strings.Builder
	d := s.decode(genes)
	p := s.platform
	fmt.Fprintf(&b, "static all %v, static power %d, limits %+v\n", p.StaticAll, p.StaticPower, p.Limits)
	kinds := map[int]bool{}
	for i, cpu := range p.Processors {
		if slices.Contains(d.processor, i) {
			fmt.Fprintf(&b, "processor %d: %+v at point %d\n", i, cpu, d.point[i])
			kinds[cpu.Type] = true
		}
	}
	for i, t := range p.Types {
		if kinds[i] {
			fmt.Fprintf(&b, "type %d: %+v\n", i, t)
		}
	}
	for _, n := range p.Networks {
		fmt.Fprintf(&b, "network: %+v\n", n)
	}
	used := map[int]bool{}
	for a, app := range s.space.Applications {
		fmt.Fprintf(&b, "application %s: firing %v, timing %+v\n", app.Name, app.Firing, app.Timing)
		for i := range app.Channels {
			s.describeChannel(&b, d, s.numbers()[a].channel+i, used)
		}
		for _, sc := range app.Scenarios {
			for i, f := range sc.Traces {
				number := s.numbers()[a].process + i
				fmt.Fprintf(&b, "  process %d (%s, priority %d) on %d: %d × %s\n", number, sc.Name, app.Processes[i].Priority,
					d.processor[number], sc.Iterations, written(app, f))
			}
		}
	}
	for i, path := range p.Paths {
		if slices.Contains(d.path, i) {
			fmt.Fprintf(&b, "path %d: %+v\n", i, path)
		}
	}
	for i, c := range p.Components {
		if used[i] {
			fmt.Fprintf(&b, "component %d: %+v\n", i, c)
		}
	}
	return b.String()
}

// describeChannel writes a channel and the way it goes, and notes what it passes.
func (s *system) describeChannel(b *strings.Builder, d *refDesign, number int, used map[int]bool) {
	n := s.channels()[number]
	c := n.app.Channels[n.index]
	fmt.Fprintf(b, "  channel %d: %+v", number, c)
	if path := d.path[number]; path >= 0 {
		from, to := d.processor[n.first+c.Writer], d.processor[n.first+c.Reader]
		write, read := s.part(path, true, from, to).components, s.part(path, false, from, to).components
		fmt.Fprintf(b, " over path %d: write %v, read %v", path, write, read)
		for _, k := range slices.Concat(write, read) {
			used[k] = true
		}
	}
	b.WriteString("\n")
}

func written(app *kpn.Application, f *kpn.Fragment) string {
	var words []string
	for e := range f.Events() {
		if e.Kind == kpn.Execute {
			words = append(words, fmt.Sprintf("exec %s*%d", app.Operations[e.Arg].Name, e.N))
		} else {
			words = append(words, fmt.Sprintf("%v %d*%d", e.Kind, e.Arg, e.N))
		}
	}
	return strings.Join(words, "; ")
}
