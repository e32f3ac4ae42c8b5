package kpn

import (
	"math"

	"sdse/kpn/input"
)

// readStates reads the automaton, if there is one.
func (l *loader) readStates() {
	tables := l.root.Tables("state")
	if len(tables) == 0 {
		return
	}
	if len(tables) > maxStates {
		tables[maxStates].Problem("", "there are %d states; an automaton may have up to %d", len(tables), maxStates)
		return
	}
	a := &Automaton{Initial: -1}
	for i, t := range tables {
		s := State{}
		s.Name, _ = t.Name("name")
		if !l.stateNames.add(s.Name, i) {
			t.Problem("name", "there are two states named %q; rename one", s.Name)
		}
		s.Scenario = l.scenarioOf(t)
		if t.Bool("initial", false) {
			if a.Initial >= 0 {
				t.Problem("initial", "two states are initial, %q and %q; one has to be", a.States[a.Initial].Name, s.Name)
			}
			a.Initial = i
		}
		a.States = append(a.States, s)
	}
	if a.Initial < 0 {
		tables[0].Problem("", "no state is initial; add initial = true to the one in which the application starts")
	}
	for i, t := range tables {
		a.States[i].Next = l.transitions(t)
		t.Done()
	}
	l.app.Automaton = a
}

// scenarioOf reads which scenario a state carries.
func (l *loader) scenarioOf(t *input.Table) int {
	if !t.Has("scenario") {
		t.Problem("", "scenario is missing; a state says which scenario it stands for")
		return 0
	}
	name, ok := t.String("scenario")
	if !ok {
		return 0
	}
	i := l.scenarioNames.find(name)
	if i < 0 {
		t.Problem("scenario", "there is no scenario %q%s", name, l.scenarioNames.hint(name))
		return 0
	}
	return i
}

// transitions reads the states that may follow, in the order of the file.
func (l *loader) transitions(t *input.Table) []Transition {
	before := t.Problems()
	table := t.Table("next")
	var next []Transition
	possible := false
	for _, name := range table.Keys() {
		i := l.stateNames.find(name)
		if i < 0 {
			table.Problem(name, "there is no state %q%s", name, l.stateNames.hint(name))
		}
		weight, ok := table.Float(name)
		possible = possible || ok && weight > 0
		next = append(next, Transition{State: i, Weight: weight})
	}
	if !possible && t.Problems() == before {
		t.Problem("next", "the state leads nowhere; say what follows, like next = { other = 0.3, same = 0.7 }")
	}
	return next
}

// readWeights reads how frequent the scenarios are. Without any weight they are
// as frequent as the automaton says, or else all alike.
func (l *loader) readWeights() {
	if len(l.scenarios) == 0 {
		return
	}
	given := 0
	for i, t := range l.scenarios {
		if t.Has("weight") {
			given++
			if w, ok := t.Float("weight"); ok {
				l.app.Scenarios[i].Weight = w
			}
		}
	}
	switch {
	case l.app.Automaton != nil && given == 0:
		l.stationaryWeights()
	case l.app.Automaton != nil && given < len(l.scenarios):
		l.mixedWeights()
	}
	var sum float64
	for i := range l.app.Scenarios {
		sum += l.app.Scenarios[i].Weight
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		l.scenarios[0].Problem("weight", "the weights of the scenarios add up to %v; the sum must be above 0 and finite", sum)
	}
}

func (l *loader) stationaryWeights() {
	if l.root.Failed() {
		return
	}
	for i, w := range l.app.Automaton.ScenarioWeights(len(l.scenarios)) {
		l.app.Scenarios[i].Weight = w
	}
}

func (l *loader) mixedWeights() {
	for i, t := range l.scenarios {
		if !t.Has("weight") {
			t.Problem("", "scenario %q has no weight, but others have; give all of them one, or none so that the states decide", l.app.Scenarios[i].Name)
			return
		}
	}
}
