// Package locality finds out which processors use which memory and puts the one
// near the other: "Using Hardware Counters to Automatically Improve Memory
// Performance on ccNUMA machines" (Tikir and Hollingsworth), with three changes.
// What is sampled are accesses that the program itself reports, because few
// machines let a program look at their interconnect. What is accessed is a block,
// whatever the program makes of it: a page, an arena, the traces of a scenario.
// And who decides is not who moves, so that decisions can be tested and
// repeated.
//
//	Sampler  counts one in so many accesses of a hart   → Counts by block and hart
//	Counts   are shares, of harts or of their nodes
//	Homes    decides from them where every block lives  → Decision
//	Pages    asks and tells the kernel where pages lie
//
// Nodes are the places that memory lies at. In Counts and Homes they are numbered
// from 0 without gaps and may stand for anything that is near some harts and far
// from others, a cache included; Pages takes the numbers of the kernel (NodeNumbers
// of a topology.Machine).
//
// Samples, shares and decisions depend on nothing but the accesses and their
// order on each hart. No result of the program may depend on where memory lies.
//
// # What it is not for
//
// It allocates no memory, binds no threads, knows no topology (workpool/topology
// does), and starts nothing: who samples says when an interval is over.
package locality
