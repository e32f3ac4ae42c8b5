package subset

import (
	"math"

	"sdse/explorer/pareto"
)

// exam is what candidate subsets are judged on: the training designs with their
// results under every scenario, and the Pareto relation of every pair of them
// under all scenarios. It is immutable, so that all harts read it at once.
//
// Weighted results are stored in fixed point, as whole numbers in float64. The
// unit of an objective is a power of two chosen such that no sum over any
// scenarios exceeds 2⁵³; hence every sum and every difference is exact. A
// running sum does not depend on the way that led to it, equal designs tie
// exactly, and a judge may walk from any subset to any other without a change
// of the outcome. Nothing is lost by it: an ordinary float64 sum resolves no
// more.
type exam struct {
	designs, objectives int

	part   []float64         // [scenario][design][objective]: weight × value
	weight []float64         // by scenario
	truth  []pareto.Relation // under all scenarios, of the pairs (0,1), (0,2) … (1,2) …
	mean   []float64         // [design][objective]: prediction under all scenarios
	extent []float64         // by objective: the largest mean less the smallest
}

// newExam lays out results, [design][scenario][objective] with at least one
// design, under weights that sum to one.
func newExam(shares []float64, results [][][]float64) *exam {
	e := &exam{designs: len(results), objectives: len(results[0][0])}
	row := e.designs * e.objectives
	e.part = make([]float64, len(shares)*row)
	for o := range e.objectives {
		var bound float64 // on any sum of this objective
		for _, result := range results {
			var sum float64
			for s, w := range shares {
				sum += math.Abs(float64(w * result[s][o]))
			}
			bound = max(bound, sum)
		}
		shift := unit(bound)
		for d, result := range results {
			for s, w := range shares {
				e.part[s*row+d*e.objectives+o] = math.Round(math.Ldexp(w*result[s][o], shift))
			}
		}
	}
	e.weight = make([]float64, len(shares))
	for s, w := range shares {
		e.weight[s] = math.Round(math.Ldexp(w, unit(1)))
	}
	e.setTruth()
	return e
}

// unit returns the power of two by which numbers are multiplied before
// rounding, if the sum of their absolute values is about bound: the sum then
// lies below 2⁵², which leaves as much again for what rounding adds.
func unit(bound float64) int {
	_, exponent := math.Frexp(bound)
	return 52 - exponent
}

// setTruth judges the set of all scenarios.
func (e *exam) setTruth() {
	all := newJudge(e)
	for s := range e.weight {
		all.shift(s, +1)
	}
	e.truth = make([]pareto.Relation, 0, e.pairs())
	for i := range e.designs {
		for j := i + 1; j < e.designs; j++ {
			e.truth = append(e.truth, relate(all.design(i), all.design(j)))
		}
	}
	e.mean = make([]float64, len(all.sum))
	for i, sum := range all.sum {
		e.mean[i] = sum / all.weight
	}
	e.extent = make([]float64, e.objectives)
	for o := range e.extent {
		least, most := math.Inf(1), math.Inf(-1)
		for i := o; i < len(e.mean); i += e.objectives {
			least, most = min(least, e.mean[i]), max(most, e.mean[i])
		}
		e.extent[o] = most - least
	}
}

// pairs returns the number of unordered pairs of training designs.
func (e *exam) pairs() int { return e.designs * (e.designs - 1) / 2 }

// rate returns the misclassification rate of a number of wrong pairs, NaN if
// there is no pair.
func (e *exam) rate(wrong int) float64 {
	if e.pairs() == 0 {
		return math.NaN()
	}
	return float64(wrong) / float64(e.pairs())
}

// relate returns the Pareto relation of two vectors with three outcomes, as the
// misclassification rate has it: equal vectors count as incomparable, neither
// dominates the other.
func relate(a, b []float64) pareto.Relation {
	if r := pareto.Compare(a, b); r != pareto.Equal {
		return r
	}
	return pareto.Incomparable
}
