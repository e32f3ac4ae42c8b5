package locality

import "math"

// Rules say when a block moves.
type Rules struct {
	// Margin is by how much the share of another node has to exceed that of the
	// home. Below it a move would gain less than it costs.
	Margin float64
	// Freeze is for how many intervals a block that has moved stays where it is,
	// so that two nodes that use it in turns do not play ping-pong with it.
	Freeze int
	// Sure is by how many standard deviations of chance the samples of another
	// node have to be more than those of the home: two nodes that really use a
	// block alike seem that far apart once in a thousand times at 3.
	Sure float64
}

// DefaultRules move a block if another node has a tenth more of its accesses and
// at most one in a thousand such moves is by chance, and then freeze it for two
// intervals. The paper has the freezing but names no numbers.
func DefaultRules() Rules { return Rules{Margin: 0.1, Freeze: 2, Sure: 3} }

// Homes knows the node that every block lives on and decides, interval by
// interval, which blocks should live elsewhere.
type Homes struct {
	rules  Rules
	home   []int
	frozen []int // per block: intervals for which it stays
}

// Move is a block that is to live on another node.
type Move struct{ Block, From, To int }

// Decision is what the samples of one interval lead to.
type Decision struct {
	Moves  []Move // by block, ascending
	Frozen int    // blocks that would have moved if they had not been frozen
}

// NewHomes takes the node that every block lives on at first.
func NewHomes(home []int, rules Rules) *Homes {
	return &Homes{rules: rules, home: append([]int{}, home...), frozen: make([]int, len(home))}
}

// Of returns the node that a block lives on.
func (h *Homes) Of(block int) int { return h.home[block] }

// Decide ends an interval, in which the nodes made these accesses: a block goes
// to the node with the largest share, the first of equals, if the rules let it.
// From then on it lives there; that its memory follows is up to the caller.
func (h *Homes) Decide(byNode *Counts) Decision {
	var d Decision
	for block, home := range h.home {
		to := h.best(byNode, block)
		switch {
		case h.frozen[block] > 0:
			h.frozen[block]--
			if to != home {
				d.Frozen++
			}
		case to != home:
			d.Moves = append(d.Moves, Move{block, home, to})
			h.home[block], h.frozen[block] = to, h.rules.Freeze
		}
	}
	return d
}

// best returns where a block should live, frozen or not.
func (h *Homes) best(byNode *Counts, block int) int {
	home, to := h.home[block], h.home[block]
	row, total := byNode.row(block), float64(byNode.Total(block))
	for node, n := range row {
		more, both := float64(n-row[home]), float64(n+row[home])
		// Of both nodes' samples each is a toss of a coin, so the variance of their
		// difference is their number.
		if more > h.rules.Margin*total && more > h.rules.Sure*math.Sqrt(both) && n > row[to] {
			to = node
		}
	}
	return to
}

// Remote returns how many of the accesses went to blocks that live on another
// node than the one that made them, and how many there were.
func (h *Homes) Remote(byNode *Counts) (remote, all int64) {
	for block, home := range h.home {
		total := byNode.Total(block)
		remote += total - byNode.Of(block, home)
		all += total
	}
	return remote, all
}
