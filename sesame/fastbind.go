package sesame

import (
	"math/bits"

	"sdse/scenarios"
)

// newLanes returns two lanes with room for every scenario of the model.
func (m *Model) newLanes() [2]*lane {
	second := new(struct {
		_ [laneGap]byte
		lane
	})
	lanes := [2]*lane{new(lane), &second.lane}
	for _, l := range lanes {
		l.m, l.mapping, l.genes = m, m.NewMapping(), make([]int, 0, len(m.genome.bounds))
		l.members = make([]scenarios.Member, 0, len(m.Space.Applications))
		l.words, l.tails = m.fast.words, m.fast.tailFor
		l.rankOf, l.slotOf = make([]int32, len(m.Platform.Processors)), make([]int32, m.Processes())
		for i := range l.rankOf {
			l.rankOf[i] = -1
		}
	}
	return lanes
}

func pad8(n int) int { return (n + 7) &^ 7 }

// bind makes a design and a scenario what the lane simulates next, at time 0. It
// returns false if the fast kernel cannot do it.
func (l *lane) bind(genes []int, scenario int) bool {
	m := l.m
	l.decode(genes)
	l.members = m.Space.AppendMembers(l.members[:0], scenario)
	l.skip.guide, l.events = nil, 0
	l.plain, l.twoPorts, l.twoResources = true, false, false
	if l.timed(scenario) || !l.rankProcessors() || !l.layOut() {
		return false
	}
	copy(l.free[:], m.fast.resources)
	for r := range l.used {
		l.free[len(m.fast.resources)+r] = resource{later: noPort}
	}
	// Two ends of no channel: the first is where records without a transfer find
	// what they need, the second where they tell about it.
	l.rowsUsed, l.endsUsed = 0, 2
	l.ends[0], l.ends[1] = channelEnd{proc: &l.procs[0]}, channelEnd{need: farAway, ring: 1, proc: &l.procs[0]}
	units := uint32(2) // the first two of the ring belong to the ends without a channel
	for _, member := range l.members {
		first := m.firstChannel[member.Application]
		for c := first; c < m.firstChannel[member.Application+1]; c++ {
			if l.mapping.Route[c] < 0 || l.endsUsed == maxEnds {
				return false
			}
			if units = l.addChannel(c, units); units > maxUnits {
				return false
			}
		}
	}
	l.fill(units)
	ends := uint32(2)
	for _, member := range l.members {
		if !l.addProcesses(member.Application, member.Scenario, ends) {
			return false
		}
		ends += 2 * uint32(m.firstChannel[member.Application+1]-m.firstChannel[member.Application])
	}
	l.start()
	if limit := m.Platform.Limits.Events; limit > 0 && l.events > limit {
		l.limit = 0 // known before anything happens
		return true
	}
	l.prepareSkipping()
	return true
}

// timed reports whether an application of a scenario has to wait for the time.
func (l *lane) timed(scenario int) bool {
	set := l.m.Space.SetOf(scenario)
	for k := range l.members {
		if t := l.m.Space.TimingOf(set, k); t.Period > 0 || t.Offset > 0 {
			return true
		}
	}
	return false
}

func (l *lane) decode(genes []int) {
	if len(genes) == len(l.genes) {
		same := true
		for i, g := range genes {
			if g != l.genes[i] {
				same = false
				break
			}
		}
		if same && len(genes) > 0 {
			return
		}
	}
	l.genes = append(l.genes[:0], genes...)
	l.m.Decode(genes, l.mapping)
}

// rankProcessors numbers the processors in use and counts their processes.
func (l *lane) rankProcessors() bool {
	m := l.m
	for i := range l.ranks[:l.used] {
		l.rankOf[l.ranks[i].cpu] = -1
	}
	l.used = 0
	for _, member := range l.members {
		for p := m.firstProcess[member.Application]; p < m.firstProcess[member.Application+1]; p++ {
			processor := l.mapping.Processor[p]
			rank := l.rankOf[processor]
			if rank < 0 {
				row := m.row(processor, l.mapping.Point[processor])
				fr := &m.fast.rows[row]
				if !fr.usable || l.used == maxRanks {
					return false
				}
				rank = int32(l.used)
				l.rankOf[processor] = rank
				l.ranks[rank] = rankState{back: 1, pick: uint64(fr.pick), keep: fr.keep, number: uint64(rank), row: int32(row), cpu: int32(processor)}
				l.plain = l.plain && fr.keep == 0 && fr.pick == 0
				l.used++
			}
			l.ranks[rank].placed++
		}
	}
	return l.used+len(m.fast.resources) <= maxResources
}

// layOut gives every process a slot.
func (l *lane) layOut() bool {
	m := l.m
	most := uint32(1)
	for i := range l.ranks[:l.used] {
		most = max(most, l.ranks[i].placed)
	}
	l.group = groupSize(int(most))
	if l.group*l.used > maxSlots {
		return false
	}
	for i := range l.keys[:l.group*l.used] {
		l.keys[i] = idleKey
	}
	l.blocks = max(1, pad8(l.used)/8)
	for i := l.used; i < 8*l.blocks; i++ {
		l.due[i] = idleKey
	}
	for i := range l.ranks[:l.used] {
		l.ranks[i].slot = uint32(i * l.group)
	}
	l.left = 0
	for _, member := range l.members {
		for p := m.firstProcess[member.Application]; p < m.firstProcess[member.Application+1]; p++ {
			rank := &l.ranks[l.rankOf[l.mapping.Processor[p]]]
			l.slotOf[p] = int32(rank.slot)
			rank.slot++
			l.left++
		}
	}
	for i := range l.ranks[:l.used] {
		l.ranks[i].slot = uint32(i * l.group)
	}
	return true
}

// groupSize is the size that groups are padded to.
func groupSize(most int) int {
	switch {
	case most <= 1:
		return 1
	case most <= 4:
		return 4
	}
	return pad8(most)
}

// addChannel adds the ends of a channel. Their rings begin at the given place,
// and the place behind them is returned.
func (l *lane) addChannel(c int, at uint32) uint32 {
	ch := &l.m.channels[c]
	scale := l.m.fast.scales[c]
	room := uint32(min(ch.capacity/scale, maxUnits))
	size := uint32(1) << bits.Len32(max(1, room)-1)
	initial := uint32(min(ch.initial/scale, maxUnits))
	l.ends[l.endsUsed] = l.newEnd(ch.writer, room-initial, at, size)
	l.ends[l.endsUsed+1] = l.newEnd(ch.reader, initial, at+size, size)
	l.endsUsed += 2
	return at + 2*size
}

// newEnd returns the end of a channel at which a process consumes.
func (l *lane) newEnd(process int32, supply, ring, size uint32) channelEnd {
	slot := l.slotOf[process]
	return channelEnd{supply: supply, need: farAway, ring: uint16(ring), mask: uint16(size - 1), slot: uint16(slot),
		rank: uint16(l.rankOf[l.mapping.Processor[process]]), proc: &l.procs[slot]}
}

// fill sets the times of all units to the first instant.
func (l *lane) fill(units uint32) {
	ring := l.ring[:units]
	for i := range ring {
		ring[i] = 1
	}
}

// addProcesses places the processes of an application, whose channels have their
// ends from the given one on.
func (l *lane) addProcesses(app, scenario int, ends uint32) bool {
	m := l.m
	first := m.firstProcess[app]
	for i := range m.fast.streams[app][scenario] {
		stream := &m.fast.streams[app][scenario][i]
		p := first + i
		r := l.rankOf[l.mapping.Processor[p]]
		rank := &l.ranks[r]
		state := &l.procs[l.slotOf[p]]
		*state = procState{clock: 1, tails: uint32(rank.row) * uint32(len(m.fast.tails)), start: stream.gathered, rows: l.rowsUsed, times: stream.times - 1}
		if rank.placed > 1 && rank.keep == 0 {
			state.start = stream.stepwise
		}
		if l.events += stream.events; stream.events == 0 {
			state.times = 0
		}
		if int(l.rowsUsed)+firstMove+len(stream.transfers) > maxRows {
			return false
		}
		rows := l.rows[l.rowsUsed:]
		l.rowsUsed += uint32(firstMove + len(stream.transfers))
		alone := &l.free[len(m.fast.resources)+int(r)]
		rows[noTransfer] = recordRow{first: alone, second: alone, own: &l.ends[0], peer: &l.ends[1]}
		rows[forEver] = recordRow{own: &l.ends[0], units: 1}
		for k, times := range stream.transfers {
			if times > 0 && !l.transferRow(m.fast.moves[p][k], uint32(r), m.endOf(&m.moves[m.fast.moves[p][k]], app, ends), &rows[firstMove+k]) {
				return false
			}
		}
	}
	return true
}

// transferRow finds out what a transfer of a class, at an end of its channel,
// takes under the mapping.
func (l *lane) transferRow(k, r, end uint32, row *recordRow) bool {
	m := l.m
	move := &m.moves[k]
	at := l.mapping.Route[move.channel]
	if at < 0 {
		return false
	}
	route := &m.routes[at]
	alone := &l.free[len(m.fast.resources)+int(r)]
	*row = recordRow{units: uint32(move.tokens / m.fast.scales[move.channel]), first: alone, second: alone, own: &l.ends[end], peer: &l.ends[end^1]}
	part := route.part(move.write)
	if m.Platform.Paths[route.path].DMA || len(part) > 1 {
		return false
	}
	if len(part) == 1 {
		if !part[0].short.fast {
			return false
		}
		row.duration = uint64(m.moveFor[part[0].price][k])
		if res := part[0].short.resources[0]; res >= 0 {
			row.first, row.second = &l.free[res], &l.free[res]
		}
		if res := part[0].short.resources[1]; res >= 0 {
			row.second = &l.free[res]
		}
		l.twoResources = l.twoResources || row.first != row.second
		l.twoPorts = l.twoPorts || row.first.later < noPort || row.second.later < noPort
	}
	if row.duration == 0 {
		// What such a transfer makes known does not lie after it. Within one
		// processor nobody decides in between, unless a process may keep it.
		return l.rankOf[l.mapping.Processor[m.channels[move.channel].writer]] == l.rankOf[l.mapping.Processor[m.channels[move.channel].reader]] &&
			l.ranks[r].keep == 0
	}
	return row.duration < uint64(tooLong) && row.units < farAway
}

// endOf returns the end of its channel at which a transfer happens. All channels
// of an application have their ends side by side from the given one on.
func (m *Model) endOf(move *moveClass, app int, from uint32) uint32 {
	end := from + 2*uint32(int(move.channel)-m.firstChannel[app])
	if !move.write {
		end++
	}
	return end
}

// start puts everything to time 0.
func (l *lane) start() {
	l.last = 1
	l.limit = maxKeyTime << keyBits
	if t := l.m.Platform.Limits.Time; t > 0 && t+2 < maxKeyTime {
		l.limit = uint64(t+2) << keyBits
	}
	for r := range l.ranks[:l.used] {
		rank := &l.ranks[r]
		for i := rank.slot; i < rank.slot+rank.placed; i++ {
			l.begin(i, &l.procs[i])
		}
		rank.best = l.keys[rank.slot]
		if l.group > 1 {
			rank.best = l.leastOfGroup(rank.slot)
		}
		l.due[r] = dueKey(rank, rank.best)
	}
	if l.blocks > 2 {
		l.refreshAll()
	}
}
