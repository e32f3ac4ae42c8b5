package kpn

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// writeStates writes the automaton. Every transition has a line of its own, as
// their order is that of the lines.
func writeStates(b *bytes.Buffer, app *Application) {
	if app.Automaton == nil {
		return
	}
	for i, s := range app.Automaton.States {
		fmt.Fprintf(b, "\n[[state]]\nname = %s\nscenario = %s\n", quote(s.Name), quote(app.Scenarios[s.Scenario].Name))
		if i == app.Automaton.Initial {
			fmt.Fprintf(b, "initial = true\n")
		}
		fmt.Fprintf(b, "[state.next]\n")
		for _, t := range s.Next {
			fmt.Fprintf(b, "%s = %v\n", quoteKey(app.Automaton.States[t.State].Name), t.Weight)
		}
	}
}

// writeCosts writes a table of operations for each processor type, the types in
// ascending order; operations for which value is empty are left out.
func writeCosts(b *bytes.Buffer, key string, app *Application, value func(TypeCost) string) {
	byType := map[string]*strings.Builder{}
	var types []string
	for _, op := range app.Operations {
		for _, c := range op.Costs {
			text := value(c)
			if text == "" {
				continue
			}
			if byType[c.Type] == nil {
				byType[c.Type] = &strings.Builder{}
				types = append(types, c.Type)
			}
			fmt.Fprintf(byType[c.Type], "%s = %s\n", quoteKey(op.Name), text)
		}
	}
	slices.Sort(types)
	for _, t := range types {
		fmt.Fprintf(b, "\n[%s.%s]\n%s", key, quoteKey(t), byType[t])
	}
}

// cost is what an operation takes on a type, as [cost.TYPE] says it.
func (c TypeCost) cost() string {
	if c.Time != 0 {
		return duration(c.Time)
	}
	return thousandths(c.Units)
}

// energy is the energy of an operation on a type, as [energy.TYPE] says it.
func (c TypeCost) energy() string {
	if c.Energy == 0 {
		return ""
	}
	return energy(c.Energy)
}

func sameCosts(a, b *Application) bool {
	return slices.EqualFunc(a.Operations, b.Operations, func(x, y Operation) bool { return slices.Equal(x.Costs, y.Costs) })
}
