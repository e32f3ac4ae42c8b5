package explorer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// ErrContract is wrapped when an [Evaluator] or a [Subsets] returns what its
// contract excludes.
var ErrContract = errors.New("explorer: broken contract")

// Evaluator values designs. One batch is given at a time.
type Evaluator interface {
	// Evaluate returns one outcome for each design, in the same order, under the
	// scenarios of the snapshot. It depends on nothing else, so evaluating a design
	// again under the same snapshot gives the same outcome. That a design is
	// infeasible is an outcome; an error ends the run. Neither side changes the
	// designs or the outcomes afterwards, so both may keep them.
	Evaluate(ctx context.Context, designs [][]int, under Snapshot) ([]Outcome, error)
	// Counts returns the simulations made so far.
	Counts() Counts
}

// Counts are simulations of one design in one scenario.
type Counts struct {
	Requested int64 // asked for
	Charged   int64 // really made
	Memoised  int64 // served from memory instead
}

// Outcome is what an evaluation says of a design.
type Outcome struct {
	// Objectives are finite and in the order of [Problem.Objectives]. Those of an
	// infeasible design are not looked at and may be nil.
	Objectives []float64
	// Violation is how far the design is from feasible: 0 when it is, positive when
	// not. Less violated designs are preferred.
	Violation float64
	// Reason says why a design is infeasible, for people.
	Reason string
}

// Snapshot is the subset of scenarios that holds for some generations.
type Snapshot struct {
	// Version tells snapshots apart: a new one has a greater version. The final
	// evaluation under all scenarios has the one after the last that held.
	Version int
	// Scenarios are the numbers of the scenarios in the subset; nil means all.
	Scenarios []int
	// Misclassification is the share of design pairs that the subset is known to put
	// into the wrong order, for the record; NaN when unknown.
	Misclassification float64
}

// Subsets says which subset of scenarios holds. Implementations may work
// concurrently between the calls, as long as what they answer for a generation
// does not depend on timing.
type Subsets interface {
	// At returns the snapshot for a generation. It is called once at the start of
	// each, generation 0 first.
	At(ctx context.Context, generation int) (Snapshot, error)
	// Offer shows the population after each generation: distinct designs, the best
	// first by front and crowding. They are only read, never change, and may be kept.
	Offer(generation int, ranked [][]int) error
	// Done says that no generation follows: whatever is at work for later ones may
	// stop. It is called once, before the last Offer.
	Done()
}

// allScenarios stands in for a caller that has no subsets.
type allScenarios struct{}

func (allScenarios) At(context.Context, int) (Snapshot, error) { return Snapshot{}, nil }
func (allScenarios) Offer(int, [][]int) error                  { return nil }
func (allScenarios) Done()                                     {}

// full returns the snapshot of all scenarios that follows s.
func (s Snapshot) full() Snapshot { return Snapshot{Version: s.Version + 1} }

// isFull reports whether the snapshot holds all scenarios.
func (s Snapshot) isFull() bool { return s.Scenarios == nil }

func (s Snapshot) check() error {
	if !s.isFull() && len(s.Scenarios) == 0 {
		return fmt.Errorf("%w: snapshot %d holds no scenarios", ErrContract, s.Version)
	}
	return nil
}

// checkOutcomes holds an evaluator to its contract.
func checkOutcomes(outcomes []Outcome, designs [][]int, objectives []string) error {
	if len(outcomes) != len(designs) {
		return fmt.Errorf("%w: %d designs were given %d outcomes", ErrContract, len(designs), len(outcomes))
	}
	for i, outcome := range outcomes {
		if err := outcome.check(objectives); err != nil {
			return fmt.Errorf("design %v: %w", designs[i], err)
		}
	}
	return nil
}

func (o Outcome) check(objectives []string) error {
	if !(o.Violation >= 0) {
		return fmt.Errorf("%w: a violation of %v", ErrContract, o.Violation)
	}
	if o.Violation > 0 {
		return nil
	}
	if len(o.Objectives) != len(objectives) {
		return fmt.Errorf("%w: %d objective values, want %d", ErrContract, len(o.Objectives), len(objectives))
	}
	finite := func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
	if i := slices.IndexFunc(o.Objectives, func(v float64) bool { return !finite(v) }); i >= 0 {
		return fmt.Errorf("%w: %s is %v in a feasible design", ErrContract, objectives[i], o.Objectives[i])
	}
	return nil
}
