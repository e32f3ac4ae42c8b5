package sesame

import "slices"

// Simulator is the scratch memory of one worker: it simulates one mapping in
// one scenario at a time and allocates nothing after NewSimulator, unless more
// DMA transfers are on the way than ever before. It must not be used by two
// goroutines at once.
//
// It consists of the design that is bound, where that puts the processes of the
// scenario, and two kernels. The general one does everything and keeps a tally,
// from which energy and statistics are computed; the fast one, whose state lies
// in two lanes, does most simulations of which only the outcome is wanted
// (fast.go). Both give the same results.
type Simulator struct {
	m       *Model
	genes   []int // the design that mapping holds
	mapping *Mapping
	place   placement
	tally   tally
	general general
	lanes   [2]*lane // of the fast kernel; nil if the model has no tables for it
	tuning  Tuning
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
	Deadlock           // processes wait for ever
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
	s := &Simulator{m: m, mapping: m.NewMapping(), genes: make([]int, 0, len(m.genome.bounds))}
	s.place = newPlacement(m)
	s.tally = newTally(m)
	s.general = newGeneral(m, s.mapping, &s.place, &s.tally)
	if m.fast.usable {
		s.lanes = m.newLanes()
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

// Simulate runs the bound design in a system scenario, from time 0 until nothing
// more happens.
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
	if !s.place.set(s.m, s.mapping, scenario) {
		return Outcome{Failure: NoPath}
	}
	return s.outcome(s.general.run())
}

// outcome is the cost of what a kernel has simulated.
func (s *Simulator) outcome(makespan Time, failure Failure) Outcome {
	if failure != None {
		return Outcome{Failure: failure}
	}
	energy := s.energy(makespan).Total.Rounded()
	if energy == MaxEnergy {
		return Outcome{Failure: Overflow}
	}
	return Outcome{Makespan: makespan, Energy: energy}
}
