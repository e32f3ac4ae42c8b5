package kpn

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSufficientCapacitiesByHand(t *testing.T) {
	cases := []struct {
		name       string
		firing     Firing
		iterations int
		channels   []string
		traces     []string
		want       []int64
	}{
		{"nothing to do", KahnFiring, 1, []string{"a:pq 1+0"}, []string{"", ""}, []int64{1}},
		{"initial tokens", KahnFiring, 1, []string{"a:pq 9+5"}, []string{"", "read a*2"}, []int64{5}},
		// 2 and 3 at a time need 2 + 3 − gcd(2, 3).
		{"rates without a common divisor", KahnFiring, 1, []string{"a:pq 1+0"}, []string{"3*(write a*2)", "2*(read a*3)"}, []int64{4}},
		{"rates with a common divisor", KahnFiring, 1, []string{"a:pq 1+0"}, []string{"3*(write a*4)", "2*(read a*6)"}, []int64{8}},
		{"all is read at the end", KahnFiring, 1, []string{"a:pq 1+0", "b:pq 1+0"}, []string{"5*(write a); write b", "read b; 5*(read a)"}, []int64{5, 1}},
		// Either a or b could hold two; of equal needs the first channel grows.
		{"one for the other", KahnFiring, 1, []string{"a:pq 1+0", "b:qp 1+0"}, []string{"2*(write a); 2*(read b)", "2*(write b); 2*(read a)"}, []int64{2, 1}},
		{"what is left has to find room", KahnFiring, 10, []string{"a:pq 1+0"}, []string{"write a*2", "read a"}, []int64{10}},
		{"what is left after very many iterations", KahnFiring, math.MaxInt32, []string{"a:pq 1+0"}, []string{"write a*2", "read a"}, []int64{math.MaxInt32}},
		{"what is needed once is needed for ever", KahnFiring, math.MaxInt32, []string{"a:pq 1+0"}, []string{"3*(write a*2)", "2*(read a*3)"}, []int64{4}},
		{"with itself", KahnFiring, 3, []string{"a:pp 1+0"}, []string{"3*(write a); 3*(read a)"}, []int64{3}},
		// Under the Kahn rule a state needs one token of room, under the SDF rule
		// another one, as the old token gives its room back when the firing ends.
		{"a state, kpn", KahnFiring, 3, []string{"a:pp 1+1"}, []string{"read a; exec work; write a"}, []int64{1}},
		{"a state, sdf", SDFFiring, 3, []string{"a:pp 1+1"}, []string{"read a; exec work; write a"}, []int64{2}},
		{"a firing in pieces, kpn", KahnFiring, 3, []string{"a:pq 1+0"}, []string{"3*(write a)", "3*(read a); exec work"}, []int64{1}},
		{"a firing in pieces, sdf", SDFFiring, 3, []string{"a:pq 1+0"}, []string{"3*(write a)", "3*(read a); exec work"}, []int64{3}},
		{"two firings, sdf", SDFFiring, 3, []string{"a:pq 1+0"}, []string{"2*(exec work; write a); exec work; write a", "read a*3"}, []int64{3}},
		{"a firing ends with the iteration, sdf", SDFFiring, 3, []string{"a:pq 1+0"}, []string{"write a", "read a"}, []int64{1}},
		{"a firing takes from two, sdf", SDFFiring, 1, []string{"a:pq 1+0", "b:pq 1+0"}, []string{"write a; write b; exec work; write b; write b", "read b; read a; exec work; 2*(read b)"}, []int64{1, 2}},
	}
	for _, c := range cases {
		app, sc := net(t, c.iterations, c.channels, c.traces...)
		app.Firing = c.firing
		got, err := SufficientCapacities(app, sc, nil)
		if !slices.Equal(got, c.want) || err != nil {
			t.Errorf("%s: %v (%v), want %v", c.name, got, err, c.want)
		}
	}
}

func TestOnlyWhatMustBeRaisedIs(t *testing.T) {
	cases := []struct {
		least, want []int64
	}{
		{[]int64{1, 1}, []int64{2, 1}},
		{[]int64{1, 2}, []int64{1, 2}},
		{[]int64{7, 1}, []int64{7, 1}},
		{[]int64{Unbounded, 1}, []int64{Unbounded, 1}},
	}
	for _, c := range cases {
		app, sc := net(t, 1, []string{"a:pq 1+0", "b:qp 1+0"}, "2*(write a); 2*(read b)", "2*(write b); 2*(read a)")
		got, err := SufficientCapacities(app, sc, c.least)
		if !slices.Equal(got, c.want) || err != nil {
			t.Errorf("%v: %v (%v), want %v", c.least, got, err, c.want)
		}
	}
}

func TestNoCapacitiesHelp(t *testing.T) {
	app, sc := net(t, 1, []string{"a:pq 1+0", "b:qp 1+0"}, "read b; write a", "read a; write b")
	_, err := SufficientCapacities(app, sc, nil)
	var dead *DeadlockError
	if !errors.As(err, &dead) || !dead.Cycle || dead.Remains == nil {
		t.Fatal(err)
	}
	if want := `kpn: scenario "s" of net deadlocks: p waits to read 1 from b (holds 0); q waits to read 1 from a (holds 0); ` +
		`no capacity would do: one of these channels needs initial tokens`; err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
}

// TestHugeScenariosAreGivenUp: what takes too long is said to, in bounded time.
func TestHugeScenariosAreGivenUp(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, and minutes under the race detector")
	}
	app, sc := net(t, 1, []string{"a:pq 1+0", "b:pq 1+0"}, "100000000*(write a); write b", "read b; 100000000*(read a)")
	if _, err := SufficientCapacities(app, sc, nil); !errors.Is(err, ErrTooLong) {
		t.Error(err)
	}
	want := `scenario "s" of net deadlocks: p waits to write 1 to a (holds 1 of 1); q waits to read 1 from b (holds 0 of 1); ` +
		`raise the capacity of a; which capacities would do takes too long to compute`
	check, search := int64(maxCheck), int64(1000)
	if err := checkLive(app, sc, &check, &search); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestSeveralCapacitiesAreNamed holds the list to the form a person reads.
func TestSeveralCapacitiesAreNamed(t *testing.T) {
	app, sc := net(t, 1, []string{"a:pq 1+0", "b:pq 1+0", "c:pq 1+0", "d:pq 1+0"},
		"write a*2; 3*(write b); 4*(write c); write d", "read d; read a*2; 3*(read b); 4*(read c)")
	want := `; capacity = 2 of a, 3 of b and 4 of c would do`
	if err := CheckLive(app, sc); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want … %s", err, want)
	}
}

// firings cuts the events of an iteration into what is done at once.
func firings(firing Firing, events []Event) [][]Event {
	var steps [][]Event
	for i, e := range events {
		begins := i == 0 || firing == KahnFiring
		if i > 0 && !begins {
			before := events[i-1].Kind
			begins = before == Write && e.Kind != Write || before == Execute && e.Kind == Read
		}
		if begins {
			steps = append(steps, nil)
		}
		steps[len(steps)-1] = append(steps[len(steps)-1], e)
	}
	return steps
}

// finishes unrolls everything and lets processes take single steps until none can.
func finishes(app *Application, sc *Scenario, capacity []int64) bool {
	filled := initialFill(app)
	todo := make([][][]Event, len(app.Processes))
	for p, f := range sc.Traces {
		todo[p] = slices.Repeat(firings(app.Firing, slices.Collect(f.Events())), sc.Iterations)
	}
	for moved := true; moved; {
		moved = false
		for p := range todo {
			if len(todo[p]) > 0 && tryFiring(filled, capacity, todo[p][0]) {
				todo[p] = todo[p][1:]
				moved = true
			}
		}
	}
	return !slices.ContainsFunc(todo, func(left [][]Event) bool { return len(left) > 0 })
}

func tryFiring(filled, capacity []int64, firing []Event) bool {
	tokens, room := make([]int64, len(filled)), make([]int64, len(filled))
	for _, e := range firing {
		switch e.Kind {
		case Read:
			tokens[e.Arg] += e.N
		case Write:
			room[e.Arg] += e.N
		}
	}
	for c := range filled {
		if tokens[c] > 0 && filled[c] < tokens[c] || room[c] > 0 && filled[c]+room[c] > capacity[c] {
			return false
		}
	}
	for c := range filled {
		filled[c] += room[c] - tokens[c]
	}
	return true
}

func TestCapacitiesAreSufficientAndSmallest(t *testing.T) {
	var found, raised, hopeless, large int
	rapid.Check(t, func(t *rapid.T) {
		app, sc := drawNet(t)
		app.Firing = rapid.SampledFrom([]Firing{KahnFiring, SDFFiring}).Draw(t, "firing")
		given := capacitiesOf(app)
		live := finishes(app, sc, given)
		if err := CheckLive(app, sc); live != (err == nil) {
			t.Fatalf("it finishes: %t, but %v", live, err)
		}
		least := rapid.SampledFrom([][]int64{nil, given}).Draw(t, "least")
		got, err := SufficientCapacities(app, sc, least)
		if err != nil {
			hopeless++
			if finishes(app, sc, slices.Repeat([]int64{1000}, len(given))) {
				t.Fatalf("%v, but with large ones it finishes", err)
			}
			return
		}
		found++
		if !finishes(app, sc, got) {
			t.Fatalf("%v are not sufficient", got)
		}
		if least != nil && live != slices.Equal(got, given) {
			t.Fatalf("%v becomes %v, and it finishes: %t", given, got, live)
		}
		for c := range got {
			low := max(1, app.Channels[c].Initial)
			if least != nil {
				low = least[c]
				raised++
			}
			if got[c] > 3 {
				large++
			}
			smaller := slices.Clone(got)
			if smaller[c]--; smaller[c] >= low && finishes(app, sc, smaller) {
				t.Fatalf("%v is not the smallest, %v finishes", got, smaller)
			}
		}
	})
	if min(found, raised, hopeless, large) == 0 {
		t.Errorf("not all kinds were drawn: %d found, %d raised, %d hopeless, %d larger than a transfer", found, raised, hopeless, large)
	}
}

// TestShrinkingFindsTheSmallest begins with far more than enough, unlike what has
// grown at deadlocks, which often is the smallest already.
func TestShrinkingFindsTheSmallest(t *testing.T) {
	between := 0
	rapid.Check(t, func(t *rapid.T) {
		app, sc := drawNet(t)
		app.Firing = rapid.SampledFrom([]Firing{KahnFiring, SDFFiring}).Draw(t, "firing")
		enough := slices.Repeat([]int64{rapid.Int64Range(100, 1000).Draw(t, "enough")}, len(app.Channels))
		c := rapid.IntRange(0, len(enough)-1).Draw(t, "channel")
		if !finishes(app, sc, enough) {
			return
		}
		low := max(1, app.Channels[c].Initial)
		want := low
		for tried := slices.Clone(enough); ; want++ {
			if tried[c] = want; finishes(app, sc, tried) {
				break
			}
		}
		effort := int64(maxSearch)
		if shrink(app, sc, enough, c, low, &effort); enough[c] != want {
			t.Fatalf("channel %d is made %d, want %d", c, enough[c], want)
		}
		if want > low {
			between++
		}
	})
	if between == 0 {
		t.Error("no channel needs more than the least")
	}
}

// TestRepeatingIsExact: skipping iterations tells the same as doing them.
func TestRepeatingIsExact(t *testing.T) {
	skipped, dead := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		app, sc := drawNet(t)
		for c := range app.Channels { // room enough for some iterations that leave tokens
			app.Channels[c].Capacity += rapid.Int64Range(0, 40).Draw(t, "more")
			app.Channels[c].Initial = rapid.Int64Range(0, app.Channels[c].Capacity).Draw(t, "initial")
		}
		app.Firing = rapid.SampledFrom([]Firing{KahnFiring, SDFFiring}).Draw(t, "firing")
		sc.Iterations = rapid.IntRange(1, 12).Draw(t, "iterations")
		effort, whole := int64(maxCheck), int64(maxCheck)
		a, b := newUntimed(app, capacitiesOf(app), &effort), newUntimed(app, capacitiesOf(app), &whole)
		a.follow(sc, false)
		b.start(sc, sc.Iterations)
		if a.unfinished() != b.unfinished() || !slices.Equal(a.filled, b.filled) {
			t.Fatalf("skipping: %t %v, doing all: %t %v", a.unfinished(), a.filled, b.unfinished(), b.filled)
		}
		if a.unfinished() {
			dead++
			if x, y := fmt.Sprint(a.deadlock(sc)), fmt.Sprint(b.deadlock(sc)); x != y {
				t.Fatalf("skipping: %s\ndoing all: %s", x, y)
			}
		} else if effort > whole {
			skipped++
		}
	})
	if min(skipped, dead) == 0 {
		t.Errorf("%d runs skipped something, %d deadlocked", skipped, dead)
	}
}

// TestManyProcessesAreChecked: the search for cycles is linear in the processes.
func TestManyProcessesAreChecked(t *testing.T) {
	const n = 20_000
	app, sc := &Application{Name: "chain"}, &Scenario{Name: "s", Iterations: 1}
	for i := range n {
		app.Processes = append(app.Processes, Process{Name: fmt.Sprint("p", i)})
		app.Channels = append(app.Channels, Channel{Name: fmt.Sprint("c", i), Writer: (i + 1) % n, Reader: i, Capacity: 1})
		trace := []Event{{Read, i, 1}, {Write, (i + n - 1) % n, 1}}
		sc.Traces = append(sc.Traces, NewFragment(trace))
	}
	err := CheckLive(app, sc)
	if err == nil || !strings.Contains(err.Error(), "and so do 19988 more; no capacity would do: one of these") {
		t.Error(err)
	}
	sc.Traces[n-1] = &Fragment{} // no cycle any more, but nobody can go on
	if err = CheckLive(app, sc); err == nil || !strings.HasSuffix(err.Error(), "no capacity would do: more is read than written") {
		t.Error(err)
	}
}
