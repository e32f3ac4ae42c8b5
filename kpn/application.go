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
}

// Operation is a unit of computation that a process executes. Its signature
// says what one execution does, counted by instruction class, so that a
// platform can price it without knowing it; an operation without a signature
// has to be priced by name.
type Operation struct {
	Name      string
	Signature []Count // by class name, ascending; no class twice
}

// Count is how often one execution of an operation does an instruction of a class.
type Count struct {
	Class string
	N     int64
}

// Process is one sequential process of the network.
type Process struct {
	Name string
	Line int // in Application.File
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

// processIndex returns the index of the process with that name, or -1.
func (a *Application) processIndex(name string) int {
	for i := range a.Processes {
		if a.Processes[i].Name == name {
			return i
		}
	}
	return -1
}

// channelIndex returns the index of the channel with that name, or -1.
func (a *Application) channelIndex(name string) int {
	for i := range a.Channels {
		if a.Channels[i].Name == name {
			return i
		}
	}
	return -1
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
