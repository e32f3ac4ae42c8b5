package sesame

import (
	"fmt"
	"slices"
)

// Doubts returns what is allowed in a platform but hardly meant, each in a
// sentence, in the order in which things stand in the platform: clocks and
// transfers that no chip has, components that no path passes, networks without
// processors.
func (m *Model) Doubts() []string {
	var doubts []string
	say := func(format string, args ...any) { doubts = append(doubts, fmt.Sprintf(format, args...)) }
	m.doubtTypes(say)
	passed := m.passed()
	m.doubtComponents(passed, say)
	m.doubtNetworks(passed, say)
	m.doubtPaths(say)
	return doubts
}

type sayer func(format string, args ...any)

// Clocks beyond these are rather placeholders or mistyped units.
const (
	slowClock, fastClock    = 1e6, 20e9 // Hz
	shortPeriod, longPeriod = 50, 1e6   // the same in ps
)

func (m *Model) doubtTypes(say sayer) {
	for i := range m.Platform.Types {
		t := &m.Platform.Types[i]
		if !slices.ContainsFunc(m.Platform.Processors, func(p Processor) bool { return p.Type == i }) {
			say("no processor is of type %q", t.Name)
		}
		for _, point := range t.Points {
			if point.Frequency < slowClock || point.Frequency > fastClock {
				say("processor type %q runs at %s; is that its real clock?", t.Name, hertz(point.Frequency))
			}
			if point.Voltage > 0 && (point.Voltage < 200_000 || point.Voltage > 5_000_000) {
				say("processor type %q has an operating point of %g V", t.Name, float64(point.Voltage)/1e6)
			}
		}
	}
}

// hertz writes a frequency with all of its digits.
func hertz(f int64) string {
	for _, unit := range []struct {
		name string
		hz   int64
	}{{"GHz", 1e9}, {"MHz", 1e6}, {"kHz", 1e3}} {
		if f >= unit.hz {
			return fmt.Sprintf("%.12g %s", float64(f)/float64(unit.hz), unit.name)
		}
	}
	return fmt.Sprintf("%d Hz", f)
}

// doubtComponents says one thing of all components of a table.
func (m *Model) doubtComponents(passed []bool, say sayer) {
	said := map[[2]string]bool{}
	once := func(what string, c *Component, format string, args ...any) {
		if key := [2]string{what, c.Table}; !said[key] {
			said[key] = true
			say("%s %q "+format, append([]any{c.Kind, c.Table}, args...)...)
		}
	}
	used := map[string]bool{}
	for i := range m.Platform.Components {
		c := &m.Platform.Components[i]
		used[c.Table] = used[c.Table] || passed[i]
	}
	for i := range m.Platform.Components {
		c := &m.Platform.Components[i]
		for _, a := range []Access{c.Read, c.Write} {
			if a.Period > longPeriod || a.Period > 0 && a.Period < shortPeriod {
				once("clock", c, "has a clock period of %v; is that its real clock?", a.Period)
			}
		}
		if !used[c.Table] && c.Kind != Link {
			once("unused", c, "is passed by no path")
		}
	}
}

// passed reports which components some route passes.
func (m *Model) passed() []bool {
	passed := make([]bool, len(m.Platform.Components))
	for i := range m.routes {
		for _, part := range []part{m.routes[i].write, m.routes[i].read} {
			for h := range part {
				for _, c := range part[h].components {
					passed[c] = true
				}
			}
		}
	}
	return passed
}

func (m *Model) doubtNetworks(passed []bool, say sayer) {
	for i := range m.Platform.Networks {
		n := &m.Platform.Networks[i]
		placed := 0
		for _, tile := range n.ProcessorTile {
			if tile >= 0 {
				placed++
			}
		}
		switch {
		case placed == 0:
			say("network %q has no processor; name them under processors or place", n.Name)
		case !slices.ContainsFunc(n.Links, func(l int32) bool { return l >= 0 && passed[l] }):
			say("network %q is passed by no path", n.Name)
		}
	}
}

// doubtPaths looks for transfers that take absurdly long.
func (m *Model) doubtPaths(say sayer) {
	const long Time = 1e9 // a millisecond
	costs := m.routeCosts(64)
	said := map[int]bool{}
	for i, cost := range costs {
		if path := m.routes[i].path; cost > long && !said[path] {
			said[path] = true
			say("64 bytes over path %q take %v; are its clocks, widths and latencies real?", m.Platform.Paths[path].Name, cost)
		}
	}
}
