// Package counted is arithmetic that counts itself, so that the operation
// counts of the example applications are measured instead of guessed.
//
// A kernel is written once, in terms of a [Machine]: it computes its result and
// leaves the number of instructions it took, by class. The model is a plain
// load-store processor with enough registers:
//
//	alu     add, subtract, shift, logic, count leading zeros, compare; a
//	        minimum or maximum is two (compare, select)
//	mul     multiply
//	load    read of an array element; base plus index addressing is free
//	store   write of an array element
//	branch  decided by a compare, which is an alu of its own; a loop costs one
//	        alu (count down) and one branch per turn
//
// Constants, moves between registers and calls are free.
//
// This is not a processor simulator: no pipeline, no cache, no width. Platforms
// give each class its price. All values are 32-bit; nothing here is fast.
package counted
