package kpn

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sdse/kpn/input"
)

func (l *loader) readFragments() {
	table := l.root.Table("fragment")
	for i, name := range table.Keys() {
		f := &Fragment{}
		if text, ok := table.String(name); ok {
			f = l.parse(table, name, text)
		}
		l.fragmentNames.add(name, i)
		l.fragments = append(l.fragments, f)
	}
}

// parse reads a trace and reports a mistake at its own line within the text.
func (l *loader) parse(t *input.Table, key, text string) *Fragment {
	f, err := parseTrace(text, resolver{channel: l.channel, operation: l.operation})
	var wrong *notationError
	if errors.As(err, &wrong) {
		t.ProblemWithin(key, wrong.line, "trace: %s", wrong.message)
		return &Fragment{}
	}
	return f
}

func (l *loader) channel(name string) (int, error) {
	if i := l.channelNames.find(name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("there is no channel %q%s", name, l.channelNames.hint(name))
}

// operation finds an operation by name; one that is not declared is added
// without a signature, to be priced by name.
func (l *loader) operation(name string) (int, error) {
	if i := l.operationNames.find(name); i >= 0 {
		return i, nil
	}
	if name == "" {
		return 0, errors.New("an operation needs a name")
	}
	i := len(l.app.Operations)
	l.operationNames.add(name, i)
	l.app.Operations = append(l.app.Operations, Operation{Name: name})
	return i, nil
}

func (l *loader) readTraces() {
	l.direct = make([]*Fragment, len(l.processes))
	for p, t := range l.processes {
		if t.Has("trace") {
			l.direct[p] = l.trace(t, "trace")
		}
		t.Done()
	}
}

// trace reads a value that is either the name of a fragment or a trace.
func (l *loader) trace(t *input.Table, key string) *Fragment {
	text, ok := t.String(key)
	if !ok {
		return &Fragment{}
	}
	if i := l.fragmentNames.find(text); i >= 0 {
		return l.fragments[i]
	}
	if isWord(text) {
		t.Problem(key, "there is no fragment %q%s", text, l.fragmentNames.hint(text))
		return &Fragment{}
	}
	return l.parse(t, key, text)
}

// maxTraces bounds processes × scenarios.
const maxTraces = 1 << 26

// readScenarios reads the scenarios but for their weights.
func (l *loader) readScenarios() {
	l.scenarios = l.root.Tables("scenario")
	if len(l.scenarios) == 0 {
		l.app.Scenarios = []Scenario{{Name: "default", Weight: 1, Iterations: l.iterations(l.root), Traces: l.direct}}
		l.scenarioNames.add("default", 0)
		for p, f := range l.direct {
			if f == nil {
				l.processes[p].Problem("", "process %q has no trace; add trace = \"…\"", l.app.Processes[p].Name)
			}
		}
		return
	}
	if l.root.Has("iterations") {
		l.root.Problem("iterations", "iterations belongs in the [[scenario]] tables, as there are some")
	}
	if len(l.scenarios)*len(l.processes) > maxTraces {
		l.scenarios[0].Problem("", "%d scenarios of %d processes are too many; the product may be up to %d",
			len(l.scenarios), len(l.processes), maxTraces)
		l.scenarios = l.scenarios[:1]
	}
	for i, t := range l.scenarios {
		sc := Scenario{Weight: 1, Iterations: l.iterations(t), Traces: slices.Clone(l.direct)}
		sc.Name, _ = t.Name("name")
		if !l.scenarioNames.add(sc.Name, i) {
			t.Problem("name", "there are two scenarios named %q; rename one", sc.Name)
		}
		t.Has("weight")
		l.scenarioTraces(t.Table("trace"), &sc)
		l.completeTraces(t, &sc)
		t.Done()
		l.app.Scenarios = append(l.app.Scenarios, sc)
	}
}

func (l *loader) iterations(t *input.Table) int {
	if n, ok := t.Int("iterations", 1); ok {
		if n <= math.MaxInt32 {
			return int(n)
		}
		t.Problem("iterations", "iterations = %d is too many", n)
	}
	return 1
}

func (l *loader) scenarioTraces(t *input.Table, sc *Scenario) {
	for _, name := range t.Keys() {
		p := l.processNames.find(name)
		if p < 0 {
			t.Problem(name, "there is no process %q%s", name, l.processNames.hint(name))
			continue
		}
		sc.Traces[p] = l.trace(t, name)
	}
}

// completeTraces complains about processes without a trace, if there are not too
// many complaints already.
func (l *loader) completeTraces(t *input.Table, sc *Scenario) {
	const most = 1000
	for p, f := range sc.Traces {
		if f == nil && l.traceless < most {
			l.traceless++
			t.Problem("", "process %q has no trace in scenario %q; give one in the scenario or with the process",
				l.app.Processes[p].Name, sc.Name)
		}
	}
}
