package evaluate

import (
	"fmt"
	"slices"

	"sdse/kpn/input"
)

// Order is the order in which the simulations of a batch are handed out to the
// harts. Neither results nor counts depend on it.
type Order uint8

// The orders. A hart takes what comes next, so neighbours are done by one hart
// one after the other, or by several at about the same time.
const (
	ByDesign   Order = iota // design by design: a hart seldom binds another one
	ByScenario              // scenario by scenario: harts read the same traces over and over
	Random                  // drawn from Settings.Seed: what no order at all costs
	Adaptive                // ByScenario if the traces do not fit into Settings.Cache, else ByDesign
)

var orderNames = []string{"design", "scenario", "random", "adaptive"}

// String returns the name of the order.
func (o Order) String() string { return orderNames[o] }

// ParseOrder returns the order of that name.
func ParseOrder(name string) (Order, error) {
	i := slices.Index(orderNames, name)
	if i < 0 {
		return 0, fmt.Errorf("there is no order %q%s (known: design, scenario, random, adaptive)", name, input.DidYouMean(name, orderNames))
	}
	return Order(i), nil
}

// arrange puts the jobs of a batch, which are planned by design, in order.
func (b *Batch) arrange() {
	order := b.e.settings.Order
	if order == Adaptive {
		// Sizes decide, never times, so that a run can be repeated job by job.
		order = ByDesign
		if b.e.model.TraceBytes(b.scenarios) > b.e.settings.Cache {
			order = ByScenario
		}
	}
	switch order {
	case ByScenario:
		b.jobs = byScenario(b.jobs, len(b.scenarios))
	case Random:
		b.e.random.Shuffle(len(b.jobs), func(i, k int) { b.jobs[i], b.jobs[k] = b.jobs[k], b.jobs[i] })
	}
}

// byScenario sorts jobs by scenario and leaves those of one in their order.
func byScenario(jobs []simulation, scenarios int) []simulation {
	next := make([]int, scenarios+1) // per scenario: the place of its next job
	for i := range jobs {
		next[jobs[i].at+1]++
	}
	for at := range scenarios {
		next[at+1] += next[at]
	}
	sorted := make([]simulation, len(jobs))
	for _, j := range jobs {
		sorted[next[j.at]] = j
		next[j.at]++
	}
	return sorted
}
