package sesame_test

import (
	"math/rand/v2"
	"slices"

	"sdse/sesame"
)

// examine simulates a design in a system scenario with the reference and tells
// everything about it, as Simulator.Examine does.
func (s *system) examine(genes []int, scenario int) *sesame.Statistics {
	return s.newRun(genes, scenario).examine()
}

// watch is examine with somebody who watches. What happens at one instant
// happens in another order with every seed, without any effect.
func (s *system) watch(genes []int, scenario int, seed uint64) (*sesame.Statistics, *timeline) {
	r := s.newRun(genes, scenario)
	r.timeline = &timeline{}
	r.shuffle = rand.New(rand.NewPCG(seed, uint64(scenario)))
	return r.examine(), r.timeline
}

func (r *refRun) examine() *sesame.Statistics {
	st := &sesame.Statistics{Scenario: r.scenario}
	for _, c := range r.channels {
		if r.design.path[c.number] < 0 {
			st.Failure = sesame.NoPath
			return st
		}
	}
	st.Failure = r.run()
	if r.report(st); st.Failure == sesame.None && st.Energy.Total.Rounded() == sesame.MaxEnergy {
		st = &sesame.Statistics{Scenario: r.scenario, Failure: sesame.Overflow}
		r.report(st)
	}
	return st
}

// report fills in everything but the failure.
func (r *refRun) report(st *sesame.Statistics) {
	if st.Failure == sesame.None {
		st.Makespan = r.lastTransfer
	}
	for _, p := range r.processes {
		use := sesame.ProcessUse{Name: p.name, Processor: r.system.platform.Processors[p.on.index].Name}
		if p.state == finished {
			use.Finished, use.Finish = true, p.finish
		} else if st.Failure == sesame.Deadlock {
			st.Blocked = append(st.Blocked, sesame.BlockedProcess{Process: p.number, Channel: p.app.first.channel + p.lacks.Arg})
		}
		st.Processes = append(st.Processes, use)
		if st.Failure == sesame.None {
			st.Makespan = max(st.Makespan, p.finish)
		}
	}
	for _, a := range r.applications {
		r.reportApplication(st, a)
	}
	r.reportChannels(st)
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

func (r *refRun) reportApplication(st *sesame.Statistics, a *refApplication) {
	use := sesame.ApplicationUse{Name: a.Name, Starts: a.starts, Completed: a.completed, Timing: a.timing}
	for i, completed := range a.completed {
		if a.timing.Deadline > 0 && completed-a.starts[i] > sesame.Time(a.timing.Deadline) {
			r.rules.note(ruleMissed)
			use.Misses++
		}
	}
	st.Applications = append(st.Applications, use)
}

func (r *refRun) reportChannels(st *sesame.Statistics) {
	for number := range r.system.channels() {
		if c := r.channels[number]; c != nil {
			st.Channels = append(st.Channels, sesame.ChannelUse{Name: r.system.channelName(number), Capacity: c.Capacity,
				Path: r.system.platform.Paths[r.design.path[number]].Name, Tokens: c.written, HighWater: c.highWater})
		}
	}
}

func (s *system) channelName(number int) string {
	c := s.channels()[number]
	return c.app.Name + "." + c.app.Channels[c.index].Name
}

func (r *refRun) reportProcessor(st *sesame.Statistics, p *refProcessor) {
	use := p.use
	if st.Failure == sesame.None {
		use.Idle = st.Makespan - use.Dispatch - use.Execute - use.Transfer - use.Waiting
	}
	use.Dynamic = energy(p.kind.Points[p.point].DynamicPower, use.Execute+use.Transfer+use.Waiting).Plus(p.own)
	resting := p.kind.Points[0]
	for _, active := range r.ranked {
		if r.system.clock(active.index) == r.system.clock(p.index) {
			resting = p.kind.Points[p.point]
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
	use := c.use
	use.Dynamic = femtojoules(c.of.EnergyPerByte, use.Bytes)
	used := r.system.platform.StaticAll
	for _, ch := range r.channels {
		for _, write := range []bool{false, true} {
			part := r.system.part(r.design.path[ch.number], write, ch.producer, ch.user)
			used = used || slices.Contains(part.components, i)
		}
	}
	if used {
		use.Static = energy(c.of.StaticPower, st.Makespan)
	}
	st.Energy.ComponentsDynamic = st.Energy.ComponentsDynamic.Plus(use.Dynamic)
	st.Energy.ComponentsStatic = st.Energy.ComponentsStatic.Plus(use.Static)
	st.Components = append(st.Components, use)
}
