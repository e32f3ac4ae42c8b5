package locality

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// counts makes counts of rows: a block each, by node.
func counts(rows ...[]int64) *Counts {
	c := NewCounts(len(rows), len(rows[0]))
	for block, row := range rows {
		for node, n := range row {
			c.Add(block, node, n)
		}
	}
	return c
}

// Which accesses of one interval make a block move that lives on node 0, under
// a margin of a tenth and two standard deviations.
func TestWhenABlockMoves(t *testing.T) {
	for _, c := range []struct {
		name string
		by   []int64
		to   int
	}{
		{"all from elsewhere", []int64{0, 100, 0}, 1},
		{"the home has most", []int64{60, 40, 0}, 0},
		{"another has more, but not by a tenth", []int64{4600, 5400, 0}, 0},
		{"another has a tenth more, which is not above the margin", []int64{450, 550, 0}, 0},
		{"another has more than a tenth more", []int64{449, 551, 0}, 1},
		{"more than a tenth, but of the accesses of all nodes it is not", []int64{449, 551, 20}, 0},
		{"the largest of two that beat the home", []int64{10, 40, 50}, 2},
		{"the first of two equals", []int64{10, 45, 45}, 1},
		{"the home is as good as the others", []int64{40, 40, 40}, 0},
		{"four tosses of a coin all fell one way, which is two deviations", []int64{0, 4, 0}, 0},
		{"five did", []int64{0, 5, 0}, 1},
		{"32 of 50 are 14 more, two deviations are 14.1", []int64{18, 32, 0}, 0},
		{"33 of 50 are 16 more", []int64{17, 33, 0}, 1},
		{"what a third node does adds no chance to the other two", []int64{5, 16, 15}, 1},
		{"none", []int64{0, 0, 0}, 0},
	} {
		h := NewHomes([]int{0}, Rules{Margin: 0.1, Freeze: 2, Sure: 2})
		d := h.Decide(counts(c.by))
		if h.Of(0) != c.to {
			t.Errorf("%s: it lives on node %d, want %d", c.name, h.Of(0), c.to)
		}
		var want []Move
		if c.to != 0 {
			want = []Move{{0, 0, c.to}}
		}
		if !reflect.DeepEqual(d.Moves, want) || d.Frozen != 0 {
			t.Errorf("%s: decided %+v, want %+v", c.name, d, want)
		}
	}
}

// A block that two nodes use in turns moves at once, and then every third time
// only; without freezing it would move every time.
func TestPingPong(t *testing.T) {
	for _, c := range []struct {
		freeze int
		homes  []int // after each interval
		frozen []int // blocks held back in each interval
	}{
		{0, []int{1, 0, 1, 0, 1, 0, 1, 0}, []int{0, 0, 0, 0, 0, 0, 0, 0}},
		{1, []int{1, 1, 1, 0, 0, 0, 1, 1}, []int{0, 1, 0, 0, 1, 0, 0, 1}},
		{2, []int{1, 1, 1, 0, 0, 0, 1, 1}, []int{0, 1, 0, 0, 1, 0, 0, 1}},
		{3, []int{1, 1, 1, 1, 1, 0, 0, 0}, []int{0, 1, 0, 1, 0, 0, 1, 0}},
	} {
		h := NewHomes([]int{0}, Rules{Freeze: c.freeze})
		var homes, frozen []int
		for interval := range c.homes {
			by := []int64{0, 100}
			if interval%2 == 1 {
				by = []int64{100, 0}
			}
			d := h.Decide(counts(by))
			homes, frozen = append(homes, h.Of(0)), append(frozen, d.Frozen)
		}
		if !reflect.DeepEqual(homes, c.homes) || !reflect.DeepEqual(frozen, c.frozen) {
			t.Errorf("frozen for %d: homes %v, held back %v; want %v, %v", c.freeze, homes, frozen, c.homes, c.frozen)
		}
	}
}

// Four blocks, two nodes, three intervals, by hand.
func TestDecisions(t *testing.T) {
	h := NewHomes([]int{0, 0, 1, 1}, Rules{Margin: 0.1, Freeze: 1, Sure: 1.8})
	first := counts([]int64{1, 9}, []int64{9, 1}, []int64{8, 2}, []int64{3, 0})
	if remote, all := h.Remote(first); remote != 9+1+8+3 || all != 33 {
		t.Errorf("%d of %d accesses are remote at first, want 21 of 33", remote, all)
	}
	want := []Decision{
		{Moves: []Move{{0, 0, 1}, {2, 1, 0}}},            // block 3 has too few samples: 3 are 1.7 deviations
		{Moves: []Move{{1, 0, 1}, {3, 1, 0}}, Frozen: 1}, // block 0 is frozen
		{Moves: []Move{{0, 1, 0}}, Frozen: 2},            // blocks 1 and 3 are
	}
	second := counts([]int64{9, 1}, []int64{0, 9}, []int64{9, 0}, []int64{4, 0})
	third := counts([]int64{9, 1}, []int64{9, 0}, []int64{9, 0}, []int64{0, 4})
	for i, c := range []*Counts{first, second, third} {
		if d := h.Decide(c); !reflect.DeepEqual(d, want[i]) {
			t.Errorf("interval %d: decided %+v, want %+v", i, d, want[i])
		}
		if i == 0 {
			if remote, _ := h.Remote(first); remote != 1+1+2+3 {
				t.Errorf("%d accesses are remote after the first move, want 7", remote)
			}
		}
	}
}

// Whatever happens: every move goes from the home to a node that used the block
// more, nothing moves while it is frozen, and a second Homes decides the same.
func TestHomesProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := Rules{Margin: rapid.Float64Range(0, 0.5).Draw(t, "margin"), Freeze: rapid.IntRange(0, 3).Draw(t, "freeze"),
			Sure: rapid.Float64Range(0, 3).Draw(t, "sure")}
		const blocks, nodes = 3, 3
		h, twin := NewHomes(make([]int, blocks), rules), NewHomes(make([]int, blocks), rules)
		last := map[int]int{}
		for interval := range 12 {
			c := NewCounts(blocks, nodes)
			for block := range blocks {
				for node := range nodes {
					c.Add(block, node, rapid.Int64Range(0, 9).Draw(t, "n"))
				}
			}
			before := append([]int{}, h.home...)
			d := h.Decide(c)
			if !reflect.DeepEqual(d, twin.Decide(c)) {
				t.Fatal("two with the same counts decide differently")
			}
			for _, m := range d.Moves {
				if m.From != before[m.Block] || m.To != h.Of(m.Block) || c.Of(m.Block, m.To) <= c.Of(m.Block, m.From) {
					t.Fatalf("move %+v of a block that lived on %d, by %v", m, before[m.Block], c.row(m.Block))
				}
				if at, moved := last[m.Block]; moved && interval-at <= rules.Freeze {
					t.Fatalf("block %d moved in intervals %d and %d, frozen for %d", m.Block, at, interval, rules.Freeze)
				}
				last[m.Block] = interval
			}
		}
	})
}
