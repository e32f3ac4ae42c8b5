package sesame_test

import (
	"fmt"
	"slices"
	"strings"

	"sdse/kpn"
	"sdse/sesame"
)

// operations all applications share by name, so that costs by name, by
// qualified name and by class mix.
var operations = []kpn.Operation{
	{Name: "plain"},
	{Name: "mixed", Signature: []kpn.Count{{Class: "alu", N: 3}, {Class: "mul", N: 2}}},
	{Name: "counted", Signature: []kpn.Count{{Class: "alu", N: 1}}},
	{Name: "nothing"},
}

func (m *maker) addTypes() {
	m.operations = append(m.operations, operations...)
	if m.features.has(told) {
		m.operations = append(m.operations, kpn.Operation{Name: "told"}, kpn.Operation{Name: "timed"})
	}
	for i := range m.between(1, 3) {
		t := sesame.ProcessorType{Name: fmt.Sprint("type", i), Policy: m.policy(),
			ClassCycles:     map[string]int64{"alu": m.thousandths(5), "mul": m.thousandths(9)},
			OperationCycles: map[string]int64{"plain": m.thousandths(20), "nothing": 0}}
		if m.percent(60) {
			t.Dispatch = m.thousandths(8)
		}
		if m.percent(20) {
			t.OperationCycles["app0.mixed"] = m.thousandths(20)
		}
		if i > 0 && m.percent(30) {
			t.ListedOnly = true
		}
		for k := range one(m.draw, 1, 1, 2, 3) {
			t.Points = append(t.Points, sesame.OperatingPoint{Name: fmt.Sprint("point", k), Frequency: one(m.draw, m.clocks...),
				StaticPower: int64(m.draw(1e9)), DynamicPower: int64(m.draw(2e9))})
		}
		m.schedule(&t)
		m.energies(&t)
		m.tell(&t)
		m.platform.Types = append(m.platform.Types, t)
	}
}

func (m *maker) policy() sesame.Policy {
	policies := []sesame.Policy{sesame.FCFS, sesame.RunToBlock}
	if m.features.has(roundRobin) {
		policies = append(policies, sesame.RoundRobin)
	}
	if m.features.has(priorities) {
		policies = append(policies, sesame.Priority)
	}
	return one(m.draw, policies...)
}

// schedule gives a type what belongs to its policy.
func (m *maker) schedule(t *sesame.ProcessorType) {
	if t.Policy == sesame.RoundRobin && m.percent(75) {
		t.Slice = m.time(20)
	}
	t.Preemptive = t.Policy == sesame.Priority && m.percent(65)
	if m.may(contextSwitches, 60) {
		t.Switch = m.thousandths(8)
		t.SwitchWhen = one(m.draw, sesame.OnChange, sesame.OnChange, sesame.Always, sesame.Never)
	}
}

func (m *maker) energies(t *sesame.ProcessorType) {
	if !m.may(energies, 70) {
		return
	}
	if m.percent(60) {
		t.ClassEnergy = map[string]int64{"alu": int64(m.draw(500))}
		if m.percent(50) {
			t.ClassEnergy["mul"] = int64(m.draw(900))
		}
	}
	if m.percent(60) {
		t.OperationEnergy = map[string]int64{"plain": int64(m.draw(2000))}
		if m.percent(50) {
			t.OperationEnergy["app0.mixed"] = int64(m.draw(3000))
		}
	}
	perCycle, voltages := m.percent(50), m.percent(60)
	for i := range t.Points {
		if perCycle {
			t.Points[i].EnergyPerCycle = int64(m.draw(700))
		}
		if voltages && m.percent(90) {
			t.Points[i].Voltage = int64(m.between(700_000, 1_250_000))
		}
	}
}

// tell lets the last two operations say what they cost on a type. The first type
// can do everything.
func (m *maker) tell(t *sesame.ProcessorType) {
	if !m.features.has(told) {
		return
	}
	like := t.Name
	if m.percent(50) {
		t.Like = "like " + t.Name
		like = t.Like
	}
	if m.percent(50) {
		t.Unit = m.thousandths(3)
	} else {
		t.UnitTime = m.time(2)
	}
	for k := len(operations); k < len(m.operations); k++ {
		o := &m.operations[k]
		if m.percent(20) {
			t.OperationCycles[o.Name] = m.thousandths(12)
		}
		if len(m.platform.Types) > 0 && m.percent(30) {
			continue
		}
		cost := kpn.TypeCost{Type: like, Energy: int64(m.draw(2) * m.draw(2000))}
		switch {
		case o.Name == "timed":
			cost.Time = int64(m.time(20))
		case m.unit == 1 && m.percent(50):
			cost.Units = int64(m.draw(8000))
		default:
			cost.Units = int64(m.draw(8)) * 1000
		}
		o.Costs = append(o.Costs, cost)
		slices.SortFunc(o.Costs, func(a, b kpn.TypeCost) int { return strings.Compare(a.Type, b.Type) })
	}
}

func (m *maker) addProcessors() {
	p := m.platform
	clusterCount := 1
	if m.may(clusters, 60) {
		clusterCount = m.between(2, 3)
	}
	for group := range m.between(1, 3) {
		kind := m.draw(len(p.Types))
		if group == 0 {
			kind = 0 // it can run everything
		}
		oneClock := m.percent(30)
		for i := range one(m.draw, 1, 2, 3) {
			c := sesame.Processor{Name: fmt.Sprintf("cpu%d.%d", group, i), Type: kind, Group: group, OneClock: oneClock, Cost: int64(m.draw(5000))}
			c.Cluster = m.draw(clusterCount)
			if m.features.has(arbitration) {
				c.Priority = m.draw(3)
			}
			p.Processors = append(p.Processors, c)
		}
	}
}
