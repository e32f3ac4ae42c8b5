package pareto_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"sdse/explorer/pareto"
)

var inf = math.Inf(1)

func TestCrowding(t *testing.T) {
	tests := []struct {
		name    string
		vectors [][]float64
		want    []float64
	}{
		{"nothing", nil, []float64{}},
		{"one", [][]float64{{1, 1}}, []float64{inf}},
		{"two", [][]float64{{1, 2}, {2, 1}}, []float64{inf, inf}},
		// Extents 4 and 8. (1,6): (2-0)/4 + (8-2)/8; (2,2): (4-1)/4 + (6-0)/8.
		{"four, unsorted", [][]float64{{2, 2}, {0, 8}, {4, 0}, {1, 6}}, []float64{1.5, inf, inf, 1.25}},
		{"copies count once", [][]float64{{2, 2}, {0, 8}, {2, 2}, {4, 0}, {1, 6}, {0, 8}},
			[]float64{1.5, inf, 0, inf, 1.25, 0}},
		{"two different among copies", [][]float64{{1, 2}, {1, 2}, {2, 1}, {2, 1}}, []float64{inf, 0, inf, 0}},
		// Three objectives, the third constant: it has no ends and adds nothing.
		{"a constant objective", [][]float64{{0, 4, 7}, {2, 2, 7}, {3, 1, 7}, {4, 0, 7}},
			[]float64{inf, 3./4 + 3./4, 2./4 + 2./4, inf}},
		{"single objective, all equal", [][]float64{{1}, {1}}, []float64{inf, 0}},
	}
	for _, test := range tests {
		if got := pareto.Crowding(test.vectors); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestCrowdingIgnoresOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vectors := integerVectors(t, 12, 3, 6)
		order := make([]int, len(vectors))
		for i := range order {
			order[i] = i
		}
		order = rapid.Permutation(order).Draw(t, "order")
		shuffled := make([][]float64, len(vectors))
		for k, i := range order {
			shuffled[k] = vectors[i]
		}
		// Copies share one distance and zeros: compare the best of each vector.
		best := func(vs [][]float64) map[string]float64 {
			of := map[string]float64{}
			for i, d := range pareto.Crowding(vs) {
				key := fmt.Sprint(vs[i])
				of[key] = max(of[key], d)
			}
			return of
		}
		if a, b := best(vectors), best(shuffled); !reflect.DeepEqual(a, b) {
			t.Fatalf("vectors %v: %v, shuffled %v", vectors, a, b)
		}
	})
}

// Moving and stretching an objective by powers of two changes no distance.
func TestCrowdingIgnoresScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vectors := integerVectors(t, 12, 2, 9)
		before := pareto.Crowding(vectors)
		for _, v := range vectors {
			v[0] = v[0]*8 + 16
		}
		if after := pareto.Crowding(vectors); !reflect.DeepEqual(before, after) {
			t.Fatalf("before %v, after %v", before, after)
		}
	})
}

func BenchmarkCrowding(b *testing.B) {
	for _, objectives := range []int{2, 3} {
		vectors := sphere(10_000, objectives)
		b.Run(fmt.Sprintf("M=%d/N=10000", objectives), func(b *testing.B) {
			for b.Loop() {
				pareto.Crowding(vectors)
			}
		})
	}
}
