package kpn

import (
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
	l := newLoader(root)
	l.load()
	l.check()
	return l.app
}

// loader reads the parts of an application one after the other, each by the
// names of those before.
type loader struct {
	app             *Application
	root            *input.Table
	defaultCapacity int64

	fragments []*Fragment // by number, see fragmentNames
	direct    []*Fragment // trace that stands with the process itself, or nil
	processes []*input.Table
	channels  []*input.Table
	scenarios []*input.Table
	traceless int // complaints about processes without a trace

	operationNames, processNames, channelNames, fragmentNames, scenarioNames, stateNames names
}

func newLoader(root *input.Table) *loader {
	return &loader{app: &Application{File: root.File()}, root: root, defaultCapacity: 1}
}

func (l *loader) load() {
	l.app.Name, _ = l.root.Name("name")
	if n, ok := capacity(l.root); ok {
		l.defaultCapacity = n
	}
	l.readOperations()
	l.readProcesses()
	l.readChannels()
	l.readFragments()
	l.readTraces()
	l.readScenarios()
	l.readStates()
	l.readWeights()
	l.readCosts()
	l.readRules()
	l.root.Done()
}

// readRules reads what holds for the application as a whole. Periods of which
// not all iterations can be simulated are refused.
func (l *loader) readRules() {
	if l.root.Choice("firing", "kpn", "sdf") == "sdf" {
		l.app.Firing = SDFFiring
	}
	l.app.Timing.Period, _ = l.root.Duration("period")
	l.app.Timing.Offset, _ = l.root.Duration("offset")
	l.app.Timing.Deadline, _ = l.root.Duration("deadline")
	for i := range l.app.Scenarios {
		if sc := &l.app.Scenarios[i]; !l.app.Timing.Fits(sc.Iterations) {
			l.problemInScenario(i, "the last of %d iterations is released after 2⁶² ps (53 days), which no simulation reaches; lower iterations, period or offset",
				sc.Iterations)
			return
		}
	}
}

func (l *loader) readOperations() {
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
		l.operationNames.add(name, len(l.app.Operations))
		l.app.Operations = append(l.app.Operations, op)
	}
}
