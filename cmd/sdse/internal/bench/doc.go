// Package bench measures the parts of sdse and shows what it found as tables,
// as JSON and as a picture.
//
// # How it measures
//
// Machines are seldom quiet. What a variant takes is therefore CPU time, not wall
// time; the variants of a comparison run in turns, so that what disturbs one
// disturbs its neighbours; every figure is the median of the repetitions with
// the quartiles around it; and a ratio is the median of the ratios of
// neighbours, not the ratio of two medians.
//
// A benchmark is a function from Options to a Report. Simulator is one.
package bench
