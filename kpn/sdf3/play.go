package sdf3

import (
	"fmt"
	"slices"

	"sdse/kpn"
	"sdse/kpn/input"
)

// Play returns an application whose only scenario, called "played", is a sequence
// of an application's scenarios, each done for one iteration: every process does
// its fragments of the sequence one after the other, and nobody waits for anybody
// between them but for tokens and room. The sequence names states of the
// automaton or scenarios; a name that is both means the state. Whether the
// automaton allows the sequence is not asked. The application shares its parts
// with the one it was made from, which stays as it was.
func Play(app *kpn.Application, sequence ...string) (*kpn.Application, error) {
	played := kpn.Scenario{Name: "played", Weight: 1, Iterations: 1}
	parts := make([][]*kpn.Fragment, len(app.Processes))
	events := int64(0)
	for _, name := range sequence {
		s, err := scenarioOf(app, name)
		if err != nil {
			return nil, err
		}
		for p, f := range app.Scenarios[s].Traces {
			parts[p] = append(parts[p], f)
			if events += f.Len(); events > kpn.MaxEvents {
				return nil, fmt.Errorf("sdf3: the sequence of %d scenarios of %s has more than %d events", len(sequence), app.Name, int64(kpn.MaxEvents))
			}
		}
	}
	for _, list := range parts {
		played.Traces = append(played.Traces, kpn.Sequence(runs(list)...))
	}
	copied := *app
	copied.Scenarios, copied.Automaton = []kpn.Scenario{played}, nil
	return &copied, nil
}

// runs makes loops of fragments that stand several times in a row.
func runs(list []*kpn.Fragment) (parts []*kpn.Fragment) {
	for i := 0; i < len(list); {
		times := 1
		for i+times < len(list) && list[i+times] == list[i] {
			times++
		}
		parts = append(parts, list[i].Repeat(int64(times)))
		i += times
	}
	return parts
}

// scenarioOf finds the scenario that a state or a scenario of a name means.
func scenarioOf(app *kpn.Application, name string) (int, error) {
	var known []string
	if app.Automaton != nil {
		for _, s := range app.Automaton.States {
			if s.Name == name {
				return s.Scenario, nil
			}
			known = append(known, s.Name)
		}
	}
	for s := range app.Scenarios {
		if app.Scenarios[s].Name == name {
			return s, nil
		}
		if !slices.Contains(known, app.Scenarios[s].Name) {
			known = append(known, app.Scenarios[s].Name)
		}
	}
	return 0, fmt.Errorf("sdf3: %s has no state and no scenario %q%s", app.Name, name, input.DidYouMean(name, known))
}
