package counters

import "iter"

// Counter is one thing that is counted.
type Counter int

// The counters, in the order in which they are listed everywhere.
const (
	UserTime     Counter = iota // time in the program's own code
	SystemTime                  // time in the kernel on its behalf
	Voluntary                   // context switches because the thread waited
	Involuntary                 // context switches because others were to run
	MinorFaults                 // page faults served from memory
	MajorFaults                 // page faults that waited for a disk
	Migrations                  // moves to another CPU
	Cycles                      // of the core's clock
	Instructions                // retired
	DTLBMisses                  // loads whose address was in no translation cache
	ITLBMisses                  // the same for instructions
	NodeLoads                   // loads that a node's memory answered
	NodeMisses                  // of them, those of another node than the CPU's

	counters // how many there are
)

// names of the counters for tables and for JSON, which has no column for units.
var names = [counters]struct{ table, unit, json string }{
	UserTime:     {"user time", "ns", "user_ns"},
	SystemTime:   {"system time", "ns", "system_ns"},
	Voluntary:    {"voluntary switches", "", "voluntary_switches"},
	Involuntary:  {"involuntary switches", "", "involuntary_switches"},
	MinorFaults:  {"minor faults", "", "minor_faults"},
	MajorFaults:  {"major faults", "", "major_faults"},
	Migrations:   {"migrations", "", "migrations"},
	Cycles:       {"cycles", "", "cycles"},
	Instructions: {"instructions", "", "instructions"},
	DTLBMisses:   {"dTLB load misses", "", "dtlb_misses"},
	ITLBMisses:   {"iTLB load misses", "", "itlb_misses"},
	NodeLoads:    {"node loads", "", "node_loads"},
	NodeMisses:   {"node load misses", "", "node_misses"},
}

// String returns the counter's name, such as "user time".
func (c Counter) String() string { return names[c].table }

// Unit returns "ns" for times and "" for what is simply counted.
func (c Counter) Unit() string { return names[c].unit }

// Reading is what one counter said.
type Reading struct {
	Value int64  // in the counter's unit; 0 if unavailable
	Why   string // why it is unavailable; empty if it is available
}

// Readings are all counters at one moment, or between two. The zero value is all
// zeros, the sum of no threads.
type Readings [counters]Reading

// Unavailable returns readings of which all are unavailable for one reason.
func Unavailable(why string) Readings {
	var r Readings
	for c := range r {
		r[c].Why = why
	}
	return r
}

// All lists the readings in their fixed order.
func (r Readings) All() iter.Seq2[Counter, Reading] {
	return func(yield func(Counter, Reading) bool) {
		for c, reading := range r {
			if !yield(Counter(c), reading) {
				return
			}
		}
	}
}

// Sub returns what was counted since the earlier readings, which must be of the
// same thread or process.
//
// Nothing counts backwards, but two readings may differ in resolution, or be
// estimates: what seems to be less than nothing is zero.
func (r Readings) Sub(earlier Readings) Readings {
	for c := range r {
		r[c] = r[c].with(earlier[c], max(r[c].Value-earlier[c].Value, 0))
	}
	return r
}

// Add returns the sum over two threads or processes, or over two stretches of time.
func (r Readings) Add(other Readings) Readings {
	for c := range r {
		r[c] = r[c].with(other[c], r[c].Value+other[c].Value)
	}
	return r
}

// with returns the value if both readings it was computed from were available.
func (r Reading) with(other Reading, value int64) Reading {
	switch {
	case r.Why != "":
		return Reading{Why: r.Why}
	case other.Why != "":
		return Reading{Why: other.Why}
	}
	return Reading{Value: value}
}
