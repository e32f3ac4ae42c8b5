package wiring

import (
	"context"
	"fmt"

	"sdse/explorer"
	"sdse/sesame/evaluate"
	"sdse/subset"
	"sdse/workpool"
)

// The explorer, the subset selector and the evaluator do not know each other;
// the types of this file introduce them.

// The tags of what an exploration runs on the pool.
const (
	Searching workpool.Tag = "search"    // designs of the explorer
	Proving   workpool.Tag = "truth"     // what it takes for optimal, in all scenarios
	Training  workpool.Tag = "training"  // designs that subsets are judged by
	Selecting workpool.Tag = "selection" // the search for a better subset
)

// Tags returns those of an exploration's jobs.
func Tags() []workpool.Tag { return []workpool.Tag{Searching, Proving, Training, Selecting} }

// seat is where a part of an exploration works: a client and, while it is a job of
// that itself, the job's context.
type seat struct {
	client *workpool.Client
	at     *workpool.Context
}

// Run runs a batch: of the job, if there is one.
func (s seat) Run(ctx context.Context, jobs int, job func(c *workpool.Context, job int)) error {
	if s.at == nil {
		return s.client.Run(ctx, jobs, job)
	}
	return s.at.RunFor(ctx, s.client, jobs, job)
}

// wait calls something that may wait, and lends the hart to others meanwhile.
func (s seat) wait(f func()) {
	if s.at == nil {
		f()
		return
	}
	s.at.Block(f)
}

// start makes f a job and goes on. There is one at a time.
func (s *seat) start(f func()) {
	// Awaited through what f closes at its end.
	go func() {
		err := s.client.Run(context.Background(), 1, func(c *workpool.Context, _ int) {
			s.at = c
			f()
			s.at = nil
		})
		if err != nil {
			panic(err) // f has panicked
		}
	}()
}

// onHarts is the selector's view of the pool.
func (s *seat) onHarts() subset.Pool {
	return func(ctx context.Context, jobs int, job func(hart, i int)) error {
		return s.Run(ctx, jobs, func(c *workpool.Context, i int) { job(c.Hart(), i) })
	}
}

// sorting is the explorer's view of the pool for anything but designs.
func (s seat) sorting(ctx context.Context) func(n int, do func(i int)) {
	return func(n int, do func(i int)) {
		if s.Run(ctx, n, func(_ *workpool.Context, i int) { do(i) }) == nil {
			return
		}
		for i := range n { // the run is being cancelled; what is being sorted must be sorted all the same
			do(i)
		}
	}
}

// judge is the explorer's view of the evaluator.
type judge struct {
	evaluator *evaluate.Evaluator
	at        seat
	proof     seat // the same for designs in all scenarios
}

func (j *judge) Evaluate(ctx context.Context, designs [][]int, under explorer.Snapshot) ([]explorer.Outcome, error) {
	at := j.at
	if under.Scenarios == nil {
		at = j.proof
	}
	results, err := j.evaluator.Evaluate(ctx, at, designs, under.Scenarios)
	if err != nil {
		return nil, err
	}
	outcomes := make([]explorer.Outcome, len(results))
	for i, r := range results {
		outcomes[i] = explorer.Outcome{Objectives: r.Values, Violation: r.Violation, Reason: r.Reason}
	}
	return outcomes, nil
}

func (j *judge) Counts() explorer.Counts { return explorer.Counts(j.evaluator.Counts()) }

// school is the selector's view of the evaluator: it simulates training designs
// under every scenario.
type school struct {
	evaluator *evaluate.Evaluator
	at        *seat            // the selector's
	client    *workpool.Client // for training
}

func (s *school) Plan(designs [][]int) subset.Training {
	return &lesson{school: s, batch: s.evaluator.Plan(designs, nil)}
}

type lesson struct {
	school *school
	batch  *evaluate.Batch
}

func (l *lesson) Simulate(ctx context.Context) ([][][]float64, error) {
	if err := l.batch.Run(ctx, seat{l.school.client, l.school.at.at}); err != nil {
		return nil, fmt.Errorf("simulate training designs: %w", err)
	}
	return l.batch.Matrix(), nil
}

func (l *lesson) Commit() { l.school.evaluator.Commit(l.batch) }

// snapshots is the explorer's view of the selector.
type snapshots struct {
	at                  seat
	selector            *subset.Selector
	period, generations int
	done                bool
}

func (s *snapshots) At(ctx context.Context, generation int) (explorer.Snapshot, error) {
	var p subset.Published
	var err error
	s.at.wait(func() { p, err = s.selector.At(ctx, generation) })
	if err != nil {
		return explorer.Snapshot{}, err
	}
	return explorer.Snapshot{Version: p.Version, Scenarios: p.Scenarios, Misclassification: p.Misclassification}, nil
}

// Offer passes the population on, unless what came of it would be published only
// after the last generation.
func (s *snapshots) Offer(generation int, ranked [][]int) error {
	if s.done || generation+s.period > s.generations {
		return nil
	}
	return s.selector.Offer(generation, ranked)
}

// Done ends training that is at work for generations which will not come.
func (s *snapshots) Done() {
	s.done = true
	s.at.wait(s.selector.Close)
}
