package sesame

// Platform describes the hardware. It is plain data: Load fills it from TOML,
// tests build it by hand. Indices tie it together.
type Platform struct {
	Name        string
	File        string // where it was read from, for messages
	Types       []ProcessorType
	Processors  []Processor
	Components  []Component
	Paths       []Path
	StaticPower int64 // nW, drawn by the platform as a whole
	StaticAll   bool  // static power of all processors and components counts, not only of those in use
	CostUnit    string
}

// ProcessorType is what processors of one kind have in common.
type ProcessorType struct {
	Name     string
	Line     int              // in Platform.File
	Points   []OperatingPoint // at least one; the first is the default
	Dispatch int64            // thousandths of a cycle the scheduler takes to pick a process
	Policy   Policy
	// ClassCycles prices operations by their signature: thousandths of a cycle
	// per instruction of a class.
	ClassCycles map[string]int64
	// OperationCycles prices operations by name, "application.operation" or
	// "operation", in thousandths of a cycle per execution; it goes before ClassCycles.
	OperationCycles map[string]int64
	// ListedOnly marks an accelerator: it runs only what OperationCycles names.
	ListedOnly bool
}

// OperatingPoint is a frequency a processor may run at and what it draws there.
type OperatingPoint struct {
	Name         string
	Frequency    int64 // Hz
	StaticPower  int64 // nW, drawn all the time
	DynamicPower int64 // nW, drawn in addition while an event occupies the processor
}

// Policy is how a processor chooses among the processes that are ready.
type Policy uint8

// The scheduling policies.
const (
	FCFS       Policy = iota // after every event, the process that became ready first
	RunToBlock               // a process keeps the processor as long as its next event is enabled
)

// Processor is one processor.
type Processor struct {
	Name     string
	Type     int   // index into Platform.Types
	Group    int   // processors of one [[processor]] table share a group: interchangeable unless a path tells them apart
	OneClock bool  // its operating point is that of all processors of its group
	Cost     int64 // thousandths of Platform.CostUnit
}

// ComponentKind says what a component is called in reports.
type ComponentKind uint8

// The kinds of components.
const (
	Memory ComponentKind = iota
	Bus
)

// String returns the word the TOML form uses.
func (k ComponentKind) String() string { return [...]string{"memory", "bus"}[k] }

// Component is a memory or an interconnect: something that a transfer passes.
type Component struct {
	Name          string
	Kind          ComponentKind
	Read, Write   Access
	Exclusive     bool  // one transfer per port at a time; else a pure delay
	Ports         int   // of an exclusive component; at least 1
	Capacity      int64 // bytes of a memory for buffers; 0 means unlimited
	EnergyPerByte int64 // fJ
	StaticPower   int64 // nW
	Cost          int64 // thousandths of Platform.CostUnit
	Owner         int   // processor this component belongs to, or -1
	Group         int   // components of one table share a group: they are alike but for their owners
}

// Access is what passing a component costs in one direction.
type Access struct {
	Latency Time  // per transfer
	Width   int64 // bytes per Period; 0 means that the width is unlimited
	Period  Time  // clock period, rounded to whole picoseconds
}

// Path is a way for the tokens of a channel between two processors: the buffer
// lies at its end, the producer passes Write, the consumer passes Read.
type Path struct {
	Line     int // in Platform.File
	Name     string
	From, To []bool // by processor: which may be the producer's, which the consumer's
	Between  Between
	Write    []int // component groups, in the order of passing
	Read     []int
	BufferIn int // component group of the memory that holds the buffer, or -1
}

// Between restricts a path by whether producer and consumer share a processor.
type Between uint8

// The restrictions.
const (
	Any Between = iota
	Same
	Different
)

// GroupName returns what the table of a component called it, before it was
// instantiated for a processor.
func (c *Component) GroupName(p *Platform) string {
	if c.Owner < 0 {
		return c.Name
	}
	return c.Name[len(p.Processors[c.Owner].Name)+1:]
}
