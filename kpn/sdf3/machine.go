package sdf3

import (
	"maps"
	"slices"

	"sdse/kpn"
)

// maxStates bounds the states of an automaton, as in sdse's own form of
// applications.
const maxStates = 1024

// machine reads the finite state machine. It has no probabilities, so all ways
// from a state are equally likely.
func (r *reader) machine(e *element, scenarios []*scenario) *kpn.Automaton {
	fsm := e.child("fsm")
	if fsm == nil {
		r.problem(e, "the application graph has no <fsm>: nothing says which scenario may follow which")
		return nil
	}
	names := make([]string, len(scenarios))
	for i, s := range scenarios {
		names[i] = s.name
	}
	a, stateOf := r.states(fsm, names, "scenario")
	if len(a.States) > maxStates {
		return a
	}
	for i, e := range r.stateElements(fsm) {
		for _, t := range e.all("transition") {
			if to, ok := r.destination(t, stateOf); ok && i < len(a.States) {
				a.States[i].Next = leadTo(a.States[i].Next, to, 0)
			}
		}
	}
	for i := range a.States {
		for j := range a.States[i].Next {
			a.States[i].Next[j].Weight = 1
		}
	}
	r.checkAutomaton(fsm, a, stateOf, "initialstate")
	return a
}

// leadTo adds a transition; one to the same state as another is the same, but
// for its weight.
func leadTo(next []kpn.Transition, to int, weight float64) []kpn.Transition {
	for i := range next {
		if next[i].State == to {
			next[i].Weight += weight
			return next
		}
	}
	return append(next, kpn.Transition{State: to, Weight: weight})
}

// stateElements returns the states that have a name.
func (r *reader) stateElements(e *element) []*element {
	return slices.DeleteFunc(e.all("state"), func(s *element) bool {
		name, _ := s.attr("name")
		return name == ""
	})
}

// states reads the states of a machine or a Markov chain and what each visits,
// by the name of an attribute.
func (r *reader) states(e *element, visited []string, attribute string) (*kpn.Automaton, map[string]int) {
	index := map[string]int{}
	for i, name := range visited {
		index[name] = i
	}
	a, stateOf := &kpn.Automaton{}, map[string]int{}
	for _, s := range e.all("state") {
		name, ok := r.name(s, "name")
		if !ok {
			continue
		}
		if _, twice := stateOf[name]; twice {
			r.problem(s, "there are two states named %q; rename one", name)
		}
		stateOf[name] = len(a.States)
		state := kpn.State{Name: name}
		if what, ok := r.name(s, attribute); ok {
			if state.Scenario, ok = index[what]; !ok {
				r.problem(s, "state %q: there is no %s %q%s", name, attribute, what, r.suggest(what, func() []string { return visited }))
			}
		}
		a.States = append(a.States, state)
	}
	switch {
	case len(a.States) == 0:
		r.problem(e, "<%s> has no state", e.name)
	case len(a.States) > maxStates:
		r.problem(e, "<%s> has %d states; sdse takes up to %d", e.name, len(a.States), maxStates)
	}
	return a, stateOf
}

func (r *reader) destination(t *element, stateOf map[string]int) (int, bool) {
	name, ok := r.name(t, "destination")
	if !ok {
		return 0, false
	}
	to, ok := stateOf[name]
	if !ok {
		r.problem(t, "there is no state %q%s", name, r.suggest(name, func() []string { return sortedKeys(stateOf) }))
	}
	return to, ok
}

// checkAutomaton reads the initial state, and sees that every state leads on.
func (r *reader) checkAutomaton(e *element, a *kpn.Automaton, stateOf map[string]int, attribute string) {
	if name, ok := r.name(e, attribute); ok {
		if a.Initial, ok = stateOf[name]; !ok {
			r.problem(e, "there is no state %q%s", name, r.suggest(name, func() []string { return sortedKeys(stateOf) }))
		}
	}
	for i, s := range r.stateElements(e) {
		if i < len(a.States) && len(a.States[i].Next) == 0 {
			r.problem(s, "no transition leads on from state %q", a.States[i].Name)
		}
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
