package pareto_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"sdse/explorer/pareto"
)

func TestArchive(t *testing.T) {
	var archive pareto.Archive[string]
	steps := []struct {
		vector []float64
		item   string
		taken  bool
		size   int
	}{
		{[]float64{3, 3}, "first", true, 1},
		{[]float64{3, 3}, "equal", false, 1},
		{[]float64{4, 3}, "dominated", false, 1},
		{[]float64{1, 5}, "beside it", true, 2},
		{[]float64{2, 2}, "replaces the first", true, 2},
		{[]float64{0, 0}, "replaces all", true, 1},
	}
	for _, step := range steps {
		if taken := archive.Insert(step.vector, step.item); taken != step.taken {
			t.Errorf("%s: taken %t", step.item, taken)
		}
		if archive.Len() != step.size {
			t.Errorf("%s: %d members, want %d", step.item, archive.Len(), step.size)
		}
		if step.item == "equal" {
			for _, item := range archive.All() {
				if item != "first" {
					t.Errorf("a newcomer of equal value took the place of a member")
				}
			}
		}
	}
}

// Whatever the order of arrival, the archive ends with the first front, each
// distinct vector once, held by the first that had it.
func TestArchiveHoldsTheFirstFront(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vectors := integerVectors(t, 30, rapid.IntRange(1, 4).Draw(t, "objectives"), 5)
		var archive pareto.Archive[int]
		for i, v := range vectors {
			archive.Insert(v, i)
		}
		var got, want []int
		for v, i := range archive.All() {
			if !reflect.DeepEqual(v, vectors[i]) {
				t.Fatalf("member %d has vector %v, want %v", i, v, vectors[i])
			}
			got = append(got, i)
		}
		if len(vectors) > 0 {
			for _, i := range peel(points(vectors))[0] {
				first := true
				for j := range i {
					first = first && !reflect.DeepEqual(vectors[j], vectors[i])
				}
				if first {
					want = append(want, i)
				}
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("vectors %v: got %v, want %v", vectors, got, want)
		}
	})
}

func TestArchiveIterationStops(t *testing.T) {
	var archive pareto.Archive[int]
	archive.Insert([]float64{1, 2}, 0)
	archive.Insert([]float64{2, 1}, 1)
	for range archive.All() {
		break
	}
}
