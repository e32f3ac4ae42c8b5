package bench

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"sdse/sesame/evaluate"
	"sdse/sesame/shapes"
	"sdse/workpool/counters"
	"sdse/workpool/locality"
	"sdse/workpool/topology"
)

// TestMigrationsByHand: an owner's node makes 16 of 20 accesses of a block. All
// blocks live on node 0 at first, where half of the accesses are local.
func TestMigrationsByHand(t *testing.T) {
	for _, c := range []struct {
		p               pattern
		freeze          int
		moves, heldBack int
		nonLocal        float64 // with moving, mean of the eight intervals
	}{
		{ownedBlocks, 0, 32, 0, (50 + 7*20.) / 8},
		{ownedBlocks, 2, 32, 0, (50 + 7*20.) / 8},
		{inheritedBlocks, 2, 96, 0, (50 + 3*20 + 80 + 3*20.) / 8},
		{borrowedBlocks, 0, 32 + 7*64, 0, (50 + 7*80.) / 8}, // always where they were needed last
		// One half: 20, then 80 and a move, 80 frozen, 20, 80 and a move, 80, 20, 80
		// and a move; the other half is an interval ahead.
		{borrowedBlocks, 2, 32*3 + 32*3, 32*2 + 32*3, (460 + 520.) / 2 / 8},
		{sharedBlocks, 0, 0, 0, 50},
		{sharedBlocks, 2, 0, 0, 50},
	} {
		chance := 0 // one in a thousand decisions, and 512 are taken
		if c.p.name == sharedBlocks.name {
			chance = 4
		}
		m := migrate(c.p, c.freeze, 32, 30_000, shapes.DefaultSeed)
		if m.moves < c.moves || m.moves > c.moves+chance || m.heldBack != c.heldBack || math.Abs(m.moving()-c.nonLocal) > 0.3 || math.Abs(m.staying()-50) > 0.3 {
			t.Errorf("%s, frozen for %d: %d moves, %d held back, %.2f %% and %.2f %% non-local; want %d, %d, 50 and %.2f", c.p.name, c.freeze,
				m.moves, m.heldBack, m.staying(), m.moving(), c.moves, c.heldBack, c.nonLocal)
		}
		if want := 100 * (1 - c.nonLocal/50); math.Abs(m.fewer()-want) > 1 {
			t.Errorf("%s, frozen for %d: %.2f %% fewer, want %.2f", c.p.name, c.freeze, m.fewer(), want)
		}
	}
}

func TestDeviationByHand(t *testing.T) {
	got, want := locality.NewCounts(2, 2), locality.NewCounts(2, 2)
	got.Add(0, 0, 1)
	got.Add(0, 1, 1) // half and half, of block 1 nothing
	want.Add(0, 0, 3)
	want.Add(0, 1, 1)
	want.Add(1, 1, 8)
	if mean, most := deviation(got, want); mean != (0.25+0.25+0+1)/4 || most != 1 {
		t.Errorf("deviation %v, at most %v", mean, most)
	}
}

// TestListOf: 2 designs in 3 scenarios, in every order.
func TestListOf(t *testing.T) {
	sh, err := shapes.Scenes(shapes.DefaultSeed, 3, 8)
	if err != nil {
		t.Fatal(err)
	}
	seen := func(order evaluate.Order) (list []int) {
		for _, j := range listOf(sh, sh.Genes[:2], order, 1) {
			design := slices.IndexFunc(sh.Genes, func(genes []int) bool { return &genes[0] == &j.Genes[0] })
			list = append(list, 10*design+j.Scenario)
		}
		return list
	}
	if got := seen(evaluate.ByDesign); !slices.Equal(got, []int{0, 1, 2, 10, 11, 12}) {
		t.Errorf("by design %v", got)
	}
	if got := seen(evaluate.ByScenario); !slices.Equal(got, []int{0, 10, 1, 11, 2, 12}) {
		t.Errorf("by scenario %v", got)
	}
	random := seen(evaluate.Random)
	if slices.IsSorted(random) {
		t.Errorf("at random %v", random)
	}
	slices.Sort(random)
	if !slices.Equal(random, []int{0, 1, 2, 10, 11, 12}) {
		t.Errorf("at random %v", random)
	}
	l := listOf(sh, sh.Genes[:2], evaluate.ByDesign, 1)
	sim := sh.Model.NewSimulator()
	for i := range l.portions() {
		l.portion(sim, i)
	}
	for i, j := range l {
		if j.Outcome.Makespan == 0 {
			t.Errorf("job %d of %d was not done", i, len(l))
		}
	}
}

// TestTwoNodes pretends that a CPU is one of another node: everything is measured,
// wherever the memory really is.
func TestTwoNodes(t *testing.T) {
	machine, err := topology.Read()
	if err != nil {
		t.Fatal(err)
	}
	first := machine.CPUs[0]
	other := first
	other.Node = 1 - first.Node
	two := &topology.Machine{CPUs: []topology.CPU{first, other}, Cores: 1, Packages: 1, Nodes: 2, Domains: 1,
		NodeNumbers: []int{machine.NodeNumbers[0], machine.NodeNumbers[0]}}
	s := &session{clock: newClock(context.Background(), 1, 0), Options: Options{Size: Quick, Seed: shapes.DefaultSeed}, report: &Report{}}
	if err := s.onNodes(two); err != nil {
		t.Fatal(err)
	}
	rows := s.report.Tables[0].Rows
	if rows[0].Missing != "" { // a system that cannot move pages
		t.Skip(rows[0].Missing)
	}
	if len(rows) != 2 || rows[1].Case != "a replica per node" || rows[1].Values[0].Median <= 0 {
		t.Errorf("rows %+v", rows)
	}
	two.Nodes = 1
	if err := s.onNodes(two); err != nil || s.report.Tables[1].Rows[0].Missing != "one node: nothing to move" {
		t.Errorf("%+v, error %v", s.report.Tables[1].Rows, err)
	}
}

// TestWatchSaysWhatItCannotCount holds figures of counters against their readings.
func TestWatchSaysWhatItCannotCount(t *testing.T) {
	w := &watch{}
	c, err := openCrew(1, func(int) error { w.open(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	defer w.close()
	for counter, reading := range w.read().All() {
		v := w.figure(counter, samples{6}, 2)
		if reading.Why == "" && (v.Median != 3 || v.Missing != "") || reading.Why != "" && !strings.HasSuffix(v.Missing, reading.Why) {
			t.Errorf("%v: figure %+v of %+v", counter, v, reading)
		}
	}
	if w.probe(counters.MinorFaults)() < 0 {
		t.Error("fewer than no faults")
	}
}

// TestHugeTraces: what is too small for a huge page says so.
func TestHugeTraces(t *testing.T) {
	if _, err := intoHugePages(make([]byte, 4096)); err == nil {
		t.Error("a page holds a huge one")
	}
}
