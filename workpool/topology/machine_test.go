package topology

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// TestSpread compares orders with those written down by hand.
func TestSpread(t *testing.T) {
	interleaved := newTree("0-7") // siblings beside each other, domains taking turns
	for n := range 8 {
		threads := []string{"0-1", "2-3", "4-5", "6-7"}[n/2]
		interleaved.cpu(n, n/2, 0, threads)
		interleaved.caches(n, threads, threads, []string{"0-1,4-5", "2-3,6-7"}[n/2%2])
	}
	sockets := newTree("0-3") // two packages of two nodes, all taking turns
	for n := range 4 {
		sockets.cpu(n, n, n%2, []string{"0", "1", "2", "3"}[n])
		sockets.caches(n, "0-3", "0-3")
	}
	sockets.nodes("0-3", "0", "1", "2", "3")
	nodes := newTree("0-3") // two nodes with two caches each, all taking turns
	for n := range 4 {
		own := []string{"0", "1", "2", "3"}[n]
		nodes.cpu(n, n, 0, own)
		nodes.caches(n, own, own)
	}
	nodes.nodes("0-1", "0,2", "1,3")
	for _, test := range []struct {
		name    string
		tree    tree
		allowed []int
		workers int
		want    []int
	}{
		{"one CPU", single(), nil, 3, []int{0, 0, 0}},
		{"first threads, then second", twoSockets(), nil, 18, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1}},
		{"complexes", complexes(), nil, 8, []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{"domains filled though numbers take turns", interleaved, nil, 8, []int{0, 4, 2, 6, 1, 5, 3, 7}},
		{"a package filled though nodes take turns", sockets, nil, 4, []int{0, 2, 1, 3}},
		{"a node filled though caches take turns", nodes, nil, 4, []int{0, 2, 1, 3}},
		{"fewer workers than CPUs", interleaved, nil, 3, []int{0, 4, 2}},
		{"a second thread alone is a first", twoSockets(), []int{8, 0, 9}, 3, []int{0, 9, 8}},
		{"no workers", single(), nil, 0, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []int
			for _, c := range test.tree.read(t, test.allowed).Spread(test.workers) {
				got = append(got, c.Number)
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("bound to %v, want %v", got, test.want)
			}
		})
	}
}

func TestNoMachine(t *testing.T) {
	var m Machine
	if m.Spread(2) != nil || m.Workers() != 1 {
		t.Errorf("the zero machine spreads over %v and wants %d workers", m.Spread(2), m.Workers())
	}
}

// TestSpreadProperties: on any machine every round takes each CPU once; in it no
// core is taken again while another has been taken less often and has threads
// left; and of the first threads each domain is one run.
func TestSpreadProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMachine(t)
		spread := m.Spread(2 * len(m.CPUs))
		round, again := spread[:len(m.CPUs)], spread[len(m.CPUs):]
		if !reflect.DeepEqual(round, again) {
			t.Fatalf("the second round is %v, the first %v", again, round)
		}
		threads, taken := map[int]int{}, map[int]int{}
		for _, c := range m.CPUs {
			threads[c.Core]++
		}
		seen, left, last := map[int]bool{}, map[int]bool{}, -1
		for _, c := range round {
			for core, n := range threads {
				if taken[core] < taken[c.Core] && taken[core] < n {
					t.Fatalf("core %d is taken again before core %d: %v", c.Core, core, round)
				}
			}
			if taken[c.Core]++; taken[c.Core] == 1 {
				if left[c.Domain] {
					t.Fatalf("domain %d is begun twice: %v", c.Domain, round)
				}
				if last >= 0 && last != c.Domain {
					left[last] = true
				}
				last = c.Domain
			}
			if seen[c.Number] {
				t.Fatalf("CPU %d comes twice: %v", c.Number, round)
			}
			seen[c.Number] = true
		}
	})
}

// anyMachine draws CPUs for cores, and for each core a domain; domains lie in
// packages, and packages are nodes.
func anyMachine(t *rapid.T) *Machine {
	domains := rapid.SliceOfN(rapid.IntRange(0, 2), 1, 4).Draw(t, "package by domain")
	cores := rapid.SliceOfN(rapid.IntRange(0, len(domains)-1), 1, 6).Draw(t, "domain by core")
	m := &Machine{}
	for n, core := range rapid.SliceOfN(rapid.IntRange(0, len(cores)-1), 1, 20).Draw(t, "core by CPU") {
		domain := cores[core]
		m.CPUs = append(m.CPUs, CPU{Number: n, Core: core, Package: domains[domain], Node: domains[domain], Domain: domain})
	}
	return m
}
