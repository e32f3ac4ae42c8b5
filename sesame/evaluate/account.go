package evaluate

import (
	"sdse/sesame"
)

// Schema names the JSON form of an Account and its version; docs/formats.md
// explains every field and docs/schema/simulation.json is its JSON Schema.
const Schema = "sdse.simulation/1"

// Account is what one mapping costs in some scenarios, in detail. Its JSON form
// is the document of sdse simulate --json.
type Account struct {
	Schema    string            `json:"schema"`
	Mapping   sesame.Naming     `json:"mapping"`
	Cost      float64           `json:"cost"`
	Mean      Figures           `json:"mean"`
	Scenarios []ScenarioAccount `json:"scenarios"`

	// Infeasible is why the mapping is, if it is; the means are then over the
	// scenarios that could be simulated.
	Infeasible string `json:"infeasible,omitempty"`

	simulated bool
}

// ScenarioAccount is the result of one scenario.
type ScenarioAccount struct {
	ID       int       `json:"id"`
	Name     string    `json:"name"`
	Weight   float64   `json:"weight"`
	Makespan uint64    `json:"makespan_ps"`
	Energy   uint64    `json:"energy_fj"`
	Failure  string    `json:"failure,omitempty"`
	Blocked  []Blocked `json:"blocked,omitempty"` // of a deadlock
	Detail   *Detail   `json:"detail,omitempty"`  // if no other scenario was asked for
}

// NewAccount simulates a design, one gene vector, in the given scenarios. Each
// counts by its probability. A scenario that is looked at alone counts as it is,
// however improbable; and if none has a probability, all count alike.
func NewAccount(m *sesame.Model, genes []int, ids []int) *Account {
	mapping := m.NewMapping()
	m.Decode(genes, mapping)
	a := &Account{Schema: Schema, Mapping: m.Name(mapping), Cost: m.Cost(mapping), Scenarios: []ScenarioAccount{}}
	frame := newFrame(m, mapping)
	if _, reason := m.Check(mapping); reason != "" {
		a.Infeasible = reason
		a.Mean = frame.empty()
		return a
	}
	mean := newMean(frame.empty)
	a.simulate(m, genes, ids, func(st *sesame.Statistics, weight float64) {
		frame.fill(mean.next(), st)
		mean.add(weight)
	})
	a.Mean = mean.result()
	frame.finish(&a.Mean)
	return a
}

// simulate adds a line for each scenario and hands on what was measured in those
// that could be simulated.
func (a *Account) simulate(m *sesame.Model, genes []int, ids []int, measured func(st *sesame.Statistics, weight float64)) {
	s := m.NewSimulator()
	s.Bind(genes)
	alone := len(ids) == 1
	alike := alone || probability(m, ids) == 0
	for _, id := range ids {
		st := s.Examine(id)
		line := scenarioAccount(m, st)
		weight := line.Weight
		if alike {
			weight = 1
		}
		if st.Failure == sesame.None {
			measured(st, weight)
			a.simulated = a.simulated || weight > 0
		} else if a.Infeasible == "" {
			a.Infeasible = describe(line.Failure, line.Blocked) + " in scenario " + line.Name
		}
		if alone {
			line.Detail = newDetail(st)
		}
		a.Scenarios = append(a.Scenarios, line)
	}
}

func scenarioAccount(m *sesame.Model, st *sesame.Statistics) ScenarioAccount {
	line := ScenarioAccount{ID: st.Scenario, Name: m.Space.Label(st.Scenario), Weight: m.Space.At(st.Scenario).Weight}
	if st.Failure != sesame.None {
		line.Failure = st.Failure.String()
		line.Blocked = blocked(m, st.Blocked)
		return line
	}
	line.Makespan, line.Energy = uint64(st.Makespan), uint64(st.Energy.Total.Rounded())
	return line
}

func probability(m *sesame.Model, ids []int) float64 {
	var sum float64
	for _, id := range ids {
		sum += m.Space.At(id).Weight
	}
	return sum
}

// Simulated reports whether any scenario could be simulated, so that there are
// means to speak of.
func (a *Account) Simulated() bool { return a.simulated }
