package scenarios

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

const good = `[[together]]
name = "both"
weight = 3
applications = ["edges", "mjpeg"]

[[together]]
name = "picture only"
applications = "mjpeg"
`

func phone() []*kpn.Application {
	return []*kpn.Application{application("mjpeg", 1, 1), application("edges", 1, 1, 1)}
}

// load reads a document as set.toml and returns what is wrong, a line each.
func load(t *testing.T, text string, apps []*kpn.Application) (*Space, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "set.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var problems input.Problems
	space := Load(file, apps, &problems)
	if err := problems.Err(); err != nil {
		if space != nil {
			t.Error("a space is returned in spite of mistakes")
		}
		return nil, strings.ReplaceAll(err.Error(), filepath.Dir(file)+string(filepath.Separator), "")
	}
	return space, ""
}

func TestLoad(t *testing.T) {
	s, wrong := load(t, good, phone())
	if wrong != "" {
		t.Fatal(wrong)
	}
	want := []Set{
		{Name: "both", Applications: []int{0, 1}, Weight: 3}, // in the order of the applications
		{Name: "picture only", Applications: []int{0}, Weight: 1},
	}
	if !reflect.DeepEqual(s.Sets, want) || s.Len() != 2*3+2 {
		t.Errorf("%d systems of %+v, want %+v", s.Len(), s.Sets, want)
	}
}

// TestLoadTiming: a set gives what it has of its own, the rest is the applications'.
func TestLoadTiming(t *testing.T) {
	apps := phone()
	apps[0].Timing = kpn.Timing{Period: 1, Offset: 2, Deadline: 3}
	apps[1].Timing = kpn.Timing{Period: 4}
	s, wrong := load(t, good+`period = { mjpeg = "40 ms" }

[[together]]
name = "slowly"
applications = ["edges", "mjpeg"]
deadline.mjpeg = "1 s"
[together.offset]
edges = "5 ms"
mjpeg = "0 s"
`, apps)
	if wrong != "" {
		t.Fatal(wrong)
	}
	want := [][]kpn.Timing{
		{{Period: 1, Offset: 2, Deadline: 3}, {Period: 4}},
		{{Period: 40e9, Offset: 2, Deadline: 3}},
		{{Period: 1, Deadline: 1e12}, {Period: 4, Offset: 5e9}},
	}
	for set := range want {
		for member := range want[set] {
			if got := s.TimingOf(set, member); got != want[set][member] {
				t.Errorf("set %d, member %d: %+v, want %+v", set, member, got, want[set][member])
			}
		}
	}
	if s.Sets[0].Timing != nil {
		t.Error("a set without timing has one")
	}
}

func TestLoadWithoutFile(t *testing.T) {
	var problems input.Problems
	s := Load("", phone(), &problems)
	if s == nil || s.Len() != 6 || s.Label(5) != "all: mjpeg/s1 + edges/s2" {
		t.Errorf("%+v, %v", s, problems.Err())
	}
	if Load("", []*kpn.Application{application("a", 0)}, &problems) != nil {
		t.Error("weights of zero are accepted")
	}
	want := "the weights of the scenarios of a add up to 0, which must be above 0 and finite"
	if got := problems.Err().Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestLoadNamesEveryMistake replaces old by new in a good document.
func TestLoadNamesEveryMistake(t *testing.T) {
	cases := []struct{ name, old, new, want string }{
		{"no TOML", `weight = 3`, `weight = `,
			`set.toml:3: not valid TOML: expected value but found '\n' instead`},
		{"no set", good, ``,
			`set.toml:1: there is no scenario; add [[together]] tables that say which applications run together`},
		{"an empty list of sets", good, `together = []`,
			`set.toml:1: there is no scenario; add [[together]] tables that say which applications run together`},
		{"sets that are none", good, "\ntogether = 'all'",
			`set.toml:2: together must be a list of tables ([[together]]), not the text "all"`},
		{"an unknown key", `weight = 3`, `wieght = 3`,
			`set.toml:3: unknown key "wieght", did you mean "weight"?`},
		{"an unknown table", good, good + "[togther]\n",
			`set.toml:9: unknown key "togther", did you mean "together"?`},
		{"no name", `name = "both"`, ``,
			`set.toml:1: name is missing; every together needs one`},
		{"two sets without a name", good, "[[together]]\napplications = 'mjpeg'\n[[together]]\napplications = 'edges'\n",
			"set.toml:1: name is missing; every together needs one\nset.toml:3: name is missing; every together needs one"},
		{"a set twice", `name = "picture only"`, `name = "both"`,
			`set.toml:7: there are two sets named "both"; rename one`},
		{"an unknown application", `"edges"`, `"edge"`,
			`set.toml:4: there is no application "edge", did you mean "edges"?`},
		{"an application unlike any other", `"edges"`, `"telephone"`,
			`set.toml:4: there is no application "telephone"; known: mjpeg, edges`},
		{"an application twice", `"edges"`, `"mjpeg"`,
			`set.toml:4: application "mjpeg" stands twice`},
		{"no application", `applications = ["edges", "mjpeg"]`, ``,
			`set.toml:1: set "both" names no application; list them in applications`},
		{"an empty set", `["edges", "mjpeg"]`, `[]`,
			`set.toml:4: set "both" names no application; list them in applications`},
		{"applications that are no list", `["edges", "mjpeg"]`, `2`,
			`set.toml:4: applications must be a list of texts, not 2`},
		{"an application that is no text", `["edges", "mjpeg"]`, `["edges", 2]`,
			`set.toml:4: applications must hold texts only, not 2`},
		{"a weight in words", `weight = 3`, `weight = "3"`,
			`set.toml:3: weight must be a number, not the text "3"`},
		{"a weight that is nan", `weight = 3`, `weight = nan`,
			`set.toml:3: weight must be a number, not NaN`},
		{"a weight that is infinite", `weight = 3`, `weight = inf`,
			`set.toml:3: weight must be a number, not +Inf`},
		{"a negative weight", `weight = 3`, `weight = -3.5`,
			`set.toml:3: weight = -3.5 is negative; it must be 0 or more`},
		{"weights of zero", good, "[[together]]\nname = 'a'\nweight = 0\napplications = 'mjpeg'",
			`set.toml:3: the weights add up to 0; the sum must be above 0 and finite`},
		{"weights beyond all bounds", good, "[[together]]\nname = 'a'\nweight = 1e308\napplications = 'mjpeg'\n[[together]]\nname = 'b'\nweight = 1e308\napplications = 'mjpeg'",
			`set.toml:3: the weights add up to +Inf; the sum must be above 0 and finite`},
		{"the period of an unknown application", `weight = 3`, `period = { edge = "40 ms" }`,
			`set.toml:3: there is no application "edge", did you mean "edges"?`},
		{"the period of an application that is not there", `applications = "mjpeg"`, "applications = \"mjpeg\"\ndeadline = { edges = '40 ms' }",
			`set.toml:9: application "edges" does not run in set "picture only"; add it to applications`},
		{"a period that is no duration", `weight = 3`, `offset = { edges = 40 }`,
			`set.toml:3: edges must be a duration with its unit in quotes, like "120 ns", not 40`},
		{"a period of all", `weight = 3`, `period = "40 ms"`,
			`set.toml:3: period must be a table, not the text "40 ms"`},
		{"an offset beyond all times", `weight = 3`, `offset = { edges = "5e6 s" }`,
			`set.toml: in set "both", the last of 0 iterations of edges is released after 2⁶² ps (53 days), which no simulation reaches, or at a negative time`},
		{"everything at once", good, "[[together]]\nname = ''\nweight = -1\napplications = ['x', 'mjpeg', 'mjpeg']\n[[together]]\ncolour = 1\n",
			"set.toml:2: name is empty\nset.toml:3: weight = -1 is negative; it must be 0 or more\n" +
				"set.toml:4: there is no application \"x\"; known: mjpeg, edges\nset.toml:4: application \"mjpeg\" stands twice\n" +
				"set.toml:5: name is missing; every together needs one\nset.toml:5: set \"\" names no application; list them in applications\n" +
				"set.toml:6: unknown key \"colour\"; known: name, weight, applications, period, offset, deadline"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if strings.Count(good, c.old) != 1 {
				t.Fatalf("%q stands %d times in the document", c.old, strings.Count(good, c.old))
			}
			if _, got := load(t, strings.Replace(good, c.old, c.new, 1), phone()); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestLoadNeedsTheFileItIsGiven(t *testing.T) {
	var problems input.Problems
	if Load(filepath.Join("testdata", "nowhere.toml"), phone(), &problems) != nil {
		t.Error("something was read")
	}
	want := filepath.Join("testdata", "nowhere.toml") + ": cannot be read: no such file or directory"
	if got := problems.Err().Error(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLoadTooMany(t *testing.T) {
	var big []*kpn.Application
	for _, name := range strings.Fields("a b c d") {
		big = append(big, application(name, make([]float64, 1000)...))
		big[len(big)-1].Scenarios[0].Weight = 1
	}
	_, got := load(t, "[[together]]\nname = 'all'\napplications = ['a', 'b', 'c', 'd']\n", big)
	if want := "set.toml: more than 2147483647 system scenarios"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
