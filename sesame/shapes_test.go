package sesame_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/scenarios"
	"sdse/sesame"
)

// shape is a workload, a platform and mappings to measure with: those that a
// study of such simulators has used, as far as its description goes.
type shape struct {
	name  string
	s     *system
	model *sesame.Model
	genes [][]int
}

// shapes are an MJPEG encoder with one process per processor and with fewer
// processors or a random mapping, and the encoder together with five random
// applications. How much an operation has to do depends on the data, that is, on
// a generator of random numbers with a fixed seed.
func shapes(t testing.TB) []*shape {
	mjpeg := func(r *rand.Rand) []*kpn.Application { return []*kpn.Application{encoder(r, 11)} }
	multi := func(r *rand.Rand) []*kpn.Application {
		apps := mjpeg(r)
		for i := range 5 {
			apps = append(apps, randomDAG(r, fmt.Sprint("dag", i)))
		}
		return apps
	}
	all := []*shape{
		newShape(t, "mjpeg-1:1", mjpeg, 8, 1, true),
		newShape(t, "mjpeg-4p", mjpeg, 4, 1, false),
		newShape(t, "mjpeg-8p", mjpeg, 8, 1, false),
		newShape(t, "multi-12p", multi, 12, 2, false),
		newShape(t, "multi-16p", multi, 16, 2, false),
	}
	return all
}

// newShape makes a platform of processors of four types around shared buses, and
// 32 mappings.
func newShape(t testing.TB, name string, apps func(*rand.Rand) []*kpn.Application, processors, buses int, spread bool) *shape {
	r := rand.New(rand.NewPCG(7, 7))
	p := &sesame.Platform{Name: name}
	for i := range 4 {
		p.Types = append(p.Types, sesame.ProcessorType{Name: fmt.Sprint("type", i),
			Points:          []sesame.OperatingPoint{{Name: "only", Frequency: int64(600+100*i) * 1e6, DynamicPower: 3e8, StaticPower: 1e8}},
			OperationCycles: map[string]int64{"work": int64(1000 * (9 + 2*i))}})
	}
	for i := range processors {
		p.Processors = append(p.Processors, sesame.Processor{Name: fmt.Sprint("p", i), Type: i % 4, Group: i})
	}
	everywhere := make([]bool, processors)
	for i := range everywhere {
		everywhere[i] = true
	}
	for i := range buses {
		access := sesame.Access{Latency: 7500, Width: 8, Period: 2500}
		p.Components = append(p.Components, sesame.Component{Name: fmt.Sprint("bus", i), Kind: sesame.Bus, Read: access, Write: access,
			Exclusive: true, Ports: 1, Group: i, EnergyPerByte: 2000})
		p.Paths = append(p.Paths, sesame.Path{Name: fmt.Sprint("over", i), From: everywhere, To: everywhere, Between: sesame.Different,
			Write: []sesame.Step{{Group: i}}, Read: []sesame.Step{{Group: i}}, BufferIn: -1})
	}
	access := sesame.Access{Latency: 2000, Width: 8, Period: 1000}
	p.Components = append(p.Components, sesame.Component{Name: "local", Read: access, Write: access, Group: buses})
	p.Paths = append(p.Paths, sesame.Path{Name: "inside", From: everywhere, To: everywhere, Between: sesame.Same,
		Write: []sesame.Step{{Group: buses}}, Read: []sesame.Step{{Group: buses}}, BufferIn: -1})
	space, err := scenarios.NewSpace(apps(r), nil)
	if err != nil {
		t.Fatal(err)
	}
	sh := &shape{name: name, s: &system{platform: p, space: space}}
	sh.model = sh.s.compile(t)
	for range 32 {
		genes := make([]int, len(sh.model.Bounds()))
		for i, b := range sh.model.Bounds() {
			genes[i] = r.IntN(b)
		}
		if spread {
			for i, processor := range r.Perm(processors) {
				genes[i] = processor
			}
		}
		sh.genes = append(sh.genes, genes)
	}
	return sh
}

// frames is the encoder with one process per processor and so many frames: all
// alike, as iterations, or each with its own data.
func frames(t testing.TB, n int, varied bool) *shape {
	return newShape(t, "frames", func(r *rand.Rand) []*kpn.Application {
		if varied {
			return []*kpn.Application{encoder(r, n)}
		}
		app := encoder(r, 1)
		app.Scenarios[0].Iterations = n
		return []*kpn.Application{app}
	}, 8, 1, true)
}

// withApplications compiles other applications for the platform of a shape.
func withApplications(t testing.TB, sh *shape, apps ...*kpn.Application) *sesame.Model {
	space, err := scenarios.NewSpace(apps, nil)
	if err != nil {
		t.Fatal(err)
	}
	return (&system{platform: sh.s.platform, space: space}).compile(t)
}

// withPolicy returns the shape under another policy.
func (sh *shape) withPolicy(t testing.TB, policy sesame.Policy) *shape {
	changed := *sh
	platform := *sh.s.platform
	platform.Types = append([]sesame.ProcessorType(nil), platform.Types...)
	for i := range platform.Types {
		platform.Types[i].Policy = policy
	}
	changed.s = &system{platform: &platform, space: sh.s.space}
	changed.model = changed.s.compile(t)
	return &changed
}

// encoder is an MJPEG encoder: eight processes, ten channels, and per frame 48
// macroblocks whose work depends on the data.
func encoder(r *rand.Rand, frames int) *kpn.Application {
	g := &graph{app: &kpn.Application{Name: "mjpeg", Operations: []kpn.Operation{{Name: "work"}}}}
	for _, name := range strings.Fields("vin dmux rgb2yuv dct q vle ob vout") {
		g.process(name)
	}
	const vin, dmux, rgb, dct, q, vle, ob, vout = 0, 1, 2, 3, 4, 5, 6, 7
	pixels := g.channel(vin, dmux, 192, 2)
	blocks := g.channel(dmux, rgb, 64, 6)
	types := g.channel(dmux, q, 4, 4)
	yuv := g.channel(rgb, dct, 128, 4)
	levels := g.channel(dct, q, 128, 4)
	coded := g.channel(q, vle, 128, 4)
	bits := g.channel(vle, ob, 64, 4)
	stream := g.channel(ob, vout, 64, 4)
	tables := g.channel(ob, q, 128, 1)
	codes := g.channel(ob, vle, 512, 1)
	for range frames {
		g.write(ob, tables, 1).write(ob, codes, 1).read(q, tables, 1).read(vle, codes, 1)
		for range 48 {
			g.exec(vin, 6).write(vin, pixels, 1)
			g.read(dmux, pixels, 1).exec(dmux, 3).write(dmux, blocks, 3).write(dmux, types, 1)
			g.read(rgb, blocks, 3)
			g.read(q, types, 1)
			for range 2 {
				g.exec(rgb, 8).write(rgb, yuv, 1)
				g.read(dct, yuv, 1).exec(dct, 32).write(dct, levels, 1)
				g.read(q, levels, 1).exec(q, 4+r.IntN(8)).exec(q, 1+r.IntN(4)).write(q, coded, 1)
				work := 2 + r.IntN(30)
				g.read(vle, coded, 1).exec(vle, work).exec(vle, 1+work/4).write(vle, bits, 1)
				g.read(ob, bits, 1).exec(ob, 2).write(ob, stream, 1)
				g.read(vout, stream, 1).exec(vout, 1+r.IntN(3))
			}
		}
	}
	return g.done()
}

// randomDAG is a chain of eight processes with five channels across.
func randomDAG(r *rand.Rand, name string) *kpn.Application {
	g := &graph{app: &kpn.Application{Name: name, Operations: []kpn.Operation{{Name: "work"}}}}
	const n = 8
	for i := range n {
		g.process(fmt.Sprint("p", i))
	}
	type arc struct{ from, to, channel int }
	var arcs []arc
	for i := 1; i < n; i++ {
		arcs = append(arcs, arc{i - 1, i, g.channel(i-1, i, int64(16<<r.IntN(4)), int64(1+r.IntN(4)))})
	}
	for range 5 {
		from := r.IntN(n - 2)
		to := from + 2 + r.IntN(n-from-2)
		arcs = append(arcs, arc{from, to, g.channel(from, to, int64(16<<r.IntN(4)), 8)})
	}
	for range 640 {
		for p := range n {
			for _, a := range arcs {
				if a.to == p {
					g.read(p, a.channel, 1)
				}
			}
			g.exec(p, 1+r.IntN(40))
			for _, a := range arcs {
				if a.from == p {
					g.write(p, a.channel, 1)
				}
			}
		}
	}
	return g.done()
}

// graph puts an application together event by event.
type graph struct {
	app    *kpn.Application
	traces [][]kpn.Event
}

func (g *graph) process(name string) {
	g.app.Processes = append(g.app.Processes, kpn.Process{Name: name})
	g.traces = append(g.traces, nil)
}

func (g *graph) channel(from, to int, bytes, capacity int64) int {
	g.app.Channels = append(g.app.Channels, kpn.Channel{Name: fmt.Sprint("c", len(g.app.Channels)), Writer: from, Reader: to,
		TokenBytes: bytes, Capacity: capacity})
	return len(g.app.Channels) - 1
}

func (g *graph) add(p int, e kpn.Event) *graph {
	g.traces[p] = append(g.traces[p], e)
	return g
}

func (g *graph) exec(p, times int) *graph {
	return g.add(p, kpn.Event{Kind: kpn.Execute, N: int64(times)})
}

func (g *graph) read(p, channel int, tokens int64) *graph {
	return g.add(p, kpn.Event{Kind: kpn.Read, Arg: channel, N: tokens})
}

func (g *graph) write(p, channel int, tokens int64) *graph {
	return g.add(p, kpn.Event{Kind: kpn.Write, Arg: channel, N: tokens})
}

func (g *graph) done() *kpn.Application {
	scenario := kpn.Scenario{Name: "only", Weight: 1, Iterations: 1}
	for _, events := range g.traces {
		scenario.Traces = append(scenario.Traces, kpn.NewFragment(events))
	}
	g.app.Scenarios = []kpn.Scenario{scenario}
	return g.app
}
