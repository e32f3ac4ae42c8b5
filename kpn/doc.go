// Package kpn is the room of the application side: Kahn process networks and
// the traces they leave.
//
// An [Application] is a graph of processes that talk through point-to-point
// channels (one writer, one reader) and, for each of its intra-application
// scenarios, the trace every process runs: a sequence of execute, read and
// write events (Kahn 1974; Pimentel, Erbas, Polstra 2006 for the trace-driven
// use). Traces repeat, so a [Fragment] stores loops instead of copies and is
// identified by what it says, not by where it stands.
//
// There are two ways to an application: [Load] reads the TOML form
// (docs/formats.md), and a [Network] is executed — its processes are Go
// functions that move real data — and records the same thing from what really
// happened.
//
// Whether a scenario can finish depends on its traces and the capacities of its
// channels alone: [CheckLive] finds out without time, and [SufficientCapacities]
// says how much room would do. How often the states of an [Automaton] are visited
// gives the scenarios their weights.
//
// This room knows nothing of simulated time, processors or mappings: what an
// event costs is the business of package sesame, also where an application says
// what its operations cost on processor types that it knows by name.
package kpn
