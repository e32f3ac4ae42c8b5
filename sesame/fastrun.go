package sesame

// run simulates to the end.
func (l *lane) run() {
	for {
		for l.step() {
		}
		if !l.resume() {
			return
		}
	}
}

// step does one record. It returns false if nothing is left to do. It is one
// function because calls would cost a fifth of it.
func (l *lane) step() bool {
	// The processor whose record is requested first, and its first process.
	k := l.earliest()
	if k >= l.limit {
		return false
	}
	r := k & keyMask
	rank := &l.ranks[r&(maxRanks-1)]
	i := r // alone on its processor, a process has its number
	if l.group > 1 {
		i = rank.best & keyMask
	}
	p := &l.procs[i&(maxSlots-1)]
	row := p.row

	// Its transfer is granted when everything is free.
	t := k >> keyBits
	first := row.first
	granted := max(t, first.sooner)
	if l.twoResources {
		granted = max(granted, row.second.sooner)
	}
	end := granted + row.duration
	if l.twoPorts {
		*first, *row.second = first.taken(granted, end), row.second.taken(granted, end)
	} else {
		first.sooner = end
		if l.twoResources {
			row.second.sooner = end
		}
	}
	rank.waited += granted - t
	t = end + p.tail
	p.clock, rank.back = t, t

	// It consumes at its end of the channel and supplies to the other.
	units, peer := row.units, row.peer
	row.own.demand += units
	supply := peer.supply
	l.ring[(uint32(peer.ring)+supply&uint32(peer.mask))&(maxUnits-1)] = end
	if units > 1 {
		l.supplyMany(peer, units, end)
	}
	supply += units
	peer.supply = supply

	// The process there goes on if it waits for no more than that.
	asleep := uint64(int64(int32(supply-peer.need)) >> 63)
	peer.need += farAway &^ uint32(asleep)
	host, clock := &l.ranks[peer.rank&(maxRanks-1)], peer.proc.clock
	ready := max(clock, end)
	if !l.plain {
		ready &^= host.keep & uint64(int64(end-clock-1)>>63) // end <= clock
	}
	key := ready<<keyBits | uint64(peer.slot) | asleep&idleKey
	slot := &l.keys[peer.slot&(maxSlots-1)]
	*slot = min(*slot, key)
	if l.group > 1 {
		host.best = min(host.best, key)
	}
	due := &l.due[host.number&(maxRanks-1)]
	at := max(host.back, key>>keyBits)<<keyBits | host.number
	if !l.plain {
		at = dueKey(host, key)
	}
	*due = min(*due, at)

	// Its own process comes to its next record.
	word := l.words[p.next]
	p.next++
	if word>>tailBits == wrapAround {
		word = l.wrap(p)
	}
	row = &l.rows[(p.rows+word>>tailBits)&(maxRows-1)]
	p.row = row
	p.tail = uint64(l.tails[p.tails+word&(maxTails-1)])
	own := row.own
	need := own.demand + row.units
	at = l.ring[(uint32(own.ring)+(need-1)&uint32(own.mask))&(maxUnits-1)]
	blocked := uint64(int64(int32(own.supply-need)) >> 63)
	own.need = need + farAway&^uint32(blocked)
	ready = max(t, at)
	if !l.plain {
		ready &^= rank.keep & uint64(int64(at-t-1)>>63) // at <= t
	}
	key = ready<<keyBits | i | blocked&idleKey
	l.keys[i&(maxSlots-1)] = key

	// And its processor to its next process.
	switch l.group {
	case 1:
	case 4:
		g := (*[4]uint64)(l.keys[rank.slot:])
		key = min(min(g[0], g[1]), min(g[2], g[3]))
	case 8:
		key = least8((*[8]uint64)(l.keys[rank.slot:]))
	default:
		key = l.leastOfGroup(rank.slot)
	}
	rank.best = key
	at = max(t, key>>keyBits)<<keyBits | r
	if !l.plain {
		at = dueKey(rank, key)
	}
	l.due[r&(maxRanks-1)] = at
	if l.blocks > 2 {
		l.refresh(r, host.number)
	}
	return true
}

// taken is the resource after a transfer. Who asks later does not begin earlier,
// through whichever port.
func (r *resource) taken(granted, end uint64) resource {
	other := max(r.later, granted)
	return resource{min(other, end), max(other, end)}
}

func least8(d *[8]uint64) uint64 {
	return min(min(min(d[0], d[1]), min(d[2], d[3])), min(min(d[4], d[5]), min(d[6], d[7])))
}

// earliest returns the least of due. It must not become part of its caller, where
// its result becomes an address: the compiler would make branches of the min.
//
//go:noinline
func (l *lane) earliest() uint64 {
	k := least8((*[8]uint64)(l.due[:]))
	switch {
	case l.blocks == 1:
	case l.blocks == 2:
		k = min(k, least8((*[8]uint64)(l.due[8:])))
	case l.blocks <= 8:
		k = least8((*[8]uint64)(l.first[:]))
	default:
		k = least8((*[8]uint64)(l.top[:]))
	}
	return k
}

// refresh finds the least of the eights in which two ranks lie.
func (l *lane) refresh(r, s uint64) {
	r, s = r/8&(maxRanks/8-1), s/8&(maxRanks/8-1)
	l.first[r] = least8((*[8]uint64)(l.due[8*r:]))
	l.first[s] = least8((*[8]uint64)(l.due[8*s:]))
	if l.blocks > 8 {
		l.top[r/8] = least8((*[8]uint64)(l.first[r&^7:]))
		l.top[s/8] = least8((*[8]uint64)(l.first[s&^7:]))
	}
}

// refreshAll finds the least of all eights.
func (l *lane) refreshAll() {
	for b := range l.first {
		l.first[b] = idleKey
		if b < l.blocks {
			l.first[b] = least8((*[8]uint64)(l.due[8*b:]))
		}
	}
	for b := range l.top {
		l.top[b] = idleKey
		if 8*b < l.blocks {
			l.top[b] = least8((*[8]uint64)(l.first[8*b:]))
		}
	}
}

// dueKey is when a rank requests for the process of a key.
func dueKey(rank *rankState, key uint64) uint64 {
	ready := key >> keyBits
	pick := rank.pick &^ uint64(int64(ready-1)>>63) // who keeps the processor is not dispatched
	return (max(rank.back, ready)+pick)<<keyBits | rank.number
}

// supplyMany tells from when on the units of a transfer behind the first are there.
func (l *lane) supplyMany(e *channelEnd, units uint32, end uint64) {
	for j := e.supply + 1; j != e.supply+units; j++ {
		l.ring[(uint32(e.ring)+j&uint32(e.mask))&(maxUnits-1)] = end
	}
}

// begin takes a process to its first record. It is the third part of step at
// the first instant, at which nobody has a processor to keep.
func (l *lane) begin(i uint32, p *procState) {
	p.next = p.start + 1
	word := l.words[p.start]
	if word>>tailBits == wrapAround {
		word = l.wrap(p)
	}
	row := &l.rows[(p.rows+word>>tailBits)&(maxRows-1)]
	p.row = row
	p.tail = uint64(l.tails[p.tails+word&(maxTails-1)])
	e := row.own
	e.need = e.demand + row.units
	l.keys[i] = idleKey | uint64(i)
	if int32(e.supply-e.need) >= 0 {
		e.need += farAway
		l.keys[i] = p.clock<<keyBits | uint64(i)
	}
}

// leastOfGroup returns the least key of the processes of a rank.
func (l *lane) leastOfGroup(slot uint32) uint64 {
	if l.group == 4 {
		g := (*[4]uint64)(l.keys[slot:])
		return min(min(g[0], g[1]), min(g[2], g[3]))
	}
	key := least8((*[8]uint64)(l.keys[slot:]))
	for at := int(slot) + 8; at < int(slot)+l.group; at += 8 {
		key = min(key, least8((*[8]uint64)(l.keys[at:])))
	}
	return key
}

// wrap takes a process to its next iteration and returns the first word of that,
// or the word of one that waits for ever.
func (l *lane) wrap(p *procState) uint32 {
	if p.times > 0 {
		p.times--
		p.next = p.start + 1
		l.iterationBegins(p)
		return l.words[p.start]
	}
	l.last = max(l.last, p.clock)
	l.left--
	return forEver << tailBits
}
