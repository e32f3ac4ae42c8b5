// Package timeline shows one simulation as it went: as a trace that Perfetto and
// Chrome open (WriteTrace), and as a Gantt chart in SVG (WriteChart).
//
// Both are told what happens while the simulator runs (sesame.Observer) and keep
// no list of it: the trace is written as it comes, and the chart adds up what is
// narrower than a pixel. So their memory depends on the size of the system, on
// its iterations and on the tokens in its buffers, but not on how long the
// simulation takes. Both are functions of the simulation alone: the same bytes
// on every machine.
//
// This room knows names and spans; it neither simulates nor reads files. What a
// mapping costs in numbers is package evaluate's.
package timeline
