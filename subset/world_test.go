package subset

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world simulates designs of made-up results, and takes down who called what. A
// design with a negative first gene is infeasible.
type world struct {
	scenarios int
	takes     time.Duration // of a Simulate
	fails     error         // what Simulate returns
	bend      func([][][]float64) [][][]float64

	log     []string // calls of Plan and Commit: in the explorer's goroutine, so without a lock
	planned [][]int
	running atomic.Int32
}

type lesson struct {
	world   *world
	designs [][]int
	number  int
}

func (w *world) Plan(designs [][]int) Training {
	w.planned = append(w.planned, designs...)
	number := len(w.log)/2 + 1
	w.log = append(w.log, fmt.Sprint("plan ", number))
	return &lesson{world: w, designs: designs, number: number}
}

func (l *lesson) Simulate(ctx context.Context) ([][][]float64, error) {
	l.world.running.Add(1)
	defer l.world.running.Add(-1)
	select {
	case <-time.After(l.world.takes):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if l.world.fails != nil {
		return nil, l.world.fails
	}
	results := make([][][]float64, len(l.designs))
	for d, design := range l.designs {
		if design[0] >= 0 {
			rng := rand.New(rand.NewPCG(uint64(design[0]), uint64(design[1])))
			results[d] = randomResult(rng, l.world.scenarios, 2)
		}
	}
	if l.world.bend != nil {
		results = l.world.bend(results)
	}
	return results, nil
}

func (l *lesson) Commit() { l.world.log = append(l.world.log, fmt.Sprint("commit ", l.number)) }

// ranking makes the population of a generation: designs {g, 0}, {g, 1} …
func ranking(generation, designs int) [][]int {
	ranked := make([][]int, designs)
	for i := range ranked {
		ranked[i] = []int{generation, i}
	}
	return ranked
}

// explore plays the explorer for generations 0 … last and returns what held in
// each of them.
func explore(t testing.TB, s *Selector, last int, breathe func()) []Published {
	t.Helper()
	var held []Published
	for g := 0; g <= last; g++ {
		now, err := s.At(context.Background(), g)
		if err != nil {
			t.Fatalf("At(%d): %v", g, err)
		}
		held = append(held, now)
		breathe()
		if err := s.Offer(g, ranking(g, 20)); err != nil {
			t.Fatalf("Offer(%d): %v", g, err)
		}
	}
	return held
}

// workers returns a pool of n harts whose jobs take a while now and then.
func workers(n int, takes time.Duration) Pool {
	return func(ctx context.Context, jobs int, job func(hart, i int)) error {
		var next atomic.Int64
		var wait sync.WaitGroup
		for hart := range n {
			wait.Go(func() {
				for ctx.Err() == nil {
					i := int(next.Add(1)) - 1
					if i >= jobs {
						return
					}
					if i%16 == hart {
						time.Sleep(takes)
					}
					job(hart, i)
				}
			})
		}
		wait.Wait()
		return ctx.Err()
	}
}

func equalWeights(scenarios int) []float64 {
	weights := make([]float64, scenarios)
	for s := range weights {
		weights[s] = 1
	}
	return weights
}

// quick are settings that train often and search little.
func quick(size int) Settings {
	set := DefaultSettings(size)
	set.Period = 3
	set.Genetic = GeneticSettings{Population: 8, Generations: 8, Tournament: 2, Elite: 2, Mutation: 1}
	set.Random.Samples = 64
	return set
}

// start makes a selector that is closed when the test ends.
func start(t testing.TB, w *world, set Settings, pool Pool) *Selector {
	t.Helper()
	s, err := New(equalWeights(w.scenarios), set, w, pool)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}
