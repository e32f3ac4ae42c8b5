package sesame_test

import "sdse/sesame"

// rule is a rule of docs/semantics.md that does not have an effect in every
// simulation. The reference notes where one had, so that a generator that has
// stopped to make trouble is noticed.
type rule int

const (
	ruleKept rule = iota
	ruleNoChange
	ruleSwitchAlways
	ruleSwitchNever
	ruleSliced
	ruleSliceAgain
	rulePreempted
	rulePreemptedAtOnce
	ruleNoOvertaking
	ruleWaitedForSeveral
	ruleSeveralPorts
	ruleFreeHop
	ruleForwarded
	ruleIssued
	ruleSeveralWrites
	ruleReadByDMA
	ruleUrgentFirst
	ruleInTurn
	ruleTDMAWaited
	ruleTDMAPaused
	ruleTDMATogether
	ruleRouted
	ruleWrapped
	rulePerProcessor
	rulePerCluster
	rulePerPair
	ruleCrossbar
	ruleFIFO
	ruleAtOtherEnd
	ruleSame
	ruleDifferent
	ruleSameCluster
	ruleDifferentCluster
	ruleRelease
	ruleMissed
	ruleFiring
	ruleSelfLoop
	ruleByName
	ruleBySignature
	ruleUnits
	ruleUnitTimes
	ruleToldTime
	ruleOwnEnergy
	ruleVoltage
	rulePerCycle
	ruleWholeCycles
	ruleCount // how many there are
)

// String describes the effect, for messages.
func (r rule) String() string {
	return [...]string{"a processor kept past an older entry", "a context switch saved", "a context switch without a change", "no context switch",
		"an execute cut by its slice", "a slice that went on", "an execute preempted", "an execute preempted at its first instant",
		"a free component kept for an earlier request", "a wait for several components", "several ports in use", "a hop that takes no time",
		"a second hop", "an issue that takes time", "several writes on the way", "a read by DMA", "an urgent request before an earlier one",
		"a turn before an earlier request", "a wait for a slot", "a transfer across slots", "transfers in one wheel together", "a route over links",
		"a route round the edge", "a private component", "a component of a cluster", "a component of a pair", "a crossbar port", "a FIFO",
		"a component at the other end", "a path within a processor", "a path between processors", "a path within a cluster", "a path between clusters",
		"a wait for a release", "a missed deadline", "a firing of several events", "a channel to oneself", "a cost by name", "a cost by signature", "a cost in units of cycles",
		"a cost in units of time", "a cost told as a time", "an operation's own energy", "an energy at another voltage", "an energy per cycle",
		"a cycle rounded up"}[r]
}

// rules counts effects.
type rules [ruleCount]int

func (r *rules) note(what rule) { r[what]++ }

func (r *rules) noteIf(happened bool, what rule) {
	if happened {
		r[what]++
	}
}

// notePart notes what kind of way a part is, once for every part that is passed.
func (s *system) notePart(path *sesame.Path, part *refPart, write bool) {
	r := &s.rules
	r.noteIf(path.DMA && (path.Issue > 0 || path.IssueTime > 0), ruleIssued)
	r.noteIf(path.DMA && !write, ruleReadByDMA)
	switch path.Between {
	case sesame.Same:
		r.note(ruleSame)
	case sesame.Different:
		r.note(ruleDifferent)
	case sesame.SameCluster:
		r.note(ruleSameCluster)
	case sesame.DifferentCluster:
		r.note(ruleDifferentCluster)
	}
	r.noteIf(part.routed, ruleRouted)
	r.noteIf(part.wrapped, ruleWrapped)
	r.noteIf(part.otherEnd, ruleAtOtherEnd)
	for _, i := range part.components {
		c := &s.platform.Components[i]
		r.noteIf(c.Scope == sesame.PerProcessor, rulePerProcessor)
		r.noteIf(c.Scope == sesame.PerCluster, rulePerCluster)
		r.noteIf(c.Scope == sesame.PerPair, rulePerPair)
		r.noteIf(c.Kind == sesame.CrossbarPort, ruleCrossbar)
		r.noteIf(c.Kind == sesame.FIFO, ruleFIFO)
	}
}
