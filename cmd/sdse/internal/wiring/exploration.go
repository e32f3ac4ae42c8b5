package wiring

import (
	"context"

	"sdse/explorer"
	"sdse/sesame"
	"sdse/sesame/evaluate"
	"sdse/subset"
	"sdse/workpool"
)

// Exploration is what is to be explored, and how.
type Exploration struct {
	Model      *sesame.Model
	Objectives []evaluate.Objective
	Explorer   explorer.Settings         // its Reference is found by Run
	Subset     subset.Settings           // of Size 0: all scenarios hold, always
	Progress   func(explorer.Generation) // as explorer.Run has it; may be nil
	Apart      *workpool.Pool            // where the selector works; nil: beside the explorer
	Order      evaluate.Order            // of simulations
	Nodes      []int                     // per hart: the node of its CPU; nil if harts are not bound
}

// Run explores on the harts of a pool. The result and the counts depend on
// nothing but the exploration, whatever the number of harts and wherever the
// selector works.
//
// Where parallelism may be nested the explorer itself is a job: what it does between
// two batches takes a hart as well, so that it and the selector never want more CPUs
// than there are harts.
func (x *Exploration) Run(ctx context.Context, pool *workpool.Pool) (result *explorer.Result, counts evaluate.Counts, err error) {
	client := pool.Register("explorer", Searching)
	if !pool.Nested() {
		return x.explore(ctx, pool, seat{client: client})
	}
	failed := client.Run(ctx, 1, func(c *workpool.Context, _ int) {
		result, counts, err = x.explore(ctx, pool, seat{client, c})
	})
	if err == nil {
		err = failed
	}
	return result, counts, err
}

func (x *Exploration) explore(ctx context.Context, pool *workpool.Pool, at seat) (*explorer.Result, evaluate.Counts, error) {
	evaluator := evaluate.New(x.Model, x.Objectives, evaluate.Settings{Harts: pool.Workers(), Order: x.Order, Seed: x.Explorer.Seed,
		Model: evaluate.PerNode(x.Model, x.Nodes)})
	search := &judge{evaluator: evaluator, at: at, proof: at}
	var subsets explorer.Subsets
	if x.Subset.Size > 0 {
		search.proof.client = at.client.Register("proof", Proving)
		selector, err := x.selector(evaluator, pool)
		if err != nil {
			return nil, evaluate.Counts{}, err
		}
		defer at.wait(selector.Close)
		subsets = &snapshots{at: at, selector: selector, period: x.Subset.Period, generations: x.Explorer.Generations}
	}
	problem := Problem(x.Model, x.Objectives)
	settings := x.Explorer
	settings.Each = at.sorting(ctx)
	var err error
	if settings.Reference, err = x.reference(ctx, search, problem.Seeds); err != nil {
		return nil, evaluate.Counts{}, err
	}
	result, err := explorer.Run(ctx, problem, search, subsets, settings, x.Progress)
	return result, evaluator.Counts(), err
}

func (x *Exploration) selector(evaluator *evaluate.Evaluator, pool *workpool.Pool) (*subset.Selector, error) {
	if x.Apart != nil {
		pool = x.Apart
		evaluator = evaluator.Twin(pool.Workers())
	}
	at := &seat{client: pool.Register("selector", Selecting)}
	set := x.Subset
	if pool.Nested() {
		set.Start = at.start
	}
	return subset.New(evaluator.Weights(), set, &school{evaluator, at, at.client.Register("training", Training)}, at.onHarts())
}

// Problem is the explorer's view of a model.
func Problem(m *sesame.Model, objectives []evaluate.Objective) explorer.Problem {
	var names []string
	for _, o := range objectives {
		names = append(names, o.String())
	}
	return explorer.Problem{Bounds: m.Bounds(), Objectives: names, Groups: m.Groups(), Seeds: m.Seeds(), Canonical: m.Canonical}
}

// reference returns a point behind the rules of thumb, over all scenarios. They
// depend on neither seed nor settings, so hypervolumes measured from there can be
// compared between runs. It is nil if none of them is feasible, or if there are so
// many scenarios that this would take long.
func (x *Exploration) reference(ctx context.Context, search *judge, designs [][]int) ([]float64, error) {
	const maxSimulations = 200_000
	designs = designs[:min(len(designs), maxSimulations/x.Model.Space.Len())]
	outcomes, err := search.Evaluate(ctx, designs, explorer.Snapshot{})
	if err != nil {
		return nil, err
	}
	var vectors [][]float64
	for _, o := range outcomes {
		if o.Violation == 0 {
			vectors = append(vectors, o.Objectives)
		}
	}
	return explorer.Reference(vectors), nil
}
