package evaluate

import (
	"context"
	"fmt"

	"sdse/sesame"
	"sdse/workpool"
)

// DefaultMemo is how many outcomes an evaluator remembers unless told
// otherwise: about 200 MB.
const DefaultMemo = 4 << 20

// Evaluator judges designs of one model.
type Evaluator struct {
	model      *sesame.Model
	objectives []Objective
	weights    []float64 // per scenario
	all        []int     // every scenario
	sets       []int     // per scenario: its set
	memo       *memo
	counts     *Counts
	simulators []*sesame.Simulator // per hart
	wanted     [][]sesame.Job      // per hart: what it simulates at a time
	mapping    *sesame.Mapping
	key        []byte
}

// Counts says how many simulations were asked for, how many of them had to be
// done, and how many the memo answered: Requested = Charged + Memoised.
type Counts struct {
	Requested, Charged, Memoised int64
}

// Result is a design's quality over the scenarios it was judged in.
type Result struct {
	Values    []float64 // per objective; nil if the design is infeasible
	Violation float64   // 0 for a feasible design
	Reason    string    // why it is infeasible
}

// New returns an evaluator for harts 0 … harts-1 that remembers up to memo outcomes.
func New(model *sesame.Model, objectives []Objective, harts, memo int) *Evaluator {
	e := &Evaluator{model: model, objectives: objectives, weights: model.Space.Weights(), memo: newMemo(memo),
		counts: &Counts{}, mapping: model.NewMapping()}
	for id := range e.weights {
		e.all = append(e.all, id)
		e.sets = append(e.sets, model.Space.SetOf(id))
	}
	e.equip(harts)
	return e
}

// Twin returns an evaluator for the harts of another pool. It shares the memo and
// the counts with e, so one goroutine plans and commits for both; what they plan
// may run at the same time.
func (e *Evaluator) Twin(harts int) *Evaluator {
	twin := *e
	twin.equip(harts)
	return &twin
}

// equip gives every hart its scratch memory.
func (e *Evaluator) equip(harts int) {
	e.simulators, e.wanted = make([]*sesame.Simulator, harts), make([][]sesame.Job, harts)
	for i := range e.simulators {
		e.simulators[i] = e.model.NewSimulator()
		e.wanted[i] = make([]sesame.Job, 0, together)
	}
}

// Counts returns the simulations of all batches planned so far.
func (e *Evaluator) Counts() Counts { return *e.counts }

// Weights returns the probability of every scenario.
func (e *Evaluator) Weights() []float64 { return e.weights }

// Evaluate plans, runs and commits one batch: every design in every one of the
// scenarios, all of them if the list is nil.
func (e *Evaluator) Evaluate(ctx context.Context, client *workpool.Client, designs [][]int, scenarios []int) ([]Result, error) {
	b := e.Plan(designs, scenarios)
	if err := b.Run(ctx, client); err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	e.Commit(b)
	return b.Results(), nil
}
