package subset

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// chosen lets a round choose among the single scenarios of a random world of a
// few designs, from a given incumbent.
func chosen(t *testing.T, seed uint64, incumbent int) (r *round, e *exam, jobs int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	shares := randomShares(rng, 8)
	set := DefaultSettings(1)
	set.Method, set.Random.Samples = Random, 100
	r = &round{
		pool: func(ctx context.Context, n int, job func(hart, i int)) error {
			jobs += n
			return inline(ctx, n, job)
		},
		settings: set, shares: shares, likely: identity(8), rng: rng, scenarios: []int{incumbent},
	}
	for range 5 {
		r.window = append(r.window, randomResult(rng, 8, 2))
	}
	if err := r.choose(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r, newExam(shares, r.window), jobs
}

// The incumbent gives way to the best subset if that gets fewer pairs wrong; to
// one that only deviates less it does not; and if it gets none wrong, nobody is
// even judged.
func TestIncumbentGivesWay(t *testing.T) {
	var better, smoother, perfect int
	for seed := range uint64(60) {
		for incumbent := range 2 {
			r, e, jobs := chosen(t, seed, incumbent)
			old, best := newJudge(e).score([]int{incumbent}), optimum(e, 1)
			got, stays := newJudge(e).score(r.scenarios), slices.Equal(r.scenarios, []int{incumbent})
			if r.rate != e.rate(got.wrong) {
				t.Errorf("seed %d: rate %v of a subset with %d wrong", seed, r.rate, got.wrong)
			}
			switch {
			case old.wrong == 0:
				perfect++
				if !stays || jobs != 0 {
					t.Errorf("seed %d: a perfect incumbent gave way to %v after %d judgements", seed, r.scenarios, jobs)
				}
			case best.wrong < old.wrong:
				better++
				if got != best {
					t.Errorf("seed %d: %+v chosen, the best is %+v", seed, got, best)
				}
			case best.deviation < old.deviation:
				smoother++
				if !stays {
					t.Errorf("seed %d: %+v gave way to %+v", seed, old, got)
				}
			}
		}
	}
	if better == 0 || smoother == 0 || perfect == 0 {
		t.Errorf("met %d better, %d smoother, %d perfect: the test shows nothing", better, smoother, perfect)
	}
	t.Logf("met %d better, %d smoother, %d perfect", better, smoother, perfect)
}
