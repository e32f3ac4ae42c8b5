package sesame

import "sdse/kpn"

// Statistics is everything that a simulation tells about itself.
type Statistics struct {
	Scenario     int
	Makespan     Time // 0 if it failed
	Failure      Failure
	Blocked      []BlockedProcess // if the failure is a deadlock
	Applications []ApplicationUse // those active in the scenario
	Processes    []ProcessUse     // those active in the scenario
	Channels     []ChannelUse     // those active in the scenario
	Processors   []ProcessorUse   // all of the platform
	Components   []ComponentUse   // all of the platform
	Energy       EnergySplit
}

// ApplicationUse is how an application fared, iteration by iteration. An
// iteration is complete when all processes have ended it.
type ApplicationUse struct {
	Name      string
	Starts    []Time // of the iterations: their release, or without a period when the first process is ready to begin
	Completed []Time // of the iterations that are complete, in order
	Misses    int    // iterations later than the deadline
	Timing    kpn.Timing
}

// ProcessorUse is what a processor did. The five times add up to the makespan.
type ProcessorUse struct {
	Name                                       string
	Processes                                  int
	Dispatch, Execute, Transfer, Waiting, Idle Time
	Picks, Switches, Preemptions               int64 // dispatches, those to another process than before, executes interrupted
	Dynamic, Static                            Exact
}

// ComponentUse is what passed a memory or an interconnect.
type ComponentUse struct {
	Name       string
	Kind       ComponentKind
	Transfers  int64
	Bytes      int64
	Busy       Time // sum of the durations of the transfers that passed it
	Waiting    Time // sum of what transfers waited for it
	MaxWaiting Time
	Ports      int
	Dynamic    Exact
	Static     Exact
}

// ProcessUse is how a process fared.
type ProcessUse struct {
	Name      string
	Processor string
	Finish    Time
	Finished  bool
}

// ChannelUse is what went through a channel.
type ChannelUse struct {
	Name      string
	Path      string
	Tokens    int64 // that became visible
	Capacity  int64
	HighWater int64 // the most tokens for which room was taken at once
}

// BlockedProcess is a process that waits for ever, and the channel it waits
// for, by their numbers in the model.
type BlockedProcess struct {
	Process, Channel int
}
