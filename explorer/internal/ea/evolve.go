package ea

import (
	"context"
	"fmt"
	"math/rand"

	"github.com/MaxHalford/eaopt"

	"sdse/explorer/pareto"
)

// Settings of a run. All values have been checked by the caller.
type Settings struct {
	Seed        uint64
	Population  int // at least 2
	Generations int // after the first population; 0 = that alone
	Sorter      pareto.Sorter
}

// Host is what the algorithm runs for. For each generation, from 0, its methods
// are called in this order, always one at a time: Begin, Evaluate for each batch,
// End. An error of any of them ends the run and is returned as it is.
type Host interface {
	// Begin opens a generation and reports whether the outcomes of the one before no
	// longer hold, in which case the parents are evaluated anew before selection.
	Begin(ctx context.Context, generation int) (stale bool, err error)
	// Evaluate returns the outcome of each design, in order. It must not change the
	// designs, and may keep them: they never change afterwards.
	Evaluate(ctx context.Context, designs [][]int) ([]Outcome, error)
	// End takes the population, best first, and says whether to stop.
	End(generation int, ranked []Member) (stop bool, err error)
}

// Evolve runs the algorithm until the host stops it or the generations are over.
// When the context is cancelled it returns ctx.Err() before anything else is
// evaluated.
func Evolve(ctx context.Context, s Space, seeds [][]int, set Settings, host Host) error {
	m := &model{ctx: ctx, host: host, space: prepare(s), size: set.Population, sorter: set.Sorter}
	rng := newRand(set.Seed)
	population, err := m.begin(seeds, rng)
	if err != nil || m.stopped || set.Generations == 0 {
		return err
	}
	ga, err := eaopt.GAConfig{
		NPops:        1,
		PopSize:      uint(len(population)),
		NGenerations: uint(set.Generations),
		HofSize:      1, // the least that eaopt accepts; not used
		Model:        m,
		RNG:          rng,
		EarlyStop:    func(*eaopt.GA) bool { return m.stopped },
		// eaopt gives each population a generator of its own making; the first call,
		// before any generation, puts ours in its place.
		Callback: func(ga *eaopt.GA) {
			if ga.Generations == 0 {
				ga.Populations[0].RNG = rng
			}
		},
	}.NewGA()
	if err != nil {
		return fmt.Errorf("ea: %w", err)
	}
	next := 0
	return ga.Minimize(func(*rand.Rand) eaopt.Genome {
		next++
		return population[next-1]
	})
}
