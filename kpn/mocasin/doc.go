// Package mocasin reads what the mapping tool mocasin (TU Dresden) works with
// beside SDF3 graphs: process networks of the CPN compiler with the traces of
// their processes, and mapping tables.
//
// A network is an XML file with elements PNchannel and PNprocess. What its
// processes do stands in trace files, one per process and processor type, named
// PROCESS.TYPE.cpntrace: lines of computation (m), reads (r), writes (w), and an
// end (e), with cycles for that type. The files of a process say the same line by
// line and differ in the cycles only, which become the costs of operations on the
// types, in units of a cycle. Traces of unequal length are refused: one of them
// is cut off.
//
// A channel with several readers becomes several channels that are written
// together, because a channel of sdse has one reader.
//
// A mapping table is a CSV file with a row per mapping: where each process runs
// (columns t_PROCESS), and what that costs.
//
// SDF3 graphs have a reader of their own, sdse/kpn/sdf3. What this package does
// not read are the XML forms of platforms and mappings.
package mocasin
