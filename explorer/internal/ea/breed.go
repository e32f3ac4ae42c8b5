package ea

import (
	"math/rand"
	"slices"
)

// breed makes as many children as the population has places, none equal to a
// parent, to another child, or to a design that was evaluated under the present
// conditions before and did not last. Where the space has nothing new within the
// bounds of patience there are fewer, down to none.
func (m *model) breed(parents []*genome, rng *rand.Rand) []*genome {
	for _, parent := range parents {
		m.known.enter(parent.Genes)
	}
	children := make([]*genome, 0, m.size)
	for len(children) < m.size {
		child := m.child(parents, rng)
		if child == nil {
			break
		}
		children = append(children, child)
	}
	return children
}

// child makes one child that is not known yet, or nil. A child that came out as
// one that is there is made again with one more change than chance would have it,
// and in the second half of the attempts it is a random design.
func (m *model) child(parents []*genome, rng *rand.Rand) *genome {
	for try := range patience {
		if try >= patience/2 {
			if child := m.genome(m.space.random(rng)); m.known.enter(child.Genes) {
				return child
			}
			continue
		}
		child := m.genome(slices.Clone(tournament(parents, rng).Genes))
		if rng.Float64() < crossRate {
			child.Crossover(mate(child, parents, rng), rng)
		}
		child.Mutate(rng)
		if try > 0 {
			m.space.nudge(child.Genes, rng)
		}
		m.space.settle(child.Genes)
		if m.known.enter(child.Genes) {
			return child
		}
	}
	return nil
}

// tournament returns the better of two parents drawn at random: the one of the
// lower level, at the same level the one with more room around it. Of two equals
// the first drawn wins.
func tournament(parents []*genome, rng *rand.Rand) *genome {
	a, b := parents[rng.Intn(len(parents))], parents[rng.Intn(len(parents))]
	if b.Level < a.Level || b.Level == a.Level && b.crowding > a.crowding {
		return b
	}
	return a
}

// suitors is the number of parents among which a mate is chosen.
const suitors = 3

// mate returns, of some parents that won a tournament each, the one with the most
// genes in common with the child so far. Designs from different ends of the front
// rarely have good children with each other (Ishibuchi, Narukawa, Tsukamoto and
// Nojima, An empirical study on similarity-based mating for evolutionary
// multiobjective combinatorial optimization, 2008, who choose by objectives).
func mate(child *genome, parents []*genome, rng *rand.Rand) *genome {
	best := tournament(parents, rng)
	for range suitors - 1 {
		if next := tournament(parents, rng); distance(next, child) < distance(best, child) {
			best = next
		}
	}
	return best
}

// distance counts the genes in which two genomes differ.
func distance(a, b *genome) int {
	differing := 0
	for i, value := range a.Genes {
		if value != b.Genes[i] {
			differing++
		}
	}
	return differing
}
