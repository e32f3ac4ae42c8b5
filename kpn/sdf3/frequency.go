package sdf3

import "sdse/kpn"

// frequencies returns how often each scenario is visited in the long run, as
// shares of all visits: the stationary distribution of the automaton's Markov
// chain. If the chain may end up in one of several parts, it is the mixture that
// the initial state leads to.
func frequencies(a *kpn.Automaton, scenarios int) []float64 {
	c := newChain(a)
	var shares []float64
	if part := c.recurrent(a.Initial); part != nil && len(part) <= maxEliminated {
		shares = c.stationary(part)
	} else {
		shares = c.mixed(a.Initial)
	}
	frequency := make([]float64, scenarios)
	for s, share := range shares {
		frequency[a.States[s].Scenario] += share
	}
	return frequency
}

// maxEliminated bounds the chains that are solved by elimination, which takes
// time in the cube of the states.
const maxEliminated = 400

// maxSteps bounds how many transitions are followed.
const maxSteps = 1 << 27

// chain is a Markov chain with normalised weights.
type chain struct {
	next [][]kpn.Transition
}

func newChain(a *kpn.Automaton) *chain {
	c := &chain{}
	for _, s := range a.States {
		sum := 0.0
		for _, t := range s.Next {
			sum += t.Weight
		}
		next := make([]kpn.Transition, 0, len(s.Next))
		for _, t := range s.Next {
			if t.Weight > 0 {
				next = append(next, kpn.Transition{State: t.State, Weight: t.Weight / sum})
			}
		}
		c.next = append(c.next, next)
	}
	return c
}

func (c *chain) transitions() (n int) {
	for _, next := range c.next {
		n += len(next)
	}
	return n
}

// reach returns the states that can be reached from one, in order of discovery.
func (c *chain) reach(from int, seen []bool) []int {
	clear(seen)
	seen[from] = true
	list := []int{from}
	for i := 0; i < len(list); i++ {
		for _, t := range c.next[list[i]] {
			if !seen[t.State] {
				seen[t.State] = true
				list = append(list, t.State)
			}
		}
	}
	return list
}

// recurrent returns the only part of the chain that it can end up in, or nil if
// there are several or the chain is large.
func (c *chain) recurrent(initial int) []int {
	seen, again := make([]bool, len(c.next)), make([]bool, len(c.next))
	reached := c.reach(initial, seen)
	if len(reached)*c.transitions() > maxSteps {
		return nil
	}
	// The state found last by a search from anywhere need not be recurrent, but
	// the smallest set that can be reached is.
	best := reached
	for _, s := range reached {
		if part := c.reach(s, again); len(part) < len(best) {
			best = part
		}
	}
	for _, s := range reached {
		c.reach(s, again)
		if !again[best[0]] {
			return nil
		}
	}
	return best
}

// stationary solves the balance of a part that never ends, by elimination
// without subtractions (Grassmann, Taksar, Heyman 1985).
func (c *chain) stationary(part []int) []float64 {
	n := len(part)
	position := map[int]int{}
	for i, s := range part {
		position[s] = i
	}
	p := make([][]float64, n)
	for i, s := range part {
		p[i] = make([]float64, n)
		for _, t := range c.next[s] {
			p[i][position[t.State]] += t.Weight
		}
	}
	for k := n - 1; k > 0; k-- {
		sum := 0.0
		for j := range k {
			sum += p[k][j]
		}
		for i := range k {
			p[i][k] /= sum
			for j := range k {
				p[i][j] += p[i][k] * p[k][j]
			}
		}
	}
	share := make([]float64, n)
	share[0] = 1
	total := 1.0
	for k := 1; k < n; k++ {
		for i := range k {
			share[k] += share[i] * p[i][k]
		}
		total += share[k]
	}
	shares := make([]float64, len(c.next))
	for i, s := range part {
		shares[s] = share[i] / total
	}
	return shares
}

// mixed follows the chain from its initial state, staying where it is half of
// the time so that it cannot oscillate, until it hardly changes.
func (c *chain) mixed(initial int) []float64 {
	steps := min(2000, maxSteps/c.transitions())
	now := make([]float64, len(c.next))
	now[initial] = 1
	for range steps {
		then := make([]float64, len(now))
		for s, share := range now {
			then[s] += share / 2
			for _, t := range c.next[s] {
				then[t.State] += share / 2 * t.Weight
			}
		}
		now = then
	}
	return now
}
