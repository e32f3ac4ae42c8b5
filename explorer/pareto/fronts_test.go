package pareto_test

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"sdse/explorer/pareto"
)

func TestFronts(t *testing.T) {
	tests := []struct {
		name    string
		vectors [][]float64
		want    [][]int
	}{
		{"nothing", nil, nil},
		{"one", [][]float64{{3, 3}}, [][]int{{0}}},
		{"a chain, worst first", [][]float64{{3, 3}, {2, 2}, {1, 1}}, [][]int{{2}, {1}, {0}}},
		{"equal vectors share a front", [][]float64{{1, 2}, {2, 1}, {1, 2}, {2, 2}}, [][]int{{0, 1, 2}, {3}}},
		{"a tie in the first objective", [][]float64{{1, 2}, {1, 1}}, [][]int{{1}, {0}}},
		{"single objective", [][]float64{{2}, {1}, {2}, {3}}, [][]int{{1}, {0, 2}, {3}}},
		{"three objectives", [][]float64{{1, 2, 3}, {1, 2, 4}, {2, 1, 3}, {2, 2, 3}, {3, 3, 1}},
			[][]int{{0, 2, 4}, {1, 3}}},
		{"four objectives", [][]float64{{1, 1, 1, 2}, {1, 1, 2, 1}, {1, 1, 2, 2}, {2, 2, 2, 2}},
			[][]int{{0, 1}, {2}, {3}}},
	}
	for _, test := range tests {
		if got := pareto.Fronts(test.vectors); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestConstrainedFronts(t *testing.T) {
	got := pareto.ConstrainedFronts([]pareto.Point{
		{Violation: 2}, {Objectives: []float64{2, 2}}, {Violation: 0.5}, {Violation: 2},
		{Objectives: []float64{1, 1}}, {Objectives: []float64{1, 1}},
	})
	want := [][]int{{4, 5}, {1}, {2}, {0, 3}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFrontsAgreeWithTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vectors := integerVectors(t, 40, rapid.IntRange(1, 5).Draw(t, "objectives"), 5)
		want := peel(points(vectors))
		if got := pareto.Fronts(vectors); !reflect.DeepEqual(got, want) {
			t.Fatalf("vectors %v: got %v, want %v", vectors, got, want)
		}
	})
}

func TestConstrainedFrontsAgreeWithTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps := points(integerVectors(t, 30, 2, 5))
		for i := range ps {
			ps[i].Violation = max(0, float64(rapid.IntRange(-3, 3).Draw(t, "violation")))
		}
		want := peel(ps)
		if got := pareto.ConstrainedFronts(ps); !reflect.DeepEqual(got, want) {
			t.Fatalf("points %v: got %v, want %v", ps, got, want)
		}
	})
}

func TestFrontsOfManyVectorsAgreeWithTheDefinition(t *testing.T) {
	for objectives := 2; objectives <= 4; objectives++ {
		vectors := uniform(400, objectives)
		if !reflect.DeepEqual(pareto.Fronts(vectors), peel(points(vectors))) {
			t.Errorf("%d objectives: fronts differ from the definition", objectives)
		}
	}
}

func BenchmarkFronts(b *testing.B) {
	for _, objectives := range []int{2, 3, 4} {
		for _, input := range []struct {
			name    string
			vectors [][]float64
		}{
			{"uniform", uniform(10_000, objectives)},
			{"onefront", sphere(10_000, objectives)},
		} {
			b.Run(fmt.Sprintf("%s/M=%d/N=10000", input.name, objectives), func(b *testing.B) {
				for b.Loop() {
					pareto.Fronts(input.vectors)
				}
			})
		}
	}
}
