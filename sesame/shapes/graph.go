package shapes

import (
	"fmt"

	"sdse/kpn"
)

// graph puts an application of one scenario together event by event.
type graph struct {
	app    *kpn.Application
	traces [][]kpn.Event
}

func newGraph(name string, processes ...string) *graph {
	g := &graph{app: &kpn.Application{Name: name, Operations: []kpn.Operation{{Name: "work"}}}, traces: make([][]kpn.Event, len(processes))}
	for _, p := range processes {
		g.app.Processes = append(g.app.Processes, kpn.Process{Name: p})
	}
	return g
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
