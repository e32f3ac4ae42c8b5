package sesame

import "slices"

// Examine simulates the bound design in a system scenario like Simulate and
// tells everything about it, of a simulation that failed what happened until
// then. It allocates its result.
func (s *Simulator) Examine(scenario int) *Statistics { return s.Watch(scenario, nil) }

// Watch is Examine with an observer that is told every span and fill, or nil.
// It begins with the fill of every channel at time 0.
func (s *Simulator) Watch(scenario int, o Observer) *Statistics {
	st := &Statistics{Scenario: scenario}
	if !s.place.set(s.m, s.mapping, scenario) {
		st.Failure = NoPath
		return st
	}
	s.general.observer, s.general.counting = o, true
	makespan, failure := s.general.run()
	s.general.observer, s.general.counting = nil, false
	outcome := s.outcome(makespan, failure)
	st.Makespan, st.Failure = outcome.Makespan, outcome.Failure
	s.applicationUse(st)
	s.processUse(st)
	s.channelUse(st)
	s.processorUse(st)
	s.componentUse(st)
	st.Energy = s.energy(st.Makespan)
	return st
}

func (s *Simulator) applicationUse(st *Statistics) {
	set := s.m.Space.SetOf(st.Scenario)
	for k, member := range s.place.members {
		t := &s.tally.iterations[k]
		use := ApplicationUse{Name: s.m.Space.Applications[member.Application].Name, Starts: t.starts, Timing: s.m.Space.TimingOf(set, k)}
		for i, end := range t.ends {
			if t.ended[i] < t.active {
				break
			}
			use.Completed = append(use.Completed, end)
			if t.timing.deadline > 0 && end-t.starts[i] > t.timing.deadline {
				use.Misses++
			}
		}
		st.Applications = append(st.Applications, use)
	}
}

func (s *Simulator) processUse(st *Statistics) {
	for _, member := range s.place.members {
		for p := s.m.firstProcess[member.Application]; p < s.m.firstProcess[member.Application+1]; p++ {
			t := &s.tally.processes[s.place.slotOf[p]]
			st.Processes = append(st.Processes, ProcessUse{Name: s.m.ProcessName(p), Finish: t.finish,
				Processor: s.m.Platform.Processors[s.mapping.Processor[p]].Name, Finished: t.finished})
			if st.Failure == Deadlock && t.waits >= 0 {
				st.Blocked = append(st.Blocked, BlockedProcess{p, int(t.waits)})
			}
		}
	}
}

func (s *Simulator) channelUse(st *Statistics) {
	at := make([]int, s.m.Channels()) // where in the list each channel is
	for _, member := range s.place.members {
		for c := s.m.firstChannel[member.Application]; c < s.m.firstChannel[member.Application+1]; c++ {
			at[c] = len(st.Channels)
			st.Channels = append(st.Channels, ChannelUse{Name: s.m.ChannelName(c),
				Path:     s.m.Platform.Paths[s.m.routes[s.mapping.Route[c]].path].Name,
				Capacity: s.m.channels[c].capacity, HighWater: s.tally.highWater[c]})
		}
	}
	for k, times := range s.tally.moved {
		if move := &s.m.moves[k]; move.write && times > 0 {
			st.Channels[at[move.channel]].Tokens += times * move.tokens
		}
	}
}

func (s *Simulator) processorUse(st *Statistics) {
	for i := range s.m.Platform.Processors {
		use := ProcessorUse{Name: s.m.Platform.Processors[i].Name, Idle: st.Makespan}
		use.Static = s.staticOfProcessor(i, st.Makespan)
		if r := s.place.rankOf[i]; r >= 0 {
			t := &s.tally.processors[r]
			use.Processes = int(s.place.first[r+1] - s.place.first[r])
			use.Dispatch, use.Execute, use.Transfer, use.Waiting = t.dispatch, t.execute, t.transfer, t.waited
			use.Picks, use.Switches, use.Preemptions = t.picks, t.switches, t.preemptions
			use.Idle -= min(use.Idle, t.dispatch+t.execute+t.transfer+t.waited)
			use.Dynamic = s.dynamicOf(r)
		}
		st.Processors = append(st.Processors, use)
	}
}

func (s *Simulator) componentUse(st *Statistics) {
	for i := range s.m.Platform.Components {
		c := &s.m.Platform.Components[i]
		use := ComponentUse{Name: c.Name, Kind: c.Kind, Ports: max(1, c.Ports)}
		for k, times := range s.tally.moved {
			if times == 0 {
				continue
			}
			move := &s.m.moves[k]
			for _, h := range s.partOf(k) {
				if slices.Contains(h.components, int32(i)) {
					use.Transfers += times
					use.Bytes += times * move.tokens * s.m.channels[move.channel].tokenBytes
					use.Busy += Time(times) * s.m.moveFor[h.price][k]
				}
			}
		}
		use.Waiting, use.MaxWaiting = s.tally.components[i].sum, s.tally.components[i].most
		use.Dynamic = femtojoules(uint64(c.EnergyPerByte)).times(uint64(use.Bytes))
		use.Static = s.staticOfComponent(i, st.Makespan)
		st.Components = append(st.Components, use)
	}
}

// partOf returns what a transfer of a class passes.
func (s *Simulator) partOf(k int) part {
	move := &s.m.moves[k]
	return s.m.routes[s.mapping.Route[move.channel]].part(move.write)
}
