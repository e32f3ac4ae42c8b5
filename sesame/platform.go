package sesame

// Platform describes the hardware. It is plain data: Load fills it from TOML,
// tests build it by hand. Indices tie it together.
type Platform struct {
	Name        string
	File        string // where it was read from, for messages
	Types       []ProcessorType
	Processors  []Processor
	Components  []Component
	Networks    []Network
	Paths       []Path
	StaticPower int64 // nW, drawn by the platform as a whole
	StaticAll   bool  // static power of all processors and components counts, not only of those in use
	CostUnit    string
	Limits      Limits
}

// Limits bound a simulation, so that a mistake ends in a message. 0 is no limit
// but those of the representation.
type Limits struct {
	Events int64 // events of the processes, and pieces into which scheduling cuts them
	Time   Time  // simulated time
}

// ProcessorType is what processors of one kind have in common.
type ProcessorType struct {
	Name       string
	Line       int              // in Platform.File
	Points     []OperatingPoint // at least one; the first is the default
	Policy     Policy
	Slice      Time  // of RoundRobin: an execute is cut after so long if another process is ready; 0: never
	Preemptive bool  // of Priority: a more urgent process interrupts an execute
	Dispatch   int64 // thousandths of a cycle the scheduler takes to pick a process
	Switch     int64 // thousandths of a cycle that a context switch takes, in addition
	SwitchWhen SwitchMode
	// ClassCycles prices operations by their signature: thousandths of a cycle
	// per instruction of a class; ClassEnergy does so in fJ.
	ClassCycles, ClassEnergy map[string]int64
	// OperationCycles prices operations by name, "application.operation" or
	// "operation", in thousandths of a cycle per execution; OperationEnergy
	// does so in fJ. They go before everything else.
	OperationCycles, OperationEnergy map[string]int64
	// Like is the name under which applications of other tools know the type;
	// empty: Name. Unit is how many thousandths of a cycle their unit of time
	// lasts, UnitTime how many picoseconds at the first operating point.
	Like     string
	Unit     int64
	UnitTime Time
	// ListedOnly marks an accelerator: it runs only what OperationCycles names.
	ListedOnly bool
}

// OperatingPoint is a frequency a processor may run at and what it draws there.
type OperatingPoint struct {
	Name           string
	Frequency      int64 // Hz
	Voltage        int64 // µV; 0 unknown. Energies of operations are those at the first point and grow with its square
	StaticPower    int64 // nW, drawn all the time
	DynamicPower   int64 // nW, drawn in addition while an event occupies the processor
	EnergyPerCycle int64 // fJ per cycle of an execute
}

// Policy is how a processor chooses among the processes that are ready.
type Policy uint8

// The scheduling policies.
const (
	FCFS       Policy = iota // after every event, the process that became ready first
	RunToBlock               // a process keeps the processor as long as its next event is enabled
	RoundRobin               // after every event, the next one in cyclic order
	Priority                 // after every event, the most urgent one
)

// SwitchMode says when a context switch costs anything.
type SwitchMode uint8

// The modes.
const (
	OnChange SwitchMode = iota // if the process is not the one that ran before
	Always                     // whenever a process is picked
	Never
)

// Processor is one processor.
type Processor struct {
	Name     string
	Table    string // what its table in the platform file calls it; instances have names of their own
	Type     int    // index into Platform.Types
	Group    int    // processors of one [[processor]] table share a group: interchangeable unless something tells them apart
	Cluster  int    // number of the cluster it belongs to, over all clusters of the platform; 0 if there are none
	OneClock bool   // its operating point is that of all processors of its group and cluster
	Priority int    // on interconnects that arbitrate by priority; smaller is more urgent
	Cost     int64  // thousandths of Platform.CostUnit
}

// ComponentKind says what a component is called in reports.
type ComponentKind uint8

// The kinds of components.
const (
	Memory ComponentKind = iota
	Bus
	CrossbarPort // an output of a crossbar
	FIFO         // a point-to-point buffer
	Link         // between neighbouring routers of a network
)

// String returns the word the TOML form uses.
func (k ComponentKind) String() string {
	return [...]string{"memory", "bus", "crossbar port", "fifo", "link"}[k]
}

// Component is a memory or an interconnect: something that a transfer passes.
type Component struct {
	Name          string
	Table         string // what its table in the platform file calls it; instances have names of their own
	Kind          ComponentKind
	Read, Write   Access
	Exclusive     bool // one transfer per port at a time; else a pure delay
	Ports         int  // of an exclusive component; at least 1
	Arbitration   Arbitration
	Slot          Time  // of TDMA: how long a slot is
	Slots         []int // of TDMA: the processor that owns each slot of the wheel
	Capacity      int64 // bytes of a memory or a FIFO for buffers; 0 means unlimited
	EnergyPerByte int64 // fJ
	StaticPower   int64 // nW
	Cost          int64 // thousandths of Platform.CostUnit
	Group         int   // components of one table share a group: they are alike but for who has them
	Scope         Scope
	Owner         int // the processor or the cluster it belongs to, the processor that writes to it if it is PerPair
	Peer          int // PerPair: the processor that reads from it
}

// Arbitration is how an exclusive interconnect chooses among requests.
type Arbitration uint8

// The arbitrations.
const (
	ByArrival  Arbitration = iota // first come, first served
	ByPriority                    // the most urgent processor, then first come, first served
	InTurn                        // in rank order after the last granted
	TDMA                          // everybody in the own slots
)

// Scope says how many instances of a component there are.
type Scope uint8

// The scopes.
const (
	OneForAll Scope = iota
	PerProcessor
	PerCluster
	PerPair // a pair of a writing and a reading processor
)

// Access is what passing a component costs in one direction.
type Access struct {
	Latency     Time  // per transfer
	Width       int64 // bytes per Period; 0 means that the width is unlimited
	Period      Time  // clock period, rounded to whole picoseconds
	WholeCycles bool  // a begun cycle counts as a whole one
}

// Network is a network on chip: routers in rows and columns, with a link to and
// from each neighbour.
type Network struct {
	Name          string
	Columns, Rows int
	Wraps         bool    // a torus, or a ring if there is one row: the last of a row or column neighbours the first
	Links         []int32 // component by 4·tile + direction (east, south, west, north), or -1 at the edge of a mesh
	ProcessorTile []int   // per processor: its tile, row by row, or -1
	ComponentTile []int   // per component: its tile, or -1. One that belongs to a processor is at the processor's
}

// Path is a way for the tokens of a channel between two processors: the buffer
// lies at its end, the producer passes Write, the consumer passes Read.
type Path struct {
	Line     int // in Platform.File
	Name     string
	From, To []bool // by processor: which may be the producer's, which the consumer's
	Between  Between
	Write    []Step // in the order of the data: from the producer to the buffer
	Read     []Step // likewise: from the buffer to the consumer
	BufferIn int    // component group of the memory that holds the buffer, or -1

	// Forward makes every component a hop of its own, store and forward;
	// otherwise all are held together.
	Forward bool
	// DMA lets the processor go on after the issue, which takes Issue
	// thousandths of its cycles and IssueTime.
	DMA       bool
	Issue     int64
	IssueTime Time
}

// Step is what a part of a path passes next: a component of a group, or a network.
type Step struct {
	Group   int  // component group or, if Network, index into Platform.Networks
	Network bool // from the tile of the nearest step before it that has one (else the producer's) to that of the next behind it (else the consumer's)
	At      End  // whose instance, if the group has several
}

// End is an end of a channel.
type End uint8

// The ends.
const (
	Near     End = iota // of the processor that passes the part: the producer's on a write, the consumer's on a read
	Producer            // the processor that writes
	Consumer            // the processor that reads
)

// Between restricts a path by what producer and consumer share.
type Between uint8

// The restrictions.
const (
	Any Between = iota
	Same
	Different
	SameCluster      // different processors of one cluster
	DifferentCluster // processors of different clusters
)
