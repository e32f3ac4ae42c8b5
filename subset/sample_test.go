package subset

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSystematicByHand(t *testing.T) {
	cases := []struct {
		name    string
		weights []float64
		size    int
		start   float64
		want    []int
	}{
		{"every second", []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 5, 0.5, []int{1, 3, 5, 7, 9}},
		{"points at 0 and 3", []float64{1, 2, 3}, 2, 0, []int{0, 2}},
		{"points at 2 and 5", []float64{1, 2, 3}, 2, 2. / 3, []int{1, 2}},
		{"heavy for certain", []float64{10, 1, 1, 1, 1}, 3, 0, []int{0, 1, 3}},
		{"heavy among what remains", []float64{100, 10, 1, 1, 1, 1}, 3, 0.5, []int{0, 1, 4}},
		{"last point rounded past the end", []float64{1, 1, 1, 1}, 2, math.Nextafter(1, 0), []int{1, 3}},
		{"all", []float64{0.1, 0.2, 0.3, 0.7}, 4, 0.999, []int{0, 1, 2, 3}},
	}
	for _, c := range cases {
		l := layLine(c.weights, identity(len(c.weights)), c.size)
		if got := l.sample(l.loose, c.start); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Over all starts every scenario has the same chance, except that one whose
// share of the weight reaches one is chosen for certain.
func TestSystematicGivesEqualChances(t *testing.T) {
	weights := []float64{3, 1, 2, 0.5, 1.5, 2, 30}
	const size, starts = 3, 10000
	l := layLine(weights, identity(len(weights)), size)
	order := []int{4, 0, 2, 1, 5, 3} // scenario 6 is certain
	counts := make([]float64, len(weights))
	for i := range starts {
		for _, s := range l.sample(order, (float64(i)+0.5)/starts) {
			counts[s]++
		}
	}
	for s, w := range weights {
		want := (size - 1) / 6. // scenario 6 is certain and leaves two places to six others
		if s == 6 {
			want = 1
		}
		if got := counts[s] / starts; math.Abs(got-want) > 2./starts {
			t.Errorf("scenario %d of weight %v is chosen in %v of the samples, want %v", s, w, got, want)
		}
	}
}

func TestSamplesAreSubsets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Float64Range(0, 1e6), 1, 50).Draw(t, "weights")
		weights[0]++ // at least one counts
		shares, likely, err := normalised(weights)
		if err != nil {
			t.Fatal(err)
		}
		size := rapid.IntRange(1, len(likely)).Draw(t, "size")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		d := newSampler(shares, likely, size, rng)
		a, b := d.spread(), d.shuffled()
		child := d.cross(a, b)
		for _, set := range [][]int{a, b, child, d.mutate(a, 0.5), d.swap(b)} {
			mustBeSubset(t, set, likely, size)
		}
		for _, s := range likely {
			inA, inB, inChild := slices.Contains(a, s), slices.Contains(b, s), slices.Contains(child, s)
			if inA && inB && !inChild || inChild && !inA && !inB {
				t.Fatalf("child %v of %v and %v", child, a, b)
			}
		}
		if slices.Contains(d.member, true) {
			t.Fatal("scratch not clean")
		}
	})
}

func mustBeSubset(t *rapid.T, set, likely []int, size int) {
	if len(set) != size {
		t.Fatalf("%v has %d members, want %d", set, len(set), size)
	}
	for i, s := range set {
		if i > 0 && set[i-1] >= s {
			t.Fatalf("%v is not ascending", set)
		}
		if !slices.Contains(likely, s) {
			t.Fatalf("%v has %d, which weighs nothing", set, s)
		}
	}
}

func TestShuffledReachesEverySubset(t *testing.T) {
	shares, likely, _ := normalised([]float64{1, 1, 1, 1, 1, 1})
	d := newSampler(shares, likely, 3, rand.New(rand.NewPCG(1, 1)))
	met := map[[3]int]bool{}
	for range 1000 {
		met[[3]int(d.shuffled())] = true
	}
	if len(met) != 20 {
		t.Errorf("%d of the 20 subsets met", len(met))
	}
}

func TestSwapAndMutate(t *testing.T) {
	shares, likely, _ := normalised([]float64{1, 1, 1, 0, 1, 1, 1})
	d := newSampler(shares, likely, 2, rand.New(rand.NewPCG(1, 1)))
	set := []int{1, 4}
	for range 100 {
		if got := d.swap(set); slices.Contains(got, 1) == slices.Contains(got, 4) {
			t.Fatalf("%v became %v, want one member exchanged", set, got)
		}
		if got := d.mutate(set, 0); !slices.Equal(got, set) {
			t.Fatalf("mutated with probability 0: %v", got)
		}
	}
	if !slices.Equal(set, []int{1, 4}) {
		t.Errorf("parent was changed to %v", set)
	}
	full := newSampler(shares, likely, len(likely), d.rng)
	if got := full.swap(likely); !slices.Equal(got, likely) {
		t.Errorf("swap with nobody outside gave %v", got)
	}
}

// Mutation is the expected number of members exchanged, whatever the size.
func TestMutationRate(t *testing.T) {
	shares, likely, _ := normalised(slices.Repeat([]float64{1}, 1000))
	d := newSampler(shares, likely, 20, rand.New(rand.NewPCG(1, 1)))
	set, exchanged := d.shuffled(), 0
	const rounds = 5000
	for range rounds {
		for _, s := range d.mutate(set, 2./20) {
			if !slices.Contains(set, s) {
				exchanged++
			}
		}
	}
	if got := float64(exchanged) / rounds; math.Abs(got-2) > 0.1 {
		t.Errorf("%v members exchanged on average, want 2", got)
	}
}
