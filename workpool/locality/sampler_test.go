package locality

import (
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// Of twelve accesses of hart 0 the 4th, 8th and 12th count; hart 1 has a count of
// its own, and its third access is none.
func TestSamplerByHand(t *testing.T) {
	s := NewSampler(2, 3, 4)
	for _, block := range []int{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1} {
		s.Access(0, block, 1)
	}
	s.Access(1, 2, 3)
	demand(t, s.Take(), [][]int64{{0, 0}, {2, 0}, {1, 0}})
	s.Access(1, 0, 1) // its fourth
	demand(t, s.Take(), [][]int64{{0, 1}, {0, 0}, {0, 0}})
	demand(t, s.Take(), [][]int64{{0, 0}, {0, 0}, {0, 0}})
}

func demand(t *testing.T, c *Counts, want [][]int64) {
	t.Helper()
	var got [][]int64
	for block := range c.Blocks() {
		got = append(got, c.row(block))
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

// Many accesses in one report are the same as one report each, whatever the
// interval and wherever Take comes in between.
func TestManyAccessesAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		interval := rapid.IntRange(0, 20).Draw(t, "interval")
		one, many := NewSampler(2, 3, interval), NewSampler(2, 3, interval)
		for range 50 {
			hart, block, n := rapid.IntRange(0, 1).Draw(t, "hart"), rapid.IntRange(0, 2).Draw(t, "block"), rapid.IntRange(0, 70).Draw(t, "n")
			many.Access(hart, block, n)
			for range n {
				one.Access(hart, block, 1)
			}
			if rapid.IntRange(0, 9).Draw(t, "take") == 0 {
				if a, b := one.Take(), many.Take(); !reflect.DeepEqual(a, b) {
					t.Fatalf("one by one %v, at once %v", a, b)
				}
			}
		}
		if a, b := one.Take(), many.Take(); !reflect.DeepEqual(a, b) {
			t.Fatalf("one by one %v, at once %v", a, b)
		}
	})
}

// While harts report, Take loses nothing and counts nothing twice.
func TestTakeMeanwhile(t *testing.T) {
	const harts, each, interval = 4, 100_000, 7
	s := NewSampler(harts, 5, interval)
	var group sync.WaitGroup
	for hart := range harts {
		group.Go(func() {
			for i := range each {
				s.Access(hart, i%5, 1)
			}
		})
	}
	sums := make([]int64, harts)
	add := func(c *Counts) {
		for block := range c.Blocks() {
			for hart := range sums {
				sums[hart] += c.Of(block, hart)
			}
		}
	}
	for range 100 {
		add(s.Take())
	}
	group.Wait()
	add(s.Take())
	for hart, sum := range sums {
		if sum != each/interval {
			t.Errorf("hart %d has %d samples, want %d", hart, sum, each/interval)
		}
	}
}

// The shares that one access in sixty-four gives are near those that were made
// so: 0.7 and 0.3 of a block, 0.2 and 0.8 of another.
func TestSharesAreNear(t *testing.T) {
	s, exact := NewSampler(2, 2, 64), NewCounts(2, 2)
	random := rand.New(rand.NewPCG(1, 2))
	for range 400_000 {
		block := random.IntN(2)
		hart := 0
		if random.Float64() < [2]float64{0.3, 0.8}[block] {
			hart = 1
		}
		s.Access(hart, block, 1)
		exact.Add(block, hart, 1)
	}
	c := s.Take()
	for block := range 2 {
		got, want := c.Shares(block), exact.Shares(block)
		for hart := range 2 {
			if math.Abs(got[hart]-want[hart]) > 0.04 { // five standard deviations
				t.Errorf("block %d, hart %d: share %.3f, of all accesses %.3f", block, hart, got[hart], want[hart])
			}
		}
	}
}

func TestSharesByHand(t *testing.T) {
	c := NewCounts(3, 4)
	for hart, n := range []int64{1, 2, 0, 5} {
		c.Add(0, hart, n)
	}
	c.Add(2, 3, 7)
	for block, want := range [][]float64{{0.125, 0.25, 0, 0.625}, {0, 0, 0, 0}, {0, 0, 0, 1}} {
		if got := c.Shares(block); !reflect.DeepEqual(got, want) {
			t.Errorf("block %d: shares %v, want %v", block, got, want)
		}
	}
	// Harts 0 and 3 are on node 1, harts 1 and 2 on node 0.
	demand(t, c.ByNode([]int{1, 0, 0, 1}, 2), [][]int64{{2, 6}, {0, 0}, {0, 7}})
}

func TestAccessAllocatesNothing(t *testing.T) {
	s := NewSampler(1, 3, 2)
	if n := testing.AllocsPerRun(1000, func() { s.Access(0, 1, 1) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAccess(b *testing.B) {
	s := NewSampler(1, 4, 1024)
	block := 0
	for b.Loop() {
		s.Access(0, block&3, 1)
		block++
	}
}
