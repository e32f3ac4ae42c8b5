package report

import "time"

// Document is all that a report shows. Slices that are empty make their part of
// the report disappear; Objectives must have at least one entry.
type Document struct {
	Title   string // heading of the page, for example the name of the exploration
	Command string // the command line that made it
	Version string // version of the program
	Seed    uint64
	Stopped string        // why the search ended, as a phrase: "300 generations done"
	Elapsed time.Duration // wall time; 0 = unknown
	Counts  Counts
	Facts   []Fact // settings and anything else worth a line, in the order shown

	Objectives  []Objective
	Hypervolume float64      // of the true front; 0 or NaN = unknown
	Designs     []Design     // the Pareto front, at best some hundreds
	Infeasible  []Design     // designs nearest to feasible, shown when Designs is empty
	History     []Generation // one entry per generation, in order

	Platform  Platform
	Processes []Process
	Channels  []Channel
}

// Counts says how many simulations were asked for and where they came from.
type Counts struct {
	Requested int64 // asked for by the search
	Charged   int64 // really run
	Memoised  int64 // answered from the table of earlier results
}

// Fact is a labelled line of text.
type Fact struct{ Label, Value string }

// Objective is one minimised quantity. Designs hold raw values; what is shown is
// raw × Scale in Unit, so that picoseconds can be read as milliseconds.
type Objective struct {
	Name  string
	Unit  string  // may be empty
	Scale float64 // 0 means 1
}

// Design is one mapping with what it costs.
type Design struct {
	ID        int       // how the rest of the run's files name it
	True      []float64 // raw, one per objective, over all scenarios; NaN = unknown
	Predicted []float64 // raw, as the subset predicted it; nil = not predicted

	ProcessorOf []int    // per process the index of its processor; -1 = nowhere
	PathOf      []int    // per channel the index of its path; -1 = none
	Points      []string // per processor its operating point as a label; nil = none

	// How busy each processor and each component is, from 0 to 1; nil = unknown.
	ProcessorLoad []float64
	ComponentLoad []float64

	Violation float64 // how far from feasible; 0 for members of the front
	Reason    string  // why it is infeasible
}

// Generation is the state of the search after one generation.
type Generation struct {
	Number            int
	Evaluations       int64 // designs evaluated so far
	Simulations       int64 // simulations charged so far
	Front             int   // designs on the front
	Hypervolume       float64
	Subset            int     // scenarios in the subset; 0 = all of them
	Version           int     // of the subset; a change is marked in the plots
	Misclassification float64 // of the subset, 0 to 1; NaN = unknown
}

// Platform is the hardware that mappings are drawn on.
type Platform struct {
	Name       string
	Processors []Processor
	Components []Component
	Paths      []Path
}

// Processor is drawn as a box beside the others of its Group. An empty Group
// means that processors are grouped by Type.
type Processor struct{ Name, Type, Group string }

// Component is a memory, bus, link or anything else that channels pass through;
// it is drawn as a bar under the processors that use it in the designs of the
// report, or as one bar for all of a kind of which there are more than twelve.
type Component struct {
	Name string
	Kind string // "memory", "bus", "link", …; components of kind memory are drawn lowest
}

// Path is a way for a channel from its writer to its reader: indices of the
// components that a write passes, in order, and of those that a read passes, which
// is none when the write delivers. A path through nothing is local to a processor.
type Path struct {
	Name        string
	Write, Read []int
}

// Process is an actor of an application.
type Process struct{ Name, Application string }

// Channel connects two processes, given by index.
type Channel struct {
	Name     string
	From, To int
	Bytes    int64 // traffic in any unit common to all channels, gives the width of the line; 0 = unknown
}
