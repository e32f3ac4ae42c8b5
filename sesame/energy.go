package sesame

// EnergySplit is the energy of a simulation by where it went. The parts add up
// to the total.
type EnergySplit struct {
	ProcessorsDynamic, ProcessorsStatic Exact
	ComponentsDynamic, ComponentsStatic Exact
	Platform, Total                     Exact
}

// energy adds up the energy of a finished simulation.
func (s *Simulator) energy(makespan Time) EnergySplit {
	var e EnergySplit
	for r := range s.tally.processors {
		e.ProcessorsDynamic = e.ProcessorsDynamic.Plus(s.dynamicOf(int32(r)))
	}
	for i := range s.m.Platform.Processors {
		e.ProcessorsStatic = e.ProcessorsStatic.Plus(s.staticOfProcessor(i, makespan))
	}
	for i := range s.m.Platform.Components {
		e.ComponentsStatic = e.ComponentsStatic.Plus(s.staticOfComponent(i, makespan))
	}
	for k, times := range s.tally.moved {
		e.ComponentsDynamic = e.ComponentsDynamic.Plus(s.transferEnergy(k, times))
	}
	e.Platform = powerOver(s.m.Platform.StaticPower, makespan)
	e.Total = e.ProcessorsDynamic.Plus(e.ProcessorsStatic).Plus(e.ComponentsDynamic).Plus(e.ComponentsStatic).Plus(e.Platform)
	return e
}

func (s *Simulator) point(processor int) *OperatingPoint {
	p := &s.m.Platform.Processors[processor]
	return &s.m.Platform.Types[p.Type].Points[s.mapping.Point[processor]]
}

// dynamicOf is the energy of a processor for the time that events occupied it:
// execution, issues and transfers, from request to end, but not dispatching; and what
// the operations themselves take.
func (s *Simulator) dynamicOf(rank int32) Exact {
	t := &s.tally.processors[rank]
	return powerOver(s.point(int(s.place.ranked[rank])).DynamicPower, t.execute+t.transfer+t.waited).Plus(t.operations)
}

// staticOfProcessor is what a processor draws all the time. One without an
// active process counts only if all do. It rests at the operating point of its
// clock if that drives an active process, else at its first: a gene that no
// active process depends on has no effect.
func (s *Simulator) staticOfProcessor(i int, makespan Time) Exact {
	if s.place.rankOf[i] < 0 && !s.m.Platform.StaticAll {
		return Exact{}
	}
	point := s.point(i)
	if s.place.rankOf[i] < 0 && !s.drivesActive(s.m.clock[i]) {
		point = &s.m.Platform.Types[s.m.Platform.Processors[i].Type].Points[0]
	}
	return powerOver(point.StaticPower, makespan)
}

// drivesActive reports whether a processor with an active process follows a clock.
func (s *Simulator) drivesActive(clock int) bool {
	for _, processor := range s.place.ranked {
		if s.m.clock[processor] == clock {
			return true
		}
	}
	return false
}

func (s *Simulator) staticOfComponent(i int, makespan Time) Exact {
	c := &s.m.Platform.Components[i]
	if c.StaticPower == 0 || !s.m.Platform.StaticAll && !s.passed(int32(i)) {
		return Exact{}
	}
	return powerOver(c.StaticPower, makespan)
}

// passed reports whether an active channel goes over a component.
func (s *Simulator) passed(component int32) bool {
	for _, member := range s.place.members {
		for c := s.m.firstChannel[member.Application]; c < s.m.firstChannel[member.Application+1]; c++ {
			if s.m.routes[s.mapping.Route[c]].passes(component) {
				return true
			}
		}
	}
	return false
}

// transferEnergy is the energy of a number of transfers of a class: their bytes
// on every component of the part of the route they pass.
func (s *Simulator) transferEnergy(k int, times int64) Exact {
	if times == 0 {
		return Exact{}
	}
	move := &s.m.moves[k]
	perByte := s.m.routes[s.mapping.Route[move.channel]].part(move.write).perByte()
	bytes := move.tokens * s.m.channels[move.channel].tokenBytes
	return perByte.times(uint64(bytes)).times(uint64(times))
}
