package sesame

import (
	"slices"

	"sdse/kpn"
)

// Statistics is everything that a simulation tells about itself.
type Statistics struct {
	Scenario     int
	Makespan     Time // 0 if it failed
	Failure      Failure
	Blocked      []BlockedProcess // if the failure is a deadlock
	Applications []ApplicationUse // those active in the scenario
	Processes    []ProcessUse     // those active in the scenario
	Channels     []ChannelUse     // those active in the scenario
	Processors   []ProcessorUse   // all of the platform
	Components   []ComponentUse   // all of the platform
	Energy       EnergySplit
}

// ApplicationUse is how an application fared, iteration by iteration. An
// iteration is complete when all processes have ended it.
type ApplicationUse struct {
	Name      string
	Starts    []Time // of the iterations: their release, or without a period when the first process is ready to begin
	Completed []Time // of the iterations that are complete, in order
	Misses    int    // iterations later than the deadline
	Timing    kpn.Timing
}

// ProcessorUse is what a processor did. The five times add up to the makespan.
type ProcessorUse struct {
	Name                                       string
	Processes                                  int
	Dispatch, Execute, Transfer, Waiting, Idle Time
	Picks, Switches, Preemptions               int64 // dispatches, those to another process than before, executes interrupted
	Dynamic, Static                            Exact
}

// ComponentUse is what passed a memory or an interconnect.
type ComponentUse struct {
	Name       string
	Kind       ComponentKind
	Transfers  int64
	Bytes      int64
	Busy       Time // sum of the durations of the transfers that passed it
	Waiting    Time // sum of what transfers waited for it
	MaxWaiting Time
	Ports      int
	Dynamic    Exact
	Static     Exact
}

// ProcessUse is how a process fared.
type ProcessUse struct {
	Name      string
	Processor string
	Finish    Time
	Finished  bool
}

// ChannelUse is what went through a channel.
type ChannelUse struct {
	Name      string
	Path      string
	Tokens    int64 // that became visible
	Capacity  int64
	HighWater int64 // the most tokens for which room was taken at once
}

// BlockedProcess is a process that waits for ever, and the channel it waits
// for, by their numbers in the model.
type BlockedProcess struct {
	Process, Channel int
}

// Examine simulates the bound design in a system scenario like Simulate and
// tells everything about it, of a simulation that failed what happened until
// then. It allocates its result.
func (s *Simulator) Examine(scenario int) *Statistics {
	outcome := s.simulateAny(scenario)
	st := &Statistics{Scenario: scenario, Makespan: outcome.Makespan, Failure: outcome.Failure}
	if outcome.Failure == NoPath {
		return st
	}
	if outcome.Failure == Deadlock {
		st.Blocked = s.blockedProcesses()
	}
	s.processorUse(st)
	s.componentUse(st)
	s.processUse(st)
	st.Energy = s.energy(st.Makespan)
	return st
}

func (s *Simulator) processorUse(st *Statistics) {
	for i := range s.m.Platform.Processors {
		use := ProcessorUse{Name: s.m.Platform.Processors[i].Name, Idle: st.Makespan}
		use.Static = s.staticOfProcessor(i, st.Makespan)
		if r := s.rankOf[i]; r >= 0 {
			c := &s.cpus[r]
			use.Processes = int(c.last - c.first)
			use.Dispatch, use.Execute, use.Transfer, use.Waiting = c.dispatch, c.execute, c.transfer, c.waited
			if occupied := c.dispatch + c.execute + c.transfer + c.waited; occupied < use.Idle {
				use.Idle -= occupied
			} else {
				use.Idle = 0
			}
			use.Dynamic = s.dynamicOf(c)
		}
		st.Processors = append(st.Processors, use)
	}
}

func (s *Simulator) componentUse(st *Statistics) {
	for i := range s.m.Platform.Components {
		c := &s.m.Platform.Components[i]
		use := ComponentUse{Name: c.Name, Kind: c.Kind, Ports: max(1, c.Ports)}
		for k, times := range s.moved {
			if times == 0 {
				continue
			}
			move := &s.m.moves[k]
			for _, h := range s.partOf(uint32(k)) {
				if slices.Contains(h.components, int32(i)) {
					use.Transfers += times
					use.Bytes += times * move.tokens * s.m.channels[move.channel].tokenBytes
					use.Busy += Time(times) * s.m.moveFor[h.price][k]
				}
			}
		}
		use.Waiting, use.MaxWaiting = s.wait[i].sum, s.wait[i].most
		use.Dynamic = femtojoules(uint64(c.EnergyPerByte)).times(uint64(use.Bytes))
		use.Static = s.staticOfComponent(i, st.Makespan)
		st.Components = append(st.Components, use)
	}
}

func (s *Simulator) processUse(st *Statistics) {
	for _, member := range s.members {
		for p := s.m.firstProcess[member.Application]; p < s.m.firstProcess[member.Application+1]; p++ {
			sl := &s.slots[s.slotOf[p]]
			st.Processes = append(st.Processes, ProcessUse{Name: s.m.ProcessName(p), Finish: sl.finish,
				Processor: s.m.Platform.Processors[s.mapping.Processor[p]].Name, Finished: sl.state == done})
		}
	}
}

func (s *Simulator) blockedProcesses() []BlockedProcess {
	var list []BlockedProcess
	for _, member := range s.members {
		for p := s.m.firstProcess[member.Application]; p < s.m.firstProcess[member.Application+1]; p++ {
			if sl := &s.slots[s.slotOf[p]]; sl.state == blocked {
				move := &s.m.moves[sl.code-uint32(len(s.m.execute))]
				list = append(list, BlockedProcess{p, int(move.channel)})
			}
		}
	}
	return list
}
