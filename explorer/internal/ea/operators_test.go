package ea

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestOtherValue(t *testing.T) {
	rng := newRand(1)
	for _, bound := range []int{2, 3, 4, 7, 8, 1000} {
		for _, value := range []int{0, bound / 2, bound - 1} {
			met := map[int]bool{}
			for range 40 * bound {
				drawn := other(value, bound, rng)
				if drawn == value || drawn < 0 || drawn >= bound {
					t.Fatalf("other(%d, %d) = %d", value, bound, drawn)
				}
				met[drawn] = true
			}
			if bound < 10 && len(met) != bound-1 {
				t.Errorf("other(%d, %d) reaches %d values, want %d", value, bound, len(met), bound-1)
			}
		}
	}
}

func TestMutationChangesOneGeneOnAverage(t *testing.T) {
	for _, bounds := range [][]int{{1, 2, 1}, {2, 2, 2}, {1, 5, 8, 1, 2, 3, 4, 5, 6, 7, 8}} {
		s, rng := prepare(Space{Bounds: bounds}), newRand(1)
		const draws = 20_000
		changed, none, several := 0, 0, 0
		for range draws {
			genes := make([]int, len(bounds))
			s.mutate(genes, rng)
			n := 0
			for i, v := range genes {
				if v < 0 || v >= bounds[i] {
					t.Fatalf("bounds %v: genes %v", bounds, genes)
				}
				if v != 0 {
					n++
				}
			}
			changed += n
			if n == 0 {
				none++
			} else if n > 1 {
				several++
			}
		}
		if mean := float64(changed) / draws; math.Abs(mean-1) > 0.03 {
			t.Errorf("bounds %v: %.3f genes changed on average", bounds, mean)
		}
		if len(s.free) > 1 && (none == 0 || several == 0) {
			t.Errorf("bounds %v: never none (%d) or several (%d)", bounds, none, several)
		}
	}
}

func TestNothingToMutate(t *testing.T) {
	s, genes := prepare(Space{Bounds: []int{1, 1}}), []int{0, 0}
	for range 100 {
		s.mutate(genes, newRand(1))
		s.cross(genes, []int{0, 0}, newRand(1))
	}
	if !slices.Equal(genes, []int{0, 0}) {
		t.Errorf("genes %v", genes)
	}
}

// Every gene of a child is one of its parents', and about half of the children
// inherit each group as a whole: all that come of group-wise crossover, and few of
// the others.
func TestCrossover(t *testing.T) {
	const draws = 10_000
	groups := []int{7, 7, -1, 7, -1, 7, -1, -1, 7, -1} // labels of five genes each
	s, rng := prepare(Space{Bounds: slices.Repeat([]int{2}, 10), Groups: groups}), newRand(1)
	whole, mixed, fromMate := 0, 0, 0
	for range draws {
		child, mate := make([]int, 10), slices.Repeat([]int{1}, 10)
		s.cross(child, mate, rng)
		if !slices.Equal(mate, slices.Repeat([]int{1}, 10)) {
			t.Fatal("crossover changed the mate")
		}
		sum := map[int]int{}
		for i, v := range child {
			sum[groups[i]] += v
			fromMate += v
		}
		if sum[7]%5 == 0 && sum[-1]%5 == 0 {
			whole++
			if sum[7] != sum[-1] {
				mixed++
			}
		}
	}
	if share := float64(whole) / draws; share < 0.48 || share > 0.53 {
		t.Errorf("%.3f of the children inherit whole groups", share)
	}
	if share := float64(mixed) / float64(whole); share < 0.45 || share > 0.55 {
		t.Errorf("%.3f of those have one group of each parent", share)
	}
	if share := float64(fromMate) / draws / 10; math.Abs(share-0.5) > 0.02 {
		t.Errorf("%.3f of the genes come from the mate", share)
	}
}

func TestGroupsHoldFreeGenesInOrder(t *testing.T) {
	s := prepare(Space{Bounds: []int{2, 1, 3, 4, 1, 2}, Groups: []int{9, 9, 4, 9, 5, 4}})
	if want := []int{0, 2, 3, 5}; !slices.Equal(s.free, want) {
		t.Errorf("free genes %v, want %v", s.free, want)
	}
	if want := [][]int{{0, 3}, {2, 5}}; !reflect.DeepEqual(s.groups, want) {
		t.Errorf("groups %v, want %v", s.groups, want)
	}
}

func TestFirstPopulation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		space := Space{Bounds: rapid.SliceOfN(rapid.IntRange(1, 4), 1, 6).Draw(t, "bounds")}
		if rapid.Bool().Draw(t, "twins") {
			space.Canonical = func(genes []int) { // the order of equal bounds says nothing
				if len(genes) > 1 && space.Bounds[0] == space.Bounds[1] && genes[0] > genes[1] {
					genes[0], genes[1] = genes[1], genes[0]
				}
			}
		}
		s := prepare(space)
		size := rapid.IntRange(2, 40).Draw(t, "size")
		seeds := [][]int{make([]int, len(space.Bounds)), make([]int, len(space.Bounds))}
		var known registry
		designs := s.first(size, seeds, &known, newRand(uint64(size)))
		if all := s.all(); len(designs) != min(size, len(all)) {
			t.Fatalf("%d designs of %d for a population of %d", len(designs), len(all), size)
		}
		if !slices.Equal(designs[0], seeds[0]) {
			t.Fatalf("seed %v, first design %v", seeds[0], designs[0])
		}
		var again registry
		for _, genes := range designs {
			settled := slices.Clone(genes)
			s.settle(settled)
			if !again.enter(genes) || known.enter(genes) || !slices.Equal(settled, genes) {
				t.Fatalf("design %v of %v", genes, designs)
			}
		}
	})
}

func TestFirstPopulationOfAVastSpace(t *testing.T) {
	var s *space
	for _, bounds := range [][]int{{math.MaxInt, math.MaxInt, math.MaxInt}, {2, math.MaxInt}} {
		s = prepare(Space{Bounds: bounds})
		if got := len(s.first(50, nil, new(registry), newRand(1))); got != 50 {
			t.Errorf("bounds %v: %d designs", bounds, got)
		}
	}
	// Almost everything is a twin of one design, which listing would not notice.
	s = prepare(Space{Bounds: slices.Repeat([]int{10}, 9), Canonical: func(genes []int) { clear(genes) }})
	if got := len(s.first(50, nil, new(registry), newRand(1))); got != 1 {
		t.Errorf("%d designs where there is one", got)
	}
}

func TestRegistryForgetsTheOldest(t *testing.T) {
	var r registry
	for i := range 2*memory + 1 {
		if !r.enter([]int{i, 300}) {
			t.Fatalf("%d is known already", i)
		}
	}
	if r.enter([]int{2 * memory, 300}) || r.enter([]int{memory, 300}) {
		t.Error("a recent design was forgotten")
	}
	if !r.enter([]int{0, 300}) {
		t.Error("the oldest is still there")
	}
	if len(r.young)+len(r.old) > 2*memory {
		t.Errorf("%d designs", len(r.young)+len(r.old))
	}
}
