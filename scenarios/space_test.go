package scenarios

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sdse/kpn"
)

// application has as many behaviours as there are weights; they are named s0, s1 ….
func application(name string, weights ...float64) *kpn.Application {
	app := &kpn.Application{Name: name}
	for i, w := range weights {
		app.Scenarios = append(app.Scenarios, kpn.Scenario{Name: fmt.Sprint("s", i), Weight: w})
	}
	return app
}

func mustSpace(t *testing.T, apps []*kpn.Application, sets []Set) *Space {
	t.Helper()
	s, err := NewSpace(apps, sets)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSystemsByHand enumerates three sets over applications with 2, 1 and 3
// behaviours: 2·3 systems of a and c, 1 of b, 2·1·3 of all.
func TestSystemsByHand(t *testing.T) {
	apps := []*kpn.Application{application("a", 1, 3), application("b", 7), application("c", 2, 0, 6)}
	s := mustSpace(t, apps, []Set{
		{Name: "pair", Applications: []int{0, 2}, Weight: 5},
		{Name: "single", Applications: []int{1}, Weight: 1},
		{Name: "trio", Applications: []int{0, 1, 2}, Weight: 2},
	})
	want := []struct {
		set    int
		digits []int // behaviour of each member
		weight float64
		label  string
	}{
		{0, []int{0, 0}, 5. / 8 * 1 / 4 * 2 / 8, "pair: a/s0 + c/s0"},
		{0, []int{0, 1}, 0, "pair: a/s0 + c/s1"},
		{0, []int{0, 2}, 5. / 8 * 1 / 4 * 6 / 8, "pair: a/s0 + c/s2"},
		{0, []int{1, 0}, 5. / 8 * 3 / 4 * 2 / 8, "pair: a/s1 + c/s0"},
		{0, []int{1, 1}, 0, "pair: a/s1 + c/s1"},
		{0, []int{1, 2}, 5. / 8 * 3 / 4 * 6 / 8, "pair: a/s1 + c/s2"},
		{1, []int{0}, 1. / 8, "single: b/s0"},
		{2, []int{0, 0, 0}, 2. / 8 * 1 / 4 * 2 / 8, "trio: a/s0 + b/s0 + c/s0"},
		{2, []int{0, 0, 1}, 0, "trio: a/s0 + b/s0 + c/s1"},
		{2, []int{0, 0, 2}, 2. / 8 * 1 / 4 * 6 / 8, "trio: a/s0 + b/s0 + c/s2"},
		{2, []int{1, 0, 0}, 2. / 8 * 3 / 4 * 2 / 8, "trio: a/s1 + b/s0 + c/s0"},
		{2, []int{1, 0, 1}, 0, "trio: a/s1 + b/s0 + c/s1"},
		{2, []int{1, 0, 2}, 2. / 8 * 3 / 4 * 6 / 8, "trio: a/s1 + b/s0 + c/s2"},
	}
	if s.Len() != len(want) {
		t.Fatalf("%d systems, want %d", s.Len(), len(want))
	}
	for id, w := range want {
		system := System{ID: id, Set: w.set, Weight: w.weight}
		for i, digit := range w.digits {
			system.Members = append(system.Members, Member{s.Sets[w.set].Applications[i], digit})
		}
		if got := s.At(id); !reflect.DeepEqual(got, system) { // all weights are exact in binary
			t.Errorf("system %d is %+v, want %+v", id, got, system)
		}
		if got := s.SetOf(id); got != w.set {
			t.Errorf("system %d is of set %d, want %d", id, got, w.set)
		}
		if got := s.Label(id); got != w.label {
			t.Errorf("system %d is called %q, want %q", id, got, w.label)
		}
		if got := s.Weights()[id]; got != w.weight {
			t.Errorf("system %d weighs %v, want %v", id, got, w.weight)
		}
	}
}

func TestWithoutSetsAllRunTogether(t *testing.T) {
	s := mustSpace(t, []*kpn.Application{application("a", 1, 1), application("b", 1, 1, 1)}, nil)
	want := System{ID: 4, Set: 0, Members: []Member{{0, 1}, {1, 1}}, Weight: 0.5 * (1. / 3)}
	if got := s.At(4); s.Len() != 6 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d systems; the fifth is %+v, want %+v", s.Len(), got, want)
	}
	if got := s.Label(4); got != "all: a/s1 + b/s1" {
		t.Error(got)
	}
}

// drawSpace draws a space of any shape and weights.
func drawSpace(t *rapid.T) *Space {
	weight := rapid.OneOf(rapid.Just(0.), rapid.Float64Range(0, 1), rapid.Float64Range(0, 1e12))
	weights := func(n int) []float64 {
		list := rapid.SliceOfN(weight, n, n).Draw(t, "weights")
		list[rapid.IntRange(0, n-1).Draw(t, "certain")] = rapid.Float64Range(1e-9, 1e9).Draw(t, "weight")
		return list
	}
	var apps []*kpn.Application
	for i := range rapid.IntRange(1, 4).Draw(t, "applications") {
		apps = append(apps, application(fmt.Sprint("a", i), weights(rapid.IntRange(1, 5).Draw(t, "behaviours"))...))
	}
	var sets []Set
	for i, w := range weights(rapid.IntRange(1, 4).Draw(t, "sets")) {
		set := Set{Name: fmt.Sprint("set", i), Weight: w}
		for a := range apps {
			if rapid.Bool().Draw(t, "member") {
				set.Applications = append(set.Applications, a)
			}
		}
		sets = append(sets, set)
	}
	s, err := NewSpace(apps, sets)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestIdsAreDense: the ids are those of nested loops over the parts, without
// gaps or doubles, and the weights are probabilities.
func TestIdsAreDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpace(t)
		id := 0
		var sum float64
		for set := range s.Sets {
			loops(s, set, nil, func(members []Member) {
				got := s.At(id)
				if got.ID != id || got.Set != set || !slices.Equal(got.Members, members) {
					t.Fatalf("system %d is %+v, want set %d with %+v", id, got, set, members)
				}
				if !(got.Weight >= 0 && got.Weight <= 1) {
					t.Fatalf("system %d has probability %v", id, got.Weight)
				}
				sum += got.Weight
				id++
			})
		}
		if id != s.Len() {
			t.Fatalf("%d systems, want %d", s.Len(), id)
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Fatalf("the probabilities sum to %v", sum)
		}
		if len(s.Weights()) != id {
			t.Fatalf("%d weights", len(s.Weights()))
		}
	})
}

// loops calls visit for all behaviours of the rest of a set's members, the last
// changing fastest.
func loops(s *Space, set int, chosen []Member, visit func([]Member)) {
	apps := s.Sets[set].Applications
	if len(chosen) == len(apps) {
		visit(chosen)
		return
	}
	a := apps[len(chosen)]
	for b := range s.Applications[a].Scenarios {
		loops(s, set, append(slices.Clone(chosen), Member{a, b}), visit)
	}
}

func TestAppendMembersKeepsWhatIsThere(t *testing.T) {
	s := mustSpace(t, []*kpn.Application{application("a", 1, 1), application("b", 1, 1)}, nil)
	before := []Member{{9, 9}}
	if got := s.AppendMembers(before, 2); !slices.Equal(got, []Member{{9, 9}, {0, 1}, {1, 0}}) {
		t.Error(got)
	}
	scratch := make([]Member, 0, 2)
	if n := testing.AllocsPerRun(10, func() { scratch = s.AppendMembers(scratch[:0], 3) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestTooManySystems(t *testing.T) {
	thousand := application("a", slices.Repeat([]float64{1}, 1000)...)
	both := application("b", 1, 1)
	all := []*kpn.Application{thousand, thousand, thousand, both}
	two := Set{Name: "two", Weight: 1, Applications: []int{0, 1, 2, 3}}
	if s := mustSpace(t, all, []Set{two}); s.Len() != 2_000_000_000 {
		t.Errorf("%d systems", s.Len())
	}
	last := mustSpace(t, all, []Set{two}).At(1_999_999_999)
	if want := []Member{{0, 999}, {1, 999}, {2, 999}, {3, 1}}; !slices.Equal(last.Members, want) {
		t.Errorf("the last system is %+v", last.Members)
	}
	for name, sets := range map[string][]Set{
		"in one set":   {{Name: "three", Weight: 1, Applications: []int{0, 1, 2, 3, 3}}},
		"in many sets": {two, {Name: "again", Weight: 1, Applications: []int{0, 1, 2}}},
		"beyond 64 bits": {{Name: "huge", Weight: 1,
			Applications: []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}},
	} {
		if _, err := NewSpace(all, sets); !errors.Is(err, errTooMany) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWeightsHaveToMakeSense(t *testing.T) {
	one := application("a", 1)
	cases := []struct {
		app  *kpn.Application
		sets []float64
		want string
	}{
		{one, []float64{0, 0}, "scenarios: the weights of the sets add up to 0, which must be above 0 and finite"},
		{one, []float64{3, -1}, "scenarios: the weights of the sets hold -1, which must be 0 or more"},
		{one, []float64{1, math.NaN()}, "scenarios: the weights of the sets hold NaN, which must be 0 or more"},
		{one, []float64{1e308, 1e308}, "scenarios: the weights of the sets add up to +Inf, which must be above 0 and finite"},
		{application("a", 0, 0), []float64{1}, "scenarios: the weights of the scenarios of a add up to 0, which must be above 0 and finite"},
		{application("a", 2, -1), []float64{1}, "scenarios: the weights of the scenarios of a hold -1, which must be 0 or more"},
		{application("a"), []float64{1}, "scenarios: the weights of the scenarios of a add up to 0, which must be above 0 and finite"},
	}
	for _, c := range cases {
		var sets []Set
		for _, w := range c.sets {
			sets = append(sets, Set{Applications: []int{0}, Weight: w})
		}
		if _, err := NewSpace([]*kpn.Application{c.app}, sets); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

func TestTimingBelongsToMembers(t *testing.T) {
	apps := []*kpn.Application{application("a", 1), application("b", 1)}
	_, err := NewSpace(apps, []Set{{Name: "both", Applications: []int{0, 1}, Weight: 1, Timing: make([]kpn.Timing, 1)}})
	if want := `scenarios: set "both" has 2 applications and the timing of 1`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err = NewSpace(apps, []Set{{Name: "one", Applications: []int{1}, Weight: 1, Timing: []kpn.Timing{{Period: -1}}}}); err == nil {
		t.Error("a negative period is accepted")
	}
}
