package kpn

// Unbounded is the capacity of a channel that never fills.
const Unbounded = 1 << 40

// Reading says how a graph of another tool becomes an application. The zero
// value takes what the file says.
type Reading struct {
	Name       string // of the application; empty: what the file calls it
	Iterations int    // how often every scenario is repeated; 0: once
	Capacity   int64  // tokens of every channel, Unbounded or 0: what the file says, Unbounded if it says nothing
	Firing     Firing

	// InitialWritten makes the producers write initial tokens with their first
	// events, as an ordinary transfer that costs time; otherwise they are there
	// at time 0. All iterations are then one.
	InitialWritten bool
	// StartTogether gives every process an execute of no cycles as its first
	// event, so that all queue at their processors at time 0.
	StartTogether bool

	// Unit is how many picoseconds a unit of time of the file lasts; 0 leaves
	// that to the platform. Files that count in seconds do not need it.
	Unit int64
}

// StartTogether lets every process of a scenario begin with an execute of no
// cycles, of the first operation that it executes anyway, so that all queue at
// their processors at time 0. All iterations are then one. A process that
// executes nothing begins as before.
func (s *Scenario) StartTogether() {
	for p, f := range s.Traces {
		var start []Event
		for e := range f.Distinct() {
			if e.Kind == Execute {
				start = []Event{{Kind: Execute, Arg: e.Arg}}
				break
			}
		}
		s.Traces[p] = Sequence(NewFragment(start), f.Repeat(int64(s.Iterations)))
	}
	s.Iterations = 1
}
