package sdf3_test

import (
	"math/big"
	"slices"
	"testing"

	"sdse/kpn"
	"sdse/kpn/sdf3"

	"pgregory.net/rapid"
)

// drawApplication draws a small graph with a vector of its own: a ring of actors
// and some channels beside, with tokens and mostly with bounds.
func drawApplication(t *rapid.T) *kpn.Application {
	n := func(least, most int) int { return rapid.IntRange(least, most).Draw(t, "n") }
	actors := n(1, 4)
	app := &kpn.Application{Name: "drawn", Firing: kpn.Firing(n(0, 1))}
	q := make([]int64, actors)
	for i := range q {
		q[i] = int64(n(1, 3))
		app.Processes = append(app.Processes, kpn.Process{Name: "p"})
		app.Operations = append(app.Operations, kpn.Operation{Name: "o", Costs: []kpn.TypeCost{{Type: "default", Units: int64(n(0, 9))}}})
	}
	reads, writes := make([][]kpn.Event, actors), make([][]kpn.Event, actors)
	for i := range actors + n(0, 2) {
		src, dst := i%actors, (i+1)%actors
		if i >= actors {
			src, dst = n(0, actors-1), n(0, actors-1)
		}
		out, in := q[dst], q[src]
		c := kpn.Channel{Name: "c", Writer: src, Reader: dst, Capacity: kpn.Unbounded}
		if i >= actors-1 {
			c.Initial = int64(n(0, 8))
		}
		if n(0, 3) > 0 {
			c.Capacity = max(c.Initial, int64(n(2, 14)))
		}
		reads[dst] = append(reads[dst], kpn.Event{Kind: kpn.Read, Arg: i, N: in})
		writes[src] = append(writes[src], kpn.Event{Kind: kpn.Write, Arg: i, N: out})
		app.Channels = append(app.Channels, c)
	}
	sc := kpn.Scenario{Name: "only", Weight: 1, Iterations: 1}
	for i := range q {
		events := append(append(reads[i], kpn.Event{Kind: kpn.Execute, Arg: i, N: 1}), writes[i]...)
		sc.Traces = append(sc.Traces, kpn.NewFragment(events).Repeat(q[i]))
	}
	app.Scenarios = []kpn.Scenario{sc}
	return app
}

// TestWorstCaseOfOneScenarioIsItsPeriod compares the analysis with iterations
// that are carried out one after the other, under both rules, bounded and not.
func TestWorstCaseOfOneScenarioIsItsPeriod(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		app := drawApplication(t)
		by := kahn
		if app.Firing == kpn.SDFFiring {
			by = claimed
		}
		const iterations = 240
		file := &sdf3.File{Application: app, Rewards: []int64{1000}}
		completed, live := selfTimed(app, iterations, by)
		w, err := file.WorstCase("default")
		if live != (err == nil) {
			t.Fatalf("live %v, but %v", live, err)
		}
		if !live {
			return
		}
		if period := steady(completed); period != nil {
			compared++
			if period.Cmp(w.Period) != 0 {
				t.Fatalf("worst case %s, iterated %s", w.Period.RatString(), period.RatString())
			}
		}
	})
	if compared < 20 {
		t.Errorf("only %d systems were compared", compared)
	}
}

// TestWorstCaseOfTwoScenariosIsNoBetterThanAnySequence plays random sequences.
func TestWorstCaseOfTwoScenariosIsNoBetterThanAnySequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		app := drawApplication(t)
		other := app.Scenarios[0]
		other.Name = "slow"
		other.Traces = nil
		for _, f := range app.Scenarios[0].Traces {
			app.Operations = append(app.Operations, kpn.Operation{Name: "o", Costs: []kpn.TypeCost{{Type: "default", Units: int64(rapid.IntRange(0, 9).Draw(t, "units"))}}})
			var events []kpn.Event
			for e := range f.Events() {
				if e.Kind == kpn.Execute {
					e.Arg = len(app.Operations) - 1
				}
				events = append(events, e)
			}
			other.Traces = append(other.Traces, kpn.NewFragment(events))
		}
		app.Scenarios = append(app.Scenarios, other)
		both := []kpn.Transition{{State: 0, Weight: 1}, {State: 1, Weight: 1}}
		app.Automaton = &kpn.Automaton{States: []kpn.State{{Name: "a", Scenario: 0, Next: both}, {Name: "b", Scenario: 1, Next: both}}}
		w, err := (&sdf3.File{Application: app, Rewards: []int64{1000, 1000}}).WorstCase("default")
		if err != nil {
			return
		}
		by := kahn
		if app.Firing == kpn.SDFFiring {
			by = claimed
		}
		round := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b"}), 1, 5).Draw(t, "round")
		perState := func(round []string) *big.Rat {
			var ends []int64
			for _, rounds := range []int{60, 120} {
				played, err := sdf3.Play(app, slices.Repeat(round, rounds)...)
				if err != nil {
					t.Fatal(err)
				}
				completed, live := selfTimed(played, 1, by)
				if !live {
					t.Fatal("deadlock")
				}
				ends = append(ends, completed[0])
			}
			return big.NewRat(ends[1]-ends[0], 1000*60*int64(len(round)))
		}
		if got := perState(round); got.Cmp(w.Period) > 0 {
			t.Fatalf("%v takes %s, the worst case is %s over %v", round, got.FloatString(6), w.Period.FloatString(6), w.States)
		}
		if len(w.States) == 0 {
			return
		}
		if got := perState(w.States); got.Cmp(w.Period) != 0 {
			t.Fatalf("the worst case %v takes %s, not %s", w.States, got.FloatString(6), w.Period.FloatString(6))
		}
	})
}
