package kpn

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sdse/kpn/input"
)

// Load reads an application from its TOML form (docs/formats.md) and checks
// all of it: names, ends of channels, traces, capacities, and that every
// scenario can finish. What is wrong is added to problems; only the name of the
// result, if it has one, is of use then. The result is nil if the file cannot be
// read at all.
func Load(file string, problems *input.Problems) *Application {
	root := input.Open(file, problems)
	if root == nil {
		return nil
	}
	return read(root)
}

func read(root *input.Table) *Application {
	l := &loader{app: &Application{File: root.File()}, root: root, fragments: map[string]*Fragment{}}
	l.load()
	l.check()
	return l.app
}

type loader struct {
	app       *Application
	root      *input.Table
	fragments map[string]*Fragment
	direct    []*Fragment // trace that stands with the process itself, or nil
	processes []*input.Table
	channels  []*input.Table
	scenarios []*input.Table
}

func (l *loader) load() {
	l.app.Name, _ = l.root.Name("name")
	l.operations()
	l.declareProcesses()
	l.declareChannels()
	l.readFragments()
	l.readTraces()
	l.readScenarios()
	l.root.Done()
}

func (l *loader) operations() {
	table := l.root.Table("operation")
	for _, name := range table.Keys() {
		if name == "" {
			table.Problem(name, "an operation needs a name")
		}
		op := Operation{Name: name}
		signature := table.Table(name)
		for _, class := range signature.Keys() {
			if class == "" {
				signature.Problem(class, "operation %q has a class without a name", name)
			}
			if n, ok := signature.Int(class, 0); ok {
				op.Signature = append(op.Signature, Count{Class: class, N: n})
			}
		}
		slices.SortFunc(op.Signature, byClass)
		l.app.Operations = append(l.app.Operations, op)
	}
}

func (l *loader) declareProcesses() {
	before := l.root.Problems()
	l.processes = l.root.Tables("process")
	if len(l.processes) == 0 && l.root.Problems() == before {
		l.root.Problem("process", "the application has no process; add [[process]] tables")
	}
	for _, t := range l.processes {
		name, ok := t.Name("name")
		if ok && l.app.processIndex(name) >= 0 {
			t.Problem("name", "there are two processes named %q; rename one", name)
		}
		l.app.Processes = append(l.app.Processes, Process{Name: name, Line: t.Line("")})
	}
}

func (l *loader) declareChannels() {
	for _, t := range l.root.Tables("channel") {
		ch := Channel{Capacity: 1}
		name, ok := t.Name("name")
		if ok && l.app.channelIndex(name) >= 0 {
			t.Problem("name", "there are two channels named %q; rename one", name)
		}
		ch.Name = name
		ch.Writer = l.end(t, "from")
		ch.Reader = l.end(t, "to")
		if t.Has("token") {
			ch.TokenBytes, _ = t.Size("token")
		} else {
			t.Problem("", "channel %q has no token size; add token = \"64 B\" or the like", name)
		}
		capacity, known := t.Int("capacity", 1)
		if known {
			ch.Capacity = capacity
		}
		ch.Initial, _ = t.Int("initial", 0)
		if ch.Initial > ch.Capacity && known == t.Has("capacity") {
			t.Problem("initial", "channel %q starts with %d tokens but holds only %d; raise capacity", name, ch.Initial, ch.Capacity)
		}
		t.Done()
		l.app.Channels = append(l.app.Channels, ch)
		l.channels = append(l.channels, t)
	}
}

// end reads the name of the process at one end of a channel.
func (l *loader) end(t *input.Table, key string) int {
	name, ok := t.Name(key)
	if !ok {
		return 0
	}
	i := l.app.processIndex(name)
	if i < 0 {
		t.Problem(key, "there is no process %q%s", name, input.DidYouMean(name, l.processNames()))
		return 0
	}
	return i
}

func (l *loader) readFragments() {
	table := l.root.Table("fragment")
	for _, name := range table.Keys() {
		l.fragments[name] = &Fragment{}
		if text, ok := table.String(name); ok {
			l.fragments[name] = l.parse(table, name, text)
		}
	}
}

// parse reads a trace and reports a mistake at its own line within the text.
func (l *loader) parse(t *input.Table, key, text string) *Fragment {
	f, err := parseTrace(text, names{channel: l.channel, operation: l.operation})
	var wrong *notationError
	if errors.As(err, &wrong) {
		t.ProblemWithin(key, wrong.line, "trace: %s", wrong.message)
		return &Fragment{}
	}
	return f
}

func (l *loader) channel(name string) (int, error) {
	if i := l.app.channelIndex(name); i >= 0 {
		return i, nil
	}
	var known []string
	for _, c := range l.app.Channels {
		if c.Name != "" {
			known = append(known, c.Name)
		}
	}
	return 0, fmt.Errorf("there is no channel %q%s", name, input.DidYouMean(name, known))
}

// operation finds an operation by name; one that is not declared is added
// without a signature, to be priced by name.
func (l *loader) operation(name string) (int, error) {
	if i := l.app.OperationIndex(name); i >= 0 {
		return i, nil
	}
	if name == "" {
		return 0, errors.New("an operation needs a name")
	}
	l.app.Operations = append(l.app.Operations, Operation{Name: name})
	return len(l.app.Operations) - 1, nil
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
	if f, ok := l.fragments[text]; ok {
		return f
	}
	if isWord(text) {
		t.Problem(key, "there is no fragment %q%s", text, input.DidYouMean(text, l.root.Table("fragment").Keys()))
		return &Fragment{}
	}
	return l.parse(t, key, text)
}

func (l *loader) readScenarios() {
	l.scenarios = l.root.Tables("scenario")
	if len(l.scenarios) == 0 {
		l.app.Scenarios = []Scenario{{Name: "default", Weight: 1, Iterations: l.iterations(l.root), Traces: l.direct}}
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
	var sum float64
	for _, t := range l.scenarios {
		sc := Scenario{Weight: 1, Iterations: l.iterations(t), Traces: slices.Clone(l.direct)}
		name, ok := t.Name("name")
		if ok && slices.ContainsFunc(l.app.Scenarios, func(o Scenario) bool { return o.Name == name }) {
			t.Problem("name", "there are two scenarios named %q; rename one", name)
		}
		sc.Name = name
		if w, ok := t.Float("weight"); ok {
			sc.Weight = w
		}
		sum += sc.Weight
		l.scenarioTraces(t.Table("trace"), &sc)
		l.completeTraces(t, &sc)
		t.Done()
		l.app.Scenarios = append(l.app.Scenarios, sc)
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		l.scenarios[0].Problem("weight", "the weights of the scenarios add up to %v; the sum must be above 0 and finite", sum)
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
		p := l.app.processIndex(name)
		if p < 0 {
			t.Problem(name, "there is no process %q%s", name, input.DidYouMean(name, l.processNames()))
			continue
		}
		sc.Traces[p] = l.trace(t, name)
	}
}

// completeTraces complains about processes without a trace.
func (l *loader) completeTraces(t *input.Table, sc *Scenario) {
	for p, f := range sc.Traces {
		if f == nil {
			t.Problem("", "process %q has no trace in scenario %q; give one in the scenario or with the process",
				l.app.Processes[p].Name, sc.Name)
		}
	}
}

func (l *loader) processNames() []string {
	var known []string
	for _, p := range l.app.Processes {
		if p.Name != "" {
			known = append(known, p.Name)
		}
	}
	return known
}
