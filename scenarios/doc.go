// Package scenarios is the room of what can happen: which applications run
// together, and how each of them behaves meanwhile.
//
// An intra-application scenario is one behaviour of one application
// ([kpn.Scenario]). An inter-application scenario is a set of applications that
// run together ([Set]). A system scenario is one set with one behaviour for
// each of its members ([System]); a mapping is judged by what it costs over all
// of them, each weighted by how likely it is (van Stralen and Pimentel).
//
// System scenarios are numbered, not stored: a [Space] holds the parts and
// computes any of the system scenarios from its number. The numbers are dense
// and stable: they depend on the order of the files alone.
//
// What a scenario costs under a mapping is the business of package sesame.
package scenarios
