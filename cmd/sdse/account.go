package main

import (
	"sdse/sesame"
)

// newAccount simulates a design in the given scenarios.
func newAccount(m *sesame.Model, genes []int, ids []int) *account {
	mapping := m.NewMapping()
	m.Decode(genes, mapping)
	a := &account{Schema: "sdse.simulation/1", Mapping: m.Name(mapping), Cost: m.Cost(mapping), costUnit: m.Platform.CostUnit,
		Scenarios: []scenarioAccount{}}
	if _, reason := m.Check(mapping); reason != "" {
		a.failed = reason
		return a
	}
	a.prepare(m, mapping)
	s := m.NewSimulator()
	s.Bind(genes)
	for _, id := range ids {
		system := m.Space.At(id)
		st := s.Examine(id)
		line := scenarioAccount{ID: id, Name: m.Space.Label(id), Weight: system.Weight}
		if st.Failure != sesame.None {
			line.Failure = st.Failure.String()
			a.failed = line.Failure + " in scenario " + line.Name
		} else {
			line.Makespan, line.Energy = uint64(st.Makespan), uint64(st.Energy.Total)
			a.add(st, system.Weight)
		}
		a.Scenarios = append(a.Scenarios, line)
		a.details = st
	}
	a.finish()
	return a
}

func (a *account) prepare(m *sesame.Model, mapping *sesame.Mapping) {
	for i, p := range m.Platform.Processors {
		a.Mean.Processors = append(a.Mean.Processors, processorFigures{Name: p.Name, Point: m.PointName(mapping, i)})
	}
	for i := range m.Platform.Components {
		c := &m.Platform.Components[i]
		a.Mean.Components = append(a.Mean.Components, componentFigures{Name: c.Name, Kind: c.Kind.String()})
	}
}

// add adds a scenario to the sums, by its weight.
func (a *account) add(st *sesame.Statistics, w float64) {
	a.weights += w
	sum := func(to *float64, v float64) { *to += float64(w * v) }
	sum(&a.Mean.Makespan, float64(st.Makespan))
	e := &a.Mean.Energy
	sum(&e.Total, float64(st.Energy.Total))
	sum(&e.ProcessorsDynamic, float64(st.Energy.ProcessorsDynamic))
	sum(&e.ProcessorsStatic, float64(st.Energy.ProcessorsStatic))
	sum(&e.ComponentsDynamic, float64(st.Energy.ComponentsDynamic))
	sum(&e.ComponentsStatic, float64(st.Energy.ComponentsStatic))
	sum(&e.Platform, float64(st.Energy.Platform))
	for i, p := range st.Processors {
		f := &a.Mean.Processors[i]
		sum(&f.Execute, float64(p.Execute))
		sum(&f.Transfer, float64(p.Transfer))
		sum(&f.Waiting, float64(p.Waiting))
		sum(&f.Dispatch, float64(p.Dispatch))
		sum(&f.Idle, float64(p.Idle))
		sum(&f.DynamicEnergy, float64(p.Dynamic))
		sum(&f.StaticEnergy, float64(p.Static))
	}
	for i, c := range st.Components {
		f := &a.Mean.Components[i]
		sum(&f.Transfers, float64(c.Transfers))
		sum(&f.Bytes, float64(c.Bytes))
		sum(&f.Busy, float64(c.Busy))
		sum(&f.Waiting, float64(c.Waiting))
		sum(&f.DynamicEnergy, float64(c.Dynamic))
		sum(&f.StaticEnergy, float64(c.Static))
		f.MaxWaiting = max(f.MaxWaiting, uint64(c.MaxWaiting))
	}
}

// finish turns sums into means. Utilisations are those of the mean times, so
// that long scenarios count for their length.
func (a *account) finish() {
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
		f.Utilisation = share(f.Busy, a.Mean.Makespan*float64(a.details.Components[i].Ports))
	}
}

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}
