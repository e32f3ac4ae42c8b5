package ea

import (
	"context"
	"fmt"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"sdse/explorer/pareto"
)

// model is NSGA-II as an eaopt Model. eaopt has no place for a context or an
// early end in the middle of a run, so they travel in here.
type model struct {
	ctx     context.Context
	host    Host
	space   *space
	size    int // population after selection
	sorter  pareto.Sorter
	known   registry // designs evaluated under the present conditions
	stopped bool     // the host has had enough
}

// Validate has nothing to refuse: the caller has checked the settings.
func (m *model) Validate() error { return nil }

// begin makes, evaluates and reports generation 0.
func (m *model) begin(seeds [][]int, rng *rand.Rand) ([]*genome, error) {
	if _, err := m.open(0); err != nil {
		return nil, err
	}
	var population []*genome
	for _, genes := range m.space.first(m.size, seeds, &m.known, rng) {
		population = append(population, m.genome(genes))
	}
	if err := m.evaluate(population); err != nil {
		return nil, err
	}
	order(population, m.sorter)
	return population, m.close(0, population)
}

// Apply makes the next generation: parents are evaluated anew if their outcomes
// no longer hold, children are bred and evaluated, and the best of both survive.
func (m *model) Apply(pop *eaopt.Population) error {
	generation := int(pop.Generations) + 1
	stale, err := m.open(generation)
	if err != nil {
		return err
	}
	parents := genomes(pop.Individuals)
	if stale {
		m.known = registry{} // what was bad may be good now
		if err := m.evaluate(parents); err != nil {
			return err
		}
		order(parents, m.sorter)
	}
	children := m.breed(parents, pop.RNG)
	if err := m.evaluate(children); err != nil {
		return err
	}
	all := slices.Concat(parents, children)
	order(all, m.sorter)
	survivors := all[:min(len(all), m.size)]
	pop.Individuals = individuals(survivors)
	return m.close(generation, survivors)
}

func (m *model) open(generation int) (stale bool, err error) {
	if err := m.ctx.Err(); err != nil {
		return false, err
	}
	return m.host.Begin(m.ctx, generation)
}

func (m *model) close(generation int, population []*genome) (err error) {
	ranked := make([]Member, len(population))
	for i, g := range population {
		ranked[i] = g.Member
	}
	m.stopped, err = m.host.End(generation, ranked)
	return err
}

// evaluate gives each genome its outcome, all in one batch.
func (m *model) evaluate(batch []*genome) error {
	if len(batch) == 0 {
		return nil
	}
	if err := m.ctx.Err(); err != nil {
		return err
	}
	designs := make([][]int, len(batch))
	for i, g := range batch {
		designs[i] = g.Genes
	}
	outcomes, err := m.host.Evaluate(m.ctx, designs)
	if err != nil {
		return err
	}
	if len(outcomes) != len(batch) {
		return fmt.Errorf("ea: %d designs came back with %d outcomes", len(batch), len(outcomes))
	}
	for i, g := range batch {
		g.Outcome = outcomes[i]
	}
	return nil
}

func (m *model) genome(genes []int) *genome {
	return &genome{Member: Member{Genes: genes}, space: m.space}
}

func genomes(individuals eaopt.Individuals) []*genome {
	population := make([]*genome, len(individuals))
	for i, individual := range individuals {
		population[i] = individual.Genome.(*genome)
	}
	return population
}

// individuals wraps a population as literals, see the package comment.
func individuals(population []*genome) eaopt.Individuals {
	wrapped := make(eaopt.Individuals, len(population))
	for i, g := range population {
		wrapped[i] = eaopt.Individual{Genome: g, Fitness: g.place, Evaluated: true}
	}
	return wrapped
}
