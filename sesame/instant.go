package sesame

import (
	"math"
	"slices"
)

// This file is the simulation itself: what happens at one instant, in the order
// of docs/semantics.md.

// nextInstant returns when something happens next and notes in s.at where.
func (s *Simulator) nextInstant() Time {
	t := never
	s.at = s.at[:0]
	for r, due := range s.due {
		if due > t {
			continue
		}
		if due < t {
			t = due
			s.at = s.at[:0]
		}
		s.at = append(s.at, int32(r))
	}
	return t
}

// instant lets everything happen that happens at time t: completions, then who
// keeps and who gets each processor, both again as long as events that take no
// time complete, and in the end who gets the contended components.
func (s *Simulator) instant(t Time) {
	s.now = t
	for len(s.at) > 0 {
		for _, r := range s.at {
			s.complete(r)
		}
		s.at = s.at[:0]
		for _, r := range s.touched {
			c := &s.cpus[r]
			if c.phase == idle && c.queued > 0 {
				s.choose(r)
			}
			c.keeps, c.touched = false, false
			if s.due[r] == t { // an event without duration, begun just now
				s.at = append(s.at, r)
			}
		}
		s.touched = s.touched[:0]
	}
	slices.Sort(s.asking)
	for _, r := range s.asking {
		s.grant(r)
	}
	s.asking = s.asking[:0]
}

// touch notes that a processor may have something to decide at this instant.
func (s *Simulator) touch(r int32) {
	if c := &s.cpus[r]; !c.touched {
		c.touched = true
		s.touched = append(s.touched, r)
	}
}

// complete ends what a processor was doing: a dispatch, after which its event
// begins, or an event.
func (s *Simulator) complete(r int32) {
	s.touch(r)
	c := &s.cpus[r]
	switch c.phase {
	case picking:
		s.begin(r)
	case busy:
		c.phase = idle
		s.due[r] = never
		sl := &s.slots[c.current]
		if sl.code >= uint32(len(s.m.execute)) {
			s.publish(sl.code - uint32(len(s.m.execute)))
		}
		s.advance(c.current)
		c.keeps = c.policy == RunToBlock
	default:
		s.due[r] = never // time 0: nothing at hand yet
	}
}

// publish makes the tokens of a write visible, or gives back the room of a
// read, and wakes the other end if that is what it waits for.
func (s *Simulator) publish(k uint32) {
	move := &s.m.moves[k]
	s.moved[k]++
	ch := &s.m.channels[move.channel]
	peer := ch.writer
	if move.write {
		s.filled[move.channel] += move.tokens
		peer = ch.reader
	} else {
		s.filled[move.channel] -= move.tokens
	}
	i := s.slotOf[peer]
	sl := &s.slots[i]
	if sl.state != blocked {
		return
	}
	if wants := &s.m.moves[sl.code-uint32(len(s.m.execute))]; wants.channel == move.channel && s.enabled(wants) {
		s.enqueue(i)
	}
}

// enabled reports whether the buffer lets a transfer happen. Each end of a
// channel belongs to one process that does one event at a time, so nobody can
// take away what was found here: that is the reservation of the semantics.
func (s *Simulator) enabled(move *moveClass) bool {
	if move.write {
		return s.filled[move.channel]+move.tokens <= s.m.channels[move.channel].capacity
	}
	return s.filled[move.channel] >= move.tokens
}

// advance takes a process to its next event.
func (s *Simulator) advance(i int32) {
	sl := &s.slots[i]
	if int(sl.next) == len(sl.codes) {
		if sl.times == 0 || len(sl.codes) == 0 {
			sl.state, sl.finish = done, s.now
			s.left--
			return
		}
		sl.times--
		sl.next = 0
	}
	sl.code = sl.codes[sl.next]
	sl.next++
	if k := sl.code - uint32(len(s.m.execute)); sl.code >= uint32(len(s.m.execute)) && !s.enabled(&s.m.moves[k]) {
		sl.state = blocked
		return
	}
	s.enqueue(i)
}

func (s *Simulator) enqueue(i int32) {
	sl := &s.slots[i]
	sl.state, sl.ready = ready, s.now
	s.cpus[sl.rank].queued++
	s.touch(sl.rank)
}

// choose gives an idle processor to one of its ready processes.
func (s *Simulator) choose(r int32) {
	c := &s.cpus[r]
	keeps := c.keeps && s.slots[c.current].state == ready
	if !keeps {
		c.current = s.earliest(c)
	}
	c.queued--
	s.slots[c.current].state = running
	if keeps || c.pick == 0 {
		s.begin(r)
		return
	}
	c.phase = picking
	c.dispatch += c.pick
	s.due[r] = s.now + c.pick
}

// earliest returns the slot that became ready first, the lowest if several did.
func (s *Simulator) earliest(c *cpu) int32 {
	best, at := int32(-1), Time(math.MaxUint64)
	for i := c.first; i < c.last; i++ {
		if sl := &s.slots[i]; sl.state == ready && sl.ready < at {
			best, at = i, sl.ready
		}
	}
	return best
}

// begin starts the event at hand of a processor.
func (s *Simulator) begin(r int32) {
	c := &s.cpus[r]
	code := s.slots[c.current].code
	if code < uint32(len(s.m.execute)) {
		d := c.executeFor[code]
		c.execute += d
		c.phase = busy
		s.due[r] = s.now + d
		return
	}
	k := code - uint32(len(s.m.execute))
	if part := s.partOf(k); len(part) > 0 && part[0].exclusive != nil {
		c.phase = asking
		s.due[r] = never
		s.asking = append(s.asking, r)
		return
	}
	s.occupy(r, k, s.now)
}

// grant gives an asking processor its route, from the instant at which every
// exclusive component of it is free. Requests come here in the order of their
// time and rank, so what is free after the earlier requests decides alone and
// no queue is needed.
func (s *Simulator) grant(r int32) {
	c := &s.cpus[r]
	k := s.slots[c.current].code - uint32(len(s.m.execute))
	components := s.partOf(k)[0].exclusive
	start, last := s.now, int32(-1)
	for _, i := range components {
		if free := s.freeAt[s.port(i)]; free > start {
			start, last = free, i
		}
	}
	s.occupy(r, k, start)
	for _, i := range components {
		taken := s.port(i)
		for p := s.ports[i]; p < s.ports[i+1]; p++ {
			s.freeAt[p] = max(s.freeAt[p], start) // who asks later does not begin earlier
		}
		s.freeAt[taken] = s.due[r]
	}
	if last >= 0 {
		w := &s.wait[last]
		w.sum += start - s.now
		w.most = max(w.most, start-s.now)
		c.waited += start - s.now
	}
}

// port returns the port of a component that is free first, the lowest if
// several are.
func (s *Simulator) port(component int32) int32 {
	best := s.ports[component]
	for i := best + 1; i < s.ports[component+1]; i++ {
		if s.freeAt[i] < s.freeAt[best] {
			best = i
		}
	}
	return best
}

// occupy starts a transfer.
func (s *Simulator) occupy(r int32, k uint32, start Time) {
	c := &s.cpus[r]
	var d Time
	if part := s.partOf(k); len(part) > 0 {
		d = s.m.moveFor[part[0].price][k]
	}
	c.transfer += d
	c.phase = busy
	s.due[r] = start + d
}

// partOf returns what a transfer of a class passes.
func (s *Simulator) partOf(k uint32) part {
	move := &s.m.moves[k]
	return s.m.routes[s.mapping.Route[move.channel]].part(move.write)
}
