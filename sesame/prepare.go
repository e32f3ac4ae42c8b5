package sesame

import (
	"math"

	"sdse/kpn"
)

// prepare sets everything to the moment before time 0.
func (g *general) prepare() {
	g.now, g.cut, g.orders, g.round = 0, 0, 0, 0
	g.due, g.soon, g.offered = g.due[:0], g.soon[:0], g.offered[:0]
	g.touched, g.asking, g.dirty = g.touched[:0], g.asking[:0], g.dirty[:0]
	g.tally.clear(len(g.place.ranked), len(g.place.process))
	if g.counting {
		g.tally.iterations = make([]iterationTally, len(g.place.members))
	}
	g.prepareProcessors()
	timed := g.prepareProcesses()
	g.prepareChannels()
	g.contended.clear()
	g.transfers, g.spare = g.transfers[:len(g.cpus)], -1
	g.wakes = int32(len(g.cpus))
	if timed {
		g.wakes += int32(len(g.slots))
	}
	g.flights = g.wakes + int32(len(g.m.queues))
	g.agenda.reset(int(g.flights))
}

func (g *general) prepareProcessors() {
	m := g.m
	g.cpus = g.cpus[:0]
	for r, processor := range g.place.ranked {
		row := m.row(int(processor), g.mapping.Point[processor])
		t := &m.Platform.Types[m.Platform.Processors[processor].Type]
		c := cpu{executeFor: m.executeFor[row], row: int32(row), processor: processor,
			pick: m.pick[row], change: m.pick[row], policy: t.Policy, preemptive: t.Policy == Priority && t.Preemptive,
			first: g.place.first[r], last: g.place.first[r+1], current: -1, picked: -1}
		if g.charged[row] {
			c.energyOf = m.executeEnergy[row]
		}
		if t.SwitchWhen != Never {
			c.change = m.switching[row]
		}
		if t.SwitchWhen == Always {
			c.pick = m.switching[row]
		}
		if t.Policy == RoundRobin {
			c.slice = min(t.Slice, MaxTime)
		}
		g.cpus = append(g.cpus, c)
	}
}

// prepareProcesses reports whether some process is released by time.
func (g *general) prepareProcesses() (timed bool) {
	m := g.m
	n := len(g.place.process)
	g.slots, g.courses, g.ready = g.slots[:n], g.courses[:n], g.ready[:n]
	set := m.Space.SetOf(g.place.scenario)
	for k, member := range g.place.members {
		when := timingOf(m.Space.TimingOf(set, k))
		app := m.Space.Applications[member.Application]
		timed = timed || when.period > 0 || when.offset > 0
		for p, stream := range m.streams[member.Application][member.Scenario] {
			q := m.firstProcess[member.Application] + p
			i := g.place.slotOf[q]
			g.slots[i] = slot{codes: stream.codes, firings: stream.firings, process: int32(q), firingEnd: -1,
				rank: g.place.rankOf[g.mapping.Processor[q]], urgency: app.Processes[p].Priority}
			g.courses[i] = course{times: int64(stream.times), timing: when, member: int32(k)}
			g.ready[i] = never
			if g.counting && len(stream.codes) > 0 {
				g.tally.iterations[k].active++
			}
		}
		if g.counting {
			g.tally.iterations[k].timing = when
		}
	}
	g.left = n
	return timed
}

func (g *general) prepareChannels() {
	m := g.m
	if g.observer != nil && g.fill == nil {
		g.fill = make([]int64, m.Channels())
	}
	for _, member := range g.place.members {
		for c := m.firstChannel[member.Application]; c < m.firstChannel[member.Application+1]; c++ {
			ch := &m.channels[c]
			room := ch.capacity - ch.initial
			g.buffers[c] = buffer{tokens: ch.initial, room: room, least: room,
				writer: g.place.slotOf[ch.writer], reader: g.place.slotOf[ch.reader]}
			route := &m.routes[g.mapping.Route[c]]
			g.sides[2*c] = g.newSide(route.read, m.issue[route.path])
			g.sides[2*c+1] = g.newSide(route.write, m.issue[route.path])
			if g.observer != nil {
				g.fill[c] = ch.initial
				g.observer.Fill(c, 0, ch.initial)
			}
		}
	}
}

func (g *general) newSide(hops part, issue []Time) side {
	l := side{hops: hops, issue: issue}
	if len(hops) > 0 {
		l.first = g.m.moveFor[hops[0].price]
	}
	return l
}

// events counts the events of all processes; the count saturates.
func (g *general) events() (n int64) {
	for i := range g.slots {
		length, times := int64(len(g.slots[i].codes)), g.courses[i].times
		if length > 0 && times > (math.MaxInt64-n)/length {
			return math.MaxInt64
		}
		n += length * times
	}
	return n
}

// deliver hands over what has been counted while it ran.
func (g *general) deliver() {
	for r := range g.cpus {
		c := &g.cpus[r]
		c.count.operations = attojoules(c.energyLow).Plus(Exact{hi: c.energyHigh}.times(1000))
		g.tally.processors[r] = c.count
	}
	for i := range g.slots {
		t := processTally{finish: g.courses[i].finish, finished: g.slots[i].state == done, waits: -1}
		if g.slots[i].state == blocked {
			t.waits = g.slots[i].waits
		}
		g.tally.processes[i] = t
	}
	for _, member := range g.place.members {
		for c := g.m.firstChannel[member.Application]; c < g.m.firstChannel[member.Application+1]; c++ {
			g.tally.highWater[c] = g.m.channels[c].capacity - min(g.buffers[c].least, g.buffers[c].room)
		}
	}
}

// timing is a kpn.Timing in simulated time.
type timing struct {
	period, offset, deadline Time
}

func timingOf(t kpn.Timing) timing {
	of := func(ps int64) Time { return Time(min(max(0, ps), int64(MaxTime))) }
	return timing{of(t.Period), of(t.Offset), of(t.Deadline)}
}

// release is when an iteration may begin, at most MaxTime.
func (t timing) release(iteration int64) Time {
	return t.period.times(uint64(iteration)).plus(t.offset)
}
