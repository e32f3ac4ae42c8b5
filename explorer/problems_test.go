package explorer_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"sdse/explorer"
	"sdse/explorer/pareto"
)

// Problems with known answers, and the evaluator that serves them.

// world values designs scenario by scenario: objectives are means over the
// scenarios of a snapshot, a design is infeasible by its worst violation. It
// remembers results and every batch it was given.
type world struct {
	scenarios int // 0 stands for one
	value     func(genes []int, scenario int) explorer.Outcome
	delay     bool // evaluate in parallel, with random delays

	known   map[string]bool
	counts  explorer.Counts
	batches []batch
	fail    func(batch int) error
}

type batch struct {
	designs [][]int
	under   explorer.Snapshot
}

// plain makes a world of one scenario without constraints.
func plain(value func(genes []int) []float64) *world {
	return &world{value: func(genes []int, _ int) explorer.Outcome {
		return explorer.Outcome{Objectives: value(genes)}
	}}
}

func (w *world) Counts() explorer.Counts { return w.counts }

func (w *world) Evaluate(_ context.Context, designs [][]int, under explorer.Snapshot) ([]explorer.Outcome, error) {
	w.batches = append(w.batches, batch{slices.Clone(designs), under})
	if w.fail != nil {
		if err := w.fail(len(w.batches) - 1); err != nil {
			return nil, err
		}
	}
	scenarios := under.Scenarios
	for s := 0; under.Scenarios == nil && s < max(1, w.scenarios); s++ {
		scenarios = append(scenarios, s)
	}
	for _, genes := range designs {
		for _, s := range scenarios {
			w.charge(genes, s)
		}
	}
	outcomes := make([]explorer.Outcome, len(designs))
	var wait sync.WaitGroup
	for i := range designs {
		job := func() { outcomes[i] = w.outcome(designs[i], scenarios) }
		if !w.delay {
			job()
			continue
		}
		wait.Go(func() {
			time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
			job()
		})
	}
	wait.Wait()
	return outcomes, nil
}

func (w *world) charge(genes []int, scenario int) {
	if w.known == nil {
		w.known = map[string]bool{}
	}
	key := fmt.Sprint(genes, scenario)
	w.counts.Requested++
	if w.known[key] {
		w.counts.Memoised++
		return
	}
	w.known[key] = true
	w.counts.Charged++
}

func (w *world) outcome(genes []int, scenarios []int) explorer.Outcome {
	var mean explorer.Outcome
	for _, s := range scenarios {
		one := w.value(genes, s)
		if mean.Objectives == nil {
			mean.Objectives = make([]float64, len(one.Objectives))
		}
		for m, v := range one.Objectives {
			mean.Objectives[m] += v / float64(len(scenarios))
		}
		if one.Violation > mean.Violation {
			mean.Violation, mean.Reason = one.Violation, one.Reason
		}
	}
	return mean
}

// schedule is a Subsets with one snapshot per generation; the last one stays. It
// remembers what it was asked and offered.
type schedule struct {
	snapshots []explorer.Snapshot
	asked     []int
	offered   [][][]int
	done      int // offers before Done
	atError   error
	offError  error
}

func (s *schedule) At(_ context.Context, generation int) (explorer.Snapshot, error) {
	s.asked = append(s.asked, generation)
	return s.snapshots[min(generation, len(s.snapshots)-1)], s.atError
}

func (s *schedule) Done() { s.done = len(s.offered) }

func (s *schedule) Offer(generation int, ranked [][]int) error {
	if generation != len(s.offered) {
		return fmt.Errorf("offer of generation %d after %d offers", generation, len(s.offered))
	}
	s.offered = append(s.offered, slices.Clone(ranked))
	return s.offError
}

func bits(n int) []int { return slices.Repeat([]int{2}, n) }

// oneMinMax counts ones and zeros, both to be few: every design is optimal, and
// the front is (k, n-k) for each k (Giel and Lehre, On the effect of populations in
// evolutionary multi-objective optimisation, 2010).
func oneMinMax(n int) (explorer.Problem, *world, [][]float64) {
	var front [][]float64
	for k := range n + 1 {
		front = append(front, []float64{float64(k), float64(n - k)})
	}
	return explorer.Problem{Bounds: bits(n), Objectives: []string{"ones", "zeros"}},
		plain(func(genes []int) []float64 {
			ones := 0
			for _, v := range genes {
				ones += v
			}
			return []float64{float64(ones), float64(n - ones)}
		}), front
}

// lotz wants many leading ones and many trailing zeros. The front is made of the
// designs 1…10…0, a single design for each vector (Laumanns, Thiele and Zitzler,
// Running time analysis of multiobjective evolutionary algorithms on
// pseudo-Boolean functions, 2004).
func lotz(n int) (explorer.Problem, *world, [][]float64) {
	var front [][]float64
	for k := range n + 1 {
		front = append(front, []float64{float64(k), float64(n - k)})
	}
	return explorer.Problem{Bounds: bits(n), Objectives: []string{"not leading", "not trailing"}},
		plain(func(genes []int) []float64 {
			leading, trailing := 0, 0
			for leading < n && genes[leading] == 1 {
				leading++
			}
			for trailing < n && genes[n-1-trailing] == 0 {
				trailing++
			}
			return []float64{float64(n - leading), float64(n - trailing)}
		}), front
}

// knapsack packs n items so as to miss little of two profits; the weight above
// half of all is a violation. The front comes from enumeration.
func knapsack(n int) (explorer.Problem, *world, [][]float64) {
	rng := rand.New(rand.NewPCG(3, 1))
	items := make([][3]float64, n) // weight and two profits
	capacity := 0.0
	for i := range items {
		for k := range items[i] {
			items[i][k] = float64(10 + rng.IntN(90))
		}
		capacity += items[i][0] / 2
	}
	w := &world{value: func(genes []int, _ int) explorer.Outcome {
		weight, missed := 0.0, []float64{0, 0}
		for i, item := range items {
			if genes[i] == 1 {
				weight += item[0]
			} else {
				missed[0] += item[1]
				missed[1] += item[2]
			}
		}
		if weight > capacity {
			return explorer.Outcome{Violation: weight - capacity, Reason: fmt.Sprintf("weighs %v", weight)}
		}
		return explorer.Outcome{Objectives: missed}
	}}
	p := explorer.Problem{Bounds: bits(n), Objectives: []string{"first", "second"}}
	return p, w, enumerate(p, w)
}

// allocation puts tasks on processors of different speed and power: makespan
// against energy and, as a third objective, the price of the processors used. Small
// enough to enumerate, with genes of different bounds.
func allocation(objectives int) (explorer.Problem, *world, [][]float64) {
	work := []float64{84, 60, 48, 36, 36, 24, 24, 12} // whole times at any speed
	speed, power, price := []float64{1, 2, 3, 4}, []float64{1, 3, 7, 13}, []float64{1, 2, 4, 7}
	p := explorer.Problem{
		Bounds: []int{4, 4, 3, 4, 2, 4, 4, 3}, Objectives: []string{"makespan", "energy", "price"}[:objectives],
		Groups: []int{0, 0, 0, 0, 1, 1, 1, 1},
	}
	w := plain(func(genes []int) []float64 {
		load := make([]float64, len(speed))
		energy, cost := 0.0, 0.0
		for task, on := range genes {
			load[on] += work[task] / speed[on]
			energy += work[task] / speed[on] * power[on]
		}
		for k, l := range load {
			if l > 0 {
				cost += price[k]
			}
		}
		return []float64{slices.Max(load), energy, cost}[:objectives]
	})
	return p, w, enumerate(p, w)
}

// zdt1 is the first problem of Zitzler, Deb and Thiele (Comparison of
// Multiobjective Evolutionary Algorithms, 2000), each of its thirty variables cut
// into 1024 levels. On the front all but the first gene are zero.
func zdt1() (explorer.Problem, *world) {
	return explorer.Problem{Bounds: slices.Repeat([]int{1024}, 30), Objectives: []string{"f1", "f2"}},
		plain(func(genes []int) []float64 {
			f, sum := float64(genes[0])/1023, 0.0
			for _, v := range genes[1:] {
				sum += float64(v) / 1023
			}
			g := 1 + 9*sum/29
			return []float64{f, g * (1 - math.Sqrt(f/g))}
		})
}

// enumerate returns the true front of a small problem, sorted.
func enumerate(p explorer.Problem, w *world) [][]float64 {
	var archive pareto.Archive[bool]
	genes := make([]int, len(p.Bounds))
	for {
		all := make([]int, max(1, w.scenarios))
		for s := range all {
			all[s] = s
		}
		if o := w.outcome(genes, all); o.Violation == 0 {
			archive.Insert(o.Objectives, true)
		}
		i := 0
		for ; i < len(genes); i++ {
			if genes[i]++; genes[i] < p.Bounds[i] {
				break
			}
			genes[i] = 0
		}
		if i == len(genes) {
			break
		}
	}
	var front [][]float64
	for v := range archive.All() {
		front = append(front, v)
	}
	slices.SortFunc(front, slices.Compare[[]float64])
	return front
}

func truths(designs []explorer.Design) [][]float64 {
	var vectors [][]float64
	for _, d := range designs {
		vectors = append(vectors, d.True)
	}
	return vectors
}
