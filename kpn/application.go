package kpn

// Application is a Kahn process network together with its behaviours. Indices
// tie it together: a channel names its ends by process index, an event names
// its operation or channel by index, a scenario has one trace per process.
// An Application is immutable once built.
type Application struct {
	Name       string
	File       string // where it was read from, for messages
	Operations []Operation
	Processes  []Process
	Channels   []Channel
	Scenarios  []Scenario // at least one
	Timing     Timing     // unless the set of applications that runs gives another
	Firing     Firing
	Automaton  *Automaton // which scenario may follow which, if that is known
}

// Timing says when the iterations of an application may begin and how soon they
// have to be complete. All times are in picoseconds.
type Timing struct {
	Period   int64 // iteration i begins at Offset + i·Period or later; 0: as soon as it can
	Offset   int64
	Deadline int64 // longest latency of an iteration that is in time; 0: any
}

// maxRelease is the longest simulated time, in picoseconds.
const maxRelease = 1 << 62

// Fits reports whether so many iterations are all released within the longest
// time that is simulated, 2⁶² ps, and no time is negative.
func (t Timing) Fits(iterations int) bool {
	if min(t.Period, t.Offset, t.Deadline) < 0 || t.Offset > maxRelease {
		return false
	}
	return iterations <= 1 || t.Period <= (maxRelease-t.Offset)/int64(iterations-1)
}

// Firing is the rule by which events reserve tokens and room.
type Firing uint8

// The rules.
const (
	// KahnFiring: every event for itself, when it comes.
	KahnFiring Firing = iota
	// SDFFiring: a firing, which is the longest run of reads, then executes,
	// then writes, claims the tokens of all its reads and the room of all its
	// writes before it starts and gives back the room of its reads when it has
	// ended. This is what the SDF3 tools compute with (Stuijk 2007).
	SDFFiring
)

// String returns the word the TOML form uses.
func (f Firing) String() string { return [...]string{"kpn", "sdf"}[f] }

// Automaton says in which order the scenarios of an application follow each
// other: a Markov chain whose states carry scenarios.
type Automaton struct {
	Initial int // index into States
	States  []State
}

// State is a state of an automaton. One visit is one iteration of its scenario.
type State struct {
	Name     string
	Scenario int // index into Application.Scenarios
	Next     []Transition
}

// Transition leads to a state, with a weight relative to those of the other
// transitions from the same state.
type Transition struct {
	State  int
	Weight float64
}

// Operation is a unit of computation that a process executes. Its signature
// says what one execution does, counted by instruction class, so that a
// platform can price it without knowing it; an operation without a signature
// has to be priced by name.
//
// An application that comes from another tool may say itself what an operation
// costs on processors that this tool knows by a name; platforms refer to these
// names. Such an operation runs on no other processor unless the platform
// prices it by name.
type Operation struct {
	Name      string
	Signature []Count    // by class name, ascending; no class twice
	Costs     []TypeCost // by type name, ascending; no type twice
}

// TypeCost is what one execution of an operation costs on a processor type.
// Either Units or Time says how long it takes; both may be 0.
type TypeCost struct {
	Type   string
	Units  int64 // thousandths of a unit of time that the platform gives a length
	Time   int64 // ps
	Energy int64 // fJ
}

// Count is how often one execution of an operation does an instruction of a class.
type Count struct {
	Class string
	N     int64
}

// Process is one sequential process of the network.
type Process struct {
	Name     string
	Line     int // in Application.File
	Priority int // on a processor that schedules by priority; smaller is more urgent
}

// Channel is a FIFO with one writer and one reader.
type Channel struct {
	Name           string
	Writer, Reader int   // process indices
	TokenBytes     int64 // size of a token
	Capacity       int64 // tokens the buffer holds
	Initial        int64 // tokens there at time 0; they count towards the capacity
}

// Scenario is an intra-application scenario: one behaviour of the
// application, in which every process runs its fragment Iterations times.
type Scenario struct {
	Name       string
	Weight     float64 // how frequent, relative to the application's other scenarios
	Iterations int
	Traces     []*Fragment // one per process
}

// OperationIndex returns the index of the operation with that name, or -1.
func (a *Application) OperationIndex(name string) int {
	for i := range a.Operations {
		if a.Operations[i].Name == name {
			return i
		}
	}
	return -1
}
