package sesame

import "slices"

// This file skips what repeats. All processes of an application run the same
// words in every iteration, so once the state of a simulation is the same as it
// was some iterations before, but for a shift of time, it goes on as it did
// then, as long as everybody has iterations left. The rest is arithmetic: times
// and sums grow by the same amount with every period. That is exact.
//
// The state is looked at when one process, the guide, begins an iteration, and
// held against one state from before. Which one doubles its distance (Brent
// 1980), so that a period of any length is found at the second time at the latest.

// skipper is what a lane remembers for skipping.
type skipper struct {
	guide  *procState // nil if nothing can be skipped
	paused bool       // the guide has begun an iteration
	stride int32      // iterations of the guide between two looks
	wait   int32      // those to come before the next
	looks  int
	jumps  int
	eager  bool   // look at every iteration, for tests
	real   uint64 // lane.limit, while the lane is paused

	state  []uint64 // now
	anchor []uint64 // before
	then   moment
}

// moment is what grows between two equal states.
type moment struct {
	time   uint64
	times  []int32  // per slot
	waited []uint64 // per rank
}

// lookAfter is how many events at least lie between two looks at the state. A
// look costs about as much as ten of them.
const lookAfter = 1 << 11

// prepareSkipping chooses the guide: a process with as many iterations as any
// other. Few are not worth it.
func (l *lane) prepareSkipping() {
	k := &l.skip
	*k = skipper{eager: k.eager, state: k.state[:0], anchor: k.anchor[:0], then: moment{times: k.then.times[:0], waited: k.then.waited[:0]}}
	most := int32(0)
	for _, member := range l.members {
		streams := l.m.fast.streams[member.Application][member.Scenario]
		for i := range streams {
			p := &l.procs[l.slotOf[l.m.firstProcess[member.Application]+i]]
			if p.times > most {
				most, k.guide = p.times, p
			}
		}
	}
	if most < 4 {
		k.guide = nil
		return
	}
	perIteration := max(1, l.events/int64(most+1))
	k.stride = int32(max(1, min(int64(most), lookAfter/perIteration)))
	if k.eager {
		k.stride = 1
	}
	k.wait = k.stride
}

// iterationBegins is told of every iteration that a process begins.
func (l *lane) iterationBegins(p *procState) {
	k := &l.skip
	if p != k.guide {
		return
	}
	if k.wait--; k.wait > 0 {
		return
	}
	k.wait = k.stride
	k.paused = true
	k.real, l.limit = l.limit, 0 // ends the steps after the present one
}

// resume looks at the state of a lane that has paused, and lets it go on. It
// returns false if the lane has not paused but is at its end.
func (l *lane) resume() bool {
	k := &l.skip
	if !k.paused {
		return false
	}
	k.paused = false
	l.limit = k.real
	now := l.earliest()
	if now >= l.limit {
		return true // the next step sees it
	}
	now >>= keyBits
	k.looks++
	k.state = l.appendState(k.state[:0], now)
	if slices.Equal(k.state, k.anchor) {
		l.jump(now)
	}
	if k.looks&(k.looks-1) == 0 {
		k.anchor = append(k.anchor[:0], k.state...)
		l.remember(now)
	}
	return true
}

func (l *lane) remember(now uint64) {
	then := &l.skip.then
	then.time = now
	then.times, then.waited = then.times[:0], then.waited[:0]
	for i := range l.procs[:l.group*l.used] {
		then.times = append(then.times, l.procs[i].times)
	}
	for r := range l.ranks[:l.used] {
		then.waited = append(then.waited, l.ranks[r].waited)
	}
}

// appendState appends everything that decides what happens from now on, with
// times counted from now. What is past and only ever compared with later times
// counts as now.
func (l *lane) appendState(state []uint64, now uint64) []uint64 {
	since := func(t uint64) uint64 {
		if t >= idleKey {
			return idleKey
		}
		return max(t, now) - now
	}
	for r := range l.ranks[:l.used] {
		state = append(state, shifted(l.due[r], -now), since(l.ranks[r].back))
		for i := range l.ranks[r].placed {
			slot := l.ranks[r].slot + i
			p := &l.procs[slot]
			// A key may lie before now: that is how long its process has waited.
			state = append(state, shifted(l.keys[slot], -now), uint64(p.next), since(p.clock))
		}
	}
	for i := range l.m.fast.resources {
		state = append(state, since(l.free[i].sooner), since(l.free[i].later))
	}
	for i := range l.ends[2:l.endsUsed] {
		e := &l.ends[2+i]
		there := e.supply - e.demand
		waits := e.need - e.demand
		if int32(e.supply-e.need) < -farAway/2 {
			waits = farAway // nobody waits
		}
		state = append(state, uint64(there)<<32|uint64(waits))
		for j := range there {
			state = append(state, since(l.ring[(uint32(e.ring)+(e.demand+j)&uint32(e.mask))&(maxUnits-1)]))
		}
	}
	return state
}

// shifted is a key at another time. The keys of what has nothing to do and of who
// keeps a processor hold no time.
func shifted(key, by uint64) uint64 {
	switch {
	case key >= idleKey:
		return idleKey
	case key>>keyBits == 0:
		return key
	}
	return key + by<<keyBits
}

// jump takes the lane as many periods ahead as all processes have iterations for.
func (l *lane) jump(now uint64) {
	then := &l.skip.then
	period := now - then.time
	periods := uint64(maxKeyTime/2) / max(1, period)
	for i := range l.procs[:l.group*l.used] {
		if done := then.times[i] - l.procs[i].times; done > 0 {
			periods = min(periods, uint64(l.procs[i].times/done))
		}
	}
	ahead := periods * period
	if periods == 0 || now+ahead > maxKeyTime/2 {
		return
	}
	l.skip.jumps++
	for i := range l.procs[:l.group*l.used] {
		p := &l.procs[i]
		p.times -= int32(periods) * (then.times[i] - p.times)
		p.clock += ahead
		l.keys[i] = shifted(l.keys[i], ahead)
	}
	for r := range l.ranks[:l.used] {
		rank := &l.ranks[r]
		rank.waited += periods * (rank.waited - then.waited[r])
		rank.back += ahead
		rank.best = shifted(rank.best, ahead)
		l.due[r] = shifted(l.due[r], ahead)
	}
	if l.blocks > 2 {
		l.refreshAll()
	}
	for i := range l.m.fast.resources {
		l.free[i].sooner += ahead
		if l.free[i].later < noPort {
			l.free[i].later += ahead
		}
	}
	for i := range l.ends[2:l.endsUsed] {
		e := &l.ends[2+i]
		for j := range uint32(e.mask) + 1 {
			l.ring[uint32(e.ring)+j] += ahead
		}
	}
}
