package kpn

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
)

// Recording is what one run of a network left.
type Recording struct {
	// Application is the graph, with the capacities that the run needed, and
	// with the scenarios that Keep was called for.
	Application *Application
	// Iterations holds what was recorded, by iteration and process; equal
	// fragments are one.
	Iterations [][]*Fragment
}

// Keep makes a recorded iteration a scenario of the application: a behaviour
// that is run iterations times in a row.
func (r *Recording) Keep(name string, weight float64, iteration, iterations int) error {
	if iteration < 0 || iteration >= len(r.Iterations) {
		return fmt.Errorf("kpn: scenario %q: iteration %d of %d", name, iteration, len(r.Iterations))
	}
	r.Application.Scenarios = append(r.Application.Scenarios, Scenario{
		Name: name, Weight: weight, Iterations: iterations, Traces: r.Iterations[iteration],
	})
	return nil
}

// Merge unites recordings of one graph, made on different inputs, into one
// application with all their scenarios in order. A channel gets the largest of
// its capacities; everything else has to be the same.
func Merge(applications ...*Application) (*Application, error) {
	if len(applications) == 0 {
		return nil, errors.New("kpn: nothing to merge")
	}
	first := applications[0]
	merged := &Application{
		Name:       first.Name,
		Operations: first.Operations,
		Processes:  first.Processes,
		Channels:   slices.Clone(first.Channels),
	}
	for _, a := range applications {
		if !sameGraph(first, a) {
			return nil, fmt.Errorf("kpn: merge of %q and %q: the graphs differ", first.Name, a.Name)
		}
		for i := range a.Channels {
			merged.Channels[i].Capacity = max(merged.Channels[i].Capacity, a.Channels[i].Capacity)
		}
		merged.Scenarios = append(merged.Scenarios, a.Scenarios...)
	}
	return merged, nil
}

func sameGraph(a, b *Application) bool {
	sameOperation := func(x, y Operation) bool {
		return x.Name == y.Name && slices.Equal(x.Signature, y.Signature)
	}
	sameChannel := func(x, y Channel) bool {
		x.Capacity, y.Capacity = 0, 0
		return x == y
	}
	return a.Name == b.Name &&
		slices.Equal(a.Processes, b.Processes) &&
		slices.EqualFunc(a.Operations, b.Operations, sameOperation) &&
		slices.EqualFunc(a.Channels, b.Channels, sameChannel)
}

// recording collects what the processes recorded.
func (n *Network) recording() (*Recording, error) {
	for _, p := range n.nodes {
		if len(p.events) > 0 || len(p.iterations) == 0 {
			p.endIteration()
		}
	}
	if err := n.sameIterations(); err != nil {
		return nil, err
	}
	r := &Recording{Application: n.graph()}
	known := make(map[[sha256.Size]byte]*Fragment)
	for i := range n.nodes[0].iterations {
		row := make([]*Fragment, len(n.nodes))
		for k, p := range n.nodes {
			f := p.iterations[i]
			if known[f.Hash()] == nil {
				known[f.Hash()] = f
			}
			row[k] = known[f.Hash()]
		}
		r.Iterations = append(r.Iterations, row)
	}
	return r, nil
}

func (n *Network) sameIterations() error {
	e := &IterationError{}
	same := true
	for _, p := range n.nodes {
		e.Processes = append(e.Processes, p.name)
		e.Iterations = append(e.Iterations, len(p.iterations))
		same = same && len(p.iterations) == e.Iterations[0]
	}
	if same {
		return nil
	}
	return e
}

func (n *Network) graph() *Application {
	a := &Application{Name: n.name, Operations: n.operations}
	for _, p := range n.nodes {
		a.Processes = append(a.Processes, Process{Name: p.name})
	}
	for _, c := range n.channels {
		a.Channels = append(a.Channels, Channel{
			Name: c.name, Writer: c.writer.index, Reader: c.reader.index,
			TokenBytes: c.tokenBytes, Capacity: c.capacity, Initial: c.initial,
		})
	}
	return a
}
