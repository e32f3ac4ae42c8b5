package sesame

// outcome is what the simulation that has come to its end says. It returns false
// if the fast kernel could not do it.
func (l *lane) outcome() (Outcome, bool) {
	limits := &l.m.Platform.Limits
	last := l.last
	for i := range l.ranks[:l.used] {
		last = max(last, l.ranks[i].back)
	}
	switch makespan := Time(last - 1); {
	case limits.Events > 0 && l.events > limits.Events:
		return Outcome{Failure: EventLimit}, true
	case limits.Time > 0 && makespan > limits.Time:
		return Outcome{Failure: TimeLimit}, true
	case l.left > 0 && l.earliest() < idleKey:
		return Outcome{}, false
	case l.left > 0:
		return Outcome{Failure: Deadlock}, true
	default:
		energy := l.energy(makespan).Rounded()
		if energy == MaxEnergy {
			return Outcome{Failure: Overflow}, true
		}
		return Outcome{Makespan: makespan, Energy: energy}, true
	}
}

// energy adds up what docs/semantics.md counts. Everything but the waiting and
// the makespan is known from the traces.
func (l *lane) energy(makespan Time) Exact {
	m := l.m
	sum := powerOver(m.Platform.StaticPower, makespan)
	for _, member := range l.members {
		for i := range m.fast.streams[member.Application][member.Scenario] {
			p := m.firstProcess[member.Application] + i
			sum = sum.Plus(l.energyOfProcess(p, &m.fast.streams[member.Application][member.Scenario][i]))
		}
	}
	for i := range l.ranks[:l.used] {
		point := l.point(int(l.ranks[i].cpu))
		sum = sum.Plus(powerOver(point.DynamicPower, Time(l.ranks[i].waited)))
		if !m.Platform.StaticAll {
			sum = sum.Plus(powerOver(point.StaticPower, makespan))
		}
	}
	if m.Platform.StaticAll {
		for i := range m.Platform.Processors {
			sum = sum.Plus(powerOver(l.restingPoint(i).StaticPower, makespan))
		}
	}
	for _, i := range m.fast.drawing {
		if m.Platform.StaticAll || l.passed(i) {
			sum = sum.Plus(powerOver(m.Platform.Components[i].StaticPower, makespan))
		}
	}
	return sum
}

// energyOfProcess is what the events of a process take.
func (l *lane) energyOfProcess(p int, stream *fastStream) Exact {
	m := l.m
	state := &l.procs[l.slotOf[p]]
	row := l.ranks[l.rankOf[l.mapping.Processor[p]]].row
	busy := stream.executed[row]
	sum := stream.energy[row]
	for k, times := range stream.transfers {
		if times == 0 {
			continue
		}
		move := &m.moves[m.fast.moves[p][k]]
		busy += Time(times) * Time(l.rows[int(state.rows)+firstMove+k].duration)
		route := &m.routes[l.mapping.Route[move.channel]]
		perByte := route.readPerByte
		if move.write {
			perByte = route.writePerByte
		}
		sum = sum.Plus(perByte.times(uint64(move.tokens * m.channels[move.channel].tokenBytes)).times(uint64(times)))
	}
	return sum.Plus(powerOver(l.point(l.mapping.Processor[p]).DynamicPower, busy))
}

func (l *lane) point(processor int) *OperatingPoint {
	p := &l.m.Platform.Processors[processor]
	return &l.m.Platform.Types[p.Type].Points[l.mapping.Point[processor]]
}

// restingPoint is the operating point of a processor, in use or not.
func (l *lane) restingPoint(i int) *OperatingPoint {
	if l.rankOf[i] < 0 {
		driven := false
		for r := range l.ranks[:l.used] {
			driven = driven || l.m.clock[l.ranks[r].cpu] == l.m.clock[i]
		}
		if !driven {
			return &l.m.Platform.Types[l.m.Platform.Processors[i].Type].Points[0]
		}
	}
	return l.point(i)
}

// passed reports whether a channel of the scenario goes over a component.
func (l *lane) passed(component int32) bool {
	for _, member := range l.members {
		for c := l.m.firstChannel[member.Application]; c < l.m.firstChannel[member.Application+1]; c++ {
			if l.m.routes[l.mapping.Route[c]].passes(component) {
				return true
			}
		}
	}
	return false
}
