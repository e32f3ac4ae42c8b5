package ea

import (
	"math/rand"
	"slices"
)

// patience bounds how often a design that is already there is made again.
const patience = 40

// first makes the first population: the seeds, at most half of it, then random
// designs, all distinct. A space with few more designs than the population has
// places is listed and drawn from, so that a space smaller than the population
// enters as a whole, and the population is then as small as the space. Otherwise
// a population that cannot be filled within the bounds of patience, because most
// vectors are twins, stays smaller as well. The designs are entered as known.
func (s *space) first(size int, seeds [][]int, known *registry, rng *rand.Rand) [][]int {
	var designs [][]int
	for _, seed := range seeds {
		if len(designs) == size/2 {
			break
		}
		genes := slices.Clone(seed)
		s.settle(genes)
		if known.enter(genes) {
			designs = append(designs, genes)
		}
	}
	if s.smallerThan(4 * size) {
		return s.drawn(designs, known, size, rng)
	}
	for tries := 0; len(designs) < size && tries < patience*size; tries++ {
		if genes := s.random(rng); known.enter(genes) {
			designs = append(designs, genes)
		}
	}
	return designs
}

// drawn fills up the population from the list of all designs.
func (s *space) drawn(designs [][]int, known *registry, size int, rng *rand.Rand) [][]int {
	all := s.all()
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, genes := range all {
		if len(designs) < size && known.enter(genes) {
			designs = append(designs, genes)
		}
	}
	return designs
}
