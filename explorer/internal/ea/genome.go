package ea

import (
	"errors"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"sdse/explorer/pareto"
)

// Outcome is what an evaluation says of a design: its objectives, all minimised
// and finite, or how far it is from feasible. The objectives of an infeasible
// design are not looked at.
type Outcome struct {
	Objectives []float64
	Violation  float64 // 0 = feasible
	Reason     string  // why it is infeasible
}

// Member is a design of a population with its outcome and its standing. Its
// slices are never changed once a host has seen them.
type Member struct {
	Genes []int
	Outcome
	// Rank is the number of the member's front by constrained domination, from 0.
	Rank int
	// Level is the rank plus the number of members before this one, in the order of
	// selection, that have the same objectives: level 0 holds each vector of the
	// first front once.
	Level int

	crowding float64
}

// Feasible reports whether the design breaks no constraint.
func (m Member) Feasible() bool { return m.point().Feasible() }

func (m Member) point() pareto.Point {
	return pareto.Point{Objectives: m.Objectives, Violation: m.Violation}
}

// genome is a member as eaopt holds it.
type genome struct {
	Member
	space *space

	place  float64 // in the order of selection
	placed bool    // evaluated and given its place
}

var _ eaopt.Genome = (*genome)(nil)

var errUnplaced = errors.New("ea: a genome reached the shell without having been evaluated in a batch")

// Evaluate returns the place that selection gave; nothing is evaluated one by one.
func (g *genome) Evaluate() (float64, error) {
	if !g.placed {
		return 0, errUnplaced
	}
	return g.place, nil
}

// Mutate changes one gene on average.
func (g *genome) Mutate(rng *rand.Rand) { g.space.mutate(g.Genes, rng) }

// Crossover makes the genome a child of itself and its mate.
func (g *genome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	g.space.cross(g.Genes, mate.(*genome).Genes, rng)
}

// Clone returns a genome that shares nothing that changes.
func (g *genome) Clone() eaopt.Genome {
	twin := *g
	twin.Genes = slices.Clone(g.Genes)
	return &twin
}
