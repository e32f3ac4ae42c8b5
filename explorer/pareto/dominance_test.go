package pareto_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"sdse/explorer/pareto"
)

func TestCompare(t *testing.T) {
	tests := []struct {
		a, b []float64
		want pareto.Relation
	}{
		{[]float64{1, 2}, []float64{1, 2}, pareto.Equal},
		{[]float64{1, 2}, []float64{1, 3}, pareto.Better},
		{[]float64{2, 2}, []float64{1, 2}, pareto.Worse},
		{[]float64{1, 3}, []float64{2, 2}, pareto.Incomparable},
		{[]float64{1, 1, 9}, []float64{2, 2, 8}, pareto.Incomparable},
		{[]float64{5}, []float64{6}, pareto.Better},
		{[]float64{0}, []float64{math.Copysign(0, -1)}, pareto.Equal},
		{nil, nil, pareto.Equal},
	}
	for _, test := range tests {
		if got := pareto.Compare(test.a, test.b); got != test.want {
			t.Errorf("Compare(%v, %v) = %d, want %d", test.a, test.b, got, test.want)
		}
		if got := pareto.Dominates(test.a, test.b); got != (test.want == pareto.Better) {
			t.Errorf("Dominates(%v, %v) = %t", test.a, test.b, got)
		}
	}
}

func TestCompareIsMirrored(t *testing.T) {
	mirror := map[pareto.Relation]pareto.Relation{
		pareto.Better: pareto.Worse, pareto.Worse: pareto.Better,
		pareto.Equal: pareto.Equal, pareto.Incomparable: pareto.Incomparable,
	}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 4).Draw(t, "objectives")
		value := rapid.SliceOfN(rapid.Float64Range(0, 3), m, m)
		a, b := value.Draw(t, "a"), value.Draw(t, "b")
		if got := pareto.Compare(b, a); got != mirror[pareto.Compare(a, b)] {
			t.Fatalf("Compare(b, a) = %d, Compare(a, b) = %d", got, pareto.Compare(a, b))
		}
	})
}

func TestConstrainedDominates(t *testing.T) {
	feasible := func(v ...float64) pareto.Point { return pareto.Point{Objectives: v} }
	violated := func(by float64, v ...float64) pareto.Point {
		return pareto.Point{Objectives: v, Violation: by}
	}
	tests := []struct {
		name   string
		a, b   pareto.Point
		ab, ba bool
	}{
		{"feasible and better", feasible(1, 1), feasible(2, 1), true, false},
		{"feasible and incomparable", feasible(1, 2), feasible(2, 1), false, false},
		{"feasible beats infeasible of better objectives", feasible(9, 9), violated(0.1, 0, 0), true, false},
		{"less violated wins whatever the objectives", violated(1, 9, 9), violated(2, 0, 0), true, false},
		{"equally violated", violated(1, 0, 0), violated(1, 9, 9), false, false},
		{"infeasible without objectives", violated(1), violated(math.Inf(1)), true, false},
	}
	for _, test := range tests {
		if got := pareto.ConstrainedDominates(test.a, test.b); got != test.ab {
			t.Errorf("%s: a over b is %t", test.name, got)
		}
		if got := pareto.ConstrainedDominates(test.b, test.a); got != test.ba {
			t.Errorf("%s: b over a is %t", test.name, got)
		}
	}
}
