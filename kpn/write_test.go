package kpn

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sdse/kpn/input"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// reload reads a written application again.
func reload(text []byte) (*Application, error) {
	var problems input.Problems
	root := input.Parse("", text, &problems)
	if root == nil {
		return nil, problems.Err()
	}
	app := read(root)
	return app, problems.Err()
}

// placeless is the application without what only says where it stands.
func placeless(app *Application) *Application {
	bare := *app
	bare.File = ""
	bare.Processes = slices.Clone(app.Processes)
	for i := range bare.Processes {
		bare.Processes[i].Line = 0
	}
	return &bare
}

// difference returns what a reader would call different in two applications.
func difference(a, b *Application) string {
	a, b = placeless(a), placeless(b)
	if len(a.Scenarios) != len(b.Scenarios) {
		return fmt.Sprintf("%d and %d scenarios", len(a.Scenarios), len(b.Scenarios))
	}
	for i := range a.Scenarios {
		x, y := a.Scenarios[i], b.Scenarios[i]
		for p := range a.Processes {
			if x.Traces[p].Hash() != y.Traces[p].Hash() {
				return fmt.Sprintf("scenario %d, process %d: %s and %s", i, p, x.Traces[p].format(a), y.Traces[p].format(b))
			}
		}
		if x.Traces, y.Traces = nil, nil; !reflect.DeepEqual(x, y) {
			return fmt.Sprintf("scenarios %+v and %+v", x, y)
		}
	}
	if x, y := a.Automaton, b.Automaton; !reflect.DeepEqual(x, y) {
		return fmt.Sprintf("automata %+v and %+v", x, y)
	}
	a.Scenarios, b.Scenarios = nil, nil
	if !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("%+v and %+v", a, b)
	}
	return ""
}

func TestWriteApplicationIsReadable(t *testing.T) {
	_, wrong := load(t, varied+`
[[scenario]]
name = 'calm "again"'
weight = 0.25
trace = { source = "3*(exec work*100; write data)", sink = "(read data; exec 'x y'; 2*(read data))" }
`)
	if wrong == "" {
		t.Fatal("a name in single quotes is accepted")
	}
	rules := "firing = \"sdf\"\nperiod = \"40 ms\"\noffset = \"1500 us\"\ndeadline = \"1 s\"\ncapacity = \"unbounded\"\n"
	document := strings.Replace(varied, `name = "sink"`, "name = \"sink\"\npriority = -3", 1)
	document = strings.Replace(document, "name = \"busy\"", "name = \"busy\"\nweight = 1", 1)
	app, wrong := load(t, rules+document+`
[[scenario]]
name = 'calm "again"'
weight = 0.25
trace = { source = "3*(exec work*100; write data)", sink = '(read data; exec "x y"; 2*(read data))' }

[operation]
work = { mul = 3, alu = 12 }
idle = {}

[[state]]
name = "waiting"
scenario = "calm"
initial = true
next = { waiting = 0.7, "on the move" = 0.3 }

[[state]]
name = "on the move"
scenario = "busy"
next.waiting = 2

[cost."risc 2"]
"x y" = 0.125
work = "1500 ns"

[cost.dsp]
work = 12.5

[energy.dsp]
work = "12 nJ"
`)
	if wrong != "" {
		t.Fatal(wrong)
	}
	var got bytes.Buffer
	if err := WriteApplication(&got, app); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "written.toml")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

func TestWrittenApplicationsReadBackEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		app := drawApplication(t)
		var text, twice bytes.Buffer
		if err := WriteApplication(&text, app); err != nil {
			t.Fatal(err)
		}
		again, err := reload(text.Bytes())
		if err != nil {
			t.Fatalf("%v in\n%s", err, text.String())
		}
		if d := difference(app, again); d != "" {
			t.Fatalf("%s in\n%s", d, text.String())
		}
		if err := WriteApplication(&twice, again); err != nil || twice.String() != text.String() {
			t.Fatalf("written again (%v) it is\n%s\nnot\n%s", err, twice.String(), text.String())
		}
	})
}

func TestFragmentsAreWrittenOnce(t *testing.T) {
	app, _ := load(t, simple)
	app.Scenarios = slices.Repeat(app.Scenarios, 3)
	for i := range app.Scenarios {
		app.Scenarios[i].Name = fmt.Sprint("s", i)
		app.Scenarios[i].Traces = slices.Clone(app.Scenarios[i].Traces)
	}
	app.Scenarios[1].Traces[0] = NewFragment(slices.Collect(app.Scenarios[0].Traces[0].Events()))
	var text bytes.Buffer
	if err := WriteApplication(&text, app); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), "write data*2"); n != 1 {
		t.Errorf("the trace of source is written %d times", n)
	}
}

// TestWriteRefusesWhatCannotBeRead: a saved application that cannot be loaded
// back must be noticed when it is saved.
func TestWriteRefusesWhatCannotBeRead(t *testing.T) {
	cases := []struct {
		name  string
		spoil func(*Application)
		want  string
	}{
		{"no name", func(a *Application) { a.Name = "" }, "name is empty"},
		{"a name that is not UTF-8", func(a *Application) { a.Processes[0].Name = "\xff" }, "invalid UTF-8"},
		{"an operation that is not UTF-8", func(a *Application) { a.Operations[0].Name = "a\xff" }, "invalid UTF-8"},
		{"no process", func(a *Application) { a.Processes, a.Channels, a.Scenarios[0].Traces = nil, nil, nil }, "has no process"},
		{"no scenario", func(a *Application) { a.Scenarios = nil }, "has no trace"},
		{"two processes of one name", func(a *Application) { a.Processes[1].Name = "source" }, "has already been defined"},
		{"two operations of one name", func(a *Application) { a.Operations[1].Name = "work" }, "has already been defined"},
		{"a channel without a name", func(a *Application) { a.Channels[0].Name = "" }, "name is empty"},
		{"an operation without a name", func(a *Application) { a.Operations[1].Name = "" }, "an operation needs a name"},
		{"a weight that is no number", func(a *Application) { a.Scenarios[0].Weight = math.NaN() }, "not valid TOML"},
		{"a weight without end", func(a *Application) { a.Scenarios[0].Weight = math.Inf(1) }, "not valid TOML"},
		{"no weight", func(a *Application) { a.Scenarios[0].Weight = 0 }, "add up to 0"},
		{"no iteration", func(a *Application) { a.Scenarios[0].Iterations = 0 }, "iterations = 0 is too small"},
		{"a count out of bounds", func(a *Application) {
			a.Scenarios[0].Traces[0] = NewFragment([]Event{{Execute, 0, MaxCount + 1}})
		}, "the number 4294967297 is too large"},
		{"a negative count", func(a *Application) { a.Scenarios[0].Traces[0] = NewFragment([]Event{{Execute, 0, -1}}) }, "expected a number"},
		{"a negative size", func(a *Application) { a.Channels[0].TokenBytes = -1 }, "is negative"},
		{"negative initial tokens", func(a *Application) { a.Channels[0].Initial = -1 }, "initial = -1 is too small"},
		{"a capacity beyond unbounded", func(a *Application) { a.Channels[0].Capacity = Unbounded + 1 }, "is too large"},
		{"a negative period", func(a *Application) { a.Timing.Period = -1 }, "is negative"},
		{"a period without end", func(a *Application) { a.Timing.Period = math.MaxInt64 }, "no simulation reaches"},
		{"a negative cost", func(a *Application) { a.Operations[0].Costs = []TypeCost{{Type: "t", Units: -1500}} }, "not valid TOML"},
		{"a type without a name", func(a *Application) { a.Operations[0].Costs = []TypeCost{{}} }, "a processor type needs a name"},
		{"no initial state", func(a *Application) {
			a.Automaton = &Automaton{Initial: -1, States: []State{{Name: "s", Next: []Transition{{0, 1}}}}}
		}, "no state is initial"},
		{"a state that leads nowhere", func(a *Application) { a.Automaton = &Automaton{States: []State{{Name: "s"}}} }, "leads nowhere"},
		{"a deadlock", func(a *Application) { a.Scenarios[0].Traces[0] = &Fragment{} }, "deadlocks"},
	}
	for _, c := range cases {
		app, _ := load(t, simple)
		c.spoil(app)
		var text bytes.Buffer
		err := WriteApplication(&text, app)
		var wrong *input.Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "kpn: application ") {
			t.Errorf("%s: %v", c.name, err)
		}
		if text.Len() > 0 {
			t.Errorf("%s: half a file is written", c.name)
		}
	}
}

// TestWriteRefusesInexactCosts: what is read back is another number, and no
// mistake in the file.
func TestWriteRefusesInexactCosts(t *testing.T) {
	for _, c := range []TypeCost{{Type: "t", Units: 1, Time: 1}, {Type: "t", Units: 1e18 + 1}} {
		app, _ := load(t, simple)
		app.Operations[0].Costs = []TypeCost{c}
		var text bytes.Buffer
		err := WriteApplication(&text, app)
		if err == nil || !strings.Contains(err.Error(), "cost") || text.Len() > 0 {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

var errFull = errors.New("the disk is full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriteReportsAFailingWriter(t *testing.T) {
	app, _ := load(t, simple)
	if err := WriteApplication(fullDisk{}, app); !errors.Is(err, errFull) {
		t.Error(err)
	}
}
