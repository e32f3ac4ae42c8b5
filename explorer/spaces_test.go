package explorer_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"sdse/explorer"
)

func TestNothingFeasible(t *testing.T) {
	p, _, _ := lotz(6)
	w := &world{value: func(genes []int, _ int) explorer.Outcome {
		over := 1.0
		for _, v := range genes {
			over += float64(v)
		}
		return explorer.Outcome{Violation: over, Reason: fmt.Sprint(over, " too much")}
	}}
	result := mustRun(t, p, w, nil, explorer.Settings{Population: 10, Generations: 15, Archive: 5})
	if result.Front != nil || result.Lost != 0 || result.Reference != nil || result.Hypervolume != 0 {
		t.Errorf("result %+v", result)
	}
	if len(result.Infeasible) != 5 {
		t.Fatalf("%d infeasible designs", len(result.Infeasible))
	}
	var violations []float64
	for _, d := range result.Infeasible {
		violations = append(violations, d.Violation)
		if d.Reason != fmt.Sprint(d.Violation, " too much") || len(d.True) != 0 {
			t.Errorf("design %+v", d)
		}
	}
	if want := []float64{1, 2, 2, 2, 2}; !slices.Equal(violations, want) {
		t.Errorf("violations %v, want %v", violations, want)
	}
	for _, h := range result.History {
		if h.Front != 0 || h.Hypervolume != 0 {
			t.Errorf("record %+v", h)
		}
	}
}

// The reference is fixed by the first generation that has something feasible.
func TestFeasibleLater(t *testing.T) {
	p := explorer.Problem{Bounds: slices.Repeat([]int{2}, 30), Objectives: []string{"sum"}}
	w := &world{value: func(genes []int, _ int) explorer.Outcome {
		sum := 0.0
		for _, v := range genes {
			sum += float64(v)
		}
		return explorer.Outcome{Objectives: []float64{sum}, Violation: max(0, sum-3)}
	}}
	result := mustRun(t, p, w, nil, explorer.Settings{Population: 10, Generations: 60})
	first := slices.IndexFunc(result.History, func(g explorer.Generation) bool { return g.Front > 0 })
	if first < 1 {
		t.Fatalf("first feasible in generation %d", first)
	}
	for _, h := range result.History {
		if (h.Hypervolume > 0) != (h.Number >= first) {
			t.Errorf("record %+v, first feasible in %d", h, first)
		}
	}
	if !slices.Equal(result.Front[0].True, []float64{0}) || result.Hypervolume != 1 {
		t.Errorf("front %v, hypervolume %v", result.Front, result.Hypervolume)
	}
}

func TestTinySpaces(t *testing.T) {
	for _, bounds := range [][]int{{1}, {1, 1, 1}, {2}, {1, 2, 1}, {2, 2}, {5, 3}} {
		size := 1
		for _, b := range bounds {
			size *= b
		}
		p := explorer.Problem{Bounds: bounds, Objectives: []string{"sum", "rest"}}
		w := plain(func(genes []int) []float64 {
			sum, most := 0, 0
			for i, v := range genes {
				sum += v
				most += bounds[i] - 1
			}
			return []float64{float64(sum), float64(most - sum)}
		})
		subsets := &schedule{snapshots: []explorer.Snapshot{{Version: 1}, {Version: 2}}}
		result := mustRun(t, p, w, subsets, explorer.Settings{Population: 64, Generations: 3})
		if want := enumerate(p, w); !reflect.DeepEqual(truths(result.Front), want) {
			t.Errorf("bounds %v: front %v, want %v", bounds, result.Front, want)
		}
		for g, ranked := range subsets.offered {
			if len(ranked) != size {
				t.Errorf("bounds %v, generation %d: a population of %d", bounds, g, len(ranked))
			}
		}
		if len(w.batches) != 2 { // the space, and again under the second version
			t.Errorf("bounds %v: %d batches", bounds, len(w.batches))
		}
	}
}

// Twins are one design: only canonical ones are evaluated, offered and reported.
func TestCanonicalDesigns(t *testing.T) {
	p, w, _ := allocation(2)
	p.Bounds = slices.Repeat([]int{3}, 6)
	p.Groups, p.Seeds = nil, [][]int{{2, 1, 0, 0, 0, 0}, {0, 0, 0, 0, 1, 2}}
	p.Canonical = func(genes []int) { slices.Sort(genes) }
	subsets := &schedule{snapshots: []explorer.Snapshot{{}}}
	result := mustRun(t, p, w, subsets, explorer.Settings{Population: 40, Generations: 5})
	// 28 multisets of six values out of three, whatever the 729 vectors.
	if got := len(subsets.offered[5]); got != 28 || w.counts.Charged != 28 {
		t.Errorf("a population of %d after %d simulations, want 28", got, w.counts.Charged)
	}
	for _, b := range w.batches {
		for _, genes := range b.designs {
			if !slices.IsSorted(genes) {
				t.Errorf("evaluated %v", genes)
			}
		}
	}
	for _, d := range result.Front {
		if !slices.IsSorted(d.Genes) {
			t.Errorf("reported %v", d.Genes)
		}
	}
}

func TestSeedsEnterTheFirstPopulation(t *testing.T) {
	p, w, _ := oneMinMax(20)
	for range 9 {
		seed := make([]int, 20)
		for i := range seed {
			seed[i] = rand.IntN(2)
		}
		p.Seeds = append(p.Seeds, seed, seed)
	}
	mustRun(t, p, w, nil, explorer.Settings{Population: 10})
	for i, genes := range w.batches[0].designs {
		if seed := p.Seeds[2*min(i, 8)]; slices.Equal(genes, seed) != (i < 5) {
			t.Errorf("place %d has %v, seed %v", i, genes, seed)
		}
	}
}
