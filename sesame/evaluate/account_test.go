package evaluate

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sdse/kpn/input"
	"sdse/sesame"
)

// compiled writes a platform and its other files to a directory and compiles it.
func compiled(t *testing.T, files map[string]string) *sesame.Model {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var problems input.Problems
	w := sesame.Load(filepath.Join(dir, "mpsoc.toml"), nil, "", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	m, err := sesame.Compile(w.Platform, w.Space)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// pair is two applications of two processes and a channel, on two processors and a bus.
func pair(t *testing.T) *sesame.Model {
	app := func(name string) string {
		return `name = "` + name + `"
process = [ { name = "p", trace = "exec a; write c" }, { name = "q", trace = "read c; exec a" } ]
channel = [ { name = "c", from = "p", to = "q", token = "8 B" } ]`
	}
	return compiled(t, map[string]string{"one.toml": app("one"), "two.toml": app("two"), "mpsoc.toml": `name = "pair"
applications = ["one.toml", "two.toml"]
processor_type = [ { name = "t", frequency = "1 GHz", cycles = { a = 10 } } ]
processor = [ { name = "cpu", type = "t", count = 2 } ]
bus = [ { name = "bus", frequency = "100 MHz", width = 4 } ]
path = [ { name = "over", write = "bus", read = "bus" } ]`})
}

// statistics are those of a scenario in which the given applications run.
func statistics(m *sesame.Model, makespan sesame.Time, applications ...sesame.ApplicationUse) *sesame.Statistics {
	return &sesame.Statistics{Makespan: makespan, Applications: applications,
		Processors: make([]sesame.ProcessorUse, len(m.Platform.Processors)), Components: make([]sesame.ComponentUse, len(m.Platform.Components))}
}

// By hand: scenario A (weight 1) runs only application one, B (weight 3) runs
// both, and so two's figures are those of B alone.
func TestFiguresOverScenarios(t *testing.T) {
	m := pair(t)
	frame := newFrame(m, m.NewMapping())
	a := statistics(m, 100, sesame.ApplicationUse{Name: "one", Starts: []sesame.Time{0, 10, 20, 30}, Completed: []sesame.Time{20, 35, 45, 55}})
	a.Processors[1] = sesame.ProcessorUse{Processes: 2, Execute: 40, Transfer: 20, Waiting: 4, Dispatch: 6, Idle: 30, Picks: 4, Switches: 2, Preemptions: 1}
	a.Components[0] = sesame.ComponentUse{Transfers: 4, Busy: 60, Waiting: 8, MaxWaiting: 5}
	a.Channels = []sesame.ChannelUse{{Name: "one.c", Tokens: 4, Capacity: 3, HighWater: 2}}
	b := statistics(m, 200,
		sesame.ApplicationUse{Name: "one", Starts: []sesame.Time{0, 0}, Completed: []sesame.Time{40, 60}},
		sesame.ApplicationUse{Name: "two", Starts: []sesame.Time{0}, Completed: []sesame.Time{30}, Misses: 1})
	b.Applications[1].Timing.Deadline = 20
	b.Processors[1] = sesame.ProcessorUse{Processes: 4, Execute: 80, Idle: 120, Picks: 8}
	b.Components[0] = sesame.ComponentUse{Transfers: 4, Busy: 60, MaxWaiting: 2}
	b.Channels = []sesame.ChannelUse{{Name: "one.c", Tokens: 2, Capacity: 3, HighWater: 1}, {Name: "two.c", Tokens: 1, Capacity: 1, HighWater: 1}}

	mean := newMean(frame.empty)
	frame.fill(mean.next(), a)
	mean.add(1)
	frame.fill(mean.next(), b)
	mean.add(3)
	got := mean.result()
	frame.finish(&got)
	want := Figures{
		Makespan: 175,
		Applications: []ApplicationFigures{
			{Name: "one", Iterations: 2.5, Latency: (23.75 + 3*50) / 4, MaxLatency: 60, Period: 10, Throughput: 1e11},
			{Name: "two", Iterations: 1, Latency: 30, MaxLatency: 30, Deadline: 20, Misses: 1}},
		Processors: []ProcessorFigures{{Name: "cpu.0"},
			{Name: "cpu.1", Processes: 4, Utilisation: 77.5 / 175, Execute: 70, Transfer: 5, Waiting: 1, Dispatch: 1.5, Idle: 97.5,
				Dispatches: 7, Switches: 0.5, Preemptions: 0.25}},
		Components: []ComponentFigures{{Name: "bus", Kind: "bus", Utilisation: 60.0 / 175, Transfers: 4, Busy: 60, Waiting: 2, MeanWaiting: 0.5, MaxWaiting: 5}},
		Channels: []ChannelFigures{{Name: "one.c", Path: "over", Tokens: 2.5, Capacity: 3, HighWater: 2},
			{Name: "two.c", Path: "over", Tokens: 1, Capacity: 1, HighWater: 1}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if _, err := json.Marshal(got); err != nil { // NaN would not be JSON
		t.Error(err)
	}
}

// An application that is in none of the scenarios has no figures, and without
// any scenario there are zeros and no NaN.
func TestFiguresOfNothing(t *testing.T) {
	m := pair(t)
	frame := newFrame(m, m.NewMapping())
	mean := newMean(frame.empty)
	got := mean.result()
	frame.finish(&got)
	if got.Makespan != 0 || len(got.Processors) != 2 || got.Processors[0].Utilisation != 0 {
		t.Errorf("without scenarios: %+v", got)
	}
	mean = newMean(frame.empty)
	frame.fill(mean.next(), statistics(m, 10))
	mean.add(1)
	got = mean.result()
	frame.finish(&got)
	if len(got.Applications) != 0 || len(got.Channels) != 0 {
		t.Errorf("figures of applications that do not run: %+v, %+v", got.Applications, got.Channels)
	}
}

// The second half of n completions begins with number n/2, rounded down.
func TestPeriod(t *testing.T) {
	for _, c := range []struct {
		completed []sesame.Time
		want      float64
	}{
		{nil, none}, {[]sesame.Time{7}, none}, {[]sesame.Time{7, 9}, none},
		{[]sesame.Time{7, 9, 14}, 5},
		{[]sesame.Time{7, 9, 14, 20}, 6},
		{[]sesame.Time{1, 2, 10, 20, 35}, 12.5},
	} {
		if got := period(c.completed); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v: period %v, want %v", c.completed, got, c.want)
		}
	}
}

// ring is three processes and one beside them; the channels are, by number:
// 0 a→b, 1 b→c, 2 c→a, 3 a→d.
func ring(t *testing.T) *sesame.Model {
	return compiled(t, map[string]string{"ring.toml": `name = "ring"
process = [ { name = "a", trace = "read ca; write ab; write ad" }, { name = "b", trace = "read ab; write bc" },
  { name = "c", trace = "read bc; write ca" }, { name = "d", trace = "read ad" } ]
channel = [ { name = "ab", from = "a", to = "b", token = "1 B" }, { name = "bc", from = "b", to = "c", token = "1 B" },
  { name = "ca", from = "c", to = "a", token = "1 B", initial = 1 }, { name = "ad", from = "a", to = "d", token = "1 B" } ]`,
		"mpsoc.toml": `name = "one"
applications = "ring.toml"
processor_type = [ { name = "t", frequency = "1 GHz" } ]
processor = [ { name = "cpu", type = "t" } ]
path = [ { name = "inside" } ]`})
}

func TestBlockedCycle(t *testing.T) {
	m := ring(t)
	names := func(list []Blocked) string {
		var parts []string
		for _, b := range list {
			parts = append(parts, b.Process+" waits for "+b.WaitsFor+" in "+b.Channel+" from "+b.Peer)
		}
		return strings.Join(parts, "; ")
	}
	for _, c := range []struct {
		name  string
		stuck []sesame.BlockedProcess
		want  string
	}{
		{"a cycle of reads, reached from beside it", []sesame.BlockedProcess{{Process: 3, Channel: 3}, {Process: 2, Channel: 1}, {Process: 1, Channel: 0}, {Process: 0, Channel: 2}},
			"ring.a waits for tokens in ring.ca from ring.c; ring.c waits for tokens in ring.bc from ring.b; ring.b waits for tokens in ring.ab from ring.a"},
		{"a write waits for room and a read for tokens", []sesame.BlockedProcess{{Process: 0, Channel: 0}, {Process: 1, Channel: 1}, {Process: 2, Channel: 2}},
			"ring.a waits for room in ring.ab from ring.b; ring.b waits for room in ring.bc from ring.c; ring.c waits for room in ring.ca from ring.a"},
		{"no cycle: the other end is not stuck", []sesame.BlockedProcess{{Process: 1, Channel: 0}, {Process: 2, Channel: 1}},
			"ring.b waits for tokens in ring.ab from ring.a; ring.c waits for tokens in ring.bc from ring.b"},
		{"nothing", nil, ""},
	} {
		if got := names(blocked(m, c.stuck)); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestDescribeFailure(t *testing.T) {
	if got := describe("beyond the time limit", nil); got != "beyond the time limit" {
		t.Errorf("got %q", got)
	}
	list := blocked(ring(t), []sesame.BlockedProcess{{Process: 1, Channel: 0}})
	if got, want := describe("deadlock", list), "deadlock: ring.b waits for tokens in ring.ab, which depends on ring.a,"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for range 4 {
		list = append(list, list...)
	}
	if got := describe("deadlock", list); !strings.HasSuffix(got, "; and 10 more,") {
		t.Errorf("got %q", got)
	}
}

// A scenario that is looked at alone is told in detail and exactly.
func TestDetailOfOneScenario(t *testing.T) {
	m := pair(t)
	alone := NewAccount(m, m.Suggest(), []int{0})
	if alone.Scenarios[0].Detail == nil {
		t.Fatal("a single scenario has no detail")
	}
	if got := NewAccount(m, m.Suggest(), []int{0, 0}); got.Scenarios[0].Detail != nil {
		t.Error("one of several scenarios has detail")
	}
	for _, p := range alone.Scenarios[0].Detail.Processes {
		if !p.Finished || p.Finish == 0 || uint64(p.Finish) > alone.Scenarios[0].Makespan {
			t.Errorf("process %+v of a makespan of %d", p, alone.Scenarios[0].Makespan)
		}
	}
}
