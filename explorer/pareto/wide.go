package pareto

import (
	"slices"
	"sort"
)

// Vectors are ranked in parallel in blocks. A block is large enough to be worth
// handing out in chunks, and small enough that few of its vectors meet in a front.
const (
	worthSplitting = 1024
	blockSize      = 512
	chunkSize      = 16
)

// wideRanks is ranks for many objectives. Only what a front must know changes while
// vectors enter, and only at its end. So all vectors of a block first look, at the
// same time, for the first front that did not cover them when the block began: that
// takes nearly all of the time. Then, one after the other, each looks at those who
// have joined since. Fronts behind the first that did not cover it did not either.
func (s Sorter) wideRanks(vectors [][]float64) []int {
	rank := make([]int, len(vectors))
	var layers []*wideLayer
	order := lexicographic(vectors)
	for first := 0; first < len(order); first += blockSize {
		block := order[first:min(first+blockSize, len(order))]
		s.Each((len(block)+chunkSize-1)/chunkSize, func(chunk int) {
			for _, i := range block[chunk*chunkSize : min((chunk+1)*chunkSize, len(block))] {
				rank[i] = sort.Search(len(layers), func(r int) bool { return !layers[r].covers(vectors[i]) })
			}
		})
		old := make([]int, len(layers)) // members of each layer before the block
		for r := range layers {
			old[r] = len(layers[r].members)
		}
		for k, i := range block {
			if at := first + k; at > 0 && slices.Equal(vectors[i], vectors[order[at-1]]) {
				rank[i] = rank[order[at-1]]
				continue
			}
			for rank[i] < len(layers) && layers[rank[i]].coversSince(old[rank[i]], vectors[i]) {
				rank[i]++
			}
			if rank[i] == len(layers) {
				layers, old = append(layers, new(wideLayer)), append(old, 0)
			}
			layers[rank[i]].add(vectors[i])
		}
	}
	return rank
}

// coversSince is covers for the members from one on.
func (l *wideLayer) coversSince(first int, v []float64) bool {
	for _, member := range slices.Backward(l.members[first:]) {
		if covers(member, v) {
			return true
		}
	}
	return false
}
