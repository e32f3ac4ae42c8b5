package sesame_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"sdse/sesame"
)

// differentialCases is how many random systems TestAgreesWithReference takes
// unless SDSE_CASES names another number.
const differentialCases = 3000

// TestAgreesWithReference compares every output of the simulator with the
// reference on random systems, each with several designs in several scenarios.
func TestAgreesWithReference(t *testing.T) {
	cases := uint64(differentialCases)
	if testing.Short() {
		cases /= 10
	}
	if text := os.Getenv("SDSE_CASES"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("SDSE_CASES: %v", err)
		}
		cases = n
	}
	var seen coverage
	for n := range cases {
		d := seeded(n)
		s := d.system()
		seen.systems++
		compare(t, n, d, s, &seen)
		if t.Failed() {
			return
		}
	}
	seen.check(t)
}

func compare(t *testing.T, n uint64, d draw, s *system, seen *coverage) {
	t.Helper()
	model := s.compile(t)
	if got, want := model.Bounds(), s.bounds(); !reflect.DeepEqual(got, want) {
		t.Fatalf("system %d: bounds %v, want %v", n, got, want)
	}
	sim := model.NewSimulator()
	for _, genes := range d.designs(model.Bounds(), 2) {
		sim.Bind(genes)
		for range min(3, s.space.Len()) {
			scenario := d(s.space.Len())
			want := s.examine(genes, scenario)
			got := asReferenceKnows(sim.Examine(scenario))
			if !reflect.DeepEqual(got, want) {
				t.Errorf("system %d, design %v, scenario %d:\n%s", n, genes, scenario, difference(got, want))
				return
			}
			if got, want := sim.Simulate(scenario), outcomeOf(want); got != want {
				t.Errorf("system %d, design %v, scenario %d: outcome %+v, want %+v", n, genes, scenario, got, want)
				return
			}
			seen.note(want)
		}
	}
}

// asReferenceKnows leaves out what the reference does not fill yet.
// TO BE REMOVED when the reference knows everything.
func asReferenceKnows(st *sesame.Statistics) *sesame.Statistics {
	st.Applications, st.Channels = nil, nil
	for i := range st.Processors {
		st.Processors[i].Picks, st.Processors[i].Switches, st.Processors[i].Preemptions = 0, 0, 0
	}
	return st
}

// difference shows where two reports differ, each line under the last heading
// that they have in common.
func difference(got, want *sesame.Statistics) string {
	var b strings.Builder
	g, w := lines(got), lines(want)
	name := ""
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) {
			fmt.Fprintf(&b, "got %d lines, want %d", len(g), len(w))
			break
		}
		if g[i] != w[i] {
			fmt.Fprintf(&b, "%s: got %s want %s\n", name, g[i], w[i])
		} else if strings.Contains(g[i], "Name") || strings.Contains(g[i], "[") {
			name = strings.TrimSpace(g[i])
		}
	}
	return b.String()
}

func lines(st *sesame.Statistics) []string {
	text, err := json.MarshalIndent(st, "", " ")
	if err != nil {
		panic(err) // statistics are plain data
	}
	return strings.Split(string(text), "\n")
}

// outcomeOf is what Simulate should return, given all that happened.
func outcomeOf(st *sesame.Statistics) sesame.Outcome {
	if st.Failure != sesame.None {
		return sesame.Outcome{Failure: st.Failure}
	}
	return sesame.Outcome{Makespan: st.Makespan, Energy: st.Energy.Total.Rounded()}
}

// coverage counts what the random systems did, so that a generator that has
// stopped to make trouble is noticed.
type coverage struct {
	systems, simulations                       int
	deadlocks, pathless, waiting, multi, empty int
}

func (c *coverage) note(st *sesame.Statistics) {
	c.simulations++
	switch st.Failure {
	case sesame.Deadlock:
		c.deadlocks++
	case sesame.NoPath:
		c.pathless++
	default:
		if st.Makespan == 0 {
			c.empty++
		}
	}
	waitedFor := 0
	for _, use := range st.Components {
		if use.Waiting > 0 {
			waitedFor++
		}
	}
	if waitedFor > 0 {
		c.waiting++
	}
	if waitedFor > 1 {
		c.multi++
	}
}

func (c *coverage) check(t *testing.T) {
	t.Logf("%d systems, %d simulations: %d deadlocks, %d without a path, %d with waiting for a component, %d for several, %d in no time",
		c.systems, c.simulations, c.deadlocks, c.pathless, c.waiting, c.multi, c.empty)
	for what, n := range map[string]int{"deadlocks": c.deadlocks, "missing paths": c.pathless,
		"waiting": c.waiting / 5, "waiting for several components": c.multi, "empty scenarios": c.empty} {
		if c.systems >= differentialCases && n < c.simulations/200 {
			t.Errorf("too few %s (%d) for the comparison to mean much", what, n)
		}
	}
}
