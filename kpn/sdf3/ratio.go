package sdf3

import (
	"errors"
	"math"
	"math/big"
)

// edge leads from a node to another, takes time and gives a reward.
type edge struct {
	from, to     int
	time, reward int64
}

// largestRatio returns the largest ratio of time to reward over all cycles, and
// the edges of one that has it. From any ratio on, a cycle that beats it is
// searched for, and its ratio taken next, until there is none: every step is to a
// cycle that is strictly better, and there are finitely many (Lawler 1976, with
// the steps of Dinkelbach 1967). All numbers are exact.
func largestRatio(nodes int, edges []edge) (ratio *big.Rat, cycle []int, err error) {
	time, reward := int64(0), int64(1)
	for {
		if err := bounded(nodes, edges, time, reward); err != nil {
			return nil, nil, err
		}
		better := positiveCycle(nodes, edges, time, reward)
		if better == nil {
			return big.NewRat(time, reward), cycle, nil
		}
		cycle = better
		time, reward = 0, 0
		for _, e := range cycle {
			time += edges[e].time
			reward += edges[e].reward
		}
		if reward == 0 {
			return nil, nil, errors.New("the automaton has a cycle that takes time and gives no reward: there is no worst case per reward")
		}
		g := gcd(time, reward)
		time, reward = time/g, reward/g
	}
}

// bounded sees that no sum over a walk through all nodes leaves an int64.
func bounded(nodes int, edges []edge, time, reward int64) error {
	most := math.MaxInt64 / 4 / int64(nodes+1)
	for i := range edges {
		e := &edges[i]
		if e.time > most/reward || time > 0 && e.reward > most/time {
			return errors.New("the times are too large to be compared exactly")
		}
	}
	return nil
}

// positiveCycle returns the edges of a cycle whose time exceeds its reward times
// time/reward, or nil. It improves the longest ways to all nodes, and looks now
// and then whether the edges that improved them last close a cycle; if the ways
// get no longer, there is none.
func positiveCycle(nodes int, edges []edge, time, reward int64) []int {
	length, by := make([]int64, nodes), make([]int, nodes)
	for i := range by {
		by[i] = -1
	}
	for pass := 1; ; pass++ {
		improved := false
		for i := range edges {
			e := &edges[i]
			if l := length[e.from] + e.time*reward - e.reward*time; l > length[e.to] {
				length[e.to], by[e.to] = l, i
				improved = true
			}
		}
		if !improved {
			return nil
		}
		if pass&(pass-1) == 0 || pass%32 == 0 || pass >= nodes {
			if cycle := closed(edges, by); cycle != nil {
				return cycle
			}
		}
	}
}

// closed returns a cycle among the edges that improved the ways to the nodes.
func closed(edges []edge, by []int) (cycle []int) {
	seen := make([]int, len(by)) // the walk that passed a node first, plus one
	for start := range by {
		at := start
		for seen[at] == 0 && by[at] >= 0 {
			seen[at] = start + 1
			at = edges[by[at]].from
		}
		if seen[at] != start+1 || by[at] < 0 {
			continue
		}
		for end := at; ; {
			cycle = append(cycle, by[at])
			if at = edges[by[at]].from; at == end {
				break
			}
		}
		for i, j := 0, len(cycle)-1; i < j; i, j = i+1, j-1 {
			cycle[i], cycle[j] = cycle[j], cycle[i]
		}
		return cycle
	}
	return nil
}
