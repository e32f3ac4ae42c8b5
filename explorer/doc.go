// Package explorer searches a space of designs for the best trade-offs between
// two or more objectives while a design's quality over many scenarios is
// predicted from a subset of them.
//
// [Run] repeats one loop: ask the [Subsets] which subset of scenarios holds,
// breed designs, have the [Evaluator] value the whole generation in one batch
// under that [Snapshot], select, tell the subsets' keeper how the population
// stands. When the subset changes, parents are evaluated again before selection:
// values under two subsets are never compared. At the end everything that looks
// good, or once did, is evaluated under all scenarios, and the front that is
// reported is the non-dominated set of those true values.
//
// The search itself is NSGA-II over integer genes (explorer/internal/ea); the
// comparison of objective vectors is in explorer/pareto. The explorer starts no
// goroutine, reads no clock and draws all random numbers from the seed in its
// [Settings]: a run is a function of its input, whatever the evaluator does in
// parallel.
//
// # What it is not for
//
// The explorer never sees a simulator, a mapping, a scenario or a worker pool. It
// owns its interfaces and they speak in built-in types, so that it can be tried
// on textbook problems, and so that designs can be evaluated without a search. It
// does not choose subsets, does not remember results (the evaluator's memo does),
// writes no files, and turns no gene into a processor.
package explorer
