package ea

import "math/rand"

// Space describes the designs among which to search.
type Space struct {
	// Bounds holds the number of values of each gene, at least one: gene i takes
	// 0 … Bounds[i]-1.
	Bounds []int
	// Groups labels each gene with the group whose genes are inherited together
	// by group-wise crossover; nil puts all genes into one group.
	Groups []int
	// Canonical rewrites a design to the canonical one of its twins, in place; nil
	// when no two vectors mean the same design. It is pure, idempotent, and stays
	// within the bounds.
	Canonical func(genes []int)
}

// space is a Space prepared for breeding.
type space struct {
	Space
	free   []int   // genes that have a choice
	groups [][]int // free genes by group, in the order of first appearance
}

func prepare(s Space) *space {
	p := &space{Space: s}
	at := make(map[int]int, len(s.Groups))
	for gene, bound := range s.Bounds {
		if bound < 2 {
			continue
		}
		p.free = append(p.free, gene)
		label := 0
		if s.Groups != nil {
			label = s.Groups[gene]
		}
		g, known := at[label]
		if !known {
			g = len(p.groups)
			at[label] = g
			p.groups = append(p.groups, nil)
		}
		p.groups[g] = append(p.groups[g], gene)
	}
	return p
}

// settle brings genes into canonical form.
func (s *space) settle(genes []int) {
	if s.Canonical != nil {
		s.Canonical(genes)
	}
}

// random draws a design uniformly, before it is made canonical.
func (s *space) random(rng *rand.Rand) []int {
	genes := make([]int, len(s.Bounds))
	for _, gene := range s.free {
		genes[gene] = rng.Intn(s.Bounds[gene])
	}
	s.settle(genes)
	return genes
}

// smallerThan reports whether there are fewer vectors than limit.
func (s *space) smallerThan(limit int) bool {
	count := 1
	for _, gene := range s.free {
		if s.Bounds[gene] >= limit {
			return false
		}
		if count *= s.Bounds[gene]; count >= limit {
			return false
		}
	}
	return true
}

// all returns every design once, in the order of counting.
func (s *space) all() [][]int {
	var designs [][]int
	var known registry
	count := make([]int, len(s.Bounds))
	for {
		genes := append([]int(nil), count...)
		s.settle(genes)
		if known.enter(genes) {
			designs = append(designs, genes)
		}
		gene := 0
		for ; gene < len(count); gene++ {
			if count[gene]++; count[gene] < s.Bounds[gene] {
				break
			}
			count[gene] = 0
		}
		if gene == len(count) {
			return designs
		}
	}
}
