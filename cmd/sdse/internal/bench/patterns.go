package bench

import (
	"math/rand/v2"

	"sdse/workpool/locality"
)

// pattern says how likely a hart is to access each block in an interval: made-up
// programs whose right answer is known.
type pattern struct {
	name   string
	weight func(interval, hart, block int) int // relative to the other blocks
}

// The harts and blocks of patterns. Harts 0 … patternHarts/patternNodes-1 are on
// node 0, and so on.
const (
	patternHarts  = 8
	patternNodes  = 2
	patternBlocks = 64
	intervals     = 8
)

// nodeOfHart is the node that a hart of a pattern is on.
func nodeOfHart(hart int) int { return hart / (patternHarts / patternNodes) }

// nodesOfHarts are the nodes of all.
func nodesOfHarts() []int {
	nodes := make([]int, patternHarts)
	for hart := range nodes {
		nodes[hart] = nodeOfHart(hart)
	}
	return nodes
}

// mostly is a weight that gives a block to an owner who makes thirteen of twenty
// accesses, while the seven others make one each.
func mostly(owned bool) int {
	if owned {
		return 13
	}
	return 1
}

// ownedBlocks belong to a hart each, in turn.
var ownedBlocks = pattern{"owned by a hart each", func(_, hart, block int) int { return mostly(hart == block%patternHarts) }}

// inheritedBlocks belong to another hart, on another node, from the middle on.
var inheritedBlocks = pattern{"another owner from the middle on", func(interval, hart, block int) int {
	if interval >= intervals/2 {
		block += patternHarts / 2
	}
	return mostly(hart == block%patternHarts)
}}

// borrowedBlocks belong to harts of both nodes, by intervals in turns.
var borrowedBlocks = pattern{"two nodes in turns", func(interval, hart, block int) int {
	return mostly(hart == (block+interval%2*patternHarts/2)%patternHarts)
}}

// sharedBlocks are accessed by all alike.
var sharedBlocks = pattern{"shared by all", func(int, int, int) int { return 1 }}

// accesses are the blocks that every hart accesses in an interval, in order.
type accesses [][]int32

// draw makes n accesses of every hart.
func (p *pattern) draw(r *rand.Rand, interval, n int) accesses {
	all := make(accesses, patternHarts)
	for hart := range all {
		var deck []int32 // every block as often as it is likely
		for block := range patternBlocks {
			for range p.weight(interval, hart, block) {
				deck = append(deck, int32(block))
			}
		}
		all[hart] = make([]int32, n)
		for i := range all[hart] {
			all[hart][i] = deck[r.IntN(len(deck))]
		}
	}
	return all
}

// count counts all accesses.
func (a accesses) count() *locality.Counts {
	c := locality.NewCounts(patternBlocks, len(a))
	for hart, blocks := range a {
		for _, block := range blocks {
			c.Add(int(block), hart, 1)
		}
	}
	return c
}

// report reports the first accesses of every hart to a sampler.
func (a accesses) report(s *locality.Sampler, first int) {
	for hart, blocks := range a {
		for _, block := range blocks[:first] {
			s.Access(hart, int(block), 1)
		}
	}
}

// sum adds up the numbers of the blocks from an access of every hart on, which is
// the least that can be done with them.
func (a accesses) sum(from int) (sum int64) {
	for _, blocks := range a {
		for _, block := range blocks[from:] {
			sum += int64(block)
		}
	}
	return sum
}

// deviation is by how much shares differ, on average over blocks and columns and
// at most.
func deviation(got, want *locality.Counts) (mean, most float64) {
	n := 0
	for block := range want.Blocks() {
		shares := got.Shares(block)
		for column, share := range want.Shares(block) {
			off := share - shares[column]
			off = max(off, -off)
			mean, most = mean+off, max(most, off)
			n++
		}
	}
	return mean / float64(n), most
}
