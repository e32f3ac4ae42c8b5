package pareto

import "slices"

// Relation says how one objective vector stands to another.
type Relation int8

const (
	// Incomparable: each is better somewhere.
	Incomparable Relation = iota
	// Equal: the same in every objective.
	Equal
	// Better: the first dominates the second, that is, it is nowhere worse and
	// somewhere better.
	Better
	// Worse: the second dominates the first.
	Worse
)

// Compare returns how a stands to b. Compare(b, a) is its mirror image: Better
// and Worse change places, Equal and Incomparable stay.
func Compare(a, b []float64) Relation {
	better, worse := false, false
	for i, v := range a {
		switch w := b[i]; {
		case v < w:
			better = true
		case v > w:
			worse = true
		}
	}
	switch {
	case better && worse:
		return Incomparable
	case better:
		return Better
	case worse:
		return Worse
	}
	return Equal
}

// Dominates reports whether a is nowhere worse than b and somewhere better.
func Dominates(a, b []float64) bool {
	return Compare(a, b) == Better
}

// Point is an objective vector together with how far it breaks the constraints:
// zero when it breaks none (it is feasible), positive when it does. The
// objectives of an infeasible point are never looked at and may be nil.
type Point struct {
	Objectives []float64
	Violation  float64
}

// Feasible reports whether the point breaks no constraint.
func (p Point) Feasible() bool { return p.Violation <= 0 }

// ConstrainedDominates reports whether a is preferred to b by the rule of Deb,
// Pratap, Agarwal and Meyarivan (A fast and elitist multiobjective genetic
// algorithm: NSGA-II, 2002, section VI): a feasible point beats an infeasible
// one, of two infeasible points the less violated one wins whatever its
// objectives, and between feasible points dominance decides.
func ConstrainedDominates(a, b Point) bool {
	switch {
	case a.Feasible() && b.Feasible():
		return Dominates(a.Objectives, b.Objectives)
	case a.Feasible():
		return true
	case b.Feasible():
		return false
	}
	return a.Violation < b.Violation
}

// covers reports whether a is nowhere worse than b: it dominates or equals it.
func covers(a, b []float64) bool {
	for i, v := range a {
		if v > b[i] {
			return false
		}
	}
	return true
}

// lexicographic returns the indices of the vectors in ascending order by first
// objective, then second, and so on; equal vectors stay in the order of their
// indices. In this order nothing is dominated by what comes after it.
func lexicographic(vectors [][]float64) []int {
	order := make([]int, len(vectors))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return slices.Compare(vectors[i], vectors[j])
	})
	return order
}
