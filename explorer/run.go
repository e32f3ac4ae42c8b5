package explorer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"sdse/explorer/internal/ea"
	"sdse/explorer/pareto"
)

// Run explores the problem and returns what it found. Subsets may be nil: then
// all scenarios hold always. Progress, unless nil, is called after each
// generation, on the caller's goroutine or one that the caller waits for.
//
// Problem and settings are checked first, and all faults are reported together
// (wrapping [ErrProblem] and [ErrSettings]). An error of the evaluator or the
// subsets ends the run and is returned with the generation's number; so is the
// context's when it is cancelled. There is no result then: to end early and keep
// it, use [Settings.Stop].
func Run(ctx context.Context, p Problem, e Evaluator, s Subsets, set Settings, progress func(Generation)) (*Result, error) {
	faults := errors.Join(p.check(), set.check(len(p.Objectives)))
	if e == nil {
		faults = errors.Join(faults, fmt.Errorf("%w: no evaluator", ErrProblem))
	}
	if faults != nil {
		return nil, faults
	}
	if s == nil {
		s = allScenarios{}
	}
	if progress == nil {
		progress = func(Generation) {}
	}
	x := &exploration{
		problem: p, evaluator: e, subsets: s, settings: set, progress: progress,
		former: former{bound: set.Archive}, gauge: gauge{reference: set.Reference},
	}
	space := ea.Space{Bounds: p.Bounds, Groups: p.Groups, Canonical: p.Canonical}
	breeding := ea.Settings{Seed: set.Seed, Population: set.Population, Generations: set.Generations, Sorter: pareto.Sorter{Each: set.Each}}
	if err := ea.Evolve(ctx, space, p.Seeds, breeding, x); err != nil {
		return nil, fmt.Errorf("generation %d: %w", x.generation, err)
	}
	result, err := x.finish(ctx)
	if err != nil {
		return nil, fmt.Errorf("final evaluation: %w", err)
	}
	return result, nil
}

// exploration is a run on its way; the algorithm calls it as its host.
type exploration struct {
	problem   Problem
	evaluator Evaluator
	subsets   Subsets
	settings  Settings
	progress  func(Generation)

	generation  int
	snapshot    Snapshot // that holds
	evaluations int64
	population  []ea.Member // after the latest generation, best first
	former      former
	gauge       gauge
	history     []Generation
	stopped     string
}

var _ ea.Host = (*exploration)(nil)

// Begin asks for the snapshot of the generation. Outcomes are stale when another
// version held before.
func (x *exploration) Begin(ctx context.Context, generation int) (stale bool, err error) {
	x.generation = generation
	snapshot, err := x.subsets.At(ctx, generation)
	if err != nil {
		return false, err
	}
	if err := snapshot.check(); err != nil {
		return false, err
	}
	stale = generation > 0 && snapshot.Version != x.snapshot.Version
	x.snapshot = snapshot
	return stale, nil
}

// Evaluate values a batch under the snapshot that holds.
func (x *exploration) Evaluate(ctx context.Context, designs [][]int) ([]ea.Outcome, error) {
	return x.evaluate(ctx, designs, x.snapshot)
}

func (x *exploration) evaluate(ctx context.Context, designs [][]int, under Snapshot) ([]ea.Outcome, error) {
	outcomes, err := x.evaluator.Evaluate(ctx, designs, under)
	if err != nil {
		return nil, err
	}
	if err := checkOutcomes(outcomes, designs, x.problem.Objectives); err != nil {
		return nil, err
	}
	x.evaluations += int64(len(designs))
	converted := make([]ea.Outcome, len(outcomes))
	for i, outcome := range outcomes {
		converted[i] = ea.Outcome(outcome)
	}
	return converted, nil
}

// End records the generation and decides whether it was the last.
func (x *exploration) End(generation int, ranked []ea.Member) (stop bool, err error) {
	x.population = ranked
	x.former.update(predictedFront(ranked), x.snapshot, generation)
	record := x.record(ranked)
	record.Stopped = x.reason(record)
	x.history = append(x.history, record)
	x.progress(record)
	x.stopped = record.Stopped
	if x.stopped != "" {
		x.subsets.Done()
	}
	designs := make([][]int, len(ranked))
	for i, member := range ranked {
		designs[i] = member.Genes
	}
	if err := x.subsets.Offer(generation, designs); err != nil {
		return false, err
	}
	if x.stopped != "" {
		return true, x.announce()
	}
	return false, nil
}

// announce tells the caller the predicted front.
func (x *exploration) announce() error {
	if x.settings.Predicted == nil {
		return nil
	}
	var front []Design
	for _, member := range predictedFront(x.population) {
		front = append(front, Design{Genes: slices.Clone(member.Genes), Predicted: member.Objectives})
	}
	slices.SortFunc(front, func(a, b Design) int {
		return cmp.Or(slices.Compare(a.Predicted, b.Predicted), slices.Compare(a.Genes, b.Genes))
	})
	return x.settings.Predicted(front)
}

func (x *exploration) record(ranked []ea.Member) Generation {
	var feasible, front [][]float64
	for _, member := range ranked {
		if !member.Feasible() {
			continue
		}
		feasible = append(feasible, member.Objectives)
		if member.Level == 0 {
			front = append(front, member.Objectives)
		}
	}
	x.gauge.fix(feasible)
	return Generation{
		Number:            x.generation,
		Evaluations:       x.evaluations,
		Counts:            x.evaluator.Counts(),
		Front:             len(front),
		Hypervolume:       x.gauge.share(front),
		Subset:            len(x.snapshot.Scenarios),
		Version:           x.snapshot.Version,
		Misclassification: x.snapshot.Misclassification,
	}
}

// reason returns why the run ends after the generation, or nothing.
func (x *exploration) reason(last Generation) string {
	switch set := x.settings; {
	case last.Number >= set.Generations:
		return "generations"
	case set.Simulations > 0 && last.Counts.Charged >= set.Simulations:
		return "simulations"
	case set.Stop != nil:
		return set.Stop()
	}
	return ""
}

// predictedFront returns the feasible members that nothing dominates.
func predictedFront(ranked []ea.Member) []ea.Member {
	var front []ea.Member
	for _, member := range ranked {
		if member.Rank == 0 && member.Feasible() {
			front = append(front, member)
		}
	}
	return front
}
