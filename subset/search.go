package subset

import (
	"context"
	"slices"
)

// contest is what a search for the best subset works with. All that a search
// draws, it draws in its own goroutine; all that it has judged, it has judged
// in batches on the pool.
type contest struct {
	pool      Pool
	exam      *exam
	draw      *sampler
	incumbent []int    // the published subset, which takes part
	judges    []*judge // one per job of a batch, kept from batch to batch
}

// candidate is a subset that has been judged.
type candidate struct {
	set   []int
	score score
}

func (a candidate) compare(b candidate) int { return a.score.compare(b.score) }

// judge scores a batch of subsets. Job i walks from the i-th subset of the
// batch before to the i-th of this one; as sums are exact, that is a matter of
// time only.
func (c *contest) judge(ctx context.Context, sets [][]int) ([]candidate, error) {
	for len(c.judges) < len(sets) {
		c.judges = append(c.judges, newJudge(c.exam))
	}
	judged := make([]candidate, len(sets))
	err := c.pool(ctx, len(sets), func(_, i int) {
		judged[i] = candidate{set: sets[i], score: c.judges[i].score(sets[i])}
	})
	return judged, err
}

// search judges the incumbent and random samples, and returns the best of them.
func (r RandomSettings) search(ctx context.Context, c *contest) (candidate, error) {
	sets := make([][]int, 0, 1+r.Samples)
	sets = append(sets, c.incumbent)
	for range r.Samples {
		sets = append(sets, c.draw.shuffled())
	}
	judged, err := c.judge(ctx, sets)
	if err != nil {
		return candidate{}, err
	}
	return slices.MinFunc(judged, candidate.compare), nil
}

// search breeds subsets from the incumbent and random samples, and returns the
// best one that ever lived.
func (g GeneticSettings) search(ctx context.Context, c *contest) (candidate, error) {
	sets := make([][]int, 0, g.Population)
	sets = append(sets, c.incumbent)
	for len(sets) < g.Population {
		sets = append(sets, c.draw.shuffled())
	}
	herd, err := c.judge(ctx, sets)
	if err != nil {
		return candidate{}, err
	}
	slices.SortStableFunc(herd, candidate.compare)
	for range g.Generations {
		children, err := c.judge(ctx, g.breed(herd, c.draw))
		if err != nil {
			return candidate{}, err
		}
		herd = append(herd[:g.Elite], children...)
		slices.SortStableFunc(herd, candidate.compare)
	}
	return herd[0], nil
}

// breed makes as many children as must join the elite of the herd, which is
// sorted, best first.
func (g GeneticSettings) breed(herd []candidate, draw *sampler) [][]int {
	children := make([][]int, 0, g.Population-g.Elite)
	for len(children) < cap(children) {
		child := draw.cross(g.parent(herd, draw), g.parent(herd, draw))
		child = draw.mutate(child, g.Mutation/float64(draw.size))
		if known(herd[:g.Elite], children, child) {
			child = draw.swap(child) // a twin would be judged for nothing
		}
		children = append(children, child)
	}
	return children
}

// parent holds a tournament. The herd is sorted, so the winner is the one that
// stands first.
func (g GeneticSettings) parent(herd []candidate, draw *sampler) []int {
	winner := len(herd)
	for range g.Tournament {
		winner = min(winner, draw.rng.IntN(len(herd)))
	}
	return herd[winner].set
}

func known(elite []candidate, children [][]int, set []int) bool {
	same := func(other []int) bool { return slices.Equal(other, set) }
	return slices.ContainsFunc(children, same) ||
		slices.ContainsFunc(elite, func(c candidate) bool { return same(c.set) })
}
