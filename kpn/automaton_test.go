package kpn

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// automaton builds an automaton of states 0, 1, 2 …, of which each carries the
// scenario of its number, from lines like "1:0.3 2:0.7".
func automaton(t *testing.T, initial int, states ...string) *Automaton {
	t.Helper()
	a := &Automaton{Initial: initial}
	for i, text := range states {
		s := State{Name: fmt.Sprint(i), Scenario: i}
		for _, field := range strings.Fields(text) {
			var next Transition
			if _, err := fmt.Sscanf(field, "%d:%g", &next.State, &next.Weight); err != nil {
				t.Fatal(err)
			}
			s.Next = append(s.Next, next)
		}
		a.States = append(a.States, s)
	}
	return a
}

func near(a, b []float64, by float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= by })
}

func TestStationaryByHand(t *testing.T) {
	cases := []struct {
		name    string
		initial int
		states  []string
		want    []float64
	}{
		{"one state", 0, []string{"0:1"}, []float64{1}},
		{"one state that leads nowhere", 0, []string{""}, []float64{1}},
		// Balance across the cut: π0 · 0.1 = π1 · 0.4.
		{"two states", 0, []string{"0:0.9 1:0.1", "0:0.4 1:0.6"}, []float64{0.8, 0.2}},
		{"weights are relative", 1, []string{"0:90 1:10", "0:2 1:3"}, []float64{0.8, 0.2}},
		{"weights beyond the largest sum", 1, []string{"0:1.7e308 1:1.7e308", "0:1 1:1"}, []float64{0.5, 0.5}},
		{"a transition twice", 0, []string{"0:0.9 1:0.05 1:0.05", "0:0.4 1:0.6"}, []float64{0.8, 0.2}},
		{"a transition that never happens", 0, []string{"0:1 1:0", "0:1"}, []float64{1, 0}},
		{"a ring is periodic", 2, []string{"1:1", "2:1", "0:1"}, []float64{1. / 3, 1. / 3, 1. / 3}},
		// Up with 1/2, down with 1: π = (1/6, 1/3, 1/3, 1/6).
		{"a walk between two walls", 0, []string{"1:1", "0:1 2:1", "1:1 3:1", "2:1"}, []float64{1. / 6, 1. / 3, 1. / 3, 1. / 6}},
		{"a start that is never seen again", 0, []string{"1:1", "2:1", "1:1"}, []float64{0, 0.5, 0.5}},
		{"what cannot be reached", 2, []string{"0:1", "0:1 2:1", "2:1"}, []float64{0, 0, 1}},
		{"two ends", 0, []string{"0:0.5 1:0.3 2:0.2", "1:1", "2:1"}, []float64{0, 0.6, 0.4}},
		// Gambler's ruin with fair coins: from 1 of 4, ruin has 3/4.
		{"ruin", 1, []string{"0:1", "0:1 2:1", "1:1 3:1", "2:1 4:1", "4:1"}, []float64{0.75, 0, 0, 0, 0.25}},
		// From 0 to the ring {1, 2} with 2/3 or to {3, 4} with 1/3; there π3 · 0.5 = π4 · 1.
		{"two recurrent classes", 0, []string{"1:2 3:1", "2:1", "1:1", "3:1 4:1", "3:1"}, []float64{0, 1. / 3, 1. / 3, 2. / 9, 1. / 9}},
		{"what is below all floats", 0, []string{"1:1e-300 0:1e300", "0:1"}, []float64{1, 0}},
		{"hardly any way back", 0, []string{"1:1", "2:1 0:1e-200", "1:1 0:1e-200"}, []float64{0, 0.5, 0.5}},
	}
	for _, c := range cases {
		if got := automaton(t, c.initial, c.states...).Stationary(); !near(got, c.want, 1e-15) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestScenariosAreVisitedByAllTheirStates(t *testing.T) {
	a := automaton(t, 0, "1:1", "2:1", "0:1")
	a.States[0].Scenario, a.States[1].Scenario, a.States[2].Scenario = 2, 0, 2
	if got := a.ScenarioWeights(4); !near(got, []float64{1. / 3, 0, 2. / 3, 0}, 1e-15) {
		t.Error(got)
	}
}

// TestUnlikeWeightsAreExact: states that are visited once in 10⁴⁰ steps have
// their share to the last digits all the same.
func TestUnlikeWeightsAreExact(t *testing.T) {
	a := automaton(t, 0, "0:1 1:1e-20", "0:1 2:1e-20", "1:1")
	got := a.Stationary()
	// Detailed balance: π1 = π0 · 1e-20, π2 = π1 · 1e-20.
	if math.Abs(got[1]/1e-20-1) > 1e-12 || math.Abs(got[2]/1e-40-1) > 1e-12 {
		t.Error(got)
	}
}

func drawAutomaton(t *rapid.T) *Automaton {
	n := rapid.IntRange(1, 8).Draw(t, "states")
	a := &Automaton{Initial: rapid.IntRange(0, n-1).Draw(t, "initial")}
	for range n {
		var s State
		for range rapid.IntRange(0, 3).Draw(t, "transitions") {
			s.Next = append(s.Next, Transition{rapid.IntRange(0, n-1).Draw(t, "to"), rapid.Float64Range(0.1, 10).Draw(t, "weight")})
		}
		a.States = append(a.States, s)
	}
	return a
}

// matrix is the transition matrix of an automaton.
func (a *Automaton) matrix() [][]float64 {
	p := square(len(a.States))
	for i, s := range a.States {
		var sum float64
		for _, e := range s.Next {
			sum += e.Weight
		}
		for _, e := range s.Next {
			p[i][e.State] += e.Weight / sum
		}
		if sum == 0 {
			p[i][i] = 1
		}
	}
	return p
}

// TestStationaryIsTheLimit compares with powers of the lazy chain (P + I) / 2,
// which has the same long-run shares and no period.
func TestStationaryIsTheLimit(t *testing.T) {
	several, transient := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		a := drawAutomaton(t)
		pi, p := a.Stationary(), a.matrix()
		n := len(pi)
		var sum float64
		for j := range n {
			var in float64
			for i := range n {
				in += pi[i] * p[i][j]
			}
			if math.Abs(in-pi[j]) > 1e-13 || pi[j] < 0 {
				t.Fatalf("π = %v, but (πP)[%d] = %v", pi, j, in)
			}
			sum += pi[j]
		}
		if math.Abs(sum-1) > 1e-13 {
			t.Fatalf("%v add up to %v", pi, sum)
		}
		for i := range n {
			for j := range n {
				p[i][j] /= 2
			}
			p[i][i] += 0.5
		}
		for range 40 {
			p = multiply(p, p)
		}
		if !near(p[a.Initial], pi, 1e-9) {
			t.Fatalf("got %v, want %v", pi, p[a.Initial])
		}
		if c := newChain(a); len(c.classes) > 1 {
			several++
		} else if len(c.transient) > 0 {
			transient++
		}
	})
	if !testing.Short() && min(several, transient) == 0 { // few are drawn when short
		t.Errorf("%d with several classes, %d others with transient states", several, transient)
	}
}

// multiply keeps the rows' sums at 1, so that errors do not grow.
func multiply(a, b [][]float64) [][]float64 {
	c := square(len(a))
	for i := range a {
		for k := range a {
			for j := range a {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
		scale(c[i])
	}
	return c
}

func TestManyStates(t *testing.T) {
	a := &Automaton{}
	for i := range maxStates {
		a.States = append(a.States, State{Next: []Transition{{(i + 1) % maxStates, 1}, {i * 7 % maxStates, 1}}})
	}
	start := time.Now()
	if sum := a.Stationary(); !(slices.Min(sum) > 0) {
		t.Error("a state is never visited")
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it takes %v", took)
	}
}
