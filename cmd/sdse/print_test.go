package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"sdse/kpn"
	"sdse/sesame"
	"sdse/sesame/evaluate"
)

// sampleAccount has something in every table.
func sampleAccount() *evaluate.Account {
	return &evaluate.Account{
		Mapping: sesame.Naming{Processes: map[string]string{"app.p": "cpu.0", "app.q": "cpu.10", "app.r": "cpu.0"},
			Points: map[string]string{"cpu.0": "1 GHz"}},
		Cost:      2.5,
		Scenarios: []evaluate.ScenarioAccount{{ID: 3, Name: "busy: app/usual", Weight: 1}},
		Mean: evaluate.Figures{Makespan: 2_000_000,
			Energy: evaluate.EnergyFigures{Total: 10e6, ProcessorsDynamic: 5e6, ProcessorsStatic: 2e6, ComponentsDynamic: 1e6, Platform: 2e6},
			Applications: []evaluate.ApplicationFigures{
				{Name: "app", Iterations: 12, Latency: 250_500, MaxLatency: 400_000, Period: 125_000, Throughput: 8e6, Deadline: 300_000, Misses: 2.5},
				{Name: "once", Iterations: 1, Latency: 2_000_000, MaxLatency: 2_000_000}},
			Processors: []evaluate.ProcessorFigures{{Name: "cpu.0", Processes: 2, Utilisation: 0.9, Execute: 1_500_000, Transfer: 200_000, Waiting: 50_000,
				Dispatch: 50_000, Idle: 200_000, Dispatches: 40, Switches: 8, Preemptions: 0.5, DynamicEnergy: 5e6, StaticEnergy: 1e6}, {Name: "cpu.1"},
				{Name: "cpu.10", Processes: 1, StaticEnergy: 1e6}},
			Components: []evaluate.ComponentFigures{{Name: "bus", Utilisation: 0.25, Transfers: 64, Bytes: 1 << 20, MeanWaiting: 781.25, MaxWaiting: 25_000, DynamicEnergy: 1e6}, {Name: "spare"}},
			Channels: []evaluate.ChannelFigures{{Name: "app.c", Path: "over-bus", Tokens: 64, Capacity: 8, HighWater: 6},
				{Name: "app.d", Path: "inside", Tokens: 12, Capacity: kpn.Unbounded, HighWater: 12}}},
	}
}

const sampleFigures = `  makespan  2 µs
  energy    10 nJ

  energy                      dynamic  static   share
  processors                     5 nJ    2 nJ  70.0 %
  memories and interconnects     1 nJ    0 fJ  10.0 %
  platform                               2 nJ  20.0 %

  application                 iterations   latency  longest  period  per second  deadline  misses
  app                                 12  250.5 ns   400 ns  125 ns       8e+06    300 ns     2.5
  once                                 1      2 µs     2 µs       –           –         –       –

  processor                     busy  execute  transfer  waiting  dispatch    idle
  cpu.0                       90.0 %   1.5 µs    200 ns    50 ns     50 ns  200 ns
  cpu.10                       0.0 %     0 ps      0 ps     0 ps      0 ps    0 ps
  not listed: 1 without a process

  processor                   processes  dispatches  switches  preemptions  dynamic  static
  cpu.0                               2          40         8          0.5     5 nJ    1 nJ
  cpu.10                              1           0         0            0     0 fJ    1 nJ

  memory or interconnect        busy  transfers     bytes  mean wait  max wait  dynamic  static
  bus                         25.0 %         64  1.05e+06     781 ps     25 ns     1 nJ    0 fJ
  not listed: 1 that nothing passes

  buffer                          path  tokens  high water   capacity  filled
  app.c                       over-bus      64           6          8  75.0 %
  app.d                         inside      12          12  unbounded       –
`

func TestPrintFigures(t *testing.T) {
	var out bytes.Buffer
	a := sampleAccount()
	printFigures(&out, &a.Mean)
	if out.String() != sampleFigures {
		t.Errorf("got\n%s\nwant\n%s", out.String(), sampleFigures)
	}
}

// Even long names and large numbers leave the output within 100 columns.
func TestPrintFitsTheScreen(t *testing.T) {
	long := strings.Repeat("very-long-name.", 6)
	a := sampleAccount()
	for i := range 40 {
		a.Mapping.Processes["app."+strings.Repeat("x", i)+"process"] = "cpu.10"
	}
	f := &a.Mean
	f.Applications = append(f.Applications, evaluate.ApplicationFigures{Name: long, Iterations: 123456.7, Latency: 123.45e12, MaxLatency: 123.45e13,
		Period: 123.45e9, Throughput: 1.2345e-12, Deadline: 123.45e12, Misses: 12345.67})
	p := evaluate.ProcessorFigures{Name: long, Processes: 1000, Utilisation: 1, Execute: 123.45e12, Transfer: 123.45e9, Waiting: 123.45e9, Dispatch: 123.45e9,
		Idle: 123.45e9, Dispatches: 1.234567e12, Switches: 1.234567e12, Preemptions: 1.234567e12, DynamicEnergy: 123.45e15, StaticEnergy: 123.45e12}
	f.Processors = append(f.Processors, p)
	f.Components = append(f.Components, evaluate.ComponentFigures{Name: long, Utilisation: 1, Transfers: 1.234567e12, Bytes: 1.234567e15, MeanWaiting: 123.45e9,
		MaxWaiting: 123.45e12, DynamicEnergy: 123.45e12, StaticEnergy: 123.45e12})
	f.Channels = append(f.Channels, evaluate.ChannelFigures{Name: long, Path: long, Tokens: 1.234567e12, Capacity: 1 << 39, HighWater: 1 << 39})
	a.Scenarios = append(a.Scenarios, evaluate.ScenarioAccount{ID: 1000000, Name: long, Makespan: 123450000000, Energy: 123450000000},
		evaluate.ScenarioAccount{ID: 2, Name: long, Failure: "deadlock", Blocked: []evaluate.Blocked{{Process: long, Channel: long, WaitsFor: "tokens", Peer: long}}})
	for _, scenarios := range [][]evaluate.ScenarioAccount{a.Scenarios[:1], a.Scenarios} {
		var out bytes.Buffer
		a.Scenarios = scenarios
		for _, simulated := range []bool{false, true} {
			out.Reset()
			if err := printAccount(&out, a, "mm²"); err != nil {
				t.Fatal(err)
			}
			if simulated {
				printFigures(&out, f)
			}
			for line := range strings.Lines(out.String()) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > lineWidth {
					t.Errorf("%d columns: %s", n, line)
				}
				if strings.TrimRight(line, " \n") != strings.TrimSuffix(line, "\n") {
					t.Errorf("blanks at the end of %q", line)
				}
			}
		}
	}
}

func TestShortened(t *testing.T) {
	for name, want := range map[string]string{"short": "short", "seven77": "seven77", "eight888": "eig…888", "größer als": "grö…als"} {
		if got := shortened(name, 7); got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
}

func TestWrapped(t *testing.T) {
	got := strings.Join(wrapped([]string{"one", "two", "three", "longer-than-the-line", "end"}, 10), "|")
	if want := "one, two,|three,|longer-than-the-line,|end"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
