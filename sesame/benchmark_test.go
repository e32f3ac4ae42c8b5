package sesame_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sdse/sesame"
)

// multicore is a platform in the manner of a big.LITTLE phone: four processors
// of each of two types, a contended bus to a contended memory, a local memory
// each.
const multicore = `
[[processor_type]]
name = "Big"
frequency = "1.8 GHz"
dispatch = 50
dynamic_power = "1.3 W"
cycles = { capture = 120, convert = 410, dct = 1300, quantise = 350, code = 900, rate = 2500, emit = 60 }
[[processor_type]]
name = "Little"
frequency = "1.5 GHz"
policy = "run-to-block"
dispatch = 80
dynamic_power = "0.3 W"
cycles = { capture = 150, convert = 700, dct = 2500, quantise = 500, code = 1400, rate = 4000, emit = 90 }
[[processor]]
name = "big"
type = "Big"
count = 4
[[processor]]
name = "little"
type = "Little"
count = 4
[[bus]]
name = "bus"
frequency = "400 MHz"
setup = 3
width = 8
energy = "2 pJ/B"
[[memory]]
name = "dram"
frequency = "933 MHz"
latency = 40
width = 8
energy = "20 pJ/B"
[[memory]]
name = "big.local"
frequency = "1.8 GHz"
latency = 2
width = 8
per = "big"
exclusive = false
[[memory]]
name = "little.local"
frequency = "1.5 GHz"
latency = 2
width = 8
per = "little"
exclusive = false
[[path]]
name = "big.local"
from = "big"
to = "big"
between = "same"
write = ["big.local"]
read = ["big.local"]
[[path]]
name = "little.local"
from = "little"
to = "little"
between = "same"
write = ["little.local"]
read = ["little.local"]
[[path]]
name = "shared"
between = "different"
write = ["bus", "dram"]
read = ["bus", "dram"]
`

// pipeline is an application in the manner of a Motion-JPEG encoder: per frame
// 48 macroblocks of six blocks each pass eight processes, and the size of the
// frame before leads to new tables.
func pipeline(name string, frames int) string {
	app := `
name = "NAME"
[[process]]
name = "video in"
trace = "48*(exec capture; write pixels)"
[[process]]
name = "convert"
trace = "48*(read pixels; exec convert*6; write blocks*6)"
[[process]]
name = "dct"
trace = "288*(read blocks; exec dct; write coefficients)"
[[process]]
name = "quantiser"
trace = "read tables; 288*(read coefficients; exec quantise; write levels)"
[[process]]
name = "coder"
trace = "read codes; 288*(read levels; exec code; write bits)"
[[process]]
name = "rate"
trace = "write tables; write codes; read size; exec rate"
[[process]]
name = "collect"
trace = "48*(6*(read bits); exec emit; write stream); write size"
[[process]]
name = "video out"
trace = "48*(read stream; exec emit)"
`
	for _, c := range []struct {
		name, from, to  string
		bytes, capacity int
	}{
		{"pixels", "video in", "convert", 768, 2}, {"blocks", "convert", "dct", 128, 12},
		{"coefficients", "dct", "quantiser", 128, 4}, {"levels", "quantiser", "coder", 128, 4},
		{"bits", "coder", "collect", 32, 8}, {"stream", "collect", "video out", 192, 2},
		{"tables", "rate", "quantiser", 128, 1}, {"codes", "rate", "coder", 600, 1}, {"size", "collect", "rate", 8, 1},
	} {
		app += fmt.Sprintf("[[channel]]\nname = %q\nfrom = %q\nto = %q\ntoken = \"%d B\"\ncapacity = %d\n", c.name, c.from, c.to, c.bytes, c.capacity)
	}
	app += fmt.Sprintf("[[scenario]]\nname = \"short\"\niterations = %d\n[[scenario]]\nname = \"long\"\niterations = %d\n", frames, 2*frames)
	return strings.Replace(app, "NAME", name, 1)
}

// placements are designs of one pipeline on multicore.
var placements = []struct {
	name      string
	processor []int
}{
	{"one each", []int{0, 1, 2, 3, 4, 5, 6, 7}},
	{"four", []int{0, 1, 0, 2, 4, 4, 2, 1}},
	{"one big", []int{0, 0, 0, 0, 0, 0, 0, 0}},
	{"one little", []int{4, 4, 4, 4, 4, 4, 4, 4}},
}

func benchModel(b testing.TB, frames int, apps ...string) (*system, *sesame.Model) {
	for i := range apps {
		apps[i] = pipeline(apps[i], frames)
	}
	s := loaded(b, multicore, apps...)
	return s, s.compile(b)
}

// padded gives a placement the genes that it does not name.
func padded(m *sesame.Model, placement []int) []int {
	genes := make([]int, len(m.Bounds()))
	for i := range m.Processes() {
		genes[i] = placement[i%len(placement)]
	}
	return genes
}

// TestNoAllocation binds and simulates designs in turn: memory is what a
// simulator gets when it is made.
func TestNoAllocation(t *testing.T) {
	_, m := benchModel(t, 1, "one", "two")
	sim := m.NewSimulator()
	for _, p := range placements {
		genes := padded(m, p.processor)
		other := padded(m, []int{7, 0})
		run := func() {
			for scenario := range m.Space.Len() {
				sim.Bind(genes)
				sim.Simulate(scenario)
				sim.Bind(other)
				sim.Simulate(scenario)
			}
		}
		if n := testing.AllocsPerRun(3, run); n != 0 {
			t.Errorf("%s: %v allocations", p.name, n)
		}
	}
}

// TestNoAllocationByAnyFeature does so with everything that the component table
// has. The first run may make room for DMA transfers; it does not count.
func TestNoAllocationByAnyFeature(t *testing.T) {
	for n := range uint64(40) {
		d := seeded(n)
		s := d.system()
		m := s.compile(t)
		sim := m.NewSimulator()
		designs := d.designs(m.Bounds(), 3)
		run := func() {
			for _, genes := range designs {
				sim.Bind(genes)
				for scenario := range min(3, m.Space.Len()) {
					sim.Simulate(scenario)
				}
			}
		}
		if allocations := testing.AllocsPerRun(5, run); allocations != 0 {
			t.Errorf("system %d: %v allocations", n, allocations)
		}
	}
}

func BenchmarkSimulate(b *testing.B) {
	for _, p := range placements {
		b.Run(p.name, func(b *testing.B) {
			_, m := benchModel(b, 10, "app")
			benchmark(b, m, padded(m, p.processor))
		})
	}
	b.Run("six pipelines", func(b *testing.B) {
		_, m := benchModel(b, 2, "a", "b", "c", "d", "e", "f")
		benchmark(b, m, padded(m, []int{0, 4, 2, 6, 3, 1, 7, 5, 5, 4, 1}))
	})
}

// features are what the component table has beside fcfs and arrival, on multicore.
var features = []struct {
	name   string
	change func(p *sesame.Platform)
}{
	{"slices", func(p *sesame.Platform) { everyType(p, policy(sesame.RoundRobin, 500*ns, false)) }},
	{"preemption", func(p *sesame.Platform) { everyType(p, policy(sesame.Priority, 0, true)) }},
	{"priority bus", func(p *sesame.Platform) { p.Components[busOf(p)].Arbitration = sesame.ByPriority }},
	{"round-robin bus", func(p *sesame.Platform) { p.Components[busOf(p)].Arbitration = sesame.InTurn }},
	{"tdma", func(p *sesame.Platform) {
		bus := &p.Components[busOf(p)]
		bus.Arbitration, bus.Slot, bus.Slots = sesame.TDMA, 200*ns, []int{0, 1, 2, 3, 4, 5, 6, 7}
	}},
	{"store and forward", func(p *sesame.Platform) { p.Paths[len(p.Paths)-1].Forward = true }},
	{"dma", func(p *sesame.Platform) {
		last := &p.Paths[len(p.Paths)-1]
		last.DMA, last.Issue = true, 20_000
	}},
}

// everyType changes all processor types as if each were the only one.
func everyType(p *sesame.Platform, change func(p *sesame.Platform)) {
	for i := range p.Types {
		change(&sesame.Platform{Types: p.Types[i : i+1]})
	}
}

func busOf(p *sesame.Platform) int {
	return slices.IndexFunc(p.Components, func(c sesame.Component) bool { return c.Kind == sesame.Bus })
}

// BenchmarkFeatures spreads six pipelines over all processors.
func BenchmarkFeatures(b *testing.B) {
	for _, f := range features {
		b.Run(f.name, func(b *testing.B) {
			s, _ := benchModel(b, 2, "a", "b", "c", "d", "e", "f")
			f.change(s.platform)
			for _, app := range s.space.Applications {
				for i := range app.Processes {
					app.Processes[i].Priority = i
				}
			}
			m := s.compile(b)
			benchmark(b, m, padded(m, []int{0, 4, 2, 6, 3, 1, 7, 5, 5, 4, 1}))
		})
	}
}

func benchmark(b *testing.B, m *sesame.Model, genes []int) {
	sim := m.NewSimulator()
	sim.Bind(genes)
	if outcome := sim.Simulate(0); outcome.Failure != sesame.None {
		b.Fatal(outcome.Failure)
	}
	b.ReportAllocs()
	for b.Loop() {
		sim.Simulate(0)
	}
	perEvent(b, m)
}

func perEvent(b *testing.B, m *sesame.Model) {
	events := float64(m.Events(0)) * float64(b.N)
	b.ReportMetric(events/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/events, "ns/event")
}

// BenchmarkReference is what the plain simulator takes for the same.
func BenchmarkReference(b *testing.B) {
	for _, p := range placements {
		b.Run(p.name, func(b *testing.B) {
			s, m := benchModel(b, 1, "app")
			genes := padded(m, p.processor)
			for b.Loop() {
				s.examine(genes, 0)
			}
			perEvent(b, m)
		})
	}
}

func BenchmarkBind(b *testing.B) {
	_, m := benchModel(b, 1, "a", "b", "c", "d", "e", "f")
	sim := m.NewSimulator()
	designs := [][]int{padded(m, placements[0].processor), padded(m, placements[1].processor)}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		sim.Bind(designs[i%2])
	}
}

func BenchmarkCanonical(b *testing.B) {
	_, m := benchModel(b, 1, "a", "b", "c", "d", "e", "f")
	design := padded(m, placements[1].processor)
	genes := make([]int, len(design))
	b.ReportAllocs()
	for b.Loop() {
		copy(genes, design)
		m.Canonical(genes)
	}
}
