package explorer_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"sdse/explorer"
)

// A run that evaluates in parallel, with delays that differ, is the same run.
func TestSameSeedSameResult(t *testing.T) {
	run := func(seed uint64, delay bool) (*explorer.Result, []explorer.Generation, [][][]int) {
		p, w, _ := knapsack(14)
		w.delay = delay
		subsets := &schedule{snapshots: []explorer.Snapshot{{Misclassification: 0.5}}}
		var seen []explorer.Generation
		set := explorer.Settings{Seed: seed, Population: 20, Generations: 12, Archive: 10}
		result, err := explorer.Run(t.Context(), p, w, subsets, set, func(g explorer.Generation) { seen = append(seen, g) })
		if err != nil {
			t.Fatal(err)
		}
		return result, seen, subsets.offered
	}
	a, seenA, offeredA := run(7, false)
	b, seenB, offeredB := run(7, true)
	if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(seenA, seenB) || !reflect.DeepEqual(offeredA, offeredB) {
		t.Error("two runs of one seed differ")
	}
	if !reflect.DeepEqual(a.History, seenA) {
		t.Error("the history is not what progress was told")
	}
	if _, _, offered := run(8, false); reflect.DeepEqual(offered, offeredA) {
		t.Error("two seeds gave the same run")
	}
}

// Each generation is one batch as large as the population, and when all scenarios
// hold there is none at the end.
func TestBatches(t *testing.T) {
	for _, generations := range []int{0, 1, 9} {
		p, w, _ := lotz(12)
		subsets := &schedule{snapshots: []explorer.Snapshot{{Version: 3}}}
		result := mustRun(t, p, w, subsets, explorer.Settings{Population: 16, Generations: generations, Archive: 20})
		if len(w.batches) != generations+1 {
			t.Errorf("%d generations made %d batches", generations, len(w.batches))
		}
		for i, b := range w.batches {
			if len(b.designs) != 16 || b.under.Version != 3 {
				t.Errorf("batch %d: %d designs under version %d", i, len(b.designs), b.under.Version)
			}
			if h := result.History[i]; h.Number != i || h.Evaluations != int64(16*(i+1)) || h.Subset != 0 || h.Version != 3 {
				t.Errorf("record %d is %+v", i, h)
			}
		}
		if result.Stopped != "generations" || len(result.History) != generations+1 {
			t.Errorf("stopped by %q with %d records", result.Stopped, len(result.History))
		}
		if result.Counts.Charged != result.History[generations].Counts.Charged {
			t.Errorf("the end cost simulations: %+v after %+v", result.Counts, result.History[generations].Counts)
		}
		for _, d := range result.Front {
			if !reflect.DeepEqual(d.True, d.Predicted) {
				t.Errorf("all scenarios predict %v, true is %v", d.Predicted, d.True)
			}
		}
	}
}

// Children are new: no design is evaluated twice while the snapshot stays, and
// the population offered is distinct, of full size, with the best in front.
func TestDesignsAreDistinct(t *testing.T) {
	p, w, _ := oneMinMax(12)
	subsets := &schedule{snapshots: []explorer.Snapshot{{}}}
	const generations = 40
	result := mustRun(t, p, w, subsets, explorer.Settings{Population: 16, Generations: generations})
	seen := map[string]bool{}
	for _, b := range w.batches {
		for _, genes := range b.designs {
			if key := fmt.Sprint(genes); seen[key] {
				t.Errorf("design %s was evaluated twice", key)
			} else {
				seen[key] = true
			}
		}
	}
	if len(subsets.offered) != generations+1 {
		t.Fatalf("%d offers", len(subsets.offered))
	}
	for g, ranked := range subsets.offered {
		if subsets.asked[g] != g {
			t.Errorf("asked for %v", subsets.asked)
		}
		distinct := map[string]bool{}
		for _, genes := range ranked {
			distinct[fmt.Sprint(genes)] = true
		}
		if len(distinct) != 16 {
			t.Errorf("generation %d: %d distinct designs of %d", g, len(distinct), len(ranked))
		}
	}
	// All of 13 vectors are optimal; copies come after the first of each.
	first := map[int]bool{}
	for _, genes := range subsets.offered[generations][:13] {
		ones := 0
		for _, v := range genes {
			ones += v
		}
		first[ones] = true
	}
	if front := result.History[generations].Front; len(first) != 13 || front != 13 {
		t.Errorf("the first 13 designs have %d different vectors, the front %d", len(first), front)
	}
}

func TestStopRules(t *testing.T) {
	polled := 0
	tests := []struct {
		name        string
		change      func(*explorer.Settings)
		want        string
		generations int // after generation 0
	}{
		{"generations", func(*explorer.Settings) {}, "generations", 6},
		{"simulations, reached", func(s *explorer.Settings) { s.Simulations = 40 }, "simulations", 3},
		{"simulations, exceeded", func(s *explorer.Settings) { s.Simulations = 31 }, "simulations", 3},
		{"simulations in the first population", func(s *explorer.Settings) { s.Simulations = 1 }, "simulations", 0},
		{"simulations never reached", func(s *explorer.Settings) { s.Simulations = 1000 }, "generations", 6},
		{"a reason at once", func(s *explorer.Settings) { s.Stop = func() string { return "interrupt" } }, "interrupt", 0},
		{"a reason later", func(s *explorer.Settings) {
			s.Stop = func() string {
				if polled++; polled == 3 {
					return "wall time"
				}
				return ""
			}
		}, "wall time", 2},
	}
	for _, test := range tests {
		p, w, _ := lotz(12)
		set := explorer.Settings{Population: 10, Generations: 6}
		test.change(&set)
		result := mustRun(t, p, w, nil, set)
		if result.Stopped != test.want || len(result.History) != test.generations+1 || len(w.batches) != test.generations+1 {
			t.Errorf("%s: stopped by %q after %d records and %d batches", test.name, result.Stopped, len(result.History), len(w.batches))
		}
		if len(result.Front) == 0 {
			t.Errorf("%s: no front", test.name)
		}
	}
}

func TestCancelledContext(t *testing.T) {
	for _, at := range []int{0, 2} {
		ctx, cancel := context.WithCancel(t.Context())
		p, w, _ := lotz(12)
		w.fail = func(batch int) error {
			if batch == at {
				cancel()
			}
			return nil
		}
		result, err := explorer.Run(ctx, p, w, nil, explorer.Settings{Population: 10, Generations: 6}, nil)
		if !errors.Is(err, context.Canceled) || result != nil {
			t.Errorf("result %v, error %v", result, err)
		}
		if len(w.batches) != at+1 {
			t.Errorf("cancelled in batch %d, evaluated %d", at, len(w.batches))
		}
		cancel()
	}
	// Before the final evaluation.
	ctx, cancel := context.WithCancel(t.Context())
	p, w, subsets, set := misled(10)
	set.Stop = func() string { cancel(); return "interrupt" }
	if _, err := explorer.Run(ctx, p, w, subsets, set, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
