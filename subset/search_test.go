package subset

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// inline is a pool without workers.
func inline(ctx context.Context, jobs int, job func(hart, i int)) error {
	for i := range jobs {
		if err := ctx.Err(); err != nil {
			return err
		}
		job(0, i)
	}
	return nil
}

func newContest(seed uint64, designs, scenarios, size int) *contest {
	rng := rand.New(rand.NewPCG(seed, 1))
	shares := randomShares(rng, scenarios)
	_, likely, _ := normalised(shares)
	results := make([][][]float64, designs)
	for d := range results {
		results[d] = randomResult(rng, scenarios, 2)
	}
	draw := newSampler(shares, likely, size, rng)
	return &contest{pool: inline, exam: newExam(shares, results), draw: draw, incumbent: draw.spread()}
}

// optimum tries all subsets of the given size.
func optimum(e *exam, size int) score {
	j := newJudge(e)
	var best score
	first := true
	set := make([]int, 0, size)
	var extend func(next int)
	extend = func(next int) {
		if len(set) == size {
			// The judge remembers the slice, so it gets one of its own.
			if s := j.score(slices.Clone(set)); first || s.compare(best) < 0 {
				best, first = s, false
			}
			return
		}
		for s := next; s < len(e.weight); s++ {
			set = append(set, s)
			extend(s + 1)
			set = set[:len(set)-1]
		}
	}
	extend(0)
	return best
}

// On a small space the genetic algorithm finds the optimum, with the settings
// by default: the least number of wrong pairs and, among those, the least
// deviation.
func TestGeneticFindsTheOptimum(t *testing.T) {
	for seed := range uint64(8) {
		want := optimum(newContest(seed, 16, 12, 4).exam, 4) // 495 subsets
		got, err := DefaultSettings(4).Genetic.search(t.Context(), newContest(seed, 16, 12, 4))
		if err != nil {
			t.Fatal(err)
		}
		if got.score != want {
			t.Errorf("seed %d: genetic %+v, optimum %+v", seed, got.score, want)
		}
	}
}

// On 15,504 subsets, judging about a quarter of that number each, the genetic
// algorithm finds the optima, which the best of random samples misses now and
// then.
func TestGeneticBeatsRandom(t *testing.T) {
	var genetic, random int
	for seed := range uint64(4) {
		want := optimum(newContest(seed, 16, 20, 5).exam, 5)
		set := DefaultSettings(5)
		bred, err := set.Genetic.search(t.Context(), newContest(seed, 16, 20, 5))
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := set.Random.search(t.Context(), newContest(seed, 16, 20, 5))
		if err != nil {
			t.Fatal(err)
		}
		if bred.score.compare(want) < 0 || drawn.score.compare(want) < 0 {
			t.Errorf("seed %d: genetic %+v, random %+v, but the optimum is %+v", seed, bred.score, drawn.score, want)
		}
		if bred.score.wrong == want.wrong {
			genetic++
		}
		if drawn.score.wrong == want.wrong {
			random++
		}
	}
	t.Logf("optima found of 4: genetic %d, random %d", genetic, random)
	if genetic < 4 || genetic <= random {
		t.Errorf("optima found of 4: genetic %d, random %d", genetic, random)
	}
}

// On a handful of subsets, samples find the optimum too, deviation included.
func TestRandomFindsTheOptimumOfAFew(t *testing.T) {
	for seed := range uint64(8) {
		want := optimum(newContest(seed, 8, 6, 3).exam, 3) // 20 subsets
		got, err := RandomSettings{Samples: 1000}.search(t.Context(), newContest(seed, 8, 6, 3))
		if err != nil {
			t.Fatal(err)
		}
		if got.score != want {
			t.Errorf("seed %d: random %+v, optimum %+v", seed, got.score, want)
		}
	}
}

// An incumbent that is the optimum already survives any search.
func TestIncumbentTakesPart(t *testing.T) {
	for name, search := range map[string]func(context.Context, *contest) (candidate, error){
		"random":  RandomSettings{Samples: 1}.search,
		"genetic": GeneticSettings{Population: 2, Generations: 3, Tournament: 1, Elite: 1, Mutation: 5}.search,
	} {
		c := newContest(3, 16, 200, 5)
		found, err := DefaultSettings(5).Genetic.search(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		c.incumbent = found.set
		got, err := search(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if got.score.compare(found.score) > 0 {
			t.Errorf("%s: %+v, worse than the incumbent %+v", name, got.score, found.score)
		}
	}
}

// What a search has judged shows how its settings act.
func TestBatchesOfSearches(t *testing.T) {
	cases := []struct {
		name   string
		search func(context.Context, *contest) (candidate, error)
		want   []int
	}{
		{"samples and incumbent", RandomSettings{Samples: 9}.search, []int{10}},
		{"more samples", RandomSettings{Samples: 20}.search, []int{21}},
		{"population and generations", GeneticSettings{Population: 6, Generations: 2, Tournament: 2, Elite: 1}.search, []int{6, 5, 5}},
		{"elite", GeneticSettings{Population: 6, Generations: 1, Tournament: 2, Elite: 4}.search, []int{6, 2}},
		{"no generation", GeneticSettings{Population: 3, Tournament: 2, Elite: 1}.search, []int{3}},
	}
	for _, c := range cases {
		var batches []int
		contest := newContest(1, 8, 30, 4)
		contest.pool = func(ctx context.Context, jobs int, job func(hart, i int)) error {
			batches = append(batches, jobs)
			return inline(ctx, jobs, job)
		}
		if _, err := c.search(t.Context(), contest); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(batches, c.want) {
			t.Errorf("%s: batches of %v, want %v", c.name, batches, c.want)
		}
	}
}

func TestTournamentPressure(t *testing.T) {
	draw := newContest(1, 2, 30, 4).draw
	herd := make([]candidate, 20)
	for i := range herd {
		herd[i].set = []int{i}
	}
	mean := func(tournament int) float64 {
		sum := 0
		for range 2000 {
			sum += GeneticSettings{Tournament: tournament}.parent(herd, draw)[0]
		}
		return float64(sum) / 2000
	}
	// The least of n draws from 0 … 19: 9.5, 6.2 and 2.9 on average for n = 1,
	// 2, 5.
	one, two, five := mean(1), mean(2), mean(5)
	if one < 8.9 || one > 10.1 || two < 5.6 || two > 6.8 || five < 2.4 || five > 3.4 {
		t.Errorf("mean rank of parents is %v, %v and %v for tournaments of 1, 2 and 5", one, two, five)
	}
}

// Without mutation children are made of their parents and do not repeat each
// other where that can be helped; with it they hold what no parent has.
func TestBreed(t *testing.T) {
	c := newContest(1, 2, 100, 10)
	herd := []candidate{{set: c.draw.shuffled()}, {set: c.draw.shuffled()}}
	fresh := func(mutation float64) (count int) {
		g := GeneticSettings{Population: 41, Tournament: 1, Elite: 1, Mutation: mutation}
		for _, child := range g.breed(herd, c.draw) {
			for _, s := range child {
				if !slices.Contains(herd[0].set, s) && !slices.Contains(herd[1].set, s) {
					count++
				}
			}
		}
		return count
	}
	// Of 40 children about 20 have one parent twice, are twins of it or of each
	// other, and get one swap.
	if got := fresh(0); got > 25 {
		t.Errorf("%d scenarios of no parent without mutation, want some 20 at most", got)
	}
	if got := fresh(5); got < 100 {
		t.Errorf("%d scenarios of no parent with 5 per child, want 40 times that less some", got)
	}
	known := GeneticSettings{Population: 2, Tournament: 1, Elite: 1}
	for range 50 {
		if child := known.breed(herd[:1], c.draw)[0]; slices.Equal(child, herd[0].set) {
			t.Fatal("a twin of the elite")
		}
	}
	// Nearly all children have a twice for parents, but only one may be it.
	a := c.draw.shuffled()
	herd = append(herd[:1], slices.Repeat([]candidate{{set: a}}, 40)...)
	count := 0
	for _, child := range (GeneticSettings{Population: 20, Tournament: 1, Elite: 1}).breed(herd, c.draw) {
		if slices.Equal(child, a) {
			count++
		}
	}
	if count != 1 {
		t.Errorf("%d twins among the children, want one without a twin", count)
	}
}

func TestSearchErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := DefaultSettings(4).Random.search(ctx, newContest(1, 8, 30, 4)); err != context.Canceled {
		t.Errorf("random: %v", err)
	}
	if _, err := DefaultSettings(4).Genetic.search(ctx, newContest(1, 8, 30, 4)); err != context.Canceled {
		t.Errorf("genetic: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	c, batches := newContest(1, 8, 30, 4), 0
	c.pool = func(ctx context.Context, jobs int, job func(hart, i int)) error {
		if batches++; batches == 3 {
			cancel()
		}
		return inline(ctx, jobs, job)
	}
	if _, err := DefaultSettings(4).Genetic.search(ctx, c); err != context.Canceled || batches != 3 {
		t.Errorf("genetic, cancelled in batch 3: %v after %d batches", err, batches)
	}
}
