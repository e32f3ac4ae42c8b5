package explorer

// Generation is the record of one generation; generation 0 is the first
// population. Everything in it refers to the subset of scenarios that held.
type Generation struct {
	Number int
	// Evaluations counts the designs handed to the evaluator since the start,
	// parents that were evaluated again under a new subset included.
	Evaluations int64
	// Counts are the evaluator's at the end of the generation.
	Counts Counts
	// Front is the number of different objective vectors in the population's first
	// front; 0 while nothing is feasible.
	Front int
	// Hypervolume is that of the population's first front, as a share, see
	// [Result.Hypervolume]; 0 while nothing is feasible. It may shrink, when the
	// subset changes or the front has outgrown the population.
	Hypervolume float64
	// Subset is the number of scenarios in the subset; 0 stands for all.
	Subset int
	// Version and Misclassification are the snapshot's.
	Version           int
	Misclassification float64
	// Stopped is why the run ends after this generation, see [Result.Stopped];
	// empty if it goes on.
	Stopped string
}

// Design is a design that was evaluated under all scenarios.
type Design struct {
	Genes []int
	// True are the objectives under all scenarios, Predicted those under the last
	// subset of the run. Either is whatever the evaluator gave, if anything, where
	// the design is infeasible.
	True, Predicted []float64
	// Violation and Reason are those under all scenarios.
	Violation float64
	Reason    string
}

// Result is what a run found.
type Result struct {
	// Front holds the designs that, by their true objectives, nothing else that was
	// evaluated under all scenarios dominates, in ascending order of the first
	// objective, then the others. No two have equal objectives: of designs that do
	// the one with the least genes, read as a word, stands for all.
	Front []Design
	// Lost is the number of designs in the last population's predicted front whose
	// true objectives are not in Front.
	Lost int
	// Infeasible holds a few of the least violated designs, the least first, when
	// nothing feasible was found; otherwise it is nil.
	Infeasible []Design
	// Reference is the point that hypervolumes are measured from: the one of the
	// settings or, if they have none, in each objective 1.1 times the worst value among the feasible designs of the first population,
	// or of the first generation that has any. Where that is not positive, 1. Nil
	// when nothing was ever feasible.
	Reference []float64
	// Hypervolume is the volume that Front covers (package pareto), as a share of the
	// box between zero in every objective and Reference: in 0 … 1, comparable between
	// runs with the same reference. Designs that are not better than the reference in
	// every objective add nothing, and negative values count as zero.
	Hypervolume float64
	// History has a record of each generation.
	History []Generation
	// Stopped is why the run ended: "generations", "simulations", or what
	// [Settings.Stop] said.
	Stopped string
	// Counts are the evaluator's after the final evaluation.
	Counts Counts
}
