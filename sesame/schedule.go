package sesame

// cpu is the state of a processor in use.
type cpu struct {
	executeFor   []Time   // per execute class
	energyOf     []uint64 // per execute class, in aJ; nil if all are 0
	pick, change Time     // of a dispatch of the process that was picked last, of another one
	slice        Time     // after which an execute may be cut, or 0
	began, ends  Time     // of the dispatch, the execute or the issue at hand
	processor    int32
	row          int32 // of the model
	first        int32 // its slots: first … last-1
	last         int32
	current      int32 // slot at hand, or the last one that was
	picked       int32 // slot that was picked last, or -1
	queued       int32 // slots that are ready
	phase        phase
	policy       Policy
	preemptive   bool
	keeps        bool // the process at hand may keep the processor in this round
	touched      bool // it is in general.touched

	count                 processorTally // without operations
	energyHigh, energyLow uint64         // of operations, in aJ
}

type phase uint8

const (
	idle      phase = iota
	picking         // pays for a dispatch
	executing       // its timer is the end, or that of a slice
	issuing         // a DMA transfer
	moving          // a transfer; its timer is the end of a hop that has been granted
)

// touch notes that a processor may have something to decide in this round.
func (g *general) touch(r int32) {
	if c := &g.cpus[r]; !c.touched {
		c.touched = true
		g.touched = append(g.touched, r)
	}
}

// completeAt ends what a processor was doing.
func (g *general) completeAt(r int32) {
	c := &g.cpus[r]
	switch c.phase {
	case picking:
		c.count.dispatch += g.now - c.began
		if g.observer != nil {
			g.tellPick(c)
		}
		g.serve(r, c)
		g.touch(r)
	case executing:
		if c.ends > g.now { // the end of a slice
			g.touch(r)
			return
		}
		c.count.execute += g.now - c.began
		if c.energyOf != nil {
			c.addEnergy(c.energyOf[g.slots[c.current].code])
		}
		if g.observer != nil {
			g.tellExecute(c)
		}
		g.vacate(r, c)
		g.endEvent(c.current)
	case issuing:
		c.count.transfer += g.now - c.began
		if g.observer != nil {
			g.tellIssue(c)
		}
		g.issued(r, c)
	case moving:
		g.endHop(r)
	}
}

func (c *cpu) addEnergy(aJ uint64) {
	c.energyLow += aJ
	if c.energyLow < aJ {
		c.energyHigh++
	}
}

// vacate ends the event at hand of a processor. Under run-to-block its process
// may keep it.
func (g *general) vacate(r int32, c *cpu) {
	c.phase = idle
	c.keeps = c.policy == RunToBlock
	g.touch(r)
}

// decide says who keeps, who loses and who gets a processor.
func (g *general) decide(r int32) {
	c := &g.cpus[r]
	if c.queued > 0 {
		if c.phase == executing && c.ends > g.now && g.cuts(r, c) {
			g.interrupt(r, c)
		}
		if c.phase == idle {
			g.choose(r, c)
		}
	}
	c.keeps, c.touched = false, false
}

// cuts reports whether the execute at hand is interrupted now, while others are
// ready.
func (g *general) cuts(r int32, c *cpu) bool {
	if c.preemptive {
		urgency := g.slots[c.current].urgency
		for i := c.first; i < c.last; i++ {
			if g.ready[i] != never && g.slots[i].urgency < urgency {
				return true
			}
		}
		return false
	}
	if c.slice == 0 {
		return false
	}
	// Ends of slices are completions: those of this instant are in its first
	// round, and who becomes ready in a later one is too late for them.
	ran := g.now - c.began
	if g.first && ran > 0 && ran%c.slice == 0 {
		return true
	}
	g.agenda.set(r, min(c.ends, c.began+(ran/c.slice+1)*c.slice))
	return false
}

// interrupt puts the process at hand back into the queue, with the rest of its
// execute.
func (g *general) interrupt(r int32, c *cpu) {
	i := c.current
	sl := &g.slots[i]
	c.count.execute += g.now - c.began
	c.count.preemptions++
	g.cut++
	if g.observer != nil {
		g.tellExecute(c)
		sl.since = g.now
	}
	sl.rest = c.ends - g.now
	if c.policy == RoundRobin {
		sl.ready = g.now
	}
	sl.state = ready
	g.ready[i] = sl.ready
	c.queued++
	c.phase = idle
	g.agenda.set(r, never)
}

// choose gives an idle processor to one of its ready processes.
func (g *general) choose(r int32, c *cpu) {
	i := c.current
	keeps := c.keeps && g.ready[i] != never
	if !keeps {
		i = g.next(c)
		c.current = i
	}
	c.queued--
	g.ready[i] = never
	g.slots[i].state = running
	if g.observer != nil {
		g.tellQueued(i)
	}
	if keeps {
		g.serve(r, c)
		return
	}
	cost := c.pick
	c.count.picks++
	if i != c.picked {
		c.picked, cost = i, c.change
		c.count.switches++
	}
	if cost == 0 {
		g.serve(r, c)
		if c.slice > 0 && c.queued > 0 && c.phase == executing && c.ends > g.now {
			g.agenda.set(r, min(c.ends, g.now+c.slice))
		}
		return
	}
	c.phase, c.began = picking, g.now
	g.agenda.set(r, g.now+cost)
}

// next returns the slot that the policy wants.
func (g *general) next(c *cpu) int32 {
	switch c.policy {
	case RoundRobin:
		for i := c.picked + 1; i < c.last; i++ {
			if g.ready[i] != never && i >= c.first {
				return i
			}
		}
		for i := c.first; ; i++ {
			if g.ready[i] != never {
				return i
			}
		}
	case Priority:
		return g.mostUrgent(c)
	}
	best := c.first
	for i, at := c.first+1, g.ready[c.first]; i < c.last; i++ {
		if g.ready[i] < at {
			best, at = i, g.ready[i]
		}
	}
	return best
}

// mostUrgent returns the most urgent ready slot, of equal ones the one that
// became ready first, then the lowest.
func (g *general) mostUrgent(c *cpu) int32 {
	best := int32(-1)
	for i := c.first; i < c.last; i++ {
		if g.ready[i] == never {
			continue
		}
		if best < 0 || g.slots[i].urgency < g.slots[best].urgency ||
			g.slots[i].urgency == g.slots[best].urgency && g.ready[i] < g.ready[best] {
			best = i
		}
	}
	return best
}

// serve starts the event at hand of a processor, or the rest of it.
func (g *general) serve(r int32, c *cpu) {
	sl := &g.slots[c.current]
	if sl.code >= g.executes {
		g.serveTransfer(r, c, sl)
		return
	}
	d := c.executeFor[sl.code]
	if sl.rest > 0 {
		d, sl.rest = sl.rest, 0
	}
	c.phase, c.began, c.ends = executing, g.now, g.now+d
	g.schedule(r, c.ends)
}
