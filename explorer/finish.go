package explorer

import (
	"cmp"
	"context"
	"slices"

	"sdse/explorer/internal/ea"
	"sdse/explorer/pareto"
)

// handful is how many infeasible designs a run without feasible ones reports.
const handful = 5

// candidate is a design on its way into the result.
type candidate struct {
	genes     []int
	predicted ea.Outcome // under the last snapshot of the run
	stale     bool       // predicted is from an earlier snapshot
	front     bool       // it is in the last population's predicted front
	truth     ea.Outcome // under all scenarios
}

// finish evaluates what may be good under all scenarios and puts the result
// together. Should none of it turn out feasible, the rest of the population has
// its chance too.
func (x *exploration) finish(ctx context.Context) (*Result, error) {
	candidates, rest := x.candidates()
	if err := x.judge(ctx, candidates); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(candidates, candidate.feasible) {
		if err := x.judge(ctx, rest); err != nil {
			return nil, err
		}
		candidates = append(candidates, rest...)
	}
	slices.SortFunc(candidates, func(a, b candidate) int { return slices.Compare(a.genes, b.genes) })
	result := &Result{History: x.history, Stopped: x.stopped, Counts: x.evaluator.Counts()}
	var vectors [][]float64
	result.Front, vectors = trueFront(candidates)
	result.Lost = lost(candidates, vectors)
	if len(result.Front) == 0 {
		result.Infeasible = leastViolated(candidates)
	}
	x.gauge.fix(vectors)
	result.Reference = x.gauge.reference
	result.Hypervolume = x.gauge.share(vectors)
	return result, nil
}

// candidates returns the predicted front with the former members, and what else
// there is in the population.
func (x *exploration) candidates() (candidates, rest []candidate) {
	known := predictedFront(x.population)
	for _, member := range known {
		candidates = append(candidates, candidate{genes: member.Genes, predicted: member.Outcome, front: true})
	}
	for _, e := range x.former.entries {
		candidates = append(candidates, candidate{
			genes: e.Genes, predicted: e.Outcome, stale: e.version != x.snapshot.Version,
		})
		known = append(known, e.Member)
	}
	slices.SortFunc(known, byGenes)
	for _, member := range x.population {
		if !contains(known, member) {
			rest = append(rest, candidate{genes: member.Genes, predicted: member.Outcome})
		}
	}
	return candidates, rest
}

// judge brings predictions up to the last snapshot and fetches the truth. Where
// the last snapshot holds all scenarios the prediction is the truth, and nothing
// is evaluated again.
func (x *exploration) judge(ctx context.Context, candidates []candidate) error {
	var stale []*candidate
	for i := range candidates {
		if candidates[i].stale {
			stale = append(stale, &candidates[i])
		}
	}
	outcomes, err := x.outcomes(ctx, stale, x.snapshot)
	if err != nil {
		return err
	}
	for i, c := range stale {
		c.predicted, c.stale = outcomes[i], false
	}
	all := make([]*candidate, len(candidates))
	for i := range candidates {
		all[i] = &candidates[i]
		all[i].truth = all[i].predicted
	}
	if x.snapshot.isFull() {
		return nil
	}
	outcomes, err = x.outcomes(ctx, all, x.snapshot.full())
	if err != nil {
		return err
	}
	for i, c := range all {
		c.truth = outcomes[i]
	}
	return nil
}

// outcomes evaluates candidates in one batch.
func (x *exploration) outcomes(ctx context.Context, of []*candidate, under Snapshot) ([]ea.Outcome, error) {
	if len(of) == 0 {
		return nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	designs := make([][]int, len(of))
	for i, c := range of {
		designs[i] = c.genes
	}
	return x.evaluate(ctx, designs, under)
}

func (c candidate) feasible() bool { return c.truth.Violation == 0 }

func (c candidate) design() Design {
	return Design{
		Genes: slices.Clone(c.genes), True: c.truth.Objectives, Predicted: c.predicted.Objectives,
		Violation: c.truth.Violation, Reason: c.truth.Reason,
	}
}

// trueFront returns the non-dominated candidates, which come sorted by genes, in
// the order of their objectives, and the objectives.
func trueFront(candidates []candidate) (front []Design, vectors [][]float64) {
	var archive pareto.Archive[candidate]
	for _, c := range candidates {
		if c.feasible() {
			archive.Insert(c.truth.Objectives, c)
		}
	}
	for _, c := range archive.All() {
		front = append(front, c.design())
	}
	slices.SortFunc(front, func(a, b Design) int {
		return cmp.Or(slices.Compare(a.True, b.True), slices.Compare(a.Genes, b.Genes))
	})
	for _, design := range front {
		vectors = append(vectors, design.True)
	}
	return front, vectors
}

// lost counts the designs of the predicted front whose vectors, sorted, do not
// include their true one.
func lost(candidates []candidate, vectors [][]float64) int {
	count := 0
	for _, c := range candidates {
		if !c.front {
			continue
		}
		found := false
		if c.feasible() {
			_, found = slices.BinarySearchFunc(vectors, c.truth.Objectives, slices.Compare[[]float64])
		}
		if !found {
			count++
		}
	}
	return count
}

// leastViolated returns a handful of candidates, the least violated first.
func leastViolated(candidates []candidate) []Design {
	sorted := slices.Clone(candidates)
	slices.SortStableFunc(sorted, func(a, b candidate) int {
		return cmp.Compare(a.truth.Violation, b.truth.Violation)
	})
	var designs []Design
	for _, c := range sorted[:min(handful, len(sorted))] {
		designs = append(designs, c.design())
	}
	return designs
}
