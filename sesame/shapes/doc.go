// Package shapes makes workloads to measure simulators with: platforms,
// applications and mappings of the sizes that studies of such simulators use.
// They are no examples of real systems; how much an operation has to do is
// drawn from a generator of random numbers, and the same seed gives the same
// shape everywhere.
//
// The tests of the simulator and `sdse bench` share them, so that a figure of the
// one can be held against a figure of the other.
package shapes
