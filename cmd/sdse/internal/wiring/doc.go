// Package wiring runs an exploration: it introduces the explorer, the subset
// selector and the evaluator, which do not know each other, and gives each the
// harts it works on. The explore command runs explorations, and so do benchmarks
// that compare ways to share the harts; both get the same one from here.
//
// It is not for files, flags or signals: what comes in is a compiled model and
// settings, what goes out is the explorer's result.
package wiring
