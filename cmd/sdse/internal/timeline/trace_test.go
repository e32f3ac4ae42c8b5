package timeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sdse/sesame"
)

// event is an event of a trace as a reader sees it.
type event struct {
	Ph, Name, Cat, Bp string
	Ts, Dur           json.Number
	Pid, Tid          int
	ID                int
	Args              map[string]any
}

// at returns when an event is, in ps.
func (e *event) at(t *testing.T) int64 {
	r, ok := new(big.Rat).SetString(e.Ts.String())
	if !ok {
		t.Fatalf("instant %q", e.Ts)
	}
	if r.Mul(r, big.NewRat(1_000_000, 1)); !r.IsInt() {
		t.Fatalf("instant %s is no whole number of ps", e.Ts)
	}
	return r.Num().Int64()
}

func traceOf(t *testing.T, s *System, watch Watch) string {
	t.Helper()
	var out bytes.Buffer
	if err := WriteTrace(&out, s, watch); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func parsed(t *testing.T, text string) []event {
	t.Helper()
	var file struct{ TraceEvents []event }
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return file.TraceEvents
}

// script is a Watch that tells a list of spans and fills.
func script(list ...any) Watch {
	return func(o sesame.Observer) *sesame.Statistics {
		for _, x := range list {
			switch x := x.(type) {
			case sesame.Span:
				o.Span(x)
			case filled:
				o.Fill(x.channel, x.at, x.tokens)
			}
		}
		return &sesame.Statistics{Applications: []sesame.ApplicationUse{{Name: "app", Starts: []sesame.Time{0, 5}, Completed: []sesame.Time{7}}}}
	}
}

type filled struct {
	channel int
	at      sesame.Time
	tokens  int64
}

// two processes on two processors, a channel and a bus.
func two() *System {
	return &System{Platform: "plat", Mapping: "map", Scenario: "sc", Applications: []Application{{Name: "app", Operations: []string{"op"}}},
		Processes:  []Process{{Name: "app.p", Active: true}, {Name: "app.q", Processor: 1, Active: true}, {Name: "sleeps.r", Processor: 2}},
		Channels:   []Channel{{Name: "app.c", Writer: 0, Reader: 1, Active: true}},
		Processors: []string{"cpu.0", "cpu.1", "cpu.2"}, Components: []string{"bus"}}
}

// What is written for every kind of span, by hand: p executes for 2 µs and 3 ps and
// writes two tokens, q is blocked until then and reads them in two pieces.
func TestTraceOfEachKind(t *testing.T) {
	const us = 1_000_000
	text := traceOf(t, two(), script(
		sesame.Span{Kind: sesame.Queued, Process: 0, Processor: 0},
		sesame.Span{Kind: sesame.Dispatching, Process: 0, Processor: 0, End: us},
		sesame.Span{Kind: sesame.Executing, Process: 0, Processor: 0, Operation: 0, Count: 4, Start: us, End: 3*us + 3},
		sesame.Span{Kind: sesame.Waiting, Process: 0, Processor: 0, Channel: 0, Component: 0, Count: 2, Write: true, Start: 3*us + 3, End: 4 * us},
		sesame.Span{Kind: sesame.Transferring, Process: 0, Processor: 0, Channel: 0, Count: 2, Write: true, Start: 4 * us, End: 6 * us},
		filled{0, 6 * us, 2},
		sesame.Span{Kind: sesame.Passing, Process: 0, Channel: 0, Component: 0, Count: 2, Write: true, Start: 4 * us, End: 6 * us},
		sesame.Span{Kind: sesame.Blocked, Process: 1, Channel: 0, Count: 1, End: 6 * us},
		sesame.Span{Kind: sesame.Issuing, Process: 1, Processor: 1, Channel: 0, Count: 1, Start: 6 * us, End: 7 * us},
		filled{0, 8 * us, 1},
		sesame.Span{Kind: sesame.Queued, Process: 1, Processor: 1, Start: 8 * us, End: 9 * us},
		filled{0, 9 * us, 0}, // no span: it took no time
	))
	const want = `{"traceEvents":[
{"ph":"M","ts":0.000000,"pid":1,"tid":1,"name":"process_name","args":{"name":"processors"}},
{"ph":"M","ts":0.000000,"pid":1,"tid":1,"name":"process_sort_index","args":{"sort_index":1}},
{"ph":"M","ts":0.000000,"pid":2,"tid":2,"name":"process_name","args":{"name":"processes"}},
{"ph":"M","ts":0.000000,"pid":2,"tid":2,"name":"process_sort_index","args":{"sort_index":2}},
{"ph":"M","ts":0.000000,"pid":3,"tid":3,"name":"process_name","args":{"name":"memories and interconnects"}},
{"ph":"M","ts":0.000000,"pid":3,"tid":3,"name":"process_sort_index","args":{"sort_index":3}},
{"ph":"M","ts":0.000000,"pid":4,"tid":4,"name":"process_name","args":{"name":"buffers"}},
{"ph":"M","ts":0.000000,"pid":4,"tid":4,"name":"process_sort_index","args":{"sort_index":4}},
{"ph":"M","ts":0.000000,"pid":5,"tid":5,"name":"process_name","args":{"name":"iterations"}},
{"ph":"M","ts":0.000000,"pid":5,"tid":5,"name":"process_sort_index","args":{"sort_index":5}},
{"ph":"M","ts":0.000000,"pid":1,"tid":100,"name":"thread_name","args":{"name":"cpu.0"}},
{"ph":"M","ts":0.000000,"pid":1,"tid":100,"name":"thread_sort_index","args":{"sort_index":0}},
{"ph":"M","ts":0.000000,"pid":1,"tid":101,"name":"thread_name","args":{"name":"cpu.1"}},
{"ph":"M","ts":0.000000,"pid":1,"tid":101,"name":"thread_sort_index","args":{"sort_index":1}},
{"ph":"M","ts":0.000000,"pid":2,"tid":102,"name":"thread_name","args":{"name":"app.p"}},
{"ph":"M","ts":0.000000,"pid":2,"tid":102,"name":"thread_sort_index","args":{"sort_index":0}},
{"ph":"M","ts":0.000000,"pid":2,"tid":103,"name":"thread_name","args":{"name":"app.q"}},
{"ph":"M","ts":0.000000,"pid":2,"tid":103,"name":"thread_sort_index","args":{"sort_index":1}},
{"ph":"C","ts":0.000000,"pid":4,"tid":4,"name":"app.c","args":{"tokens":0}},
{"ph":"B","ts":0.000000,"pid":1,"tid":100,"cat":"dispatch","name":"dispatch app.p"},
{"ph":"E","ts":1.000000,"pid":1,"tid":100},
{"ph":"B","ts":1.000000,"pid":1,"tid":100,"cat":"execute","name":"app.p: op","args":{"times":4}},
{"ph":"E","ts":3.000003,"pid":1,"tid":100},
{"ph":"B","ts":3.000003,"pid":1,"tid":100,"cat":"wait","name":"app.p waits for bus","args":{"tokens":2}},
{"ph":"E","ts":4.000000,"pid":1,"tid":100},
{"ph":"B","ts":4.000000,"pid":1,"tid":100,"cat":"transfer","name":"app.p writes app.c","args":{"tokens":2}},
{"ph":"E","ts":6.000000,"pid":1,"tid":100},
{"ph":"M","ts":0.000000,"pid":3,"tid":104,"name":"thread_name","args":{"name":"bus"}},
{"ph":"M","ts":0.000000,"pid":3,"tid":104,"name":"thread_sort_index","args":{"sort_index":0}},
{"ph":"B","ts":4.000000,"pid":3,"tid":104,"cat":"passing","name":"app.p writes app.c","args":{"tokens":2}},
{"ph":"E","ts":6.000000,"pid":3,"tid":104},
{"ph":"B","ts":0.000000,"pid":2,"tid":103,"cat":"blocked","name":"blocked: no tokens in app.c","args":{"tokens":1}},
{"ph":"E","ts":6.000000,"pid":2,"tid":103},
{"ph":"C","ts":6.000000,"pid":4,"tid":4,"name":"app.c","args":{"tokens":2}},
{"ph":"B","ts":6.000000,"pid":1,"tid":101,"cat":"issue","name":"app.q issues: reads app.c","args":{"tokens":1}},
{"ph":"E","ts":7.000000,"pid":1,"tid":101},
{"ph":"B","ts":6.000000,"pid":2,"tid":103,"cat":"running","name":"running on cpu.1"},
{"ph":"E","ts":7.000000,"pid":2,"tid":103},
{"ph":"B","ts":7.000000,"pid":2,"tid":103,"cat":"transfer","name":"DMA: reads app.c","args":{"tokens":1}},
{"ph":"E","ts":8.000000,"pid":2,"tid":103},
{"ph":"C","ts":8.000000,"pid":4,"tid":4,"name":"app.c","args":{"tokens":1}},
{"ph":"s","ts":5.000000,"pid":1,"tid":100,"id":1,"cat":"tokens","name":"app.c","args":{"tokens":1}},
{"ph":"f","ts":6.500000,"pid":1,"tid":101,"id":1,"bp":"e","cat":"tokens","name":"app.c","args":{"tokens":1}},
{"ph":"B","ts":8.000000,"pid":2,"tid":103,"cat":"queued","name":"queued for cpu.1"},
{"ph":"E","ts":9.000000,"pid":2,"tid":103},
{"ph":"C","ts":9.000000,"pid":4,"tid":4,"name":"app.c","args":{"tokens":0}},
{"ph":"X","ts":9.000000,"pid":2,"tid":103,"dur":0,"cat":"transfer","name":"reads app.c","args":{"tokens":1}},
{"ph":"s","ts":5.000000,"pid":1,"tid":100,"id":2,"cat":"tokens","name":"app.c","args":{"tokens":1}},
{"ph":"f","ts":9.000000,"pid":2,"tid":103,"id":2,"bp":"e","cat":"tokens","name":"app.c","args":{"tokens":1}},
{"ph":"B","ts":0.000000,"pid":2,"tid":102,"cat":"running","name":"running on cpu.0"},
{"ph":"E","ts":6.000000,"pid":2,"tid":102},
{"ph":"b","ts":0.000000,"pid":5,"tid":5,"id":1,"cat":"iteration","name":"app","args":{"iteration":0}},
{"ph":"e","ts":0.000007,"pid":5,"tid":5,"id":1,"cat":"iteration","name":"app"}
]}
`
	if text != want {
		got, wanted := strings.Split(text, "\n"), strings.Split(want, "\n")
		for i := range min(len(got), len(wanted)) {
			if got[i] != wanted[i] {
				t.Fatalf("line %d: got\n%s\nwant\n%s\nall of it:\n%s", i+1, got[i], wanted[i], text)
			}
		}
		t.Fatalf("got %d lines, want %d:\n%s", len(got), len(wanted), text)
	}
	parsed(t, text)
}

// Whatever order an instant is told in, the same arrows come out.
func TestArrowsWhateverIsToldFirst(t *testing.T) {
	write := sesame.Span{Kind: sesame.Transferring, Process: 0, Processor: 0, Channel: 0, Count: 1, Write: true, End: 10}
	read := sesame.Span{Kind: sesame.Transferring, Process: 1, Processor: 1, Channel: 0, Count: 1, Start: 20, End: 40}
	arrows := func(list ...any) (lines []string) {
		for _, e := range parsed(t, traceOf(t, two(), script(list...))) {
			if e.Ph == "s" || e.Ph == "f" {
				lines = append(lines, fmt.Sprint(e.Ph, " ", e.Ts, " in ", e.Tid, ": ", e.Args["tokens"]))
			}
		}
		return lines
	}
	want := []string{"s 0.000005 in 100: 1", "f 0.000030 in 101: 1"}
	for _, list := range [][]any{
		{write, filled{0, 10, 1}, read, filled{0, 40, 0}},
		{filled{0, 10, 1}, write, filled{0, 40, 0}, read},
	} {
		if got := arrows(list...); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// DMA writes overtake each other on different ways or end together; each change
// belongs to the oldest issue.
func TestArrowsOfSeveralTransfersUnderWay(t *testing.T) {
	issue := func(n int) sesame.Span {
		return sesame.Span{Kind: sesame.Issuing, Process: 0, Processor: 0, Channel: 0, Count: 1, Write: true, Start: sesame.Time(10 * n), End: sesame.Time(10*n + 10)}
	}
	read := sesame.Span{Kind: sesame.Transferring, Process: 1, Processor: 1, Channel: 0, Count: 3, Start: 50, End: 60}
	var starts []string
	for _, e := range parsed(t, traceOf(t, two(), script(issue(0), issue(1), issue(2), filled{0, 35, 1}, filled{0, 45, 2}, filled{0, 45, 3}, read, filled{0, 60, 0}))) {
		if e.Ph == "s" {
			starts = append(starts, e.Ts.String())
		}
	}
	if want := []string{"0.000005", "0.000015", "0.000025"}; !slices.Equal(starts, want) {
		t.Errorf("arrows from %v, want %v", starts, want)
	}
}

// Tokens that were there at the start come from nowhere.
func TestNoArrowsFromInitialTokens(t *testing.T) {
	s := two()
	s.Channels[0].Initial = 2
	read := func(n int) []any {
		at := sesame.Time(10*n + 10)
		return []any{sesame.Span{Kind: sesame.Transferring, Process: 1, Processor: 1, Channel: 0, Count: 1, Start: at - 10, End: at}, filled{0, at, int64(1 - n)}}
	}
	write := sesame.Span{Kind: sesame.Transferring, Process: 0, Processor: 0, Channel: 0, Count: 1, Write: true, Start: 20, End: 25}
	list := slices.Concat([]any{filled{0, 0, 2}}, read(0), read(1), []any{write, filled{0, 25, 1}, sesame.Span{Kind: sesame.Transferring, Process: 1, Processor: 1, Start: 25, End: 35}, filled{0, 35, 0}})
	n := 0
	for _, e := range parsed(t, traceOf(t, s, script(list...))) {
		if e.Ph == "s" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d arrows, want the one from the write", n)
	}
}

// Any name is valid JSON and comes back as it was, but for what is not UTF-8.
func TestTraceOfAnyName(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.String().Draw(rt, "name") + "\"\\\x7f\x00"
		s := two()
		s.Processes[0].Name, s.Channels[0].Name, s.Components[0], s.Processors[0] = name, name, name, name
		found := 0
		for _, e := range parsed(t, traceOf(t, s, script(sesame.Span{Kind: sesame.Waiting, Channel: 0, End: 5}))) {
			if e.Args["name"] == name {
				found++
			}
		}
		if found != 2 { // of the processor and of the process
			rt.Errorf("the name came back %d times", found)
		}
	})
	if text := traceOf(t, &System{Processors: []string{"\xff"}, Processes: []Process{{Active: true}}}, script()); !strings.Contains(text, "\uFFFD") {
		t.Error("what is not UTF-8 is not replaced")
	}
}

// What passes a component at the same time is in different lanes, and a lane is
// used again.
func TestLanes(t *testing.T) {
	pass := func(start, end sesame.Time) sesame.Span {
		return sesame.Span{Kind: sesame.Passing, Component: 0, Channel: 0, Count: 1, Start: start, End: end}
	}
	lanes := map[string]int{}
	for _, e := range parsed(t, traceOf(t, two(), script(pass(0, 10), pass(5, 15), pass(10, 20), pass(15, 30), pass(18, 30), pass(30, 40)))) {
		if e.Ph == "B" {
			lanes[fmt.Sprint(e.Tid)]++
		}
	}
	if want := map[string]int{"104": 2, "105": 3, "106": 1}; !maps.Equal(lanes, want) {
		t.Errorf("slices per lane: %v, want %v", lanes, want)
	}
}

func TestAppendMicroseconds(t *testing.T) {
	for ps, want := range map[sesame.Time]string{0: "0.000000", 1: "0.000001", 999_999: "0.999999", 1_000_000: "1.000000",
		sesame.MaxTime: "4611686018427.387904"} {
		if got := string(appendMicroseconds(nil, ps)); got != want {
			t.Errorf("%d ps are %s, want %s", uint64(ps), got, want)
		}
	}
}

type broken struct{ after int }

var errBroken = errors.New("disk full")

func (b *broken) Write(p []byte) (int, error) {
	if b.after -= len(p); b.after < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func TestTraceTellsWriteErrors(t *testing.T) {
	for _, after := range []int{0, 70000} {
		if err := WriteTrace(&broken{after}, two(), pipelineWatch(t)); !errors.Is(err, errBroken) {
			t.Errorf("error %v", err)
		}
	}
	if err := WriteTrace(io.Discard, two(), pipelineWatch(t)); err != nil {
		t.Error(err)
	}
}

// pipelineWatch tells enough to overflow a write buffer.
func pipelineWatch(*testing.T) Watch {
	return func(o sesame.Observer) *sesame.Statistics {
		for i := range sesame.Time(5000) {
			o.Span(sesame.Span{Kind: sesame.Executing, Start: 2 * i, End: 2*i + 1})
		}
		return &sesame.Statistics{}
	}
}

// What is remembered of a long simulation is what is under way.
func TestTraceIsStreamed(t *testing.T) {
	tr := newTrace(io.Discard, two())
	for i := range sesame.Time(100_000) {
		tr.Span(sesame.Span{Kind: sesame.Transferring, Count: 1, Write: true, Start: 3 * i, End: 3*i + 1})
		tr.Fill(0, 3*i+1, 1)
		tr.Span(sesame.Span{Kind: sesame.Transferring, Process: 1, Processor: 1, Count: 1, Start: 3*i + 1, End: 3*i + 2})
		tr.Fill(0, 3*i+2, 0)
	}
	f := tr.flows
	if n := cap(f.written[0]) + cap(f.changes) + cap(f.ends[0][0].under) + cap(f.ends[1][0].under) + cap(tr.changed) + cap(tr.out.line); n > 1000 {
		t.Errorf("%d things are remembered", n)
	}
}
