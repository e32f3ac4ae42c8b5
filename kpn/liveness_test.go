package kpn

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// net builds an application of processes p, q, r … with one scenario. Its
// channels are written "a:pq capacity+initial"; the traces are in process order.
func net(t *testing.T, iterations int, channels []string, traces ...string) (*Application, *Scenario) {
	t.Helper()
	app := &Application{Name: "net", Operations: []Operation{{Name: "work"}}}
	for i := range traces {
		app.Processes = append(app.Processes, Process{Name: string(rune('p' + i))})
	}
	for _, text := range channels {
		var ch Channel
		var writer, reader rune
		if _, err := fmt.Sscanf(text, "%1s:%c%c %d+%d", &ch.Name, &writer, &reader, &ch.Capacity, &ch.Initial); err != nil {
			t.Fatalf("channel %q: %v", text, err)
		}
		ch.Writer, ch.Reader = int(writer-'p'), int(reader-'p')
		app.Channels = append(app.Channels, ch)
	}
	sc := &Scenario{Name: "s", Weight: 1, Iterations: iterations}
	for _, text := range traces {
		f, err := parseTrace(text, namesOf(app))
		if err != nil {
			t.Fatal(err)
		}
		sc.Traces = append(sc.Traces, f)
	}
	return app, sc
}

func TestLiveNetworks(t *testing.T) {
	cases := []struct {
		name       string
		iterations int
		channels   []string
		traces     []string
	}{
		{"nothing at all", 1, nil, []string{""}},
		{"only work", 2, nil, []string{"exec work", ""}},
		{"capacity one", 5, []string{"a:pq 1+0"}, []string{"write a", "read a"}},
		{"the writer is behind the reader", 5, []string{"a:qp 1+0"}, []string{"read a", "write a"}},
		{"different rates", 1, []string{"a:pq 4+0"}, []string{"6*(write a*2)", "4*(read a*3)"}},
		{"a ring with a token", 9, []string{"a:pq 1+0", "b:qp 1+1"}, []string{"read b; write a", "read a; write b"}},
		{"a process with itself", 9, []string{"a:pp 1+0"}, []string{"write a; read a"}},
		{"a state of its own", 9, []string{"a:pp 1+1"}, []string{"read a; write a"}},
		{"tokens are left", 3, []string{"a:pq 6+3"}, []string{"write a*2", "read a"}},
		{"initial tokens are used up", 3, []string{"a:pq 3+3"}, []string{"", "read a"}},
		{"capacities without end", 2, []string{fmt.Sprintf("a:pq %d+%d", math.MaxInt64, math.MaxInt64-2)}, []string{"write a", ""}},
	}
	for _, c := range cases {
		app, sc := net(t, c.iterations, c.channels, c.traces...)
		if err := CheckLive(app, sc); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestDeadlocksAreNamed(t *testing.T) {
	cases := []struct {
		name       string
		iterations int
		channels   []string
		traces     []string
		want       string
		cycle      bool
	}{
		{"a ring without tokens", 1, []string{"a:pq 1+0", "b:qp 1+0"}, []string{"read b; write a", "read a; write b"},
			"p waits to read 1 from b (holds 0 of 1); q waits to read 1 from a (holds 0 of 1); no capacity would do: one of these channels needs initial tokens", true},
		{"a full channel", 1, []string{"a:pq 1+0", "b:pq 1+0"}, []string{"2*(write a); write b", "read b; read a*2"},
			"p waits to write 1 to a (holds 1 of 1); q waits to read 1 from b (holds 0 of 1); capacity = 2 of a would do", true},
		{"two full channels", 1, []string{"a:pq 2+0", "b:qp 3+3"}, []string{"write a*2; write a*2; read b", "write b; read a*2"},
			"p waits to write 2 to a (holds 2 of 2); q waits to write 1 to b (holds 3 of 3); capacity = 4 of a would do", true},
		{"different rates need the sum less the common divisor", 1, []string{"a:pq 3+0"}, []string{"6*(write a*2)", "4*(read a*3)"},
			"p waits to write 2 to a (holds 2 of 3); q waits to read 3 from a (holds 2 of 3); capacity = 4 of a would do", true},
		{"only in the fourth iteration", 4, []string{"a:pq 3+0"}, []string{"write a*2", "read a"},
			"p waits to write 2 to a (holds 2 of 3); more is written than read; capacity = 4 of a would do", false},
		{"the first waits for one that ended, others for each other", 1, []string{"a:sp 1+0", "b:qr 1+0", "c:rq 1+0"},
			[]string{"read a", "read c; write b", "read b; write c", ""},
			"q waits to read 1 from c (holds 0 of 1); r waits to read 1 from b (holds 0 of 1); no capacity would do: one of these channels needs initial tokens", true},
		{"one runs into a cycle of others, entered at its end", 1, []string{"a:rp 1+0", "b:qr 1+0", "c:rq 1+0"},
			[]string{"read a", "read c; write b", "read b; write c; write a"},
			"q waits to read 1 from c (holds 0 of 1); r waits to read 1 from b (holds 0 of 1); no capacity would do: one of these channels needs initial tokens", true},
		{"with itself", 1, []string{"a:pp 1+0"}, []string{"read a; write a"},
			"p waits to read 1 from a (holds 0 of 1); no capacity would do: one of these channels needs initial tokens", true},
		{"with itself, full", 1, []string{"a:pp 2+0"}, []string{"write a*2; write a; read a*3"},
			"p waits to write 1 to a (holds 2 of 2); capacity = 3 of a would do", true},
		{"too few are written", 3, []string{"a:pq 4+0"}, []string{"write a", "read a*2"},
			"q waits to read 2 from a (holds 1 of 4); no capacity would do: more is read than written", false},
		{"nobody takes them", 1, []string{"a:pq 1+0", "b:pr 1+0"}, []string{"write a; write b; write a", "", "read b; read b"},
			"p waits to write 1 to a (holds 1 of 1); r waits to read 1 from b (holds 0 of 1); no capacity would do: without any bound r waits to read 1 from b (holds 0); more is read than written", false},
		{"initial tokens are not enough", 4, []string{"a:pq 3+3"}, []string{"", "read a"},
			"q waits to read 1 from a (holds 0 of 3); no capacity would do: more is read than written", false},
		{"more than it ever holds", 1, []string{"a:pq 3+0"}, []string{"write a*4", "read a*4"},
			"p waits to write 4 to a (holds 0 of 3); q waits to read 4 from a (holds 0 of 3); capacity = 4 of a would do", true},
		{"more than can be counted", 3, []string{fmt.Sprintf("a:pq %d+%d", math.MaxInt64, math.MaxInt64-2)}, []string{"write a", ""},
			fmt.Sprintf("p waits to write 1 to a (holds %d); no capacity would do: more is written than read", math.MaxInt64), false},
	}
	for _, c := range cases {
		app, sc := net(t, c.iterations, c.channels, c.traces...)
		err := CheckLive(app, sc)
		var dead *DeadlockError
		if !errors.As(err, &dead) {
			t.Errorf("%s: no deadlock found (%v)", c.name, err)
		} else if want := `scenario "s" of net deadlocks: ` + c.want; err.Error() != want || dead.Cycle != c.cycle {
			t.Errorf("%s: cycle %t\n got %s\nwant %s", c.name, dead.Cycle, err, want)
		}
	}
}

// TestCheckingIsCheap: what repeats without end must not be run without end, and
// a writer far ahead of its reader must not pile anything up. If it were, the
// first two checks would take minutes.
func TestCheckingIsCheap(t *testing.T) {
	app, sc := net(t, math.MaxInt32, []string{"a:pq 4+1"}, "100*(write a)", "50*(read a*2)")
	if err := CheckLive(app, sc); err != nil {
		t.Error(err)
	}
	app, sc = net(t, math.MaxInt32, []string{"a:pq 4+0"}, "", "read a", "")
	if CheckLive(app, sc) == nil {
		t.Error("no deadlock is found")
	}
	app, sc = net(t, 1, []string{"a:qp 1000000000+0"}, "20000*(read a)", "20000*(write a)")
	if n := testing.AllocsPerRun(1, func() { _ = CheckLive(app, sc) }); n > 50 {
		t.Errorf("%v allocations", n)
	}
}

// drawNet draws a small network. Half of the time the traces are those of a
// random execution that finished, so that live networks are not rare.
func drawNet(t *rapid.T) (*Application, *Scenario) {
	app := &Application{Name: "net", Operations: []Operation{{Name: "work"}}}
	for i := range rapid.IntRange(1, 4).Draw(t, "processes") {
		app.Processes = append(app.Processes, Process{Name: fmt.Sprint("p", i)})
	}
	process := rapid.IntRange(0, len(app.Processes)-1)
	for i := range rapid.IntRange(1, 5).Draw(t, "channels") {
		capacity := rapid.Int64Range(1, 4).Draw(t, "capacity")
		app.Channels = append(app.Channels, Channel{Name: fmt.Sprint("c", i), Capacity: capacity,
			Writer: process.Draw(t, "writer"), Reader: process.Draw(t, "reader"),
			Initial: rapid.Int64Range(0, capacity).Draw(t, "initial")})
	}
	lists := make([][]Event, len(app.Processes))
	executed := rapid.Bool().Draw(t, "executed")
	filled := initialFill(app)
	for range rapid.IntRange(0, 30).Draw(t, "events") {
		c := rapid.IntRange(0, len(app.Channels)-1).Draw(t, "channel")
		e := Event{rapid.SampledFrom([]Kind{Execute, Read, Write}).Draw(t, "kind"), c, rapid.Int64Range(1, 3).Draw(t, "n")}
		p := app.Channels[c].Reader
		switch e.Kind {
		case Execute:
			e.Arg = 0
		case Write:
			p = app.Channels[c].Writer
		}
		if !executed || step(app, filled, e) {
			lists[p] = append(lists[p], e)
		}
	}
	sc := &Scenario{Name: "s", Weight: 1, Iterations: rapid.IntRange(1, 4).Draw(t, "iterations")}
	for _, list := range lists {
		sc.Traces = append(sc.Traces, NewFragment(list))
	}
	return app, sc
}

func initialFill(app *Application) []int64 {
	var filled []int64
	for _, c := range app.Channels {
		filled = append(filled, c.Initial)
	}
	return filled
}

// step does an event if it is possible.
func step(app *Application, filled []int64, e Event) bool {
	switch {
	case e.Kind == Execute:
		return true
	case e.Kind == Read && filled[e.Arg] >= e.N:
		filled[e.Arg] -= e.N
		return true
	case e.Kind == Write && filled[e.Arg]+e.N <= app.Channels[e.Arg].Capacity:
		filled[e.Arg] += e.N
		return true
	}
	return false
}

// bruteForce unrolls everything and lets processes take single steps in an
// order drawn at random until none can. It returns what each is blocked on.
func bruteForce(t *rapid.T, app *Application, sc *Scenario) (filled []int64, stuck map[int]Event) {
	filled = initialFill(app)
	todo := make([][]Event, len(app.Processes))
	for p, f := range sc.Traces {
		todo[p] = slices.Repeat(slices.Collect(f.Events()), sc.Iterations)
	}
	var order []int
	for p := range todo {
		order = append(order, p)
	}
	order = rapid.Permutation(order).Draw(t, "order")
	turns := rapid.IntRange(1, 3).Draw(t, "turns")
	for moved := true; moved; {
		moved = false
		for _, p := range order {
			for range turns {
				if len(todo[p]) > 0 && step(app, filled, todo[p][0]) {
					todo[p] = todo[p][1:]
					moved = true
				}
			}
		}
	}
	stuck = map[int]Event{}
	for p := range todo {
		if len(todo[p]) > 0 {
			stuck[p] = todo[p][0]
		}
	}
	return filled, stuck
}

func TestCheckLiveAgreesWithBruteForce(t *testing.T) {
	var live, cycles, ended int
	rapid.Check(t, func(t *rapid.T) {
		app, sc := drawNet(t)
		err := CheckLive(app, sc)
		filled, stuck := bruteForce(t, app, sc)
		if len(stuck) == 0 {
			if err != nil {
				t.Fatalf("it can finish, but %v", err)
			}
			live++
			return
		}
		var dead *DeadlockError
		if !errors.As(err, &dead) {
			t.Fatalf("stuck with %v, but no deadlock is found (%v)", stuck, err)
		}
		who, cycle := expectedBlocked(app, stuck)
		if dead.Cycle != cycle {
			t.Fatalf("cycle %t, want %t: %v", dead.Cycle, cycle, err)
		}
		var want []Blocked
		for _, p := range who {
			e := stuck[p]
			want = append(want, Blocked{Process: app.Processes[p].Name, Channel: app.Channels[e.Arg].Name, Kind: e.Kind,
				Tokens: e.N, Filled: filled[e.Arg], Capacity: app.Channels[e.Arg].Capacity})
		}
		if !reflect.DeepEqual(dead.Blocked, want) {
			t.Fatalf("got  %+v\nwant %+v", dead.Blocked, want)
		}
		if cycle {
			cycles++
		} else {
			ended++
		}
	})
	if min(live, cycles, ended) == 0 {
		t.Errorf("not all kinds were drawn: %d live, %d cycles, %d others", live, cycles, ended)
	}
}

// expectedBlocked walks as many waits as there are processes from each stuck
// process: whoever then stands on a stuck process stands on a cycle.
func expectedBlocked(app *Application, stuck map[int]Event) (who []int, cycle bool) {
	next := func(p int) int {
		ch := app.Channels[stuck[p].Arg]
		if stuck[p].Kind == Read {
			return ch.Writer
		}
		return ch.Reader
	}
	for p := range app.Processes {
		if _, ok := stuck[p]; !ok {
			continue
		}
		who = append(who, p)
		q, ok := p, true
		for range app.Processes {
			if _, ok = stuck[q]; !ok {
				break
			}
			q = next(q)
		}
		if _, ok = stuck[q]; !ok {
			continue
		}
		round := []int{q}
		for r := next(q); r != q; r = next(r) {
			round = append(round, r)
		}
		for round[0] != slices.Min(round) {
			round = append(round[1:], round[0])
		}
		return round, true
	}
	return who, false
}
