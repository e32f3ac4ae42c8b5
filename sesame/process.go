package sesame

// slot is the state of an active process.
type slot struct {
	codes     []uint32
	firings   []uint32 // SDF firing: see stream; else nil
	next      int32    // index in codes of the event after the one at hand
	firingEnd int32    // SDF firing: index in codes behind the firing at hand; else -1
	firing    uint32   // SDF firing: the one at hand
	code      uint32
	rank      int32
	process   int32
	waits     int32 // channel that it waits for, if blocked
	state     slotState
	urgency   int  // smaller is more urgent
	ready     Time // since when its event is enabled, if ready or running
	rest      Time // of an execute that was interrupted; else 0
	since     Time // since when it is offered or queued, for the observer
}

// course is what a process needs once per iteration.
type course struct {
	iteration int64
	times     int64 // iterations that begin after the current one
	timing    timing
	member    int32
	finish    Time // end of its last event, if done

	// What a blocked process waits for, for the observer.
	wanted int64
	write  bool
}

type slotState uint8

const (
	held     slotState = iota // its iteration is not released yet
	offered                   // whether its firing is enabled is judged after all completions
	blocked                   // its event is not enabled
	ready                     // queued at its processor
	running                   // at hand of its processor
	fetching                  // a DMA read is on the way for it; it holds no processor
	done
)

// buffer is the state of a channel: what nobody has reserved yet. Each end
// belongs to one process that does one event at a time, so one number for each
// end is all there is to a reservation.
type buffer struct {
	tokens         int64  // visible and not reserved by a read
	room           int64  // not reserved by a write
	least          int64  // the least room there was at the end of a round before the last change
	changed        uint64 // round in which room changed last
	writer, reader int32  // slots
}

// change takes room or gives it back. What counts for the high-water mark is the
// room at the end of a round: a write that takes room while a read ends at the
// same instant has not been there together with what that has read.
func (b *buffer) change(room int64, round uint64) {
	if b.changed != round {
		b.least = min(b.least, b.room)
		b.changed = round
	}
	b.room += room
}

// begin takes a process to its first iteration.
func (g *general) begin(i int32) {
	if len(g.slots[i].codes) == 0 {
		g.finish(i)
		return
	}
	g.courses[i].times--
	g.release(i)
}

func (g *general) finish(i int32) {
	g.slots[i].state = done
	g.courses[i].finish = g.now
	g.left--
}

// endEvent ends the event at hand of a process and takes it to the next one.
func (g *general) endEvent(i int32) {
	sl := &g.slots[i]
	if sl.next == sl.firingEnd {
		g.endFiring(sl)
	}
	if int(sl.next) < len(sl.codes) {
		g.offer(i)
		return
	}
	co := &g.courses[i]
	if g.counting {
		g.iterationEnds(co)
	}
	if co.times == 0 {
		g.finish(i)
		return
	}
	co.times--
	co.iteration++
	sl.next = 0
	g.release(i)
}

// release lets a process begin an iteration, now or when that is released.
func (g *general) release(i int32) {
	co := &g.courses[i]
	if co.timing.period > 0 || co.timing.offset > 0 {
		if t := co.timing.release(co.iteration); t > g.now {
			g.slots[i].state = held
			g.agenda.set(int32(len(g.cpus))+i, t)
			return
		}
	}
	g.offer(i)
}

// offer has the next event of a process judged: at once, as nobody can take away
// what is there. Only a firing waits for the other completions of the round, as
// it needs several things and must not be told to lack what has come.
func (g *general) offer(i int32) {
	sl := &g.slots[i]
	sl.code = sl.codes[sl.next]
	sl.next++
	if g.observer != nil {
		sl.since = g.now
	}
	if sl.firings != nil {
		sl.state = offered
		g.offered = append(g.offered, i)
		return
	}
	g.settle(i)
}

// settle makes a process ready or blocked.
func (g *general) settle(i int32) {
	sl := &g.slots[i]
	if sl.code < g.executes && sl.firings == nil || g.claim(i, sl) {
		g.enqueue(i, sl)
		return
	}
	sl.state = blocked
}

// enqueue makes a process ready.
func (g *general) enqueue(i int32, sl *slot) {
	sl.state, sl.ready = ready, g.now
	g.ready[i] = g.now
	g.cpus[sl.rank].queued++
	g.touch(sl.rank)
	if g.observer != nil {
		g.tellBlocked(i, sl)
	}
	if g.counting && sl.next == 1 {
		g.iterationStarts(&g.courses[i])
	}
}

// claim reserves what the event of a process needs, if it is there.
func (g *general) claim(i int32, sl *slot) bool {
	if sl.firings != nil {
		return g.claimFiring(i, sl)
	}
	move := &g.moves[sl.code-g.executes]
	b := &g.buffers[move.channel]
	if move.write {
		if b.room >= move.tokens {
			b.change(-move.tokens, g.round)
			return true
		}
	} else if b.tokens >= move.tokens {
		b.tokens -= move.tokens
		return true
	}
	g.lack(i, move.channel, move.tokens, move.write)
	return false
}

// claimFiring reserves what a whole firing needs if the event is its first one.
func (g *general) claimFiring(i int32, sl *slot) bool {
	n := sl.firings[sl.next-1]
	if n == 0 {
		return true // claimed when the firing began
	}
	f := &g.m.firings[n-1]
	for _, c := range f.reads {
		if g.buffers[c.channel].tokens < c.tokens {
			g.lack(i, c.channel, c.tokens, false)
			return false
		}
	}
	for _, c := range f.writes {
		if g.buffers[c.channel].room < c.tokens {
			g.lack(i, c.channel, c.tokens, true)
			return false
		}
	}
	for _, c := range f.reads {
		g.buffers[c.channel].tokens -= c.tokens
	}
	for _, c := range f.writes {
		g.buffers[c.channel].change(-c.tokens, g.round)
	}
	sl.firing, sl.firingEnd = n-1, sl.next-1+f.events
	return true
}

// lack notes what a process waits for.
func (g *general) lack(i, channel int32, tokens int64, write bool) {
	g.slots[i].waits = channel
	co := &g.courses[i]
	co.wanted, co.write = tokens, write
}

// endFiring gives back the room of everything that the firing has read.
func (g *general) endFiring(sl *slot) {
	for _, c := range g.m.firings[sl.firing].reads {
		g.giveBack(c.channel, c.tokens)
	}
	sl.firingEnd = -1
}

// giveBack frees room that read tokens took.
func (g *general) giveBack(channel int32, tokens int64) {
	b := &g.buffers[channel]
	b.change(tokens, g.round)
	g.wake(b.writer, channel)
	if g.observer != nil {
		g.fill[channel] -= tokens
		g.observer.Fill(int(channel), g.now, g.fill[channel])
	}
}

// publish ends a transfer: the tokens of a write become visible, the room of a
// read is given back.
func (g *general) publish(i int32, k uint32) {
	move := &g.moves[k]
	g.tally.moved[k]++
	if !move.write {
		if g.slots[i].firings == nil {
			g.giveBack(move.channel, move.tokens)
		}
		return
	}
	b := &g.buffers[move.channel]
	b.tokens += move.tokens
	g.wake(b.reader, move.channel)
	if g.observer != nil {
		g.fill[move.channel] += move.tokens
		g.observer.Fill(int(move.channel), g.now, g.fill[move.channel])
	}
}

// wake has the event of a process judged again if it may have waited for what
// has come to a channel.
func (g *general) wake(i, channel int32) {
	sl := &g.slots[i]
	switch {
	case sl.state != blocked:
	case sl.firings != nil:
		sl.state = offered
		g.offered = append(g.offered, i)
	case sl.waits == channel:
		g.settle(i)
	}
}

// iterationStarts notes when an iteration started, for the first process that is
// ready to begin it.
func (g *general) iterationStarts(co *course) {
	t := &g.tally.iterations[co.member]
	if co.iteration < int64(len(t.starts)) {
		return
	}
	start := g.now
	if t.timing.period > 0 {
		start = t.timing.release(co.iteration)
	}
	t.starts = append(t.starts, start)
}

// iterationEnds notes that a process has ended an iteration.
func (g *general) iterationEnds(co *course) {
	t := &g.tally.iterations[co.member]
	if co.iteration == int64(len(t.ends)) {
		t.ends, t.ended = append(t.ends, 0), append(t.ended, 0)
	}
	t.ends[co.iteration] = g.now
	t.ended[co.iteration]++
}
