package sesame

import (
	"slices"

	"sdse/scenarios"
)

// Simulator is the scratch memory of one worker: it simulates one mapping in
// one scenario at a time and allocates nothing after NewSimulator. It must not
// be used by two goroutines at once.
//
// # Data layout
//
// The processors in use are numbered by rank: the order of the smallest
// process mapped on each of them. The active processes lie in slots, ordered by
// the rank of their processor and then by process number, so that a processor's
// candidates are neighbours and the first of equal ones is the one the
// semantics want. What the search for the next instant reads (due) is one
// dense array of eight bytes per processor: at most two cache lines for sixteen
// processors. Everything else is touched only by the event at hand. All slices
// are cut from memory that was made for the largest scenario, therefore a
// simulation allocates nothing.
type Simulator struct {
	m       *Model
	genes   []int // the design that mapping holds
	mapping *Mapping

	members []scenarios.Member
	slots   []slot
	slotOf  []int32 // per process: its slot; valid for active processes only
	rankOf  []int32 // per processor: its rank, or -1

	due  []Time // per rank: when its processor has something to do next
	cpus []cpu  // per rank

	// Of the present instant, by rank of the processor:
	at      []int32 // where something happens
	touched []int32 // where something may have to be decided
	asking  []int32 // who asks for a contended route

	filled []int64 // per channel: tokens there
	moved  []int64 // per move class: how often it was done
	freeAt []Time  // per port of all components: until when it is taken, always 0 if the component is not exclusive
	ports  []int32 // per component: its first port in freeAt, and the total behind
	wait   []waiting
	now    Time
	left   int // processes that have not finished

	lanes  [2]*lane // of the fast kernel
	tuning Tuning
}

// slot is the state of an active process.
type slot struct {
	codes   []uint32
	next    int32 // index in codes of the event after the one at hand
	times   int32 // iterations that begin after the current one
	code    uint32
	state   slotState
	rank    int32
	process int32
	ready   Time // since when its event is enabled, if ready
	finish  Time // end of its last event, if done
}

type slotState uint8

const (
	blocked slotState = iota // its event, a transfer, is not enabled
	ready                    // queued at its processor
	running                  // at hand of its processor
	done
)

// cpu is the state of a processor in use.
type cpu struct {
	executeFor []Time // per execute class
	pick       Time   // time of a dispatch
	processor  int32
	first      int32 // its slots: first … last-1
	last       int32
	current    int32 // slot at hand, or the last one that was
	queued     int32 // slots that are ready
	phase      phase
	keeps      bool // the process at hand may keep the processor at this instant
	touched    bool // it is in Simulator.touched
	policy     Policy

	dispatch, execute, transfer, waited Time
	operations                          Exact // what operations took beside the power
}

type phase uint8

const (
	idle    phase = iota
	picking       // pays for a dispatch; due is its end
	asking        // wants a contended route
	busy          // an event is at hand; due is its end
)

// waiting is how long transfers waited for a component.
type waiting struct {
	sum, most Time
}

// Outcome is what a mapping costs in a scenario.
type Outcome struct {
	Makespan Time
	Energy   Energy
	Failure  Failure // if not None, the other fields mean nothing
}

// Failure says why a simulation did not get to the end.
type Failure uint8

// The failures.
const (
	None       Failure = iota
	NoPath             // a channel's processors are joined by no path
	Deadlock           // nothing can happen any more and work is left
	Overflow           // the simulated time went beyond MaxTime, or the energy to MaxEnergy
	TimeLimit          // the simulated time went beyond Limits.Time
	EventLimit         // there are more events than Limits.Events
)

// String says what the failure is in a few words.
func (f Failure) String() string {
	return [...]string{"", "no path joins the processors of a channel", "deadlock", "beyond the longest time or the largest energy that can be simulated",
		"beyond the time limit", "beyond the event limit"}[f]
}

// NewSimulator returns a simulator for the model.
func (m *Model) NewSimulator() *Simulator {
	n := len(m.Platform.Processors)
	s := &Simulator{m: m, mapping: m.NewMapping(), genes: make([]int, 0, len(m.genome.bounds)),
		members: make([]scenarios.Member, 0, len(m.Space.Applications)),
		slots:   make([]slot, 0, m.Processes()), slotOf: make([]int32, m.Processes()),
		rankOf: make([]int32, n), due: make([]Time, 0, n), cpus: make([]cpu, 0, n),
		at: make([]int32, 0, n), touched: make([]int32, 0, n), asking: make([]int32, 0, n),
		filled: make([]int64, m.Channels()), moved: make([]int64, len(m.moves)),
		wait: make([]waiting, len(m.Platform.Components))}
	for i := range m.Platform.Components {
		s.ports = append(s.ports, int32(len(s.freeAt)))
		for range min(max(1, m.Platform.Components[i].Ports), n) { // a processor passes one at a time
			s.freeAt = append(s.freeAt, 0)
		}
	}
	s.ports = append(s.ports, int32(len(s.freeAt)))
	if m.fast.usable {
		s.lanes = [2]*lane{m.newLane(), m.newLane()}
	}
	return s
}

// Bind makes the design that a gene vector stands for the one to simulate. It
// costs next to nothing if that is the case already.
func (s *Simulator) Bind(genes []int) {
	if slices.Equal(s.genes, genes) {
		return
	}
	s.genes = append(s.genes[:0], genes...)
	s.m.Decode(genes, s.mapping)
}

// Simulate runs the bound design in a system scenario, from time 0 to the end
// of the last process.
func (s *Simulator) Simulate(scenario int) Outcome {
	if l := s.lanes[0]; s.fastCan(l, s.genes, scenario) {
		l.run()
		if outcome, ok := l.outcome(); ok {
			return outcome
		}
	}
	return s.simulateAny(scenario)
}

// simulateAny is Simulate with the general kernel.
func (s *Simulator) simulateAny(scenario int) Outcome {
	if !s.prepare(scenario) {
		return Outcome{Failure: NoPath}
	}
	for s.left > 0 {
		t := s.nextInstant()
		if t >= MaxTime {
			if t == never {
				return Outcome{Failure: Deadlock}
			}
			return Outcome{Failure: Overflow}
		}
		s.instant(t)
	}
	makespan := s.makespan()
	energy := s.energy(makespan).Total.Rounded()
	if energy == MaxEnergy {
		return Outcome{Failure: Overflow}
	}
	return Outcome{Makespan: makespan, Energy: energy}
}

func (s *Simulator) makespan() Time {
	var last Time
	for i := range s.slots {
		last = max(last, s.slots[i].finish)
	}
	return last
}

// prepare sets everything to time 0 of a scenario. It returns false if a
// channel has no path.
func (s *Simulator) prepare(scenario int) bool {
	m := s.m
	s.members = m.Space.AppendMembers(s.members[:0], scenario)
	s.rankProcessors()
	s.fillSlots()
	clear(s.moved)
	clear(s.freeAt)
	clear(s.wait)
	s.now = 0
	s.at, s.touched, s.asking = s.at[:0], s.touched[:0], s.asking[:0]
	for _, member := range s.members {
		for c := m.firstChannel[member.Application]; c < m.firstChannel[member.Application+1]; c++ {
			if s.mapping.Route[c] < 0 {
				return false
			}
			s.filled[c] = m.channels[c].initial
		}
	}
	s.left = len(s.slots)
	for i := range s.slots {
		s.advance(int32(i))
	}
	return true
}

// rankProcessors numbers the processors in use and counts their slots.
func (s *Simulator) rankProcessors() {
	m := s.m
	for i := range s.rankOf {
		s.rankOf[i] = -1
	}
	s.cpus, s.due = s.cpus[:0], s.due[:0]
	for _, member := range s.members {
		for p := m.firstProcess[member.Application]; p < m.firstProcess[member.Application+1]; p++ {
			processor := s.mapping.Processor[p]
			rank := s.rankOf[processor]
			if rank < 0 {
				rank = int32(len(s.cpus))
				s.rankOf[processor] = rank
				row := m.row(processor, s.mapping.Point[processor])
				s.cpus = append(s.cpus, cpu{executeFor: m.executeFor[row], pick: m.pick[row], processor: int32(processor), current: -1,
					policy: m.Platform.Types[m.Platform.Processors[processor].Type].Policy})
				s.due = append(s.due, 0)
			}
			s.cpus[rank].last++
		}
	}
	var first int32
	for r := range s.cpus {
		c := &s.cpus[r]
		c.first, first = first, first+c.last
		c.last = c.first
	}
	s.slots = s.slots[:first]
}

// fillSlots puts the active processes, in the order of their numbers, into the
// slots of their processors.
func (s *Simulator) fillSlots() {
	m := s.m
	for _, member := range s.members {
		first := m.firstProcess[member.Application]
		for i, stream := range m.streams[member.Application][member.Scenario] {
			p := first + i
			c := &s.cpus[s.rankOf[s.mapping.Processor[p]]]
			s.slotOf[p] = c.last
			s.slots[c.last] = slot{codes: stream.codes, times: int32(stream.times) - 1, process: int32(p),
				rank: s.rankOf[s.mapping.Processor[p]]}
			c.last++
		}
	}
}
