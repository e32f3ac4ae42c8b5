package explorer_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
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
	mustRun(t, p, w, subsets, explorer.Settings{Population: 16, Generations: 20})
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
	if len(subsets.offered) != 21 || !slices.Equal(subsets.asked, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}) {
		t.Fatalf("%d offers, asked for %v", len(subsets.offered), subsets.asked)
	}
	for g, ranked := range subsets.offered {
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
	for _, genes := range subsets.offered[20][:13] {
		ones := 0
		for _, v := range genes {
			ones += v
		}
		first[ones] = true
	}
	if len(first) != 13 {
		t.Errorf("the first 13 designs have %d different vectors", len(first))
	}
}

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

func TestErrorsOfOthersEndTheRun(t *testing.T) {
	broken := errors.New("broken")
	set := explorer.Settings{Population: 10, Generations: 6}
	p, w, _ := lotz(12)
	w.fail = func(batch int) error {
		if batch == 2 {
			return broken
		}
		return nil
	}
	if _, err := explorer.Run(t.Context(), p, w, nil, set, nil); !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "generation 2: ") {
		t.Errorf("evaluator: %v", err)
	}
	for name, subsets := range map[string]*schedule{"At": {atError: broken}, "Offer": {offError: broken}} {
		p, w, _ := lotz(12)
		subsets.snapshots = []explorer.Snapshot{{}}
		if _, err := explorer.Run(t.Context(), p, w, subsets, set, nil); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p, w, subsets, set := misled(10)
	w.fail = func(int) error {
		if w.batches[len(w.batches)-1].under.Scenarios == nil {
			return broken
		}
		return nil
	}
	if _, err := explorer.Run(t.Context(), p, w, subsets, set, nil); !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "final evaluation: ") {
		t.Errorf("final evaluation: %v", err)
	}
}

// short returns one outcome too few.
type short struct{ *world }

func (s short) Evaluate(ctx context.Context, designs [][]int, under explorer.Snapshot) ([]explorer.Outcome, error) {
	outcomes, err := s.world.Evaluate(ctx, designs, under)
	return outcomes[1:], err
}

func TestBrokenContracts(t *testing.T) {
	p, w, _ := lotz(4)
	set := explorer.Settings{Population: 4}
	tests := []struct {
		name      string
		evaluator explorer.Evaluator
		subsets   explorer.Subsets
		want      string
	}{
		{"too few outcomes", short{w}, nil, "4 designs were given 3 outcomes"},
		{"NaN", plain(func([]int) []float64 { return []float64{1, math.NaN()} }), nil, "not trailing is NaN in a feasible design"},
		{"infinite", plain(func([]int) []float64 { return []float64{math.Inf(1), 1} }), nil, "not leading is +Inf in a feasible design"},
		{"too few values", plain(func([]int) []float64 { return []float64{1} }), nil, "1 objective values, want 2"},
		{"negative violation", oneOutcome{explorer.Outcome{Violation: -1}}, nil, "a violation of -1"},
		{"no violation", oneOutcome{explorer.Outcome{Violation: math.NaN()}}, nil, "a violation of NaN"},
		{"empty subset", w, &schedule{snapshots: []explorer.Snapshot{{Version: 5, Scenarios: []int{}}}}, "snapshot 5 holds no scenarios"},
	}
	for _, test := range tests {
		_, err := explorer.Run(t.Context(), p, test.evaluator, test.subsets, set, nil)
		if !errors.Is(err, explorer.ErrContract) || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// oneOutcome gives every design the same outcome.
type oneOutcome struct{ explorer.Outcome }

func (o oneOutcome) Evaluate(_ context.Context, designs [][]int, _ explorer.Snapshot) ([]explorer.Outcome, error) {
	return slices.Repeat([]explorer.Outcome{o.Outcome}, len(designs)), nil
}
func (oneOutcome) Counts() explorer.Counts { return explorer.Counts{} }

func TestFaultyInput(t *testing.T) {
	p := explorer.Problem{
		Bounds: []int{2, 0, 3}, Objectives: []string{"time", "", "time"}, Groups: []int{1},
		Seeds: [][]int{{0, 0}, {1, 0, 3}},
	}
	_, err := explorer.Run(t.Context(), p, nil, nil, explorer.Settings{Population: 1, Generations: -1, Simulations: -2, Archive: -3}, nil)
	want := `explorer: invalid problem: gene 1 has 0 values, want at least 1
explorer: invalid problem: objective 1 has no name
explorer: invalid problem: two objectives are named "time"
explorer: invalid problem: 3 genes have 1 groups
explorer: invalid problem: seed 0 has 2 genes, want 3
explorer: invalid problem: seed 1 has the value 0 in gene 1, which takes 0 to -1
explorer: invalid problem: seed 1 has the value 3 in gene 2, which takes 0 to 2
explorer: invalid settings: a population of 1, want at least 2
explorer: invalid settings: -1 generations, want 0 or more
explorer: invalid settings: a limit of -2 simulations, want 0 for none or more
explorer: invalid settings: an archive of -3 designs, want 0 or more
explorer: invalid problem: no evaluator`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	if !errors.Is(err, explorer.ErrProblem) || !errors.Is(err, explorer.ErrSettings) {
		t.Error("the sentinels are not wrapped")
	}
	_, err = explorer.Run(t.Context(), explorer.Problem{}, oneOutcome{}, nil, explorer.Settings{Population: 2}, nil)
	want = "explorer: invalid problem: it has no genes\nexplorer: invalid problem: it has no objectives"
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

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
