package ea

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sdse/explorer/pareto"
)

func individual(gene int, violation float64, objectives ...float64) *genome {
	return &genome{Member: Member{Genes: []int{gene}, Outcome: Outcome{Objectives: objectives, Violation: violation}}}
}

func TestOrder(t *testing.T) {
	members := []*genome{
		individual(0, 2),           // infeasible, more violated
		individual(1, 0, 2, 2),     // dominated by 4
		individual(2, 0, 0, 8),     // an end of the first front
		individual(3, 0, 0, 8),     // its copy
		individual(4, 0, 1, 2),     // (4-0)/4 + (8-0)/8 = 2
		individual(5, 0.5, -9, -9), // infeasible, less violated
		individual(6, 0, 4, 0),     // the other end
		individual(7, 0, 0, 8),     // another copy
		individual(8, 0, 1, 2),     // a copy
	}
	order(members, pareto.Sorter{})
	want := []struct {
		gene, rank, level int
		crowding          float64
	}{
		{2, 0, 0, math.Inf(1)}, {6, 0, 0, math.Inf(1)}, {4, 0, 0, 2},
		// Level 1 has the copies (0,8) and (1,2) and the second front, (2,2): the
		// ends are (0,8), then (2,2) in the first and (1,2) in the second objective.
		{1, 1, 1, math.Inf(1)}, {3, 0, 1, math.Inf(1)}, {8, 0, 1, math.Inf(1)},
		{7, 0, 2, math.Inf(1)},
		{5, 2, 3, 0}, {0, 3, 4, 0},
	}
	for i, m := range members {
		w := want[i]
		if m.Genes[0] != w.gene || m.Rank != w.rank || m.Level != w.level || m.crowding != w.crowding {
			t.Errorf("place %d: gene %d, rank %d, level %d, crowding %v; want %v", i, m.Genes[0], m.Rank, m.Level, m.crowding, w)
		}
		if place, err := m.Evaluate(); err != nil || place != float64(i) {
			t.Errorf("place %d: fitness %v, error %v", i, place, err)
		}
	}
}

func TestOrderKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var members []*genome
		for i := range rapid.IntRange(1, 30).Draw(t, "members") {
			members = append(members, individual(i, max(0, float64(rapid.IntRange(-3, 2).Draw(t, "violation"))),
				float64(rapid.IntRange(0, 3).Draw(t, "first")), float64(rapid.IntRange(0, 3).Draw(t, "second"))))
		}
		order(members, pareto.Sorter{})
		distinct := map[string]bool{}
		for i, m := range members {
			if i > 0 {
				before := members[i-1]
				if c := cmp.Or(cmp.Compare(before.Level, m.Level), cmp.Compare(m.crowding, before.crowding)); c > 0 {
					t.Fatalf("place %d: level %d, crowding %v after level %d, crowding %v", i, m.Level, m.crowding, before.Level, before.crowding)
				}
				if m.Feasible() && !before.Feasible() {
					t.Fatalf("place %d is feasible after an infeasible one", i)
				}
			}
			if key := fmt.Sprint(m.Level, m.Objectives); m.Feasible() && distinct[key] {
				t.Fatalf("level %d has %v twice", m.Level, m.Objectives)
			} else {
				distinct[key] = true
			}
			if m.Level < m.Rank {
				t.Fatalf("level %d of rank %d", m.Level, m.Rank)
			}
		}
	})
}

func TestTournamentPrefersTheBetter(t *testing.T) {
	better, worse := individual(0, 0), individual(1, 0)
	worse.Level = 1
	lonely, crowded := individual(2, 0), individual(3, 0)
	lonely.crowding = 1
	rng := newRand(1)
	for _, pair := range [][]*genome{{better, worse}, {worse, better}, {lonely, crowded}, {crowded, lonely}} {
		won := map[int]int{}
		for range 1000 {
			won[tournament(pair, rng).Genes[0]]++
		}
		// The worse one wins only against itself.
		if first := won[0] + won[2]; first < 700 || first > 800 {
			t.Errorf("the better one of %v won %d of 1000", []int{pair[0].Genes[0], pair[1].Genes[0]}, first)
		}
	}
}

func TestMatesResembleEachOther(t *testing.T) {
	var parents []*genome
	for i := range 10 {
		parents = append(parents, &genome{Member: Member{Genes: []int{0, i, i * i}}})
	}
	child, rng := parents[3], newRand(1)
	same := 0
	for range 1000 {
		if mate(child, parents, rng) == child {
			same++
		}
	}
	// One of three suitors is the child itself with probability 1 - 0.9³.
	if same < 230 || same > 310 {
		t.Errorf("the most similar mate was taken %d times of 1000", same)
	}
}

// The generator is the documented sequence of a PCG.
func TestRandomNumbersAreThoseOfPCG(t *testing.T) {
	ours, theirs := newRand(42), rand.NewPCG(42, stream)
	for range 100 {
		if a, b := ours.Uint64(), theirs.Uint64(); a != b {
			t.Fatalf("%d, want %d", a, b)
		}
	}
	if a, b := ours.Int63(), int64(theirs.Uint64()>>1); a != b {
		t.Errorf("%d, want %d", a, b)
	}
	ours.Seed(42)
	if a, b := ours.Uint64(), rand.NewPCG(42, stream).Uint64(); a != b {
		t.Errorf("after Seed: %d, want %d", a, b)
	}
}

func BenchmarkOrder(b *testing.B) {
	for _, objectives := range []int{2, 3} {
		b.Run(fmt.Sprintf("M=%d/N=20000", objectives), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			members := make([]*genome, 20_000)
			for i := range members {
				members[i] = individual(i, 0)
				for range objectives {
					members[i].Objectives = append(members[i].Objectives, rng.Float64())
				}
			}
			for b.Loop() {
				slices.SortFunc(members, func(a, b *genome) int { return a.Genes[0] - b.Genes[0] })
				order(members, pareto.Sorter{})
			}
		})
	}
}
