// Package sdf3 reads the XML files of the SDF3 tools (Stuijk, Geilen, Basten
// 2006): graphs of the types sdf, csdf, fsmsadf and sadf, and architecture
// graphs. It says what is in them in the terms of package kpn.
//
// An actor becomes a process. One iteration of an sdf or csdf graph is one
// repetition vector (Lee, Messerschmitt 1987; Bilsen et al. 1996): every process
// fires as often as its entry says, and a firing is all reads in the order of
// the ports, one execute, all writes in the order of the ports. An fsmsadf or
// sadf graph (Geilen 2010; Theelen et al. 2006) becomes one application with a
// scenario for each of the file's and an automaton that says which may follow
// which; [Play] makes one long behaviour of a sequence of them, [WorstCase]
// computes the slowest one.
//
// An execution time stays what it is, a number of units of time per type of
// processor; how long a unit lasts is for a platform to say, or for the caller of
// [Load]. The type called
// "default" is the one that SDF3 itself would compute with.
//
// What a process of sdse cannot do, such as overlap with itself, or what a file
// leaves open is a warning; what cannot be expressed is refused with the reason.
// This package knows nothing of platforms: an architecture graph becomes plain
// data, or the text of a platform file.
package sdf3
