// Package bench measures the parts of sdse and shows what it found as tables,
// as JSON and as a picture.
//
// # How it measures
//
// Machines are seldom quiet. The variants of a comparison therefore run in
// turns, so that what disturbs one disturbs its neighbours; every figure is the
// median of the repetitions with the quartiles around it; and a ratio is the
// median of the ratios of neighbours, not the ratio of two medians.
//
// Both clocks run: CPU time, of this process and the children it has waited for,
// is what work costs, and hardly depends on what else the machine does; wall
// time is what a user waits. Each table says which it shows. What the system
// counts (context switches, page faults) and what a benchmark wants to have
// counted besides is read before and after every sample.
//
// # How a benchmark is made
//
// A benchmark is a value of type [Benchmark], made by a function in a file of its
// own and listed in [All]; the command line and sdse bench all take it from
// there. Its parts each measure something with the session they are handed, and
// add tables and plots to the report.
//
// What it is not for: it decides nothing and keeps no history. Go benchmarks
// beside the code are for whoever changes that code; these here compare ways of
// doing things, on the machine of whoever runs them.
package bench
