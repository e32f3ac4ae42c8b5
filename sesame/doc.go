// Package sesame is the simulator room: it says what a mapping of applications
// onto a platform costs in a scenario.
//
// It follows Sesame (Pimentel, Erbas, Polstra 2006): application, mapping and
// architecture are three layers. The application layer is a set of traces
// (package kpn). The mapping layer gives every process a virtual processor and
// every channel a bounded buffer; a communication event is offered to the
// buffer first and holds no processor while it waits there. The architecture
// layer charges time and energy: processors by operation, memories and
// interconnects by byte, with contention. docs/semantics.md has the rules in full.
//
// The way through this room:
//
//	Load ─► Workload (Platform + scenarios.Space) ─► Compile ─► Model ─► NewSimulator ─► Bind, Simulate | Examine | Watch
//	                                                                               └─► SimulateAll
//
// A [Platform] is plain data. A [Model] is platform and scenarios compiled into
// tables; it is immutable and shared by everyone. A [Simulator] is the scratch
// memory of one worker: it allocates when it is made and never after. Time is an
// integer number of picoseconds and energy an integer number of femtojoules, so
// the same model, mapping and scenario give the same bits on every machine.
//
// Two kernels do the work and give the same results: a fast one for the common
// case (fast*.go, lanes.go; SimulateAll runs two simulations in turns), and a
// general one for every policy, arbitration and path (general.go). Load and its
// neighbours load*.go read the platform file, workload.go what it says of
// applications; compile.go, routes.go and price.go make the tables.
//
// Which mapping is worth simulating is the business of package explorer; many
// mappings at once are the business of package evaluate below this one.
package sesame
