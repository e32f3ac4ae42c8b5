package subset

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Simulations is where training designs are simulated.
type Simulations interface {
	// Plan decides what must be simulated to know the designs under every
	// scenario. It is called at a generation boundary, in the goroutine that
	// calls [Selector.Offer], so it may look up what is known already, and
	// count what it asks for, without a race and in the same order in every
	// run. The designs are distinct, have never been planned before and belong
	// to the callee.
	Plan(designs [][]int) Training
}

// Training is the simulation of the designs of one Plan.
type Training interface {
	// Simulate runs on the pool, at the same time as the explorer, and returns
	// the results: [design][scenario][objective], all objectives minimised, nil
	// for an infeasible design. It is called once. The selector only reads the
	// results, and keeps them for as long as the designs are in its window.
	Simulate(ctx context.Context) ([][][]float64, error)

	// Commit makes what Simulate found known to others, such as a memo table.
	// It is called at the generation boundary at which the outcome is
	// published, in the goroutine that calls [Selector.At]; not at all if
	// training failed or the selector was closed before.
	Commit()
}

// Pool runs job(hart, i) for every i in 0 … jobs−1, each once, on any number of
// harts at the same time, and returns after the last; with an error if not all
// of them ran.
type Pool func(ctx context.Context, jobs int, job func(hart, i int)) error

// Published is the subset that holds from some generation on.
type Published struct {
	Version           int     // 0 for the first subset, one more for every other
	Scenarios         []int   // ids, ascending; the caller's own
	Misclassification float64 // rate on the training designs; NaN while there are fewer than two
	Trainers          int     // training designs in the window
}

// Selector chooses representative subsets of scenarios while an explorer runs;
// the package comment shows how the two move together. Its methods are to be
// called from one goroutine, the explorer's.
type Selector struct {
	settings Settings
	shares   []float64 // weights that sum to one
	likely   []int     // the scenarios that may be chosen
	sims     Simulations
	pool     Pool

	trainers  trainers
	window    window
	published Published
	round     *round // in flight, nil if none
	err       error  // of a round that failed, or ErrClosed: nothing works any more

	tasks context.Context // of the rounds: they outlive the call that starts them
	stop  context.CancelFunc
}

// New returns a selector of subsets of the scenarios 0 … len(weights)−1.
// Weights need not sum to one; a scenario that weighs nothing is never chosen.
// The first subset, version 0, needs no training and is there at once:
// scenarios spread evenly over the ids, heavy ones for certain. Everything
// wrong with the arguments is reported in one error, which is [ErrWeights] or
// [ErrSettings]. A selector must be closed.
func New(weights []float64, set Settings, sims Simulations, pool Pool) (*Selector, error) {
	shares, likely, err := normalised(weights)
	if err != nil {
		return nil, err
	}
	if err := set.check(len(likely)); err != nil {
		return nil, err
	}
	s := &Selector{
		settings: set, shares: shares, likely: likely, sims: sims, pool: pool,
		trainers: trainers{perPeriod: set.PerPeriod, seen: map[string]bool{}},
	}
	s.published.Scenarios = newSampler(shares, likely, set.Size, s.random(-1)).spread()
	s.published.Misclassification = math.NaN()
	if s.complete() {
		s.published.Misclassification = 0 // no need to measure it
	}
	s.tasks, s.stop = context.WithCancel(context.Background())
	return s, nil
}

// At returns the subset that holds in a generation. Generations are asked for
// in ascending order. If the outcome of training is due, At waits for it and
// takes it over; an error of the training, or of ctx while waiting, is
// returned. After an error of the training every call returns that error; after
// one of ctx, At may be called again.
func (s *Selector) At(ctx context.Context, generation int) (Published, error) {
	if s.err == nil && s.round != nil && generation >= s.round.due {
		select {
		case <-s.round.done:
			s.settle()
		case <-ctx.Done():
			return Published{}, fmt.Errorf("subset: waiting for generation %d: %w", generation, ctx.Err())
		}
	}
	if s.err != nil {
		return Published{}, s.err
	}
	now := s.published
	now.Scenarios = slices.Clone(now.Scenarios)
	return now, nil
}

// settle takes over the outcome of the round, which is done.
func (s *Selector) settle() {
	r := s.round
	s.round = nil
	if r.err != nil {
		s.err = r.err
		return
	}
	r.training.Commit()
	s.window = r.window
	if !slices.Equal(r.scenarios, s.published.Scenarios) {
		s.published.Version++
		s.published.Scenarios = r.scenarios
	}
	s.published.Misclassification = r.rate
	s.published.Trainers = len(r.window)
}

// Offer hands over the distinct designs of a finished generation, best first.
// In every Period-th generation, 0 included, Offer chooses training designs
// among those never chosen before and starts to train, to publish at generation
// + Period; it does nothing if no design is new, or if the training before has
// not been asked for by At yet. It does not wait and keeps none of the slices.
func (s *Selector) Offer(generation int, ranked [][]int) error {
	if s.err != nil {
		return s.err
	}
	if generation%s.settings.Period != 0 || s.round != nil || s.complete() {
		return nil
	}
	designs := s.trainers.choose(ranked)
	if len(designs) == 0 {
		return nil
	}
	s.round = &round{
		due:      generation + s.settings.Period,
		designs:  len(designs),
		training: s.sims.Plan(designs),
		pool:     s.pool,
		settings: s.settings,
		shares:   s.shares,
		likely:   s.likely,
		rng:      s.random(generation),

		window:    s.window,
		scenarios: s.published.Scenarios,
		done:      make(chan struct{}),
	}
	// The one task of a selector at a time: stopped by Close through s.tasks,
	// awaited by At or Close on done.
	r := s.round
	s.settings.start(func() { r.run(s.tasks) })
	return nil
}

// Close stops the training in flight, if any, waits for its end and drops its
// outcome. Afterwards At and Offer return an error, [ErrClosed] unless training
// had failed before.
func (s *Selector) Close() {
	s.stop()
	if s.round != nil {
		<-s.round.done
		s.round = nil
	}
	if s.err == nil {
		s.err = ErrClosed
	}
}

// complete tells whether the subset has every scenario that weighs anything:
// there is nothing to choose then.
func (s *Selector) complete() bool { return s.settings.Size == len(s.likely) }

// random returns the generator for what starts at a generation, −1 for the
// first subset. Each has its own, so that what is drawn depends on no history.
func (s *Selector) random(generation int) *rand.Rand {
	const stream = 0x737562736574 << 16 // keeps clear of other users of the same seed
	return rand.New(rand.NewPCG(s.settings.Seed, stream+uint64(generation+1)))
}
