package explorer_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"sdse/explorer"
)

// When the version changes, parents are evaluated again before anything else, and
// nothing is selected on values of two versions.
func TestSnapshotChange(t *testing.T) {
	versions := []int{4, 4, 9, 9, 10}
	subsets := &schedule{}
	for _, v := range versions {
		subsets.snapshots = append(subsets.snapshots, explorer.Snapshot{Version: v, Scenarios: []int{v % 3}, Misclassification: float64(v)})
	}
	// Each scenario wants its own third of the genes to be zero.
	w := &world{scenarios: 3, value: func(genes []int, s int) explorer.Outcome {
		own, others := 0.0, 0.0
		for i, v := range genes {
			if i%3 == s {
				own += float64(v)
			} else {
				others += float64(1 - v)
			}
		}
		return explorer.Outcome{Objectives: []float64{own, others}}
	}}
	p := explorer.Problem{Bounds: bits(15), Objectives: []string{"own", "others"}}
	result := mustRun(t, p, w, subsets, explorer.Settings{Population: 10, Generations: 4, Archive: 30})

	want := []int{4, 4, 9, 9, 9, 10, 10} // versions of the batches of generations 0, 1, 2 twice, 3, 4 twice
	var got []int
	for _, b := range w.batches[:len(want)] {
		got = append(got, b.under.Version)
		if len(b.designs) != 10 {
			t.Errorf("a batch of %d designs", len(b.designs))
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("batches under versions %v, want %v", got, want)
	}
	for batch, generation := range map[int]int{2: 1, 5: 3} {
		if !reflect.DeepEqual(w.batches[batch].designs, subsets.offered[generation]) {
			t.Errorf("batch %d is not the population of generation %d", batch, generation)
		}
	}
	for i, evaluations := range []int64{10, 20, 40, 50, 70} {
		h := result.History[i]
		if h.Evaluations != evaluations || h.Version != versions[i] || h.Subset != 1 || h.Misclassification != float64(versions[i]) {
			t.Errorf("record %d is %+v", i, h)
		}
	}
	// At the end: former members under the last snapshot, then all under all.
	rest := w.batches[len(want):]
	if len(rest) != 2 || rest[0].under.Version != 10 || rest[1].under.Scenarios != nil || rest[1].under.Version != 11 {
		t.Fatalf("the end evaluated %v", rest)
	}
	if len(rest[0].designs) >= len(rest[1].designs) {
		t.Errorf("%d stale former members of %d candidates", len(rest[0].designs), len(rest[1].designs))
	}
	for _, d := range result.Front {
		if truth := w.outcome(d.Genes, []int{0, 1, 2}).Objectives; !reflect.DeepEqual(d.True, truth) {
			t.Errorf("%v: true %v, want %v", d.Genes, d.True, truth)
		}
		if last := w.outcome(d.Genes, []int{1}).Objectives; !reflect.DeepEqual(d.Predicted, last) {
			t.Errorf("%v: predicted %v, want %v", d.Genes, d.Predicted, last)
		}
	}
}

// A subset that hides a design's weakness: design 2 looks best in scenario 0 and
// is bad in scenario 1. The first snapshot, scenario 1, puts design 0 in front.
func misled(archive int) (explorer.Problem, *world, *schedule, explorer.Settings) {
	table := [][2][]float64{
		{{5, 5}, {1, 1}}, // true 3, 3
		{{4, 6}, {4, 2}}, // true 4, 4
		{{3, 3}, {9, 9}}, // true 6, 6
	}
	w := &world{scenarios: 2, value: func(genes []int, s int) explorer.Outcome {
		return explorer.Outcome{Objectives: table[genes[0]][s]}
	}}
	subsets := &schedule{snapshots: []explorer.Snapshot{{Version: 1, Scenarios: []int{1}}, {Version: 2, Scenarios: []int{0}}}}
	return explorer.Problem{Bounds: []int{3}, Objectives: []string{"time", "energy"}}, w, subsets,
		explorer.Settings{Population: 3, Generations: 1, Archive: archive}
}

func TestTheReportedFrontIsTrue(t *testing.T) {
	p, w, subsets, set := misled(10)
	result := mustRun(t, p, w, subsets, set)
	want := []explorer.Design{{Genes: []int{0}, True: []float64{3, 3}, Predicted: []float64{5, 5}}}
	if !reflect.DeepEqual(result.Front, want) || result.Lost != 1 {
		t.Errorf("with an archive: front %v, lost %d", result.Front, result.Lost)
	}
	// Reference: the worst of scenario 1, 9 and 9, times 1.1.
	if edge := 9 * 1.1; !reflect.DeepEqual(result.Reference, []float64{edge, edge}) ||
		math.Abs(result.Hypervolume-math.Pow(1-3/edge, 2)) > 1e-12 {
		t.Errorf("reference %v, hypervolume %v", result.Reference, result.Hypervolume)
	}

	p, w, subsets, set = misled(0)
	result = mustRun(t, p, w, subsets, set)
	want = []explorer.Design{{Genes: []int{2}, True: []float64{6, 6}, Predicted: []float64{3, 3}}}
	if !reflect.DeepEqual(result.Front, want) || result.Lost != 0 {
		t.Errorf("without an archive: front %v, lost %d", result.Front, result.Lost)
	}
}

// What was feasible under the subset is not under all scenarios: the rest of the
// population is tried before giving up.
func TestFrontInfeasibleUnderAllScenarios(t *testing.T) {
	p, w, _, set := misled(0)
	subsets := &schedule{snapshots: []explorer.Snapshot{{Scenarios: []int{0}}}}
	value := w.value
	w.value = func(genes []int, s int) explorer.Outcome {
		o := value(genes, s)
		if genes[0] == 2 && s == 1 {
			o.Violation, o.Reason = 2, "late"
		}
		return o
	}
	result := mustRun(t, p, w, subsets, set)
	if len(result.Front) != 1 || !slices.Equal(result.Front[0].Genes, []int{0}) || result.Lost != 1 || result.Infeasible != nil {
		t.Errorf("front %v, lost %d, infeasible %v", result.Front, result.Lost, result.Infeasible)
	}
}

// Stopping early still evaluates under all scenarios.
func TestStoppedRunIsComplete(t *testing.T) {
	p, w, subsets, set := misled(10)
	set.Stop = func() string { return "interrupt" }
	result := mustRun(t, p, w, subsets, set)
	if last := w.batches[len(w.batches)-1]; last.under.Scenarios != nil || result.Stopped != "interrupt" {
		t.Errorf("stopped by %q, last batch under %v", result.Stopped, last.under)
	}
	if len(result.Front) != 1 || !slices.Equal(result.Front[0].True, []float64{3, 3}) {
		t.Errorf("front %v", result.Front)
	}
}
