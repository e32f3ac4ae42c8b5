package kpn

import "slices"

// ScenarioWeights returns how often each of so many scenarios is visited in the
// long run, as shares that add up to 1, in the order of the scenarios.
func (a *Automaton) ScenarioWeights(scenarios int) []float64 {
	weights := make([]float64, scenarios)
	for s, share := range a.Stationary() {
		weights[a.States[s].Scenario] += share
	}
	return weights
}

// Stationary returns the share of its visits that each state has in the long
// run, from the initial state. The shares add up to 1.
//
// States that are left for ever, or never reached, have none. Of several
// recurrent classes each counts as much as it is likely to be the one that is
// reached; within a class the shares solve π = πP. (For a periodic class they
// are the limits of the mean over time.) A state without transitions, or with
// weights that are all 0, is not left any more.
//
// The linear systems are solved by the elimination of states without
// subtractions (Grassmann, Taksar, Heyman, "Regenerative Analysis and Steady
// State Distributions for Markov Chains", Operations Research 33, 1985), which is
// exact up to rounding however unlike the weights are; the result is the same on
// every machine. The time is cubic in the states, the memory quadratic.
func (a *Automaton) Stationary() []float64 {
	c := newChain(a)
	share := make([]float64, len(a.States))
	for class, weight := range c.absorption(a.Initial) {
		members := c.classes[class]
		for i, p := range gth(c.between(members)) {
			share[members[i]] = weight * p
		}
	}
	return share
}

// chain is an automaton as a Markov chain, as far as it can be reached.
type chain struct {
	next      [][]edge // per state: where it leads to, probabilities above 0 that add up to 1
	classes   [][]int  // the recurrent classes, each with its states ascending
	class     []int    // per state: its class, or -1 if it is transient or never reached
	transient []int    // the transient states that are reached, ascending
}

type edge struct {
	to int
	p  float64
}

func newChain(a *Automaton) *chain {
	c := &chain{next: make([][]edge, len(a.States)), class: make([]int, len(a.States))}
	for s := range a.States {
		c.next[s] = probabilities(a.States[s].Next)
		if len(c.next[s]) == 0 {
			c.next[s] = []edge{{s, 1}}
		}
		c.class[s] = -1
	}
	c.classify(a.Initial)
	return c
}

// probabilities turns weights into probabilities.
func probabilities(next []Transition) []edge {
	var largest, sum float64
	for _, t := range next {
		largest = max(largest, t.Weight)
	}
	for _, t := range next {
		sum += t.Weight / largest
	}
	var edges []edge
	for _, t := range next {
		if p := t.Weight / largest / sum; p > 0 {
			edges = append(edges, edge{t.State, p})
		}
	}
	return edges
}

// classify finds the recurrent classes: the strongly connected components,
// found as by R. Tarjan ("Depth-First Search and Linear Graph Algorithms", 1972),
// that nothing leaves.
func (c *chain) classify(initial int) {
	n := len(c.next)
	order, low := make([]int, n), make([]int, n) // from 1, 0 is not seen yet
	closed := make([]bool, n)                    // whether the component is complete
	var open, path []int                         // states of incomplete components; the way to where we are
	at := make([]int, n)                         // the next edge to follow
	seen := 0
	visit := func(s int) {
		seen++
		order[s], low[s] = seen, seen
		open, path = append(open, s), append(path, s)
	}
	for visit(initial); len(path) > 0; {
		s := path[len(path)-1]
		if at[s] < len(c.next[s]) {
			t := c.next[s][at[s]].to
			at[s]++
			if order[t] == 0 {
				visit(t)
			} else if !closed[t] {
				low[s] = min(low[s], order[t])
			}
			continue
		}
		if path = path[:len(path)-1]; len(path) > 0 {
			up := path[len(path)-1]
			low[up] = min(low[up], low[s])
		}
		if low[s] == order[s] {
			first := slices.Index(open, s)
			c.component(slices.Clone(open[first:]), closed)
			open = open[:first]
		}
	}
	slices.Sort(c.transient)
}

// component files the states of a strongly connected component as a recurrent
// class or, if something leaves it, as transient.
func (c *chain) component(states []int, closed []bool) {
	slices.Sort(states)
	for _, s := range states {
		closed[s] = true
	}
	for _, s := range states {
		for _, e := range c.next[s] {
			if _, inside := slices.BinarySearch(states, e.to); !inside {
				c.transient = append(c.transient, states...)
				return
			}
		}
	}
	for _, s := range states {
		c.class[s] = len(c.classes)
	}
	c.classes = append(c.classes, states)
}

// between returns the probabilities of the steps between some states.
func (c *chain) between(states []int) [][]float64 {
	p := square(len(states))
	for i, s := range states {
		for _, e := range c.next[s] {
			if j, inside := slices.BinarySearch(states, e.to); inside {
				p[i][j] += e.p
			}
		}
	}
	return p
}

func square(n int) [][]float64 {
	cells := make([]float64, n*n)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = cells[i*n : (i+1)*n]
	}
	return rows
}

// eliminate takes the last state n out of a chain, of which the steps between
// the states before it then tell how one gets from one to the other with or
// without passing n. It returns how likely n is left for one of them at a step.
func eliminate(p [][]float64, n int) float64 {
	var leaves float64
	for j := range n {
		leaves += p[n][j]
	}
	if leaves == 0 {
		return 0
	}
	for i := range n {
		if p[i][n] == 0 {
			continue
		}
		for j := range n {
			p[i][j] += float64(p[i][n] * (p[n][j] / leaves)) // converted, so that no machine fuses it with the sum
		}
	}
	return leaves
}

// maxStates bounds the automata that are read.
const maxStates = 1024

// never is so improbable that dividing by it could go beyond all floats.
const never = 1e-290

// gth solves π = πP for a chain in which all states reach each other.
func gth(p [][]float64) []float64 {
	leaves := make([]float64, len(p))
	for n := len(p) - 1; n > 0; n-- {
		leaves[n] = eliminate(p, n)
	}
	pi := make([]float64, len(p))
	pi[0] = 1
	for n := 1; n < len(p); n++ {
		if leaves[n] < never { // it stays there for ever
			clear(pi)
			pi[n] = 1
			continue
		}
		for i := range n {
			pi[n] += pi[i] * p[i][n] / leaves[n]
		}
		scale(pi[:n+1])
	}
	return pi
}

// scale makes numbers add up to 1.
func scale(of []float64) {
	var sum float64
	for _, x := range of {
		sum += x
	}
	for i := range of {
		of[i] /= sum
	}
}

// absorption returns how likely each recurrent class is the one that is reached.
func (c *chain) absorption(initial int) []float64 {
	reached := make([]float64, len(c.classes))
	if class := c.class[initial]; class >= 0 {
		reached[class] = 1
		return reached
	}
	// The chain of the initial state, the classes, and the other transient
	// states behind them, which are eliminated.
	place := make([]int, len(c.next))
	n := 1 + len(c.classes)
	for _, s := range c.transient {
		if s != initial {
			place[s] = n
			n++
		}
	}
	p := square(n)
	for _, s := range c.transient {
		for _, e := range c.next[s] {
			to := place[e.to]
			if class := c.class[e.to]; class >= 0 {
				to = 1 + class
			}
			p[place[s]][to] += e.p
		}
	}
	for last := n - 1; last > len(c.classes); last-- {
		eliminate(p, last)
	}
	copy(reached, p[0][1:])
	if slices.Max(reached) == 0 { // below all floats: the first stands for them
		reached[0] = 1
	}
	scale(reached)
	return reached
}
