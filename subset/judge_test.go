package subset

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sdse/explorer/pareto"
)

// Three designs, three scenarios, two objectives. Under all scenarios their
// means are (5,4), (7,4) and (6,5): the first dominates both others, and those
// two do not compare.
var (
	threeWeights = []float64{0.5, 0.25, 0.25}
	threeDesigns = [][][]float64{
		{{4, 4}, {8, 8}, {4, 0}},
		{{2, 6}, {20, 0}, {4, 4}},
		{{6, 2}, {4, 4}, {8, 12}},
	}
)

func TestRateByHand(t *testing.T) {
	cases := []struct {
		set  []int
		want float64
	}{
		{[]int{0}, 2. / 3},    // (4,4) (2,6) (6,2): nobody dominates
		{[]int{1}, 2. / 3},    // (8,8) (20,0) (4,4): the third beats the first
		{[]int{2}, 1. / 3},    // (4,0) (4,4) (8,12): the second beats the third
		{[]int{0, 1}, 1},      // ¾ of it (4,4) (6,3) (4,2): the third beats both
		{[]int{0, 2}, 2. / 3}, // ¾ of it (3,2) (2,4) (5,4): the second beats the third
		{[]int{1, 2}, 1. / 3}, // ½ of it (3,2) (6,1) (3,4): first and second do not compare
		{[]int{0, 1, 2}, 0},
	}
	e := newExam(threeWeights, threeDesigns)
	for _, c := range cases {
		if got := e.rate(newJudge(e).score(c.set).wrong); got != c.want {
			t.Errorf("rate of %v is %v, want %v", c.set, got, c.want)
		}
	}
}

func TestEqualCountsAsNeither(t *testing.T) {
	half := []float64{0.5, 0.5}
	// Equal under all scenarios, apart in the first: misclassified by it.
	equal := newExam(half, [][][]float64{{{1, 1}, {3, 3}}, {{3, 3}, {1, 1}}})
	if got := newJudge(equal).score([]int{0}).wrong; got != 1 {
		t.Errorf("equal designs told apart: %d wrong, want 1", got)
	}
	// Incomparable under all scenarios, equal in the first: both are neither.
	apart := newExam(half, [][][]float64{{{1, 1}, {1, 2}}, {{1, 1}, {2, 1}}})
	if got := newJudge(apart).score([]int{0}).wrong; got != 0 {
		t.Errorf("incomparable designs taken as equal: %d wrong, want 0", got)
	}
}

func TestRateNeedsAPair(t *testing.T) {
	if got := newExam(threeWeights, threeDesigns[:1]).rate(0); !math.IsNaN(got) {
		t.Errorf("rate of one design is %v, want NaN", got)
	}
}

func TestDeviationByHand(t *testing.T) {
	e := newExam(threeWeights, threeDesigns)
	j := newJudge(e)
	// Under scenario 0 alone predictions are off by (−1,0), (−5,2), (0,−3).
	// Less their mean (−2,−⅓), over the extents (2,1), squared, summed over the
	// designs: (¼ + 9/4 + 1) and (1 + 49 + 64)/9.
	if got, want := j.score([]int{0}).deviation, (3.5+114./9)/3; math.Abs(got-want) > 1e-12 {
		t.Errorf("deviation is %v, want %v", got, want)
	}
	if got := j.score([]int{0, 1, 2}).deviation; got != 0 {
		t.Errorf("deviation of all scenarios is %v, want 0", got)
	}
	// A shift that all designs share, and an objective in which they are equal,
	// cost nothing: in scenario 0 everything is larger by 10.
	shifted := newExam([]float64{0.5, 0.5}, [][][]float64{{{11, 7}, {1, 7}}, {{12, 7}, {2, 7}}})
	if got := newJudge(shifted).score([]int{0}); got != (score{}) {
		t.Errorf("score of a common shift is %+v, want zero", got)
	}
}

func TestScoreOrder(t *testing.T) {
	ascending := []score{{0, 0.1}, {0, 0.2}, {1, 0}, {1, 0.1}}
	for i, a := range ascending {
		for k, b := range ascending {
			if got, want := a.compare(b) < 0, i < k; got != want {
				t.Errorf("%+v before %+v: %v, want %v", a, b, got, want)
			}
		}
	}
}

// A judge that walked anywhere has, to the last bit, the sums of one that went
// straight to where it stands.
func TestWalkEqualsFreshStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		scenarios := rapid.IntRange(1, 40).Draw(t, "scenarios")
		results := make([][][]float64, rapid.IntRange(1, 6).Draw(t, "designs"))
		for d := range results {
			results[d] = randomResult(rng, scenarios, 2)
			for s := range scenarios {
				results[d][s][1] -= 1 // both signs: the bound on a sum is not the sum of all
			}
		}
		e := newExam(randomShares(rng, scenarios), results)
		walker := newJudge(e)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			set := rng.Perm(scenarios)[:1+rng.IntN(scenarios)]
			slices.Sort(set)
			fresh := newJudge(e)
			if got, want := walker.score(set), fresh.score(set); got != want {
				t.Fatalf("score %+v, from the start %+v", got, want)
			}
			if !slices.Equal(walker.sum, fresh.sum) || walker.weight != fresh.weight {
				t.Fatalf("sums %v / %v, from the start %v / %v", walker.sum, walker.weight, fresh.sum, fresh.weight)
			}
		}
	})
}

// The rate agrees with its definition, evaluated in rational numbers. Weights
// sum to a power of two and values are whole, so that nothing is rounded and
// ties are ties on both sides.
func TestRateAgreesWithDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const sum = 256
		weights := rapid.SliceOfN(rapid.IntRange(1, 16), 1, 12).Draw(t, "weights")
		weights = append(weights, sum)
		for _, w := range weights[:len(weights)-1] {
			weights[len(weights)-1] -= w
		}
		designs := rapid.SliceOfN(rapid.SliceOfN(
			rapid.SliceOfN(rapid.IntRange(-3, 9), 2, 2), len(weights), len(weights)), 2, 6).Draw(t, "designs")
		inside := rapid.SliceOfN(rapid.Bool(), len(weights), len(weights)).Draw(t, "inside")
		inside[rapid.IntRange(0, len(weights)-1).Draw(t, "at least")] = true

		shares := make([]float64, len(weights))
		var set []int
		all := make([]bool, len(weights))
		for s, w := range weights {
			shares[s], all[s] = float64(w)/sum, true
			if inside[s] {
				set = append(set, s)
			}
		}
		e := newExam(shares, floats(designs))
		want, pairs := 0, 0
		for i := range designs {
			for j := range i {
				pairs++
				if defined(designs[i], designs[j], weights, inside) != defined(designs[i], designs[j], weights, all) {
					want++
				}
			}
		}
		if got := newJudge(e).score(set).wrong; got != want {
			t.Fatalf("%d wrong, by definition %d", got, want)
		}
		if got, want := e.rate(want), float64(want)/float64(pairs); got != want {
			t.Fatalf("rate %v, by definition %v", got, want)
		}
	})
}

// defined returns the relation of two designs as −1, 0 or +1.
func defined(a, b [][]int, weights []int, inside []bool) int {
	less, more := false, false
	for o := range a[0] {
		switch mean(a, o, weights, inside).Cmp(mean(b, o, weights, inside)) {
		case -1:
			less = true
		case +1:
			more = true
		}
	}
	switch {
	case less && !more:
		return -1
	case more && !less:
		return +1
	}
	return 0
}

func mean(design [][]int, objective int, weights []int, inside []bool) *big.Rat {
	var sum, weight int64
	for s, in := range inside {
		if in {
			sum += int64(weights[s] * design[s][objective])
			weight += int64(weights[s])
		}
	}
	return big.NewRat(sum, weight)
}

// Values of very different size keep their precision: the unit is chosen per
// objective.
func TestUnitPerObjective(t *testing.T) {
	e := newExam([]float64{0.5, 0.5}, [][][]float64{
		{{1e-30, 1e30}, {1e-30, 1e30}},
		{{1e-30 * (1 + 1e-14), 1e30}, {1e-30, 1e30}},
		{{0, -1e30}, {0, -1e30}},
	})
	want := []pareto.Relation{pareto.Better, pareto.Worse, pareto.Worse}
	if !slices.Equal(e.truth, want) {
		t.Errorf("relations are %v, want %v", e.truth, want)
	}
}

func TestScoreDoesNotAllocate(t *testing.T) {
	e := randomExam(rand.New(rand.NewPCG(1, 1)), 24, 100, 3)
	j, a, b := newJudge(e), []int{1, 5, 9, 70}, []int{2, 5, 50, 99}
	if n := testing.AllocsPerRun(100, func() { j.score(a); j.score(b) }); n != 0 {
		t.Errorf("%v allocations per run, want 0", n)
	}
}

// randomExam has designs whose values hang together over the scenarios, as those
// of real designs do, with weights of different size.
func randomExam(rng *rand.Rand, designs, scenarios, objectives int) *exam {
	shares := randomShares(rng, scenarios)
	results := make([][][]float64, designs)
	for d := range results {
		results[d] = randomResult(rng, scenarios, objectives)
	}
	return newExam(shares, results)
}

func randomShares(rng *rand.Rand, scenarios int) []float64 {
	weights := make([]float64, scenarios)
	for s := range weights {
		weights[s] = 0.1 + rng.Float64()
	}
	shares, _, err := normalised(weights)
	if err != nil {
		panic(err)
	}
	return shares
}

func randomResult(rng *rand.Rand, scenarios, objectives int) [][]float64 {
	base := make([]float64, objectives)
	for o := range base {
		base[o] = rng.Float64()
	}
	result := make([][]float64, scenarios)
	for s := range result {
		result[s] = make([]float64, objectives)
		for o := range result[s] {
			result[s][o] = base[o] + rng.Float64()
		}
	}
	return result
}

func floats(designs [][][]int) [][][]float64 {
	out := make([][][]float64, len(designs))
	for d, design := range designs {
		for _, values := range design {
			row := make([]float64, len(values))
			for o, v := range values {
				row[o] = float64(v)
			}
			out[d] = append(out[d], row)
		}
	}
	return out
}
