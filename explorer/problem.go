package explorer

import (
	"errors"
	"fmt"
)

// ErrProblem is wrapped by every complaint about a [Problem].
var ErrProblem = errors.New("explorer: invalid problem")

// Problem describes the designs to choose from and what is wanted of them.
type Problem struct {
	// Bounds holds the number of values of each gene: gene i takes the values
	// 0 … Bounds[i]-1. A bound of 1 fixes the gene.
	Bounds []int
	// Objectives names the objectives, in the order of their values. All are
	// minimised. Their values are quantities of zero or more, such as times, energies
	// and costs; see [Result.Hypervolume] for what becomes of others.
	Objectives []string
	// Groups labels each gene with its group, such as the application that it belongs
	// to. Part of the children inherit the genes of a group together. Any integers do;
	// nil puts all genes into one group.
	Groups []int
	// Seeds are designs that enter the first population, in this order, as many as
	// fit into half of it; the rest is random.
	Seeds [][]int
	// Canonical rewrites genes, in place, to the canonical one of all vectors that
	// describe the same design, so that twins are recognised. It is a pure function,
	// changes nothing when called a second time, and stays within the bounds. Nil
	// when each vector is a design of its own.
	Canonical func(genes []int)
}

// check returns all that is wrong with the problem, one line each.
func (p Problem) check() error {
	var faults []error
	fault := func(format string, values ...any) {
		faults = append(faults, fmt.Errorf("%w: "+format, append([]any{ErrProblem}, values...)...))
	}
	if len(p.Bounds) == 0 {
		fault("it has no genes")
	}
	for gene, bound := range p.Bounds {
		if bound < 1 {
			fault("gene %d has %d values, want at least 1", gene, bound)
		}
	}
	if len(p.Objectives) == 0 {
		fault("it has no objectives")
	}
	for i, name := range p.Objectives {
		if name == "" {
			fault("objective %d has no name", i)
		}
		for _, other := range p.Objectives[:i] {
			if name != "" && name == other {
				fault("two objectives are named %q", name)
			}
		}
	}
	if p.Groups != nil && len(p.Groups) != len(p.Bounds) {
		fault("%d genes have %d groups", len(p.Bounds), len(p.Groups))
	}
	for i, seed := range p.Seeds {
		if len(seed) != len(p.Bounds) {
			fault("seed %d has %d genes, want %d", i, len(seed), len(p.Bounds))
			continue
		}
		for gene, value := range seed {
			if value < 0 || value >= p.Bounds[gene] {
				fault("seed %d has the value %d in gene %d, which takes 0 to %d", i, value, gene, p.Bounds[gene]-1)
			}
		}
	}
	return errors.Join(faults...)
}
