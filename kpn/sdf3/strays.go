package sdf3

import (
	"fmt"
	"slices"
)

// tellStrays warns of named tokens that do not fit together from one scenario to
// one that may follow: once for each token that is missing or left over.
func (m *merger) tellStrays() {
	first, last := m.keptTokens()
	missing, left := map[string][]string{}, map[string][]string{}
	a := m.b.app.Automaton
	seen := map[[2]int]bool{}
	for i := range a.States {
		for _, t := range a.States[i].Next {
			from, to := a.States[i].Scenario, a.States[t.State].Scenario
			if seen[[2]int{from, to}] {
				continue
			}
			seen[[2]int{from, to}] = true
			pair := fmt.Sprintf("%s after %s", m.scenarios[to].name, m.scenarios[from].name)
			without(first[to], last[from], func(name string) { missing[name] = append(missing[name], pair) })
			without(last[from], first[to], func(name string) { left[name] = append(left[name], pair) })
		}
	}
	at := m.scenarios[0].at
	for _, name := range sortedKeys(missing) {
		m.r.warn(at, "the token %q is missing in %s: the last one there was is taken", name, list(missing[name]))
	}
	for _, name := range sortedKeys(left) {
		m.r.warn(at, "the token %q is not taken up in %s: it is kept", name, list(left[name]))
	}
}

// keptTokens returns the names of the tokens that keepers hand out and take in,
// per scenario, sorted.
func (m *merger) keptTokens() (first, last [][]string) {
	first, last = make([][]string, len(m.scenarios)), make([][]string, len(m.scenarios))
	for s, sc := range m.scenarios {
		for i := range sc.graph.channels {
			if c := &sc.graph.channels[i]; !m.jointOf[s][i].plain(len(m.scenarios)) {
				first[s] = append(first[s], c.initial.names...)
				last[s] = append(last[s], c.final.names...)
			}
		}
		slices.Sort(first[s])
		slices.Sort(last[s])
	}
	return first, last
}

// without calls a function for every name of a sorted list that is not in another.
func without(names, others []string, missing func(name string)) {
	for _, name := range names {
		if _, ok := slices.BinarySearch(others, name); !ok {
			missing(name)
		}
	}
}
