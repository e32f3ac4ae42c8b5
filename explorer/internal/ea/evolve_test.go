package ea

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
)

// lotz is a host that wants leading ones and trailing zeros (see the problems of
// package explorer), scaled by factor, and writes down what it is asked.
type lotz struct {
	factor  float64
	stale   map[int]bool // generations with other conditions
	stopAt  int          // generation, when positive
	log     []string
	batches [][][]int
	ranked  [][]Member
	fail    error
}

func (h *lotz) Begin(_ context.Context, generation int) (bool, error) {
	h.log = append(h.log, fmt.Sprint("begin ", generation))
	if h.stale[generation] {
		h.factor *= 2
	}
	return h.stale[generation], nil
}

func (h *lotz) Evaluate(_ context.Context, designs [][]int) ([]Outcome, error) {
	h.log = append(h.log, fmt.Sprint("evaluate ", len(designs)))
	h.batches = append(h.batches, slices.Clone(designs))
	outcomes := make([]Outcome, len(designs))
	for i, genes := range designs {
		n, leading, trailing := len(genes), 0, 0
		for leading < n && genes[leading] == 1 {
			leading++
		}
		for trailing < n && genes[n-1-trailing] == 0 {
			trailing++
		}
		outcomes[i].Objectives = []float64{h.factor * float64(n-leading), h.factor * float64(n-trailing)}
	}
	return outcomes, h.fail
}

func (h *lotz) End(generation int, ranked []Member) (bool, error) {
	h.log = append(h.log, fmt.Sprint("end ", generation))
	h.ranked = append(h.ranked, ranked)
	return h.stopAt > 0 && generation == h.stopAt, nil
}

func evolve(t testing.TB, h *lotz, n int, set Settings) {
	t.Helper()
	h.factor = 1
	if err := Evolve(t.Context(), Space{Bounds: slices.Repeat([]int{2}, n)}, nil, set, h); err != nil {
		t.Fatal(err)
	}
}

func TestTheOrderOfCalls(t *testing.T) {
	h := &lotz{stale: map[int]bool{2: true}}
	evolve(t, h, 20, Settings{Population: 6, Generations: 3})
	want := []string{
		"begin 0", "evaluate 6", "end 0",
		"begin 1", "evaluate 6", "end 1",
		"begin 2", "evaluate 6", "evaluate 6", "end 2",
		"begin 3", "evaluate 6", "end 3",
	}
	if !slices.Equal(h.log, want) {
		t.Errorf("calls %v, want %v", h.log, want)
	}
	// The first batch of generation 2 are the parents, and whoever survived has
	// the new values.
	for i, member := range h.ranked[1] {
		if !slices.Equal(h.batches[2][i], member.Genes) {
			t.Errorf("parent %d was not evaluated again", i)
		}
	}
	for _, member := range h.ranked[2] {
		for _, v := range member.Objectives {
			if math.Mod(v, 2) != 0 {
				t.Errorf("a value from before in %v", member.Objectives)
			}
		}
	}
}

func TestTheHostStopsTheRun(t *testing.T) {
	h := &lotz{stopAt: 2}
	evolve(t, h, 20, Settings{Population: 6, Generations: 10})
	if len(h.ranked) != 3 {
		t.Errorf("%d generations", len(h.ranked))
	}
	h = &lotz{}
	evolve(t, h, 20, Settings{Population: 6})
	if len(h.ranked) != 1 {
		t.Errorf("%d generations, want the first alone", len(h.ranked))
	}
}

// The best value of each objective never gets worse, and a run is the same on any
// number of processors.
func TestExtremesSurvive(t *testing.T) {
	var runs [][][]Member
	for _, processors := range []int{1, 2, 8} {
		before := runtime.GOMAXPROCS(processors)
		h := &lotz{}
		evolve(t, h, 24, Settings{Seed: 5, Population: 9, Generations: 80})
		runtime.GOMAXPROCS(before)
		best := []float64{math.Inf(1), math.Inf(1)}
		for g, ranked := range h.ranked {
			for m := range best {
				now := math.Inf(1)
				for _, member := range ranked {
					now = min(now, member.Objectives[m])
				}
				if now > best[m] {
					t.Errorf("generation %d: objective %d is %v, was %v", g, m, now, best[m])
				}
				best[m] = now
			}
		}
		runs = append(runs, h.ranked)
	}
	for i := range runs {
		if fmt.Sprint(runs[i]) != fmt.Sprint(runs[0]) {
			t.Error("the run depends on the number of processors")
		}
	}
}

// turning wants a small value at first and a large one from generation 1 on.
type turning struct {
	lotz
	turned bool
	values []float64
}

func (h *turning) Begin(_ context.Context, generation int) (bool, error) {
	h.turned = generation > 0
	return generation == 1, nil
}

func (h *turning) Evaluate(_ context.Context, designs [][]int) ([]Outcome, error) {
	outcomes := make([]Outcome, len(designs))
	mean := 0.0
	for i, genes := range designs {
		value := float64(genes[0])
		mean += value / float64(len(designs))
		if h.turned {
			value = -value
		}
		outcomes[i].Objectives = []float64{value}
	}
	h.values = append(h.values, mean)
	return outcomes, nil
}

// Once outcomes are stale, parents are chosen by the new ones.
func TestSelectionUsesTheNewOutcomes(t *testing.T) {
	h := new(turning)
	space := Space{Bounds: []int{1_000_000, 2}}
	if err := Evolve(t.Context(), space, nil, Settings{Population: 500, Generations: 1}, h); err != nil {
		t.Fatal(err)
	}
	if parents, children := h.values[1], h.values[2]; children < parents+50_000 {
		t.Errorf("the mean is %.0f in the parents and %.0f in their children", parents, children)
	}
}

// Under new conditions a design that was given up may come back.
func TestDesignsAreForgottenWithTheirOutcomes(t *testing.T) {
	h := &lotz{stale: map[int]bool{2: true}}
	evolve(t, h, 3, Settings{Population: 4, Generations: 3})
	want := []string{
		"begin 0", "evaluate 4", "end 0",
		"begin 1", "evaluate 4", "end 1", // all eight designs are known
		"begin 2", "evaluate 4", "evaluate 4", "end 2",
		"begin 3", "end 3",
	}
	if !slices.Equal(h.log, want) {
		t.Errorf("calls %v, want %v", h.log, want)
	}
}

// What a host was shown stays as it was.
func TestMembersAreNotChangedLater(t *testing.T) {
	h := &witness{lotz: lotz{stale: map[int]bool{3: true, 5: true}, factor: 1}}
	if err := Evolve(t.Context(), Space{Bounds: slices.Repeat([]int{2}, 12)}, nil, Settings{Population: 8, Generations: 8}, h); err != nil {
		t.Fatal(err)
	}
	for g, ranked := range h.ranked {
		if fmt.Sprint(ranked) != h.shown[g] {
			t.Errorf("generation %d was\n%s, is\n%v", g, h.shown[g], ranked)
		}
	}
}

type witness struct {
	lotz
	shown []string
}

func (w *witness) End(generation int, ranked []Member) (bool, error) {
	w.shown = append(w.shown, fmt.Sprint(ranked))
	return w.lotz.End(generation, ranked)
}

func TestFailures(t *testing.T) {
	broken := errors.New("broken")
	space := Space{Bounds: slices.Repeat([]int{2}, 12)}
	if err := Evolve(t.Context(), space, nil, Settings{Population: 8, Generations: 8}, &lotz{fail: broken}); err != broken {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	h := &lotz{}
	if err := Evolve(ctx, space, nil, Settings{Population: 8, Generations: 8}, h); err != context.Canceled || len(h.log) != 0 {
		t.Errorf("got %v after %v", err, h.log)
	}
}

// A genome that was not evaluated in a batch stops the shell.
func TestNothingIsEvaluatedOneByOne(t *testing.T) {
	g := &genome{Member: Member{Genes: []int{1, 2}}}
	if _, err := g.Evaluate(); err != errUnplaced {
		t.Errorf("got %v", err)
	}
	individuals := eaopt.Individuals{{Genome: g}}
	if err := individuals.Evaluate(false); err != errUnplaced {
		t.Errorf("through the shell: %v", err)
	}
	twin := g.Clone().(*genome)
	twin.Genes[0] = 9
	if g.Genes[0] != 1 {
		t.Error("a clone shares its genes")
	}
}

// The shell without any evaluation worth mentioning.
func BenchmarkEvolve(b *testing.B) {
	for b.Loop() {
		evolve(b, &lotz{}, 30, Settings{Population: 64, Generations: 60})
	}
}
