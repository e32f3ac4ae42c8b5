package sdf3

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"sdse/kpn"
)

// Worst is the slowest way that an application can go on for ever.
type Worst struct {
	// Period is how many units of time it takes for each unit of reward; or how
	// many picoseconds, if the file was read with a length of the unit.
	Period *big.Rat
	// States are the states of the automaton, in order, that are visited again and
	// again then; without an automaton, the only scenario.
	States []string
}

// WorstCase returns the exact worst case of the application of a file over all
// sequences that its automaton allows, when every process has a processor of that
// type for itself and transfers take no time. The worst case does not depend on
// the weights of transitions.
//
// An iteration of a scenario maps the instants at which processes end and tokens
// and room become free before it to those after it; the map is a matrix over
// maximum and addition, found by carrying out the iteration on symbols. The worst
// case is the largest ratio of time to reward over all cycles of the graph whose
// nodes are those instants in each state (Geilen, Stuijk 2010, "Worst-case
// performance analysis of synchronous dataflow scenarios").
//
// It fails if an operation has no cost on the type, if states can be visited for
// ever without reward, and if the graph is too large to be looked at.
func (f *File) WorstCase(processor string) (*Worst, error) {
	w := &worstCase{file: f, app: f.Application, processor: processor}
	if w.app == nil {
		return nil, errors.New("sdf3: the file has no application")
	}
	w.automaton = w.app.Automaton
	if w.automaton == nil {
		w.automaton = &kpn.Automaton{States: []kpn.State{{Name: w.app.Scenarios[0].Name, Next: []kpn.Transition{{Weight: 1}}}}}
	}
	if err := w.explore(); err != nil {
		return nil, fmt.Errorf("sdf3: worst case of %s: %w", w.app.Name, err)
	}
	period, cycle, err := largestRatio(w.nodes, w.edges)
	if err != nil {
		return nil, fmt.Errorf("sdf3: worst case of %s: %w", w.app.Name, err)
	}
	worst := &Worst{Period: period}
	for _, e := range cycle {
		worst.States = append(worst.States, w.automaton.States[w.stateOf[w.edges[e].from]].Name)
	}
	return worst, nil
}

// Bounds of an analysis, so that it ends.
const (
	maxEdges    = 1 << 23
	maxSize     = 1 << 11 // processes, tokens and free places
	maxUnrolled = 1 << 21 // events of an iteration
	maxSymbolic = 1 << 31 // numbers that are computed on the way
	maxTotal    = 1 << 60
)

type worstCase struct {
	file      *File
	app       *kpn.Application
	processor string
	automaton *kpn.Automaton
	costs     []int64 // per operation, thousandths of a unit or of a picosecond

	fills   [][]int64 // per state that was reached: tokens in the channels before its iteration
	first   []int     // per state: its first node
	nodes   int
	stateOf []int // per node
	edges   []edge
	work    int64
	total   int64 // of the times that were looked at
}

// explore visits all states that can be reached, and adds the edges from each of
// them to those that may follow.
func (w *worstCase) explore() error {
	w.costs = make([]int64, len(w.app.Operations))
	for o := range w.app.Operations {
		w.costs[o] = -1
		for _, c := range w.app.Operations[o].Costs {
			if c.Type == w.processor {
				w.costs[o] = c.Units + c.Time*1000
			}
		}
	}
	w.fills, w.first = make([][]int64, len(w.automaton.States)), make([]int, len(w.automaton.States))
	initial := make([]int64, len(w.app.Channels))
	for i := range initial {
		initial[i] = w.app.Channels[i].Initial
	}
	if err := w.checkSize(initial); err != nil {
		return err
	}
	w.reach(w.automaton.Initial, initial)
	for queue := []int{w.automaton.Initial}; len(queue) > 0; queue = queue[1:] {
		next, err := w.visit(queue[0])
		if err != nil {
			return err
		}
		queue = append(queue, next...)
	}
	return nil
}

// reach gives a state its nodes.
func (w *worstCase) reach(state int, fill []int64) {
	w.fills[state], w.first[state] = fill, w.nodes
	for range w.size(fill) {
		w.stateOf = append(w.stateOf, state)
		w.nodes++
	}
}

func (w *worstCase) checkSize(fill []int64) error {
	if w.size(fill) > maxSize {
		return fmt.Errorf("the processes, tokens and free places of bounded channels are more than %d", maxSize)
	}
	return nil
}

// size returns how many instants there are: one for each process, each token and
// each free place of a bounded channel.
func (w *worstCase) size(fill []int64) int64 {
	n := int64(len(w.app.Processes))
	for i, tokens := range fill {
		n += tokens
		if c := w.app.Channels[i].Capacity; c < kpn.Unbounded {
			n += c - tokens
		}
	}
	return n
}

// visit carries out the iteration of a state, and returns the states behind it
// that had not been reached before.
func (w *worstCase) visit(state int) (found []int, err error) {
	s := w.automaton.States[state].Scenario
	size := w.size(w.fills[state])
	if w.work += w.events(s) * size; w.work > maxSymbolic || w.events(s) > maxUnrolled {
		return nil, errors.New("too many tokens and events to be analysed")
	}
	run, err := w.iterate(s, w.fills[state])
	if err != nil {
		return nil, err
	}
	fill := run.fill()
	if err := w.checkSize(fill); err != nil {
		return nil, err
	}
	rows := run.end()
	for _, t := range w.automaton.States[state].Next {
		switch {
		case w.fills[t.State] == nil:
			w.reach(t.State, fill)
			found = append(found, t.State)
		case !slices.Equal(w.fills[t.State], fill):
			return nil, fmt.Errorf("the channels hold different numbers of tokens when state %q is entered on different ways", w.automaton.States[t.State].Name)
		}
		for to, row := range rows {
			for from, weight := range row {
				if weight != never {
					w.edges = append(w.edges, edge{from: w.first[state] + from, to: w.first[t.State] + to, time: weight, reward: w.file.Rewards[s]})
				}
			}
			if len(w.edges) > maxEdges {
				return nil, errors.New("too many tokens and states to be analysed")
			}
		}
	}
	return found, nil
}

// events returns how many events an iteration has.
func (w *worstCase) events(s int) (n int64) {
	for _, f := range w.app.Scenarios[s].Traces {
		n += f.Len()
	}
	return n
}
