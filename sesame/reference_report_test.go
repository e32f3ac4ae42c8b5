package sesame_test

import (
	"math/rand/v2"

	"sdse/kpn"
	"sdse/sesame"
)

// examine simulates a design in a system scenario with the reference and tells
// everything about it, as Simulator.Examine does.
func (s *system) examine(genes []int, scenario int) *sesame.Statistics {
	r := s.newRun(genes, scenario)
	for _, c := range r.active() {
		if r.design.path[c.number] < 0 {
			return &sesame.Statistics{Scenario: scenario, Failure: sesame.NoPath}
		}
	}
	st := &sesame.Statistics{Scenario: scenario}
	st.Failure = r.run()
	r.report(st)
	return st
}

// newRun sets everything to time 0.
func (s *system) newRun(genes []int, scenario int) *refRun {
	r := &refRun{system: s, design: s.decode(genes), scenario: scenario, agenda: map[sesame.Time][]func(){},
		shuffle: rand.New(rand.NewPCG(1, uint64(scenario))), channels: map[int]*refChannel{}}
	for i, p := range s.platform.Processors {
		kind := &s.platform.Types[p.Type]
		r.processors = append(r.processors, &refProcessor{index: i, rank: -1, kind: kind, point: kind.Points[r.design.point[i]],
			use: sesame.ProcessorUse{Name: p.Name}})
	}
	for i := range s.platform.Components {
		c := &s.platform.Components[i]
		ports := max(1, c.Ports)
		r.components = append(r.components, &refComponent{freePorts: ports,
			use: sesame.ComponentUse{Name: c.Name, Kind: c.Kind, Ports: ports}})
	}
	for _, c := range r.active() {
		r.channels[c.number] = &refChannel{tokens: c.Initial, room: c.Capacity - c.Initial}
	}
	r.place()
	return r
}

// activeChannel is a channel of an application that runs in the scenario.
type activeChannel struct {
	kpn.Channel
	number         int
	producer, user int // processors at its ends
}

func (r *refRun) active() []activeChannel {
	var list []activeChannel
	for number, c := range r.system.channels() {
		if _, runs := r.behaviour(c.app); runs {
			ch := c.app.Channels[c.index]
			list = append(list, activeChannel{ch, number, r.design.processor[c.first+ch.Writer], r.design.processor[c.first+ch.Reader]})
		}
	}
	return list
}

// behaviour is the intra-application scenario of an application, if it runs.
func (r *refRun) behaviour(app *kpn.Application) (*kpn.Scenario, bool) {
	for _, member := range r.system.space.At(r.scenario).Members {
		if r.system.space.Applications[member.Application] == app {
			return &app.Scenarios[member.Scenario], true
		}
	}
	return nil, false
}

// place puts the active processes on their processors and ranks these.
func (r *refRun) place() {
	for number, n := range r.system.processes() {
		scenario, runs := r.behaviour(n.app)
		if !runs {
			continue
		}
		p := &refProcess{number: number, name: n.app.Name + "." + n.app.Processes[n.index].Name,
			on: r.processors[r.design.processor[number]], app: n.app, first: r.firstChannel(n.app)}
		for range scenario.Iterations {
			for e := range scenario.Traces[n.index].Events() {
				p.trace = append(p.trace, e)
			}
		}
		if len(p.on.processes) == 0 {
			p.on.rank = len(r.ranked)
			r.ranked = append(r.ranked, p.on)
		}
		p.on.processes = append(p.on.processes, p)
		p.on.use.Processes++
		r.processes = append(r.processes, p)
	}
}

func (r *refRun) firstChannel(app *kpn.Application) int {
	first := 0
	for _, other := range r.system.space.Applications {
		if other == app {
			break
		}
		first += len(other.Channels)
	}
	return first
}

// report fills in everything but the failure.
func (r *refRun) report(st *sesame.Statistics) {
	for _, p := range r.processes {
		use := sesame.ProcessUse{Name: p.name, Processor: r.system.platform.Processors[p.on.index].Name}
		if p.state == finished {
			use.Finished, use.Finish = true, p.finish
		} else {
			st.Blocked = append(st.Blocked, sesame.BlockedProcess{Process: p.number, Channel: p.first + p.trace[0].Arg})
		}
		st.Processes = append(st.Processes, use)
		if st.Failure == sesame.None {
			st.Makespan = max(st.Makespan, p.finish)
		}
	}
	for _, p := range r.processors {
		r.reportProcessor(st, p)
	}
	for i, c := range r.components {
		r.reportComponent(st, i, c)
	}
	st.Energy.Platform = energy(r.system.platform.StaticPower, st.Makespan)
	e := st.Energy
	st.Energy.Total = e.ProcessorsDynamic.Plus(e.ProcessorsStatic).Plus(e.ComponentsDynamic).Plus(e.ComponentsStatic).Plus(e.Platform)
}

func (r *refRun) reportProcessor(st *sesame.Statistics, p *refProcessor) {
	use := p.use
	if st.Failure == sesame.None {
		use.Idle = st.Makespan - use.Dispatch - use.Execute - use.Transfer - use.Waiting
	}
	use.Dynamic = energy(p.point.DynamicPower, use.Execute+use.Transfer+use.Waiting)
	resting := p.kind.Points[0]
	for _, active := range r.ranked {
		if r.system.clock(active.index) == r.system.clock(p.index) {
			resting = p.point
		}
	}
	if len(p.processes) > 0 || r.system.platform.StaticAll {
		use.Static = energy(resting.StaticPower, st.Makespan)
	}
	st.Energy.ProcessorsDynamic = st.Energy.ProcessorsDynamic.Plus(use.Dynamic)
	st.Energy.ProcessorsStatic = st.Energy.ProcessorsStatic.Plus(use.Static)
	st.Processors = append(st.Processors, use)
}

func (r *refRun) reportComponent(st *sesame.Statistics, i int, c *refComponent) {
	use, component := c.use, &r.system.platform.Components[i]
	use.Dynamic = femtojoules(use.Bytes, component.EnergyPerByte)
	used := r.system.platform.StaticAll
	for _, ch := range r.active() {
		for _, passed := range append(r.design.passed(ch.number, true, ch.producer), r.design.passed(ch.number, false, ch.user)...) {
			used = used || passed == i
		}
	}
	if used {
		use.Static = energy(component.StaticPower, st.Makespan)
	}
	st.Energy.ComponentsDynamic = st.Energy.ComponentsDynamic.Plus(use.Dynamic)
	st.Energy.ComponentsStatic = st.Energy.ComponentsStatic.Plus(use.Static)
	st.Components = append(st.Components, use)
}
