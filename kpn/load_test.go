package kpn

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sdse/kpn/input"
)

// simple has one behaviour, whose traces stand with the processes.
const simple = `name = "app"
iterations = 2

[operation]
work = { mul = 3, alu = 12 }

[[process]]
name = "source"
trace = "4*(exec work*3; write data*2)"

[[process]]
name = "sink"
trace = "8*(read data; exec rest)"

[[channel]]
name = "data"
from = "source"
to = "sink"
token = "64 B"
capacity = 4
initial = 1
`

// varied has two behaviours, with fragments by name.
const varied = `name = "app"

[[process]]
name = "source"

[[process]]
name = "sink"
trace = "3*(read data)"

[[channel]]
name = "data"
from = "source"
to = "sink"
token = "2 KiB"

[fragment]
slow = """
3*(
  exec work*100
  write data
)"""
"very fast" = "3*(write data)"

[[scenario]]
name = "calm"
weight = 3
trace.source = "slow"

[[scenario]]
name = "busy"
iterations = 4
trace = { source = "very fast", sink = "3*(exec work; read data)" }
`

// load reads a document as app.toml and returns what is wrong, a line each.
func load(t *testing.T, text string) (*Application, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "app.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var problems input.Problems
	app := Load(file, &problems)
	if err := problems.Err(); err != nil {
		return nil, strings.ReplaceAll(err.Error(), filepath.Dir(file)+string(filepath.Separator), "")
	}
	return app, ""
}

func TestLoadSimple(t *testing.T) {
	app, wrong := load(t, simple)
	if wrong != "" {
		t.Fatal(wrong)
	}
	if filepath.Base(app.File) != "app.toml" {
		t.Errorf("it says it was read from %s", app.File)
	}
	want := &Application{
		Name: "app",
		File: app.File,
		Operations: []Operation{
			{Name: "work", Signature: []Count{{"alu", 12}, {"mul", 3}}},
			{Name: "rest"},
		},
		Processes: []Process{{Name: "source", Line: 7}, {Name: "sink", Line: 11}},
		Channels:  []Channel{{Name: "data", Writer: 0, Reader: 1, TokenBytes: 64, Capacity: 4, Initial: 1}},
		Scenarios: []Scenario{{Name: "default", Weight: 1, Iterations: 2, Traces: []*Fragment{
			NewFragment(slices.Repeat([]Event{{Execute, 0, 3}, {Write, 0, 2}}, 4)),
			NewFragment(slices.Repeat([]Event{{Read, 0, 1}, {Execute, 1, 1}}, 8)),
		}}},
	}
	if !reflect.DeepEqual(app, want) {
		t.Errorf("got  %+v\nwant %+v", app, want)
	}
}

func TestLoadScenarios(t *testing.T) {
	app, wrong := load(t, varied)
	if wrong != "" {
		t.Fatal(wrong)
	}
	if c := app.Channels[0]; c.Capacity != 1 || c.Initial != 0 || c.TokenBytes != 2048 {
		t.Errorf("channel %+v", c)
	}
	want := []struct {
		name       string
		weight     float64
		iterations int
		traces     []string
	}{
		{"calm", 3, 1, []string{"3*(exec work*100; write data)", "3*(read data)"}},
		{"busy", 1, 4, []string{"3*(write data)", "3*(exec work; read data)"}},
	}
	for i, w := range want {
		sc := app.Scenarios[i]
		if sc.Name != w.name || sc.Weight != w.weight || sc.Iterations != w.iterations {
			t.Errorf("scenario %+v, want %+v", sc, w)
		}
		for p, text := range w.traces {
			if got := sc.Traces[p].format(app); got != text {
				t.Errorf("%s, process %d: %s, want %s", sc.Name, p, got, text)
			}
		}
	}
}

func TestSignaturesAreSorted(t *testing.T) {
	app, wrong := load(t, strings.Replace(simple, "[operation]\nwork = { mul = 3, alu = 12 }", "[operation.work]\nmul = 3\nalu = 12\n\"\\u0061\" = 0", 1))
	if wrong != "" {
		t.Fatal(wrong)
	}
	if want := []Count{{"a", 0}, {"alu", 12}, {"mul", 3}}; !slices.Equal(app.Operations[0].Signature, want) {
		t.Errorf("%v, want %v", app.Operations[0].Signature, want)
	}
}

func TestIterationsUpToTheLast(t *testing.T) {
	app, wrong := load(t, "name = 'a'\niterations = 2147483647\n[[process]]\nname = 'p'\ntrace = 'exec x; exec y'")
	if wrong != "" || app.Scenarios[0].Iterations != 2147483647 {
		t.Error(wrong)
	}
}

func TestScenariosShareFragments(t *testing.T) {
	app, wrong := load(t, varied+`
[[scenario]]
name = "calm again"
trace.source = "slow"
`)
	if wrong != "" {
		t.Fatal(wrong)
	}
	if app.Scenarios[0].Traces[0] != app.Scenarios[2].Traces[0] || app.Scenarios[0].Traces[1] != app.Scenarios[2].Traces[1] {
		t.Error("a fragment used twice is stored twice")
	}
}

func TestLoadNeedsAFile(t *testing.T) {
	var problems input.Problems
	if Load(filepath.Join("testdata", "nowhere.toml"), &problems) != nil {
		t.Error("something was read")
	}
	Load("testdata", &problems)
	want := "testdata/nowhere.toml: cannot be read: no such file or directory\ntestdata: cannot be read: is a directory"
	if got := filepath.ToSlash(problems.Err().Error()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLoadNamesAllMistakesInOrder(t *testing.T) {
	_, got := load(t, `name = ""
colour = "red"

[[process]]
name = "a"
trace = "read x; write"

[[process]]
name = "a"

[[channel]]
name = "x"
from = "b"
to = "a"
token = "12"
capacity = -1
initial = "one"

[[channel]]
to = 7
size = 4

[[scenario]]
weight = "high"
iterations = 0
trace.a = "2*(read x"
trace.c = "exec y"
`)
	want := `app.toml:1: name is empty
app.toml:2: unknown key "colour"; known: name, capacity, operation, process, channel, fragment, scenario, iterations, state, cost, energy, firing, …
app.toml:6: trace: expected a name, found the end of the line
app.toml:9: there are two processes named "a"; rename one
app.toml:13: there is no process "b", did you mean "a"?
app.toml:15: token: "12" has no unit; write a size like "32 KiB"
app.toml:16: capacity = -1 is too small; it must be at least 1
app.toml:17: initial must be a whole number, not the text "one"
app.toml:19: name is missing; every channel needs one
app.toml:19: from is missing; every channel needs one
app.toml:19: channel "" has no token size; add token = "64 B" or the like
app.toml:20: to must be a text in quotes, not 7
app.toml:21: unknown key "size"; known: name, from, to, token, capacity, initial
app.toml:23: name is missing; every scenario needs one
app.toml:23: process "a" has no trace in scenario ""; give one in the scenario or with the process
app.toml:24: weight must be a number, not the text "high"
app.toml:25: iterations = 0 is too small; it must be at least 1
app.toml:26: trace: the loop that is opened here is not closed; add )
app.toml:27: there is no process "c", did you mean "a"?`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestLoadKeepsFilesApart: mistakes in one file do not hide those in another.
func TestLoadKeepsFilesApart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "good.toml")
	if err := os.WriteFile(file, []byte(simple), 0o600); err != nil {
		t.Fatal(err)
	}
	var problems input.Problems
	Load(file+"l", &problems)
	if Load(file, &problems) == nil || problems.Len() != 1 {
		t.Errorf("a good file is refused because another is missing: %v", problems.Err())
	}
}
