package evaluate

import (
	"fmt"
	"slices"

	"sdse/kpn/input"
	"sdse/sesame"
)

// Objective is something to minimise.
type Objective uint8

// The objectives. Makespan and Energy are means over the scenarios, weighted by
// their probability; Cost is a property of the mapping alone.
const (
	Makespan Objective = iota // picoseconds
	Energy                    // femtojoules
	Cost                      // the platform's cost unit
)

var objectiveNames = []string{"makespan", "energy", "cost"}

// String returns the name of the objective.
func (o Objective) String() string { return objectiveNames[o] }

// Unit returns the unit of the values, given the platform's cost unit.
func (o Objective) Unit(costUnit string) string {
	return [...]string{"ps", "fJ", costUnit}[o]
}

// ParseObjectives returns the objectives of that name, at least two different ones.
func ParseObjectives(names []string) ([]Objective, error) {
	var list []Objective
	for _, name := range names {
		i := slices.Index(objectiveNames, name)
		if i < 0 {
			return nil, fmt.Errorf("there is no objective %q%s", name, input.DidYouMean(name, objectiveNames))
		}
		if slices.Contains(list, Objective(i)) {
			return nil, fmt.Errorf("objective %q stands twice", name)
		}
		list = append(list, Objective(i))
	}
	if len(list) < 2 {
		return nil, fmt.Errorf("a trade-off needs at least two objectives; known: %s", "makespan, energy, cost")
	}
	return list, nil
}

// of returns the value of the objective in one scenario.
func (o Objective) of(outcome sesame.Outcome, cost float64) float64 {
	switch o {
	case Makespan:
		return float64(outcome.Makespan)
	case Energy:
		return float64(outcome.Energy)
	default:
		return cost
	}
}
