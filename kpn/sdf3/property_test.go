package sdf3

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func drawInt(t *rapid.T, least, most int64) int64 {
	return rapid.Int64Range(least, most).Draw(t, "n")
}

// TestBalanceFindsTheVectorAGraphIsMadeFrom draws a vector first and gives every
// channel rates that fit it, with another factor each.
func TestBalanceFindsTheVectorAGraphIsMadeFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := int(drawInt(t, 1, 6))
		want := make([]int64, n)
		names := make([]string, n)
		all := int64(0)
		for i := range want {
			want[i] = drawInt(t, 1, 30)
			names[i] = fmt.Sprint("a", i)
			all = gcd(all, want[i])
		}
		for i := range want {
			want[i] /= all
		}
		var flows []flow
		add := func(src, dst int) {
			g, k := gcd(want[src], want[dst]), drawInt(t, 1, 5)
			flows = append(flows, flow{fmt.Sprint("c", len(flows)), src, dst, want[dst] / g * k, want[src] / g * k})
		}
		for i := 1; i < n; i++ { // a tree, in any direction
			ends := [2]int{int(drawInt(t, 0, int64(i-1))), i}
			d := drawInt(t, 0, 1)
			add(ends[d], ends[1-d])
		}
		for range drawInt(t, 0, 5) {
			add(int(drawInt(t, 0, int64(n-1))), int(drawInt(t, 0, int64(n-1))))
		}
		got, wrong := balance(names, flows)
		if len(wrong) > 0 || !slices.Equal(got, want) {
			t.Fatalf("got %v %v, want %v of %v", got, wrong, want, flows)
		}
		if extra := len(flows) - (n - 1); extra > 0 { // every channel beyond the tree closes a cycle
			i := len(flows) - 1
			flows[i].produced++
			if got, wrong := balance(names, flows); len(wrong) == 0 {
				t.Fatalf("%v is accepted with %v", flows, got)
			}
		}
	})
}

// TestLargestRatioAgainstAllCycles compares with a search through all simple
// cycles of small graphs.
func TestLargestRatioAgainstAllCycles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := int(drawInt(t, 1, 5))
		var edges []edge
		for range drawInt(t, 1, 12) {
			edges = append(edges, edge{int(drawInt(t, 0, int64(n-1))), int(drawInt(t, 0, int64(n-1))), drawInt(t, 0, 9), drawInt(t, 1, 4)})
		}
		want := new(big.Rat)
		var walk func(first, at int, seen int, time, reward int64)
		walk = func(first, at, seen int, time, reward int64) {
			for _, e := range edges {
				switch {
				case e.from != at:
				case e.to == first:
					if r := big.NewRat(time+e.time, reward+e.reward); r.Cmp(want) > 0 {
						want = r
					}
				case e.to > first && seen&(1<<e.to) == 0:
					walk(first, e.to, seen|1<<e.to, time+e.time, reward+e.reward)
				}
			}
		}
		for first := range n {
			walk(first, first, 0, 0, 0)
		}
		got, cycle, err := largestRatio(n, edges)
		if err != nil || got.Cmp(want) != 0 {
			t.Fatalf("got %v %v, want %v", got, err, want)
		}
		for i, e := range cycle {
			if edges[e].to != edges[cycle[(i+1)%len(cycle)]].from {
				t.Fatalf("%v of %v is no cycle", cycle, edges)
			}
		}
	})
}
