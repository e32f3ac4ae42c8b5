// Package evaluate judges many mappings in many scenarios: it turns designs
// (gene vectors of a sesame.Model) into objective values over the scenarios,
// with the worker pool doing the simulations and a memo table saving those
// whose result is known.
//
// Work goes through three steps, so that two users can share one evaluator and
// the results, the memo and the counts still depend on nothing but the order of
// the calls:
//
//	Plan    looks up what is known and decides what must be simulated
//	Run     simulates it on the pool, at the same time as other batches
//	Commit  puts the results into the memo
//
// Plan and Commit belong to one goroutine, Run may be anywhere in between.
//
// In which order simulations are handed out, and in which memory a hart finds
// its model, are settings: they make a difference to caches, not to results.
//
// This room knows nothing of genetic algorithms or of how subsets are chosen.
package evaluate
