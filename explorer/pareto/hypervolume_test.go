package pareto_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sdse/explorer/pareto"
)

func TestHypervolume(t *testing.T) {
	tests := []struct {
		name      string
		vectors   [][]float64
		reference []float64
		want      float64
	}{
		{"nothing", nil, []float64{1, 1}, 0},
		{"one objective", [][]float64{{4}, {3}, {7}}, []float64{10}, 7},
		{"one box", [][]float64{{1, 2}}, []float64{4, 4}, 6},
		{"a staircase", [][]float64{{1, 3}, {3, 1}, {2, 2}}, []float64{4, 4}, 6},
		{"a dominated vector adds nothing", [][]float64{{1, 1}, {2, 2}}, []float64{4, 4}, 9},
		{"a copy adds nothing", [][]float64{{1, 1}, {1, 1}}, []float64{4, 4}, 9},
		{"on the reference", [][]float64{{4, 0}}, []float64{4, 4}, 0},
		{"outside the reference", [][]float64{{5, 0}, {0, 5}, {2, 2}}, []float64{4, 4}, 4},
		// Of the eight unit cells only the one at the origin is left out.
		{"three objectives", [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, []float64{2, 2, 2}, 7},
		{"four objectives", [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
			[]float64{2, 2, 2, 2}, 15},
		{"four objectives, outside in one", [][]float64{{0, 0, 0, 3}, {1, 1, 1, 1}}, []float64{2, 2, 2, 2}, 1},
		{"negative values", [][]float64{{-1, -2}}, []float64{0, 0}, 2},
	}
	for _, test := range tests {
		if got := pareto.Hypervolume(test.vectors, test.reference); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestHypervolumeCountsGridCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		objectives := rapid.IntRange(1, 5).Draw(t, "objectives")
		vectors := integerVectors(t, 14, objectives, 4)
		// Values reach 4 and the reference is as low as 3: some are outside.
		reference := make([]float64, objectives)
		for m := range reference {
			reference[m] = float64(rapid.IntRange(3, 5).Draw(t, "reference"))
		}
		before := fmt.Sprint(vectors)
		want := cells(vectors, reference)
		if got := pareto.Hypervolume(vectors, reference); got != want {
			t.Fatalf("vectors %v, reference %v: got %v, want %v", vectors, reference, got, want)
		}
		if after := fmt.Sprint(vectors); after != before {
			t.Fatalf("vectors changed from %s to %s", before, after)
		}
	})
}

func TestHypervolumeAgreesWithInclusionExclusion(t *testing.T) {
	for objectives := 1; objectives <= 6; objectives++ {
		reference := slices.Repeat([]float64{0.9}, objectives)
		for _, vectors := range [][][]float64{uniform(12, objectives), sphere(12, objectives)} {
			want := inclusionExclusion(vectors, reference)
			got := pareto.Hypervolume(vectors, reference)
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("%d objectives: got %v, want %v", objectives, got, want)
			}
		}
	}
}

func TestHypervolumeGrowsWithTheSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		objectives := rapid.IntRange(1, 5).Draw(t, "objectives")
		vectors := integerVectors(t, 12, objectives, 6)
		reference := slices.Repeat([]float64{6}, objectives)
		last := 0.0
		for n := range len(vectors) + 1 {
			volume := pareto.Hypervolume(vectors[:n], reference)
			if volume < last {
				t.Fatalf("%d vectors %v, %d vectors %v", n-1, last, n, volume)
			}
			last = volume
		}
		fronts := pareto.Fronts(vectors)
		if len(fronts) == 0 {
			return
		}
		var first [][]float64
		for _, i := range fronts[0] {
			first = append(first, vectors[i])
		}
		if volume := pareto.Hypervolume(first, reference); volume != last {
			t.Fatalf("the first front alone has %v, all have %v", volume, last)
		}
	})
}

func TestHypervolumeKeepsTheCallersOrder(t *testing.T) {
	vectors := [][]float64{{3, 1}, {1, 3}, {2, 2}}
	want := slices.Clone(vectors)
	pareto.Hypervolume(vectors, []float64{4, 4})
	if !reflect.DeepEqual(vectors, want) {
		t.Errorf("order changed to %v", vectors)
	}
}

func BenchmarkHypervolume(b *testing.B) {
	for _, size := range []struct{ objectives, n int }{
		{2, 10_000}, {3, 10_000}, {4, 64}, {4, 1000}, {5, 64}, {6, 64},
	} {
		vectors := sphere(size.n, size.objectives)
		reference := slices.Repeat([]float64{1.1}, size.objectives)
		b.Run(fmt.Sprintf("M=%d/N=%d", size.objectives, size.n), func(b *testing.B) {
			for b.Loop() {
				pareto.Hypervolume(vectors, reference)
			}
		})
	}
}
