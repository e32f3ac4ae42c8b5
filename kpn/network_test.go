package kpn

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// run executes a network and checks that no goroutine outlives it. A minute is
// the difference between a failing test and a hanging one.
func run(t *testing.T, n *Network) (*Recording, error) {
	t.Helper()
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	return n.Run(ctx)
}

func mustRun(t *testing.T, n *Network) *Recording {
	t.Helper()
	rec, err := run(t, n)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// wantError checks an error's whole message and returns it as a T.
func wantError[T error](t *testing.T, err error, message string) T {
	t.Helper()
	var typed T
	if !errors.As(err, &typed) {
		t.Fatalf("error %v is no %T", err, typed)
	}
	if err.Error() != message {
		t.Fatalf("error\n got %s\nwant %s", err, message)
	}
	return typed
}

func events(f *Fragment) []Event { return slices.Collect(f.Events()) }

func TestRunRecordsWhatHappened(t *testing.T) {
	n := NewNetwork("sum")
	source, sum := n.Process("source"), n.Process("sum")
	square := n.Operation("square", Count{"mul", 1}, Count{"alu", 2})
	add := n.Operation("add")
	squares := Connect[int](n, "squares", source, sum, ChannelOptions{TokenBytes: 8, Capacity: 3})
	source.Do(func() error {
		for i := range 6 {
			squares.Write(i * i)
			source.Execute(square, int64(i))
			if i%3 == 2 {
				source.EndIteration()
			}
		}
		return nil
	})
	var sums []int
	sum.Do(func() error {
		three := make([]int, 3)
		for squares.ReadN(three) == 3 {
			sums = append(sums, three[0]+three[1]+three[2])
			sum.Execute(add, 2)
			sum.EndIteration()
		}
		return nil
	})
	rec := mustRun(t, n)

	if want := []int{0 + 1 + 4, 9 + 16 + 25}; !slices.Equal(sums, want) {
		t.Errorf("data: got %v, want %v", sums, want)
	}
	want := [][][]Event{
		{
			{{Write, 0, 1}, {Write, 0, 1}, {Execute, 0, 1}, {Write, 0, 1}, {Execute, 0, 2}},
			{{Read, 0, 3}, {Execute, 1, 2}},
		},
		{
			{{Write, 0, 1}, {Execute, 0, 3}, {Write, 0, 1}, {Execute, 0, 4}, {Write, 0, 1}, {Execute, 0, 5}},
			{{Read, 0, 3}, {Execute, 1, 2}},
		},
	}
	for i := range want {
		for p := range want[i] {
			if got := events(rec.Iterations[i][p]); !slices.Equal(got, want[i][p]) {
				t.Errorf("iteration %d, process %d: got %v, want %v", i, p, got, want[i][p])
			}
		}
	}
	if rec.Iterations[0][1] != rec.Iterations[1][1] {
		t.Error("equal fragments are not shared")
	}
	app := rec.Application
	if app.Name != "sum" || !slices.Equal(app.Processes, []Process{{Name: "source"}, {Name: "sum"}}) {
		t.Errorf("graph: %+v", app)
	}
	if want := (Channel{Name: "squares", Writer: 0, Reader: 1, TokenBytes: 8, Capacity: 3}); app.Channels[0] != want {
		t.Errorf("channel: got %+v, want %+v", app.Channels[0], want)
	}
	if want := []Count{{"alu", 2}, {"mul", 1}}; !slices.Equal(app.Operations[square].Signature, want) {
		t.Errorf("signature: got %v, want %v sorted by class", app.Operations[square].Signature, want)
	}
}

func TestEndOfStream(t *testing.T) {
	n := NewNetwork("five")
	source, sink := n.Process("source"), n.Process("sink")
	c := Connect[int](n, "c", source, sink, ChannelOptions{}, 100, 101)
	source.Do(func() error { c.WriteN([]int{0, 1, 2}); return nil })
	var got []int
	sink.Do(func() error {
		four := make([]int, 4)
		for {
			k := c.ReadN(four)
			got = append(got, four[:k]...)
			if k < 4 {
				break
			}
		}
		if v, ok := c.Read(); ok || v != 0 {
			t.Errorf("read after the end: %d, %t", v, ok)
		}
		return nil
	})
	rec := mustRun(t, n)
	if want := []int{100, 101, 0, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := events(rec.Iterations[0][1]), []Event{{Read, 0, 4}, {Read, 0, 1}}; !slices.Equal(got, want) {
		t.Errorf("trace: got %v, want %v: reading nothing is no event", got, want)
	}
	if app := rec.Application; app.Channels[0].Initial != 2 {
		t.Errorf("initial: got %d, want 2", app.Channels[0].Initial)
	}
}

// untilBlocked spins until a process of the network is blocked.
func untilBlocked(p *Node) {
	for blocked := false; !blocked; runtime.Gosched() {
		p.net.mu.Lock()
		blocked = p.waiting != nil
		p.net.mu.Unlock()
	}
}

// A process that is blocked when the other end of its channel ends goes on.
func TestEndingWakesTheBlocked(t *testing.T) {
	n := NewNetwork("end")
	writer, ender, reader := n.Process("writer"), n.Process("ender"), n.Process("reader")
	in := Connect[int](n, "in", writer, ender, ChannelOptions{})
	out := Connect[int](n, "out", ender, reader, ChannelOptions{})
	writer.Do(func() error { in.WriteN(make([]int, 2)); return nil })
	reader.Do(func() error {
		if _, ok := out.Read(); ok {
			t.Error("read a token that nobody wrote")
		}
		return nil
	})
	ender.Do(func() error { untilBlocked(writer); untilBlocked(reader); return nil })
	rec := mustRun(t, n)
	if got, want := events(rec.Iterations[0][0]), []Event{{Write, 0, 2}}; !slices.Equal(got, want) {
		t.Errorf("trace of the writer: got %v, want %v", got, want)
	}
	if got := capacities(rec); !slices.Equal(got, []int64{1, 1}) || len(in.tokens) > 0 {
		t.Errorf("capacities %v and %d tokens kept, for tokens that nobody reads", got, len(in.tokens))
	}
}

func TestDifferentIterationsAreAnError(t *testing.T) {
	n := NewNetwork("uneven")
	op := n.Operation("op")
	for _, name := range []string{"a", "b", "c"} {
		p := n.Process(name)
		p.Do(func() error {
			for range map[string]int{"a": 2, "b": 2, "c": 1}[name] {
				p.EndIteration()
			}
			if name == "b" {
				p.Execute(op, 1)
			}
			return nil
		})
	}
	_, err := run(t, n)
	wantError[*IterationError](t, err, `kpn: network "uneven": processes end with different numbers of iterations: a 2, b 3, c 1 `+
		`(is an EndIteration missing, or work done after the last one?)`)
}

func TestProcessErrorStopsTheOthers(t *testing.T) {
	broken := errors.New("broken")
	for name, body := range map[string]func() error{
		"error": func() error { return broken },
		"panic": func() error { panic(broken) },
	} {
		t.Run(name, func(t *testing.T) {
			n := NewNetwork("failing")
			bad, blocked, busy := n.Process("bad"), n.Process("blocked"), n.Process("busy")
			op := n.Operation("op")
			from := Connect[int](n, "from", busy, blocked, ChannelOptions{})
			stopped := make(chan bool)
			bad.Do(func() error { untilBlocked(blocked); return body() })
			blocked.Do(func() error {
				defer close(stopped) // deferred functions run
				from.Read()
				t.Error("a stopped read returned")
				return nil
			})
			busy.Do(func() error {
				<-stopped // a blocked process does not wait for its peer to stop
				for {
					busy.Execute(op, 0)
				}
			})
			_, err := run(t, n)
			var failed *ProcessError
			if !errors.As(err, &failed) || failed.Process != "bad" || !errors.Is(err, broken) {
				t.Fatalf("got %v", err)
			}
			if !strings.HasPrefix(err.Error(), `kpn: network "failing": process "bad": `) {
				t.Errorf("message %q does not name the process", err)
			}
			if isPanic := name == "panic"; isPanic != strings.Contains(string(failed.Stack), "network_test.go") {
				t.Errorf("stack:\n%s", failed.Stack)
			}
		})
	}
}

func TestGoexitIsAnError(t *testing.T) {
	n := NewNetwork("exit")
	p := n.Process("p")
	p.Do(func() error { runtime.Goexit(); return nil })
	_, err := run(t, n)
	wantError[*ProcessError](t, err, `kpn: network "exit": process "p": left its function by runtime.Goexit`)
}

func TestCancelStopsEverything(t *testing.T) {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	n := NewNetwork("endless")
	a, b, c := n.Process("a"), n.Process("b"), n.Process("c")
	ab := Connect[int](n, "ab", a, b, ChannelOptions{})
	ca := Connect[int](n, "ca", c, a, ChannelOptions{})
	a.Do(func() error {
		for i := 0; ; i++ {
			ab.Write(i)
		}
	})
	b.Do(func() error {
		for i := 0; ; i++ {
			if ab.Read(); i == 100 {
				cancel(reason)
			}
		}
	})
	c.Do(func() error { ca.WriteN(make([]int, 2)); return nil }) // blocked for ever
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	if _, err := n.Run(ctx); !errors.Is(err, reason) {
		t.Fatalf("got %v, want %v", err, reason)
	}
}

func TestMistakesOfBuilding(t *testing.T) {
	n := NewNetwork("wrong")
	other := NewNetwork("other").Process("stranger")
	a := n.Process("a")
	n.Process("a").Do(func() error { return nil })
	n.Process("").Do(func() error { return nil })
	a.Do(func() error { return nil })
	a.Do(func() error { return nil })
	n.Process("idle")
	n.Operation("op", Count{"alu", -1})
	n.Operation("op", Count{"mul", 1}, Count{"mul", 2})
	Connect[int](n, "c", a, other, ChannelOptions{})
	Connect[int](n, "c", a, a, ChannelOptions{TokenBytes: -1, Capacity: -2})
	n.Bounds = Bounds{Tokens: -1}
	_, err := run(t, n)
	want := `kpn: network "wrong": process "a" has two functions
operation "op" has the count "alu": -1
operation "op" counts class "mul" twice
channel "c" connects processes that are not of this network
channel "c" has tokens of -1 bytes and capacity -2
there are two of process "a"
a process has no name
process "idle" has no function
there are two of channel "c"
there are two of operation "op"
bounds of -1 tokens and 0 bytes`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	if _, err := run(t, NewNetwork("none")); err == nil || err.Error() != `kpn: network "none": there is no process` {
		t.Errorf("empty network: %v", err)
	}
}

func TestRunsOnce(t *testing.T) {
	n := NewNetwork("once")
	n.Process("p").Do(func() error { return nil })
	mustRun(t, n)
	if _, err := run(t, n); err == nil || err.Error() != `kpn: network "once": a network runs once` {
		t.Errorf("second run: %v", err)
	}
}

func TestStreamOutsideRunPanics(t *testing.T) {
	n := NewNetwork("early")
	p := n.Process("p")
	c := Connect[int](n, "c", p, p, ChannelOptions{})
	defer func() {
		if got, want := fmt.Sprint(recover()), `kpn: channel "c" is used outside Run`; got != want {
			t.Errorf("panic %q, want %q", got, want)
		}
	}()
	c.Write(1)
}
