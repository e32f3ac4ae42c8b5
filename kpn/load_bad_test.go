package kpn

import (
	"slices"
	"strings"
	"testing"
)

// badCase is a document with a mistake: a good one in which old is replaced by new.
type badCase struct {
	name, base, old, new string
	want                 string
}

// TestLoadNamesEveryMistake holds one case per kind of mistake in
// an application, with the exact message.
func TestLoadNamesEveryMistake(t *testing.T) {
	for _, c := range slices.Concat(badDocuments, badGraphs, badTraces, badScenarios, badRules, badStates, badCosts) {
		t.Run(c.name, func(t *testing.T) {
			if strings.Count(c.base, c.old) != 1 {
				t.Fatalf("%q stands %d times in the document", c.old, strings.Count(c.base, c.old))
			}
			if _, got := load(t, strings.Replace(c.base, c.old, c.new, 1)); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

var badDocuments = []badCase{
	{"no TOML", simple, `name = "app"`, `name = app`,
		`app.toml:1: not valid TOML: expected value but found "app" instead`},
	{"a text that is not closed", simple, `to = "sink"`, `to = "sink`,
		`app.toml:18: not valid TOML: strings cannot contain newlines`},
	{"a key twice", simple, `to = "sink"`, `from = "sink"`,
		`app.toml:18: not valid TOML: Key 'channel.from' has already been defined.`},
	{"no name", simple, `name = "app"`, ``,
		`app.toml:1: name is missing; every file needs one`},
	{"an empty name", simple, `name = "app"`, `name = ""`,
		`app.toml:1: name is empty`},
	{"a name that is no text", simple, `name = "app"`, `name = 3`,
		`app.toml:1: name must be a text in quotes, not 3`},
	{"an unknown key", simple, `iterations = 2`, `iteration = 2`,
		`app.toml:2: unknown key "iteration", did you mean "iterations"?`},
	{"an unknown key in a channel", simple, `capacity = 4`, `capacty = 4`,
		"app.toml:20: unknown key \"capacty\", did you mean \"capacity\"?"},
	{"an unknown key unlike any other", simple, `iterations = 2`, `iterations = 2` + "\nx = 1",
		`app.toml:3: unknown key "x"; known: name, capacity, operation, process, channel, fragment, scenario, iterations, state, cost, energy, firing, …`},
	{"a key in the wrong table", simple, `name = "sink"`, "name = \"sink\"\ntoken = \"4 B\"",
		`app.toml:13: unknown key "token"; known: name, priority, trace`},
	{"a table for a list of tables", simple, `[[channel]]`, `[channel]`,
		"app.toml:9: trace: there is no channel \"data\"\napp.toml:13: trace: there is no channel \"data\"\napp.toml:15: channel must be a list of tables ([[channel]]), not a table"},
}

var badGraphs = []badCase{
	{"no process", "name = \"app\"\n", "\n", "\nprocess = []\n",
		`app.toml:2: the application has no process; add [[process]] tables`},
	{"processes that are none", "name = \"app\"\n", "\n", "\nprocess = 3\n",
		`app.toml:2: process must be a list of tables ([[process]]), not 3`},
	{"a process without a name", simple, "[[process]]\nname = \"sink\"", "[[process]]",
		"app.toml:11: name is missing; every process needs one\napp.toml:17: there is no process \"sink\"; known: source"},
	{"two processes of one name", simple, `name = "sink"`, `name = "source"`,
		"app.toml:12: there are two processes named \"source\"; rename one\napp.toml:18: there is no process \"sink\"; known: source"},
	{"two channels of one name", simple, "[[channel]]", "[[channel]]\nname = \"data\"\nfrom = \"sink\"\nto = \"sink\"\ntoken = \"1 B\"\n\n[[channel]]",
		`app.toml:22: there are two channels named "data"; rename one`},
	{"an operation that is no table", simple, `work = { mul = 3, alu = 12 }`, `work = 15`,
		`app.toml:5: work must be a table, not 15`},
	{"an operation without a name", simple, `work = { mul = 3, alu = 12 }`, `"" = {}`,
		`app.toml:4: an operation needs a name`},
	{"a class without a name", simple, `mul = 3, alu`, `"" = 3, alu`,
		`app.toml:5: operation "work" has a class without a name`},
	{"a negative count", simple, `mul = 3`, `mul = -3`,
		`app.toml:5: mul = -3 is too small; it must be at least 0`},
	{"a broken count", simple, `mul = 3`, `mul = 3.5`,
		`app.toml:5: mul must be a whole number, not 3.5`},
	{"a channel to nowhere", simple, `to = "sink"`, `to = "snik"`,
		`app.toml:18: there is no process "snik", did you mean "sink"?`},
	{"a channel from nowhere", simple, `from = "source"`, `from = "elsewhere"`,
		`app.toml:17: there is no process "elsewhere"; known: source, sink`},
	{"a channel with one end", simple, `to = "sink"`, ``,
		`app.toml:15: to is missing; every channel needs one`},
	{"no token size", simple, `token = "64 B"`, ``,
		`app.toml:15: channel "data" has no token size; add token = "64 B" or the like`},
	{"a size without a unit", simple, `"64 B"`, `"64"`,
		`app.toml:19: token: "64" has no unit; write a size like "32 KiB"`},
	{"a size that is a number", simple, `"64 B"`, `64`,
		`app.toml:19: token must be a size with its unit in quotes, like "32 KiB", not 64`},
	{"a size in the wrong unit", simple, `"64 B"`, `"64 ns"`,
		`app.toml:19: token: "ns" is not a unit of size; known: B, kB, KiB, MB, MiB, GB, GiB`},
	{"a size in a misspelled unit", simple, `"64 B"`, `"64 kiB"`,
		`app.toml:19: token: "kiB" is not a unit of size, did you mean "KiB"?`},
	{"a negative size", simple, `"64 B"`, `"-64 B"`,
		`app.toml:19: token: "-64 B" is negative; it must be 0 or more`},
	{"a part of a byte", simple, `"64 B"`, `"0.3 kB"`, ``},
	{"less than a byte", simple, `"64 B"`, `"0.3 B"`,
		`app.toml:19: token: "0.3 B" is finer than sdse computes; give fewer digits`},
	{"capacity zero", simple, `capacity = 4`, `capacity = 0`,
		`app.toml:20: capacity = 0 is too small; it must be at least 1`},
	{"a capacity in quotes", simple, `capacity = 4`, `capacity = "4"`,
		`app.toml:20: capacity must be a whole number or "unbounded", not the text "4"`},
	{"a capacity with a point", simple, `capacity = 4`, `capacity = 4.0`,
		`app.toml:20: capacity must be a whole number, not 4.0`},
	{"more initial tokens than room", simple, `initial = 1`, `initial = 5`,
		`app.toml:21: channel "data" starts with 5 tokens but holds only 4; raise capacity`},
	{"initial tokens and no capacity", simple, "capacity = 4\ninitial = 1", "initial = 2",
		`app.toml:20: channel "data" starts with 2 tokens but holds only 1; raise capacity`},
	{"initial tokens beside a wrong capacity", simple, "capacity = 4\ninitial = 1", "capacity = 0\ninitial = 3",
		`app.toml:20: capacity = 0 is too small; it must be at least 1`},
	{"two channels without a name", simple, "[[channel]]\nname = \"data\"", "[[channel]]\nfrom = 'sink'\nto = 'sink'\ntoken = '1 B'\n[[channel]]",
		"app.toml:9: trace: there is no channel \"data\"\napp.toml:13: trace: there is no channel \"data\"\n" +
			"app.toml:15: name is missing; every channel needs one\napp.toml:19: name is missing; every channel needs one"},
	{"negative initial tokens", simple, `initial = 1`, `initial = -1`,
		`app.toml:21: initial = -1 is too small; it must be at least 0`},
	{"capacity too small for a write", simple, "capacity = 4", "capacity = 1",
		`app.toml:20: process "source" writes to channel "data" 2 tokens at once, but it holds only 1; raise capacity`},
	{"capacity too small for a read, by default", varied, `"3*(read data)"`, `"read data*3"`,
		`app.toml:10: process "sink" reads from channel "data" 3 tokens at once, but it holds only 1; raise capacity`},
	{"the wrong end", simple, `"8*(read data; exec rest)"`, `"8*(write data; exec rest)"`,
		`app.toml:15: process "sink" writes to channel "data", but that end belongs to process "source"`},
	{"a read at the wrong end, in one scenario", varied, `"3*(exec work; read data)"`, `"read data*9"`,
		`app.toml:10: process "sink" reads from channel "data" 9 tokens at once, but it holds only 1; raise capacity`},
}

var badTraces = []badCase{
	{"no trace", simple, `trace = "8*(read data; exec rest)"`, ``,
		`app.toml:11: process "sink" has no trace; add trace = "…"`},
	{"a trace that is no text", simple, `trace = "8*(read data; exec rest)"`, `trace = ["read data"]`,
		`app.toml:13: trace must be a text in quotes, not a list`},
	{"a loop that is not closed", simple, `8*(read data; exec rest)`, `8*(read data; exec rest`,
		`app.toml:13: trace: the loop that is opened here is not closed; add )`},
	{"an unknown channel", simple, `8*(read data; exec rest)`, `8*(read dta; exec rest)`,
		`app.toml:13: trace: there is no channel "dta", did you mean "data"?`},
	{"an unknown channel in a trace over lines", simple, `"8*(read data; exec rest)"`, "'''\n8*(\n  read data  # fine\n  read dota\n)'''",
		`app.toml:16: trace: there is no channel "dota", did you mean "data"?`},
	{"an unknown channel behind escaped line ends", simple, `"8*(read data; exec rest)"`, "\"\"\"8*( \\\n\n  read data\n  read dota)\"\"\"",
		`app.toml:16: trace: there is no channel "dota", did you mean "data"?`},
	{"an unknown channel behind written line ends", simple, `8*(read data; exec rest)`, `8*(read data\n read dota)`,
		`app.toml:13: trace: there is no channel "dota", did you mean "data"?`},
	{"an unknown event", simple, `exec rest`, `execute rest`,
		`app.toml:13: trace: expected read, write, exec or a loop like 3*(…), found "execute rest)"`},
	{"too many events", simple, `8*(read data; exec rest)`, `100000*(5000*(read data))`,
		`app.toml:13: trace: the trace unrolls to more than 268435456 events`},
	{"too many iterations of many events", simple, `iterations = 2`, "iterations = 2000000000",
		"app.toml:1: 2000000000 iterations of 8 events by process \"source\" are more than 4294967296; lower iterations\n" +
			"app.toml:1: 2000000000 iterations of 16 events by process \"sink\" are more than 4294967296; lower iterations"},
	{"a mistake in a fragment", varied, `exec work*100`, `exec work*many`,
		`app.toml:19: trace: expected a number, found "many"`},
	{"a fragment that is no text", varied, `"very fast" = "3*(write data)"`, `"very fast" = 3`,
		`app.toml:22: very fast must be a text in quotes, not 3`},
	{"an unknown fragment", varied, `trace.source = "slow"`, `trace.source = "slaw"`,
		`app.toml:27: there is no fragment "slaw", did you mean "slow"?`},
	{"an unknown fragment where there are none", simple, `"8*(read data; exec rest)"`, `"reading"`,
		`app.toml:13: there is no fragment "reading"`},
}

var badScenarios = []badCase{
	{"a deadlock", simple, `trace = "8*(read data; exec rest)"`, `trace = "9*(read data*2)"`,
		`app.toml:1: scenario "default" of app deadlocks: sink waits to read 2 from data (holds 1 of 4); ` +
			`no capacity would do: more is read than written`},
	{"a deadlock in a scenario", varied, `"3*(exec work; read data)"`, `"4*(exec work; read data)"`,
		`app.toml:29: scenario "busy" of app deadlocks: sink waits to read 1 from data (holds 0 of 1); ` +
			`no capacity would do: more is read than written`},
	{"no iterations", simple, `iterations = 2`, `iterations = 0`,
		`app.toml:2: iterations = 0 is too small; it must be at least 1`},
	{"more iterations than can be counted", simple, `iterations = 2`, `iterations = 3000000000`,
		`app.toml:2: iterations = 3000000000 is too many`},
	{"iterations beside scenarios", varied, "name = \"app\"\n", "name = \"app\"\niterations = 2\n",
		`app.toml:2: iterations belongs in the [[scenario]] tables, as there are some`},
	{"a scenario without a name", varied, `name = "calm"`, ``,
		`app.toml:24: name is missing; every scenario needs one`},
	{"two scenarios without a name", varied, "name = \"calm\"\nweight = 3\ntrace.source = \"slow\"\n\n[[scenario]]\nname = \"busy\"",
		"trace.source = \"slow\"\n\n[[scenario]]",
		"app.toml:24: name is missing; every scenario needs one\napp.toml:27: name is missing; every scenario needs one"},
	{"two scenarios of one name", varied, `name = "busy"`, `name = "calm"`,
		`app.toml:30: there are two scenarios named "calm"; rename one`},
	{"a weight in words", varied, `weight = 3`, `weight = "often"`,
		`app.toml:26: weight must be a number, not the text "often"`},
	{"a weight that is nan", varied, `weight = 3`, `weight = nan`,
		`app.toml:26: weight must be a number, not NaN`},
	{"a weight that is infinite", varied, `weight = 3`, `weight = inf`,
		`app.toml:26: weight must be a number, not +Inf`},
	{"a negative weight", varied, `weight = 3`, `weight = -3`,
		`app.toml:26: weight = -3 is negative; it must be 0 or more`},
	{"weights of zero", varied, "weight = 3\ntrace.source = \"slow\"\n\n[[scenario]]\n", "weight = 0\ntrace.source = \"slow\"\n\n[[scenario]]\nweight = 0.0\n",
		`app.toml:26: the weights of the scenarios add up to 0; the sum must be above 0 and finite`},
	{"weights beyond all bounds", varied, "weight = 3\ntrace.source = \"slow\"\n\n[[scenario]]\n", "weight = 1e308\ntrace.source = \"slow\"\n\n[[scenario]]\nweight = 1e308\n",
		`app.toml:26: the weights of the scenarios add up to +Inf; the sum must be above 0 and finite`},
	{"a missing trace", varied, `trace.source = "slow"`, ``,
		`app.toml:24: process "source" has no trace in scenario "calm"; give one in the scenario or with the process`},
	{"a trace for nobody", varied, `trace.source = "slow"`, "trace.source = \"slow\"\ntrace.sorce = \"slow\"",
		`app.toml:28: there is no process "sorce", did you mean "source"?`},
	{"a text for a table of traces", varied, `trace = { source = "very fast", sink = "3*(exec work; read data)" }`, `trace = "very fast"`,
		"app.toml:29: process \"source\" has no trace in scenario \"busy\"; give one in the scenario or with the process\n" +
			`app.toml:32: trace must be a table, not the text "very fast"`},
	{"a mistake in a trace in a table", varied, `"3*(exec work; read data)"`, `"3*(exec work; read date)"`,
		`app.toml:32: trace: there is no channel "date", did you mean "data"?`},
	{"an unknown key in a scenario", varied, `weight = 3`, `wight = 3`,
		`app.toml:26: unknown key "wight", did you mean "weight"?`},
}
