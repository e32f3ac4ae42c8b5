package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"sdse/sesame"
	"sdse/workpool"
)

// Settings of an evaluator. The zero value of every field but Harts is a good
// default. No result depends on any of them, and of counts only those that the
// memo answers depend on Memo.
type Settings struct {
	Harts int    // simulations are done by harts 0 … Harts-1
	Memo  int    // outcomes to remember; 0: DefaultMemo
	Order Order  // in which simulations are handed out
	Seed  uint64 // of the order Random
	Cache int64  // of the order Adaptive: bytes of traces that stay near a hart; 0: DefaultCache

	// Model returns the model that a hart simulates with, which gives the outcomes
	// of the evaluator's: a replica that lies near it, say. It is called on the hart,
	// once before it simulates for the first time, by several at the same time. nil:
	// all harts share the evaluator's.
	Model func(hart int) *sesame.Model

	// Accessed is told of every simulation by the hart that is about to do it, so
	// that somebody may count who reads which traces. nil: nobody does.
	Accessed func(hart, scenario int)
}

// PerNode returns a Settings.Model for harts that are bound to CPUs of several
// nodes, given the node of every hart: those of a node share a replica of the
// model, which the first of them makes. It is nil if all are on one node, where the
// model is as near as a replica would be. Harts of which nothing is known, as those
// of a Twin's pool may be, get the model itself.
func PerNode(model *sesame.Model, nodeOf []int) func(hart int) *sesame.Model {
	replicas := map[int]func() *sesame.Model{}
	for _, node := range nodeOf {
		if replicas[node] == nil {
			replicas[node] = sync.OnceValue(model.Replica)
		}
	}
	if len(replicas) < 2 {
		return nil
	}
	return func(hart int) *sesame.Model {
		if hart >= len(nodeOf) {
			return model
		}
		return replicas[nodeOf[hart]]()
	}
}

// DefaultMemo is how many outcomes an evaluator remembers unless told
// otherwise: about 200 MB.
const DefaultMemo = 4 << 20

// DefaultCache is a megabyte: what most processors that people explore on have
// for each core, be it a second-level cache or its share of the last one.
const DefaultCache = 1 << 20

// Evaluator judges designs of one model.
type Evaluator struct {
	model      *sesame.Model
	settings   Settings
	objectives []Objective
	weights    []float64 // per scenario
	all        []int     // every scenario
	sets       []int     // per scenario: its set
	memo       *memo
	counts     *Counts
	random     *rand.Rand // of the order Random
	harts      []*hart
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

// hart is the scratch memory of a hart. It is made by the hart itself, so that it
// lies near it.
type hart struct {
	simulator *sesame.Simulator
	wanted    []sesame.Job // what it simulates at a time
}

// New returns an evaluator of a model's designs.
func New(model *sesame.Model, objectives []Objective, s Settings) *Evaluator {
	s.Memo, s.Cache = cmp.Or(s.Memo, DefaultMemo), cmp.Or(s.Cache, DefaultCache)
	e := &Evaluator{model: model, settings: s, objectives: objectives, weights: model.Space.Weights(), memo: newMemo(s.Memo),
		counts: &Counts{}, random: rand.New(rand.NewPCG(s.Seed, 0)), harts: make([]*hart, s.Harts), mapping: model.NewMapping()}
	for id := range e.weights {
		e.all = append(e.all, id)
		e.sets = append(e.sets, model.Space.SetOf(id))
	}
	return e
}

// Twin returns an evaluator for the harts of another pool. It shares the memo and
// the counts with e, so one goroutine plans and commits for both; what they plan
// may run at the same time.
func (e *Evaluator) Twin(harts int) *Evaluator {
	twin := *e
	twin.harts = make([]*hart, harts)
	return &twin
}

// hart returns the scratch memory of a hart. Only that hart may ask.
func (e *Evaluator) hart(number int) *hart {
	h := e.harts[number]
	if h == nil {
		model := e.model
		if e.settings.Model != nil {
			model = e.settings.Model(number)
		}
		h = &hart{simulator: model.NewSimulator(), wanted: make([]sesame.Job, 0, together)}
		e.harts[number] = h
	}
	return h
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
