package pareto

import (
	"cmp"
	"slices"
	"sort"
)

// Fronts sorts the vectors into fronts: the first holds the indices of all that
// nothing dominates, the next those that only members of the first dominate, and
// so on. Equal vectors share a front. Within a front indices ascend.
//
// The method is the efficient non-dominated sort with binary search of Zhang,
// Tian, Cheng and Jin (An Efficient Approach to Nondominated Sorting for
// Evolutionary Multiobjective Optimization, 2015): vectors enter in
// lexicographic order, so that each is compared only with fronts that are
// already final for it. What a front must know to answer "do you cover this
// vector?" is kept in a [layer], which makes it O(N log N) for two objectives,
// O(N log² N) comparisons for three, and at worst O(M N²) for M beyond.
func Fronts(vectors [][]float64) [][]int { return Sorter{}.Fronts(vectors) }

// ConstrainedFronts sorts points into fronts by [ConstrainedDominates]: first
// the fronts of the feasible points, then the infeasible ones, one front for each
// amount of violation, the smallest first.
func ConstrainedFronts(points []Point) [][]int { return Sorter{}.ConstrainedFronts(points) }

// Sorter is [Fronts] and [ConstrainedFronts] with help: where a sort takes long,
// with many vectors of four objectives or more, it has parts of it done at the same
// time. The fronts are the same.
type Sorter struct {
	// Each calls do(i) for every i from 0 to n-1, in any order, some at the same
	// time, and returns after the last call has. nil: one after the other, and no
	// parts are made.
	Each func(n int, do func(i int))
}

// Fronts is the function Fronts.
func (s Sorter) Fronts(vectors [][]float64) [][]int {
	if s.Each != nil && len(vectors) >= worthSplitting && len(vectors[0]) > 3 {
		return gather(s.wideRanks(vectors))
	}
	return gather(ranks(vectors))
}

// ConstrainedFronts is the function ConstrainedFronts.
func (s Sorter) ConstrainedFronts(points []Point) [][]int {
	var feasible, infeasible []int
	var vectors [][]float64
	for i, p := range points {
		if p.Feasible() {
			feasible = append(feasible, i)
			vectors = append(vectors, p.Objectives)
		} else {
			infeasible = append(infeasible, i)
		}
	}
	fronts := s.Fronts(vectors)
	for _, front := range fronts {
		for k, i := range front {
			front[k] = feasible[i]
		}
	}
	slices.SortStableFunc(infeasible, func(i, j int) int {
		return cmp.Compare(points[i].Violation, points[j].Violation)
	})
	for k, i := range infeasible {
		if k == 0 || points[i].Violation != points[infeasible[k-1]].Violation {
			fronts = append(fronts, nil)
		}
		last := len(fronts) - 1
		fronts[last] = append(fronts[last], i)
	}
	return fronts
}

// ranks returns the number of each vector's front.
func ranks(vectors [][]float64) []int {
	rank := make([]int, len(vectors))
	var layers []layer
	order := lexicographic(vectors)
	for k, i := range order {
		vector := vectors[i]
		if k > 0 && slices.Equal(vector, vectors[order[k-1]]) {
			rank[i] = rank[order[k-1]]
			continue
		}
		// A front that covers the vector has one before it that does as well, so
		// the first that does not is found by bisection.
		rank[i] = sort.Search(len(layers), func(r int) bool { return !layers[r].covers(vector) })
		if rank[i] == len(layers) {
			layers = append(layers, newLayer(len(vector)))
		}
		layers[rank[i]].add(vector)
	}
	return rank
}

// gather turns the front of each index into the indices of each front.
func gather(rank []int) [][]int {
	if len(rank) == 0 {
		return nil
	}
	fronts := make([][]int, slices.Max(rank)+1)
	for i, r := range rank {
		fronts[r] = append(fronts[r], i)
	}
	return fronts
}

// A layer is a front under construction. Vectors arrive in lexicographic order,
// each different from all before it: a member's first objective is therefore
// never worse than the newcomer's, and a member that is not worse in the others
// dominates it.
type layer interface {
	covers(vector []float64) bool
	add(vector []float64) // not covered so far
}

func newLayer(objectives int) layer {
	switch objectives {
	case 0, 1:
		return oneLayer{}
	case 2:
		return new(twoLayer)
	case 3:
		return new(threeLayer)
	}
	return new(wideLayer)
}

// oneLayer serves a single objective: what arrives later is worse.
type oneLayer struct{}

func (oneLayer) covers([]float64) bool { return true }
func (oneLayer) add([]float64)         {}

// twoLayer keeps the smallest second objective, which is that of the newest
// member: had the newcomer not been smaller, it would have been covered.
type twoLayer float64

func (l *twoLayer) covers(v []float64) bool { return float64(*l) <= v[1] }
func (l *twoLayer) add(v []float64)         { *l = twoLayer(v[1]) }

// threeLayer keeps the minimal pairs of the second and third objective.
type threeLayer struct{ steps staircase }

func (l *threeLayer) covers(v []float64) bool { return l.steps.covers(v[1], v[2]) }
func (l *threeLayer) add(v []float64)         { l.steps.add(v[1], v[2]) }

// wideLayer keeps all members and asks the newest first: those are nearest in
// the first objective and the likeliest to dominate.
type wideLayer struct{ members [][]float64 }

func (l *wideLayer) covers(v []float64) bool { return l.coversSince(0, v) }

func (l *wideLayer) add(v []float64) { l.members = append(l.members, v) }
