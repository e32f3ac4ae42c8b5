package explorer

import (
	"errors"
	"fmt"
	"math"
)

// ErrSettings is wrapped by every complaint about [Settings].
var ErrSettings = errors.New("explorer: invalid settings")

// Settings say how to search and when to stop. They are looked at only between
// generations, so that a run never ends in the middle of one.
type Settings struct {
	// Seed determines all random numbers.
	Seed uint64
	// Population is the number of designs that survive a generation, and of the
	// children bred in it; at least 2. A space with fewer designs has a smaller
	// population.
	Population int
	// Generations is how many follow generation 0, which is the first population.
	// With 0 the first population is all there is.
	Generations int
	// Simulations stops the run after the generation in which the evaluator's
	// [Counts] reach that many charged simulations; 0 sets no limit. Evaluating the
	// final designs under all scenarios comes on top.
	Simulations int64
	// Archive bounds how many former members are kept for the final evaluation:
	// designs that were non-dominated in some generation, under the subset that held
	// then, and no longer are in the population's front. When there are too many,
	// those go first that were found dominated under the subset that had let them in,
	// then those of earlier subsets, both the longest gone first, then those with
	// the closest neighbours.
	Archive int
	// Reference is the point that hypervolumes are measured from, one value per
	// objective, all positive. Nil takes one from the first population, see
	// [Result.Reference]; a fixed one makes runs comparable.
	Reference []float64
	// Each has parts of a long sort done at the same time, see [pareto.Sorter]. Nil
	// does without.
	Each func(n int, do func(i int))
	// Stop is asked after each generation; when it returns a reason, the run ends
	// with what it has, evaluated under all scenarios as always. Nil never stops.
	Stop func() string
	// Predicted is told, after the last generation and before the final evaluation,
	// what the front is by prediction, in the order of Result.Front and with True nil:
	// something to save in case the final evaluation is cut short. An error ends the
	// run. It may be nil.
	Predicted func(front []Design) error
}

// check returns all that is wrong with the settings, one line each.
func (s Settings) check(objectives int) error {
	var faults []error
	fault := func(format string, value any) {
		faults = append(faults, fmt.Errorf("%w: "+format, ErrSettings, value))
	}
	if s.Population < 2 {
		fault("a population of %d, want at least 2", s.Population)
	}
	if s.Generations < 0 {
		fault("%d generations, want 0 or more", s.Generations)
	}
	if s.Simulations < 0 {
		fault("a limit of %d simulations, want 0 for none or more", s.Simulations)
	}
	if s.Archive < 0 {
		fault("an archive of %d designs, want 0 or more", s.Archive)
	}
	if s.Reference != nil && len(s.Reference) != objectives {
		fault(fmt.Sprintf("a reference of %%d values for %d objectives", objectives), len(s.Reference))
	}
	for _, v := range s.Reference {
		if !(v > 0) || math.IsInf(v, 1) {
			fault("a reference value of %v, want finite ones above 0", v)
		}
	}
	return errors.Join(faults...)
}
