package explorer_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"sdse/explorer"
)

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

// A reference of the settings is the one that is used, and wrong ones are refused.
func TestReferenceOfTheSettings(t *testing.T) {
	p, w, _ := lotz(6)
	set := explorer.Settings{Population: 8, Generations: 2, Reference: []float64{20, 40}}
	result, err := explorer.Run(t.Context(), p, w, nil, set, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(result.Reference, set.Reference) {
		t.Errorf("reference %v, want %v", result.Reference, set.Reference)
	}
	for _, wrong := range [][]float64{{1}, {1, 0}, {1, -1}, {math.NaN(), 1}, {math.Inf(1), 1}} {
		set.Reference = wrong
		if _, err := explorer.Run(t.Context(), p, w, nil, set, nil); !errors.Is(err, explorer.ErrSettings) {
			t.Errorf("reference %v: error %v", wrong, err)
		}
	}
}

// When the search has ended, the predicted front is announced, and whoever works
// for later generations is told before.
func TestTheEndIsAnnounced(t *testing.T) {
	p, w, subsets, set := misled(10)
	var announced []explorer.Design
	set.Predicted = func(front []explorer.Design) error {
		announced = front
		return nil
	}
	var last explorer.Generation
	result, err := explorer.Run(t.Context(), p, w, subsets, set, func(g explorer.Generation) { last = g })
	if err != nil {
		t.Fatal(err)
	}
	if len(announced) != last.Front || last.Stopped != result.Stopped || last.Stopped == "" {
		t.Errorf("%d designs announced of %d, stopped: %q, %q", len(announced), last.Front, last.Stopped, result.Stopped)
	}
	for i, d := range announced {
		if d.True != nil || i > 0 && slices.Compare(announced[i-1].Predicted, d.Predicted) >= 0 {
			t.Errorf("design %d: true %v, predicted %v", i, d.True, d.Predicted)
		}
	}
	if subsets.done != len(subsets.offered)-1 {
		t.Errorf("done after %d of %d offers", subsets.done, len(subsets.offered))
	}
	full := errors.New("disk full")
	p, w, subsets, set = misled(10)
	set.Predicted = func([]explorer.Design) error { return full }
	if _, err := explorer.Run(t.Context(), p, w, subsets, set, nil); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}
