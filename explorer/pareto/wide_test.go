package pareto_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"sdse/explorer/pareto"
)

// atOnce calls everything at the same time.
func atOnce(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}

// backwards calls everything one after the other, the last first.
func backwards(n int, do func(i int)) {
	for i := n - 1; i >= 0; i-- {
		do(i)
	}
}

// TestSorterAgrees: with parts done at the same time or in any order, the fronts
// are those of the plain sort; over several blocks, with equal vectors on both sides
// of their ends.
func TestSorterAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, objectives := range []int{3, 4, 5} {
		for _, values := range []int{2, 6, 1000} { // few values: equal vectors, many fronts
			for _, n := range []int{0, 10, 1023, 1024, 2500} {
				vectors := make([][]float64, n)
				for i := range vectors {
					for range objectives {
						vectors[i] = append(vectors[i], float64(rng.IntN(values)))
					}
				}
				want := pareto.Fronts(vectors)
				for name, each := range map[string]func(int, func(int)){"at once": atOnce, "backwards": backwards} {
					if got := (pareto.Sorter{Each: each}).Fronts(vectors); !reflect.DeepEqual(got, want) {
						t.Errorf("%d vectors of %d objectives with %d values, %s: %d fronts, want %d", n, objectives, values, name, len(got), len(want))
					}
				}
			}
		}
	}
}

func BenchmarkSorter(b *testing.B) {
	for _, objectives := range []int{4, 5} {
		vectors := sphere(10_000, objectives)
		for name, sorter := range map[string]pareto.Sorter{"plain": {}, "in parts": {Each: atOnce}} {
			b.Run(fmt.Sprintf("M=%d/%s", objectives, name), func(b *testing.B) {
				for b.Loop() {
					sorter.Fronts(vectors)
				}
			})
		}
	}
}
