package mocasin

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sdse/kpn"
	"sdse/kpn/input"
)

// Load reads a process network and the traces of its processes, which lie in a
// folder: that of the network if the name is empty. The application has one
// scenario, the trace. Costs are in units of a cycle of the processor type that a
// trace file names. What is wrong is added to problems; the result is nil then.
func Load(file, traces string, how kpn.Reading, problems *input.Problems) *kpn.Application {
	data, ok := input.ReadFile(file, problems)
	if !ok {
		return nil
	}
	n := parseNetwork(file, data, problems)
	if n == nil {
		return nil
	}
	if traces == "" {
		traces = filepath.Dir(file)
	}
	list := n.traces(traces, problems)
	if list == nil {
		return nil
	}
	app := n.application(list, how)
	if err := kpn.CheckLive(app, &app.Scenarios[0]); err != nil {
		problems.Add(file, 0, "%v", err)
		return nil
	}
	return app
}

// traces reads the traces of all processes, or tells what is wrong with them.
func (n *network) traces(folder string, problems *input.Problems) []*trace {
	before := problems.Len()
	found, err := findTraces(n, folder)
	if err != nil {
		problems.Add(n.file, 0, "the traces cannot be read: %v", err)
		return nil
	}
	var list []*trace
	for i := range n.processes {
		p := &n.processes[i]
		if len(found[p.name]) == 0 {
			problems.Add(n.file, p.line, "process %q has no trace: there is no file %s.TYPE%s in %s", p.name, p.name, suffix, folder)
			continue
		}
		t := readTrace(found[p.name], problems)
		if t != nil {
			n.checkUse(i, t, problems)
		}
		list = append(list, t)
	}
	if problems.Len() > before {
		return nil
	}
	return list
}

// checkUse reports transfers over channels that the process has no end of.
func (n *network) checkUse(i int, t *trace, problems *input.Problems) {
	told := map[string]bool{}
	for k := range t.steps {
		s := &t.steps[k]
		ends, kind := n.processes[i].in, "PNin"
		if s.kind == kpn.Write {
			ends, kind = n.processes[i].out, "PNout"
		}
		if s.kind == kpn.Execute || told[kind+s.channel] {
			continue
		}
		told[kind+s.channel] = true
		if !slices.ContainsFunc(ends, func(e end) bool { return e.channel == s.channel }) {
			for _, file := range t.files {
				problems.Add(file, s.line, "process %q does %s, but its %s does not name that channel", n.processes[i].name, s, kind)
			}
		}
	}
}

// application builds the process network.
func (n *network) application(traces []*trace, how kpn.Reading) *kpn.Application {
	app := &kpn.Application{Name: how.Name, File: n.file, Firing: how.Firing}
	if app.Name == "" {
		app.Name = strings.TrimSuffix(filepath.Base(n.file), filepath.Ext(n.file))
	}
	for i := range n.processes {
		app.Processes = append(app.Processes, kpn.Process{Name: n.processes[i].name, Line: n.processes[i].line})
	}
	b := &builder{app: app, how: how, writes: map[string][]int{}, reads: map[[2]string]int{}}
	for i := range n.channels {
		b.channel(&n.channels[i])
	}
	scenario := kpn.Scenario{Name: "trace", Weight: 1, Iterations: max(1, how.Iterations)}
	for i, t := range traces {
		scenario.Traces = append(scenario.Traces, b.fragment(n.processes[i].name, t))
	}
	if how.StartTogether {
		scenario.StartTogether()
	}
	app.Scenarios = []kpn.Scenario{scenario}
	return app
}

type builder struct {
	app    *kpn.Application
	how    kpn.Reading
	writes map[string][]int  // by name in the file: the channels that are written together
	reads  map[[2]string]int // by name in the file and reader
}

// channel makes a channel for each reader.
func (b *builder) channel(c *channel) {
	capacity := b.how.Capacity
	if capacity == 0 {
		capacity = kpn.Unbounded
	}
	for _, reader := range c.readers {
		name := c.name
		if len(c.readers) > 1 {
			name += "/" + b.app.Processes[reader].Name
		}
		k := len(b.app.Channels)
		b.writes[c.name] = append(b.writes[c.name], k)
		b.reads[[2]string{c.name, b.app.Processes[reader].Name}] = k
		b.app.Channels = append(b.app.Channels, kpn.Channel{Name: name, Writer: c.writer, Reader: reader, TokenBytes: c.bytes, Capacity: capacity})
	}
}

// fragment makes the trace of a process. Computations that cost the same on
// every type are executions of one operation.
func (b *builder) fragment(process string, t *trace) *kpn.Fragment {
	var events []kpn.Event
	operations := map[string]int{}
	for i := range t.steps {
		s := &t.steps[i]
		if slices.ContainsFunc(t.costs, func(cycles []int64) bool { return cycles[i] > 0 }) || s.kind == kpn.Execute {
			events = append(events, kpn.Event{Kind: kpn.Execute, Arg: b.operation(process, operations, t, i), N: 1})
		}
		switch s.kind {
		case kpn.Read:
			events = append(events, kpn.Event{Kind: kpn.Read, Arg: b.reads[[2]string{s.channel, process}], N: s.tokens})
		case kpn.Write:
			for _, k := range b.writes[s.channel] {
				events = append(events, kpn.Event{Kind: kpn.Write, Arg: k, N: s.tokens})
			}
		}
	}
	return kpn.NewFragment(events)
}

// operation returns the operation that costs what a step does.
func (b *builder) operation(process string, known map[string]int, t *trace, step int) int {
	cost := make([]kpn.TypeCost, len(t.types))
	var key []byte
	for k, kind := range t.types {
		cost[k] = kpn.TypeCost{Type: kind, Units: t.costs[k][step]}
		key = binary.AppendVarint(key, cost[k].Units)
	}
	i, ok := known[string(key)]
	if !ok {
		i = len(b.app.Operations)
		known[string(key)] = i
		b.app.Operations = append(b.app.Operations, kpn.Operation{Name: fmt.Sprintf("%s/%d", process, len(known)), Costs: cost})
	}
	return i
}
