package subset

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// round is one period of training: the background task between an Offer and the
// At that publishes its outcome.
//
// Ownership: the selector fills the first block before it starts the goroutine
// and does not write it afterwards. The goroutine owns the second block until
// it closes done, which hands it back.
type round struct {
	due      int // generation of publication
	designs  int
	training Training
	pool     Pool
	settings Settings
	shares   []float64
	likely   []int
	rng      *rand.Rand

	window    window  // in: so far; out: with the new designs
	scenarios []int   // in: the incumbent; out: the best subset
	rate      float64 // of scenarios on the window
	err       error

	done chan struct{}
}

// run trains, selects and closes done.
func (r *round) run(ctx context.Context) {
	defer close(r.done)
	if err := r.train(ctx); err != nil {
		r.err = fmt.Errorf("subset: simulating training designs: %w", err)
		return
	}
	if err := r.choose(ctx); err != nil {
		r.err = fmt.Errorf("subset: searching for a subset: %w", err)
	}
}

func (r *round) train(ctx context.Context) error {
	results, err := r.training.Simulate(ctx)
	if err != nil {
		return err
	}
	r.window, err = r.window.slide(results, r.designs, len(r.shares), r.settings.Trainers)
	return err
}

// choose finds the best subset for the window. The incumbent stays unless
// another gets fewer pairs wrong: every new subset makes the explorer evaluate
// its parents again.
func (r *round) choose(ctx context.Context) error {
	r.rate = math.NaN()
	if len(r.window) < 2 {
		return nil
	}
	exam := newExam(r.shares, r.window)
	incumbent := newJudge(exam).score(r.scenarios)
	r.rate = exam.rate(incumbent.wrong)
	if incumbent.wrong == 0 {
		return nil
	}
	best, err := r.search(ctx, &contest{
		pool:      r.pool,
		exam:      exam,
		draw:      newSampler(r.shares, r.likely, r.settings.Size, r.rng),
		incumbent: r.scenarios,
	})
	if err != nil {
		return err
	}
	if best.score.wrong < incumbent.wrong {
		r.scenarios = slices.Clone(best.set)
		r.rate = exam.rate(best.score.wrong)
	}
	return nil
}

func (r *round) search(ctx context.Context, c *contest) (candidate, error) {
	if r.settings.Method == Random {
		return r.settings.Random.search(ctx, c)
	}
	return r.settings.Genetic.search(ctx, c)
}
