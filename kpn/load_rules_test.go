package kpn

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// moody changes its behaviour by itself, and knows what it costs elsewhere.
const moody = `name = "app"
firing = "sdf"
period = "40 ms"
offset = "1.5 ms"
deadline = "50 ms"
capacity = 8

[[process]]
name = "source"
priority = 2
trace = "exec work; write data"

[[process]]
name = "sink"
trace = "read data; exec rest"

[[channel]]
name = "data"
from = "source"
to = "sink"
token = "1 B"

[[channel]]
name = "spare"
from = "source"
to = "sink"
token = "1 B"
capacity = "unbounded"

[[scenario]]
name = "calm"

[[scenario]]
name = "busy"
trace.sink = "read data; 9*(exec rest)"

[[scenario]]
name = "never"

[[state]]
name = "sleep"
scenario = "calm"
initial = true
next = { sleep = 0.9, run = 0.1 }

[[state]]
name = "run"
scenario = "busy"
[state.next]
sleep = 2
run = 3

[cost.risc]
work = 12.5
rest = "3.5 us"

[cost.dsp]
work = 0

[energy.risc]
work = "12 nJ"
`

func TestLoadRules(t *testing.T) {
	app, wrong := load(t, moody)
	if wrong != "" {
		t.Fatal(wrong)
	}
	if app.Firing != SDFFiring || app.Timing != (Timing{Period: 40e9, Offset: 15e8, Deadline: 50e9}) {
		t.Errorf("firing %v, %+v", app.Firing, app.Timing)
	}
	if a, b := app.Processes[0].Priority, app.Processes[1].Priority; a != 2 || b != 0 {
		t.Errorf("priorities %d, %d", a, b)
	}
	if a, b := app.Channels[0].Capacity, app.Channels[1].Capacity; a != 8 || b != Unbounded {
		t.Errorf("capacities %d, %d", a, b)
	}
	work := []TypeCost{{Type: "dsp"}, {Type: "risc", Units: 12500, Energy: 12e6}}
	rest := []TypeCost{{Type: "risc", Time: 35e5}}
	if a, b := app.Operations[0].Costs, app.Operations[1].Costs; !slices.Equal(a, work) || !slices.Equal(b, rest) {
		t.Errorf("costs %+v, %+v", a, b)
	}
	automaton := &Automaton{States: []State{
		{Name: "sleep", Scenario: 0, Next: []Transition{{1, 0.1}, {0, 0.9}}}, // of one line: by name
		{Name: "run", Scenario: 1, Next: []Transition{{0, 2}, {1, 3}}},
	}}
	if !reflect.DeepEqual(app.Automaton, automaton) {
		t.Errorf("automaton %+v", app.Automaton)
	}
	var weights []float64
	for _, s := range app.Scenarios {
		weights = append(weights, s.Weight)
	}
	if !near(weights, []float64{0.8, 0.2, 0}, 1e-15) { // see TestStationaryByHand
		t.Errorf("weights %v", weights)
	}
}

// TestTheDocumentedRulesHold loads the second application of docs/formats.md and
// compares with what the page says about it.
func TestTheDocumentedRulesHold(t *testing.T) {
	page, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```toml\nname = \"radio\"\n")
	text, _, _ = strings.Cut(text, "```")
	app, wrong := load(t, "name = \"radio\"\n"+text)
	if wrong != "" {
		t.Fatal(wrong)
	}
	if a, b := app.Scenarios[0].Weight, app.Scenarios[1].Weight; !near([]float64{a, b}, []float64{0.8, 0.2}, 1e-15) {
		t.Errorf("silence has the weight %v, speech %v", a, b)
	}
	if app.Firing != SDFFiring || app.Timing.Deadline != 15e8 || len(app.Operations[0].Costs) != 1 {
		t.Errorf("%+v", app)
	}
}

func TestRulesAreOptional(t *testing.T) {
	app, wrong := load(t, simple)
	if wrong != "" {
		t.Fatal(wrong)
	}
	if app.Firing != KahnFiring || app.Timing != (Timing{}) || app.Automaton != nil || app.Operations[0].Costs != nil {
		t.Errorf("%+v", app)
	}
}

func TestWeightsGoBeforeTheAutomaton(t *testing.T) {
	text := strings.NewReplacer(`name = "calm"`, "name = \"calm\"\nweight = 3", `name = "busy"`, "name = \"busy\"\nweight = 4",
		`name = "never"`, "name = \"never\"\nweight = 5").Replace(moody)
	app, wrong := load(t, text)
	if wrong != "" {
		t.Fatal(wrong)
	}
	for i, want := range []float64{3, 4, 5} {
		if got := app.Scenarios[i].Weight; got != want {
			t.Errorf("scenario %d has weight %v, want %v", i, got, want)
		}
	}
}

// TestTheOnlyScenarioHasStates: without [[scenario]] tables it is called "default".
func TestTheOnlyScenarioHasStates(t *testing.T) {
	app, wrong := load(t, simple+"[[state]]\nname = 's'\nscenario = 'default'\ninitial = true\nnext.s = 1\n")
	if wrong != "" || len(app.Automaton.States) != 1 || app.Scenarios[0].Weight != 1 {
		t.Error(wrong)
	}
}

func TestPeriodsMayTakeAllTheTimeThereIs(t *testing.T) {
	if !(Timing{Period: 1 << 61, Offset: 1 << 61}).Fits(2) || (Timing{Period: 1 << 61, Offset: 1<<61 + 1}).Fits(2) {
		t.Error("the last release may be at 2⁶² ps and no later")
	}
	if !(Timing{Period: 1 << 62}).Fits(1) || (Timing{Offset: 1<<62 + 1}).Fits(1) || (Timing{Deadline: -1}).Fits(1) {
		t.Error("one iteration has no period")
	}
}

var badRules = []badCase{
	{"a rule of firing that is none", moody, `"sdf"`, `"csdf"`,
		`app.toml:2: firing = "csdf" is unknown, did you mean "sdf"?`},
	{"a period in cycles", moody, `"40 ms"`, `40`,
		`app.toml:3: period must be a duration with its unit in quotes, like "120 ns", not 40`},
	{"a negative deadline", moody, `"50 ms"`, `"-50 ms"`,
		`app.toml:5: deadline: "-50 ms" is negative; it must be 0 or more`},
	{"a period that takes too long", strings.Replace(moody, `name = "calm"`, "name = \"calm\"\niterations = 100", 1), `"40 ms"`, `"1000 min"`,
		`app.toml:3: period: "min" is not a unit of duration; known: ps, ns, us, µs, μs, ms, s`},
	{"releases beyond all times", strings.Replace(moody, `name = "busy"`, "name = \"busy\"\niterations = 100", 1), `"40 ms"`, `"60000 s"`,
		`app.toml:33: the last of 100 iterations is released after 2⁶² ps (53 days), which no simulation reaches; lower iterations, period or offset`},
	{"a capacity for all that is none", moody, `capacity = 8`, `capacity = "endless"`,
		`app.toml:6: capacity must be a whole number or "unbounded", not the text "endless"`},
	{"a capacity for all that is too small", moody, `exec work; write data`, `exec work; write data*9`,
		`app.toml:17: process "source" writes to channel "data" 9 tokens at once, but it holds only 8; raise capacity`},
	{"a capacity that is all but unbounded", moody, `capacity = 8`, `capacity = 1099511627777`,
		`app.toml:6: capacity = 1099511627777 is too large; write "unbounded" for a channel that never fills`},
	{"a priority in words", moody, `priority = 2`, `priority = "high"`,
		`app.toml:10: priority must be a whole number, not the text "high"`},
	{"a priority that is too large", moody, `priority = 2`, `priority = 3000000000`,
		`app.toml:10: priority = 3000000000 is too large; it must be at most 2147483647`},
	{"a firing that is too much for a channel", moody, `"exec work; write data"`, `"exec work; 9*(write data)"`,
		"app.toml:30: scenario \"calm\" of app deadlocks: source waits to write 9 to data (holds 0 of 8); sink waits to read 1 from data (holds 0 of 8); capacity = 9 of data would do\n" +
			"app.toml:33: scenario \"busy\" of app deadlocks: source waits to write 9 to data (holds 0 of 8); sink waits to read 1 from data (holds 0 of 8); capacity = 9 of data would do\n" +
			`app.toml:37: scenario "never" of app deadlocks: source waits to write 9 to data (holds 0 of 8); sink waits to read 1 from data (holds 0 of 8); capacity = 9 of data would do`},
}

var badStates = []badCase{
	{"a state without a name", moody, "name = \"sleep\"\n", ``,
		"app.toml:40: name is missing; every state needs one\napp.toml:43: there is no state \"sleep\"; known: run\n" +
			`app.toml:49: there is no state "sleep"; known: run`},
	{"two states of one name", moody, `name = "run"`, `name = "sleep"`,
		"app.toml:44: there is no state \"run\"; known: sleep\napp.toml:47: there are two states named \"sleep\"; rename one\napp.toml:51: there is no state \"run\"; known: sleep"},
	{"a state without a scenario", moody, "scenario = \"calm\"\n", ``,
		`app.toml:40: scenario is missing; a state says which scenario it stands for`},
	{"a state of an unknown scenario", moody, `scenario = "calm"`, `scenario = "clam"`,
		`app.toml:42: there is no scenario "clam", did you mean "calm"?`},
	{"a state of a scenario that is no text", moody, `scenario = "calm"`, `scenario = 1`,
		`app.toml:42: scenario must be a text in quotes, not 1`},
	{"no initial state", moody, `initial = true`, `initial = false`,
		`app.toml:40: no state is initial; add initial = true to the one in which the application starts`},
	{"two initial states", moody, `scenario = "busy"`, "scenario = \"busy\"\ninitial = true",
		`app.toml:49: two states are initial, "sleep" and "run"; one has to be`},
	{"a state that leads nowhere", moody, "next = { sleep = 0.9, run = 0.1 }\n", ``,
		`app.toml:40: the state leads nowhere; say what follows, like next = { other = 0.3, same = 0.7 }`},
	{"a state that leads nowhere in the end", moody, `sleep = 0.9, run = 0.1`, `sleep = 0, run = 0.0`,
		`app.toml:44: the state leads nowhere; say what follows, like next = { other = 0.3, same = 0.7 }`},
	{"a step to an unknown state", moody, `run = 0.1`, `walk = 0.1`,
		`app.toml:44: there is no state "walk"; known: sleep, run`},
	{"a negative probability", moody, `run = 0.1`, `run = -0.1`,
		`app.toml:44: run = -0.1 is negative; it must be 0 or more`},
	{"steps that are no table", moody, `next = { sleep = 0.9, run = 0.1 }`, `next = ["sleep", "run"]`,
		`app.toml:44: next must be a table, not a list`},
	{"an unknown key in a state", moody, `initial = true`, "initial = true\nwieght = 1",
		`app.toml:44: unknown key "wieght"; known: name, scenario, initial, next`},
	{"a weight for one scenario only", moody, `name = "busy"`, "name = \"busy\"\nweight = 2",
		`app.toml:30: scenario "calm" has no weight, but others have; give all of them one, or none so that the states decide`},
	{"states that are none", moody, "[[state]]\nname = \"sleep\"\nscenario = \"calm\"\ninitial = true\nnext = { sleep = 0.9, run = 0.1 }\n\n[[state]]\nname = \"run\"\nscenario = \"busy\"\n[state.next]\nsleep = 2\nrun = 3\n",
		"[state]\nname = 'x'\n", `app.toml:40: state must be a list of tables ([[state]]), not a table`},
}

var badCosts = []badCase{
	{"a cost in an unknown unit", moody, `"3.5 us"`, `"3.5 h"`,
		`app.toml:55: rest: "h" is not a unit of duration; known: ps, ns, us, µs, μs, ms, s`},
	{"a cost that is too fine", moody, `work = 12.5`, `work = 12.3456`,
		`app.toml:54: work: "12.3456" is finer than sdse computes; give fewer digits`},
	{"a negative cost", moody, `work = 12.5`, `work = -1`,
		`app.toml:54: work: "-1" is negative; it must be 0 or more`},
	{"a cost of nothing that is done", moody, `work = 12.5`, `wrok = 12.5`,
		"app.toml:54: no process does operation \"wrok\", and it is not under [operation], did you mean \"work\"?\n" +
			`app.toml:61: operation "work" has an energy on type "risc" but no cost there; add it to [cost.risc]`},
	{"an energy without a cost", moody, `[energy.risc]`, `[energy."arm 7"]`,
		`app.toml:61: operation "work" has an energy on type "arm 7" but no cost there; add it to [cost."arm 7"]`},
	{"an energy in an unknown unit", moody, `"12 nJ"`, `"12 nJ/B"`,
		`app.toml:61: work: "nJ/B" is not a unit of energy; known: fJ, pJ, nJ, uJ, µJ, μJ, mJ`},
	{"an energy that is a number", moody, `"12 nJ"`, `12`,
		`app.toml:61: work must be an energy with its unit in quotes, like "3 nJ", not 12`},
	{"a type without a name", moody, `[cost.dsp]`, `[cost.""]`,
		`app.toml:53: a processor type needs a name`},
	{"a type that is no table", moody, "[cost.dsp]\nwork = 0\n", "[cost]\ndsp = 3\n",
		`app.toml:58: dsp must be a table, not 3`},
	{"costs that are no table", simple, "\n[operation]", "cost = 3\n[operation]",
		`app.toml:3: cost must be a table, not 3`},
}

func TestTooManyStates(t *testing.T) {
	text := simple + strings.Repeat("[[state]]\n", maxStates+1)
	if _, got := load(t, text); got != `app.toml:1046: there are 1025 states; an automaton may have up to 1024` {
		t.Error(got)
	}
}

func TestTooManyTraces(t *testing.T) {
	text := "name = 'a'\n" + strings.Repeat("[[process]]\n", 9000) + strings.Repeat("[[scenario]]\n", 8000)
	if _, got := load(t, text); !strings.Contains(got, "app.toml:9002: 8000 scenarios of 9000 processes are too many; the product may be up to 67108864") {
		t.Errorf("%.200s", got)
	}
}
