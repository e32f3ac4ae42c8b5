package ea

import (
	"math/bits"
	"math/rand"
)

// crossRate is the share of children that have two parents.
const crossRate = 0.8

// cross replaces genes by those of the mate: each with even odds, or, as often,
// in blocks that are inherited together. Blocks keep what fits together, such as
// the genes of one application; single genes mix within them.
func (s *space) cross(genes, mate []int, rng *rand.Rand) {
	switch {
	case rng.Intn(2) == 0:
		for _, gene := range s.free {
			if rng.Intn(2) == 0 {
				genes[gene] = mate[gene]
			}
		}
	case len(s.groups) > 1:
		for _, group := range s.groups {
			if rng.Intn(2) == 0 {
				inherit(genes, mate, group)
			}
		}
	case len(s.free) > 0:
		from, to := rng.Intn(len(s.free)), rng.Intn(len(s.free))
		inherit(genes, mate, s.free[min(from, to):max(from, to)+1])
	}
}

func inherit(genes, mate, from []int) {
	for _, gene := range from {
		genes[gene] = mate[gene]
	}
}

// mutate changes one gene on average: half of the time exactly one, otherwise each
// free gene with the probability that makes it one, which may be none or several.
func (s *space) mutate(genes []int, rng *rand.Rand) {
	if rng.Intn(2) == 0 {
		s.nudge(genes, rng)
		return
	}
	for _, gene := range s.free {
		if rng.Intn(len(s.free)) == 0 {
			genes[gene] = other(genes[gene], s.Bounds[gene], rng)
		}
	}
}

// nudge changes exactly one gene, if there is one to change.
func (s *space) nudge(genes []int, rng *rand.Rand) {
	if len(s.free) == 0 {
		return
	}
	gene := s.free[rng.Intn(len(s.free))]
	genes[gene] = other(genes[gene], s.Bounds[gene], rng)
}

// other draws a value that differs from the present one. Half of the time all
// others are equally likely, as suits names; half of the time it is a step up or
// down whose order of magnitude is drawn first, as suits quantities and lists in
// which neighbours resemble each other.
func other(value, bound int, rng *rand.Rand) int {
	if bound > 2 && rng.Intn(2) == 0 {
		step := 1 + rng.Intn(1<<rng.Intn(bits.Len(uint(bound-1))))
		if rng.Intn(2) == 0 {
			step = -step
		}
		if moved := value + step; moved >= 0 && moved < bound {
			return moved
		}
	}
	drawn := rng.Intn(bound - 1)
	if drawn >= value {
		drawn++
	}
	return drawn
}
