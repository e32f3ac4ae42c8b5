package evaluate

import (
	"sdse/sesame"
)

// Account is what one mapping costs in some scenarios, in detail. Its JSON form
// is the document of sdse simulate --json (docs/formats.md).
type Account struct {
	Schema    string            `json:"schema"`
	Mapping   sesame.Naming     `json:"mapping"`
	Cost      float64           `json:"cost"`
	Mean      Figures           `json:"mean"`
	Scenarios []ScenarioAccount `json:"scenarios"`

	// Infeasible is why the mapping is, if it is; the means are then over the
	// scenarios that could be simulated.
	Infeasible string `json:"infeasible,omitempty"`

	ports   []int // per component
	weights float64
}

// ScenarioAccount is the result of one scenario.
type ScenarioAccount struct {
	ID       int     `json:"id"`
	Name     string  `json:"name"`
	Weight   float64 `json:"weight"`
	Makespan uint64  `json:"makespan_ps"`
	Energy   uint64  `json:"energy_fj"`
	Failure  string  `json:"failure,omitempty"`
}

// Figures are means over the scenarios, weighted by their probabilities.
type Figures struct {
	Makespan   float64            `json:"makespan_ps"`
	Energy     EnergyFigures      `json:"energy_fj"`
	Processors []ProcessorFigures `json:"processors"`
	Components []ComponentFigures `json:"components"`
}

// EnergyFigures are energies in fJ; the parts add up to the total.
type EnergyFigures struct {
	Total             float64 `json:"total"`
	ProcessorsDynamic float64 `json:"processors_dynamic"`
	ProcessorsStatic  float64 `json:"processors_static"`
	ComponentsDynamic float64 `json:"components_dynamic"`
	ComponentsStatic  float64 `json:"components_static"`
	Platform          float64 `json:"platform"`
}

// ProcessorFigures are times in ps and energies in fJ; the five times add up to
// the makespan.
type ProcessorFigures struct {
	Name          string  `json:"name"`
	Point         string  `json:"point,omitempty"`
	Utilisation   float64 `json:"utilisation"` // share of the makespan that is not idle
	Execute       float64 `json:"execute_ps"`
	Transfer      float64 `json:"transfer_ps"`
	Waiting       float64 `json:"waiting_ps"`
	Dispatch      float64 `json:"dispatch_ps"`
	Idle          float64 `json:"idle_ps"`
	DynamicEnergy float64 `json:"dynamic_fj"`
	StaticEnergy  float64 `json:"static_fj"`
}

// ComponentFigures are times in ps and energies in fJ.
type ComponentFigures struct {
	Name          string  `json:"name"`
	Kind          string  `json:"kind"`
	Utilisation   float64 `json:"utilisation"` // busy share of the makespan, per port
	Transfers     float64 `json:"transfers"`
	Bytes         float64 `json:"bytes"`
	Busy          float64 `json:"busy_ps"`
	Waiting       float64 `json:"waiting_ps"`     // sum over the transfers
	MaxWaiting    uint64  `json:"max_waiting_ps"` // the longest single wait in any scenario
	DynamicEnergy float64 `json:"dynamic_fj"`
	StaticEnergy  float64 `json:"static_fj"`
}

// NewAccount simulates a design, one gene vector, in the given scenarios. Each
// counts by its probability. A scenario that is looked at alone counts as it is,
// however improbable; and if none has a probability, all count alike.
func NewAccount(m *sesame.Model, genes []int, ids []int) *Account {
	mapping := m.NewMapping()
	m.Decode(genes, mapping)
	a := &Account{Schema: "sdse.simulation/1", Mapping: m.Name(mapping), Cost: m.Cost(mapping), Scenarios: []ScenarioAccount{}}
	a.prepare(m, mapping)
	if _, reason := m.Check(mapping); reason != "" {
		a.Infeasible = reason
		return a
	}
	s := m.NewSimulator()
	s.Bind(genes)
	alike := len(ids) == 1 || probability(m, ids) == 0
	for _, id := range ids {
		system := m.Space.At(id)
		st := s.Examine(id)
		line := ScenarioAccount{ID: id, Name: m.Space.Label(id), Weight: system.Weight}
		if st.Failure != sesame.None {
			line.Failure = st.Failure.String()
			a.Infeasible = line.Failure + " in scenario " + line.Name
		} else {
			line.Makespan, line.Energy = uint64(st.Makespan), uint64(st.Energy.Total.Rounded())
			weight := system.Weight
			if alike {
				weight = 1
			}
			a.add(st, weight)
		}
		a.Scenarios = append(a.Scenarios, line)
	}
	a.finish()
	return a
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
func (a *Account) Simulated() bool { return a.weights > 0 }

func (a *Account) prepare(m *sesame.Model, mapping *sesame.Mapping) {
	for i, p := range m.Platform.Processors {
		a.Mean.Processors = append(a.Mean.Processors, ProcessorFigures{Name: p.Name, Point: m.PointName(mapping, i)})
	}
	for i := range m.Platform.Components {
		c := &m.Platform.Components[i]
		a.Mean.Components = append(a.Mean.Components, ComponentFigures{Name: c.Name, Kind: c.Kind.String()})
		a.ports = append(a.ports, max(1, c.Ports))
	}
}

// add adds a scenario to the sums, by its weight.
func (a *Account) add(st *sesame.Statistics, w float64) {
	a.weights += w
	sum := func(to *float64, v float64) { *to += float64(w * v) }
	sum(&a.Mean.Makespan, float64(st.Makespan))
	e := &a.Mean.Energy
	sum(&e.Total, float64(st.Energy.Total.Rounded()))
	sum(&e.ProcessorsDynamic, float64(st.Energy.ProcessorsDynamic.Rounded()))
	sum(&e.ProcessorsStatic, float64(st.Energy.ProcessorsStatic.Rounded()))
	sum(&e.ComponentsDynamic, float64(st.Energy.ComponentsDynamic.Rounded()))
	sum(&e.ComponentsStatic, float64(st.Energy.ComponentsStatic.Rounded()))
	sum(&e.Platform, float64(st.Energy.Platform.Rounded()))
	for i, p := range st.Processors {
		f := &a.Mean.Processors[i]
		sum(&f.Execute, float64(p.Execute))
		sum(&f.Transfer, float64(p.Transfer))
		sum(&f.Waiting, float64(p.Waiting))
		sum(&f.Dispatch, float64(p.Dispatch))
		sum(&f.Idle, float64(p.Idle))
		sum(&f.DynamicEnergy, float64(p.Dynamic.Rounded()))
		sum(&f.StaticEnergy, float64(p.Static.Rounded()))
	}
	for i, c := range st.Components {
		f := &a.Mean.Components[i]
		sum(&f.Transfers, float64(c.Transfers))
		sum(&f.Bytes, float64(c.Bytes))
		sum(&f.Busy, float64(c.Busy))
		sum(&f.Waiting, float64(c.Waiting))
		sum(&f.DynamicEnergy, float64(c.Dynamic.Rounded()))
		sum(&f.StaticEnergy, float64(c.Static.Rounded()))
		f.MaxWaiting = max(f.MaxWaiting, uint64(c.MaxWaiting))
	}
}

// finish turns sums into means. Utilisations are those of the mean times, so
// that long scenarios count for their length.
func (a *Account) finish() {
	if a.weights == 0 {
		return
	}
	mean := func(values ...*float64) {
		for _, v := range values {
			*v /= a.weights
		}
	}
	e := &a.Mean.Energy
	mean(&a.Mean.Makespan, &e.Total, &e.ProcessorsDynamic, &e.ProcessorsStatic, &e.ComponentsDynamic, &e.ComponentsStatic, &e.Platform)
	for i := range a.Mean.Processors {
		f := &a.Mean.Processors[i]
		mean(&f.Execute, &f.Transfer, &f.Waiting, &f.Dispatch, &f.Idle, &f.DynamicEnergy, &f.StaticEnergy)
		f.Utilisation = share(f.Execute+f.Transfer+f.Waiting+f.Dispatch, a.Mean.Makespan)
	}
	for i := range a.Mean.Components {
		f := &a.Mean.Components[i]
		mean(&f.Transfers, &f.Bytes, &f.Busy, &f.Waiting, &f.DynamicEnergy, &f.StaticEnergy)
		f.Utilisation = share(f.Busy, a.Mean.Makespan*float64(a.ports[i]))
	}
}

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}
