package mocasin

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

// radio is a network whose channel c has two readers.
const radio = `<?xml version="1.0"?>
<PNgraph>
  <PNchannel><Name>c</Name><EntrySizeHint>4</EntrySizeHint></PNchannel>
  <PNchannel><Name>d</Name><EntrySizeHint> 16 </EntrySizeHint></PNchannel>
  <PNprocess><Name>tune</Name><PNout><Expr>c</Expr></PNout></PNprocess>
  <PNprocess><Name>left</Name><PNin><Expr>c</Expr></PNin><PNout><Expr>d</Expr></PNout></PNprocess>
  <PNprocess><Name>mix</Name><PNin><Expr>c</Expr><Expr>d</Expr></PNin></PNprocess>
</PNgraph>
`

// radioTraces are its traces. Its mixer only has one for the processor "dsp".
func radioTraces() map[string]string {
	return map[string]string{
		"tune.arm.cpntrace":    "m start 100.5\nw c 2 10\nw c 2 10\ne\n",
		"tune.dsp.cpntrace":    "m begin 50\nw c 2 5\n\nw c 2 5\ne\n",
		"left.arm.x.cpntrace":  "r c 0 4 0\nm f 7e2\nw d 1 0\ne\n",
		"mix.dsp.cpntrace":     "r d 0 1 3\nr c 0 4 0.0004\ne\n",
		"elsewhere.a.cpntrace": "nonsense",
		"notes.txt":            "nothing",
	}
}

// put writes a network and its traces into a folder.
func put(t testing.TB, graph string, traces map[string]string) (file string) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range traces {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file = filepath.Join(folder, "radio.xml")
	if err := os.WriteFile(file, []byte(graph), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func describe(app *kpn.Application) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", app.Name)
	for _, op := range app.Operations {
		fmt.Fprintf(&b, "%s %+v\n", op.Name, op.Costs)
	}
	for _, c := range app.Channels {
		fmt.Fprintf(&b, "%s from %s to %s: %d B, %d\n", c.Name, app.Processes[c.Writer].Name, app.Processes[c.Reader].Name, c.TokenBytes, c.Capacity)
	}
	for p, f := range app.Scenarios[0].Traces {
		fmt.Fprintf(&b, "%s:", app.Processes[p].Name)
		for e := range f.Events() {
			name := app.Operations[e.Arg%len(app.Operations)].Name
			if e.Kind != kpn.Execute {
				name = app.Channels[e.Arg].Name
			}
			fmt.Fprintf(&b, " %v %s*%d", e.Kind, name, e.N)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// A channel with two readers is two, written together; lines that cost the same
// are one operation; half a thousandth of a cycle is rounded.
func TestNetworkWithTraces(t *testing.T) {
	var problems input.Problems
	app := Load(put(t, radio, radioTraces()), "", kpn.Reading{Capacity: 4}, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	want := `radio
tune/1 [{Type:arm Units:100500 Time:0 Energy:0} {Type:dsp Units:50000 Time:0 Energy:0}]
tune/2 [{Type:arm Units:10000 Time:0 Energy:0} {Type:dsp Units:5000 Time:0 Energy:0}]
left/1 [{Type:arm Units:700000 Time:0 Energy:0}]
mix/1 [{Type:dsp Units:3000 Time:0 Energy:0}]
c/left from tune to left: 4 B, 4
c/mix from tune to mix: 4 B, 4
d from left to mix: 16 B, 4
tune: exec tune/1*1 exec tune/2*1 write c/left*2 write c/mix*2 exec tune/2*1 write c/left*2 write c/mix*2
left: read c/left*4 exec left/1*1 write d*1
mix: exec mix/1*1 read d*1 read c/mix*4
`
	if got := describe(app); got != want {
		t.Errorf("got\n%s", got)
	}
	if files := len(problems.Files()); files != 5 {
		t.Errorf("%d files read", files)
	}
}

func TestReadingIsApplied(t *testing.T) {
	var problems input.Problems
	file := put(t, radio, radioTraces())
	app := Load(file, filepath.Dir(file), kpn.Reading{Name: "fm", Iterations: 3, StartTogether: true, Firing: kpn.SDFFiring}, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if app.Name != "fm" || app.Channels[0].Capacity != kpn.Unbounded || app.Firing != kpn.SDFFiring {
		t.Errorf("%+v", app)
	}
	sc := app.Scenarios[0] // three iterations in one, each process queueing at the start
	if mixer := slices.Collect(sc.Traces[2].Events()); sc.Iterations != 1 || len(mixer) != 1+3*3 || mixer[0] != (kpn.Event{Kind: kpn.Execute, Arg: mixer[1].Arg}) {
		t.Errorf("%d iterations, the mixer does %+v", sc.Iterations, mixer)
	}
}

func TestMistakesOfTracesAreNamed(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"cut", "tune.dsp.cpntrace", "m begin 50\nw c 2 5\ne\n", "tune.dsp.cpntrace:2: the trace ends after 2 steps, but tune.arm.cpntrace has 3; one of them is cut off: record both again"},
		{"longer", "tune.dsp.cpntrace", "m begin 50\nw c 2 5\nw c 2 5\nm a 1\ne\n", "tune.arm.cpntrace:3: the trace ends after 3 steps, but tune.dsp.cpntrace has 4; one of them is cut off: record both again"},
		{"no end", "tune.dsp.cpntrace", "m begin 50\nw c 2 5\n", "tune.dsp.cpntrace:2: the trace has no end, a line e; it is cut off: record it again"},
		{"beyond", "tune.dsp.cpntrace", "e\nm begin 50\n", "tune.dsp.cpntrace:2: the trace goes on behind its end, the line e"},
		{"other", "tune.dsp.cpntrace", "m begin 50\nw c 3 5\nw c 1 5\ne\n", `tune.dsp.cpntrace:2: this is a write of 3 on "c", but tune.arm.cpntrace:2 is a write of 2 on "c"; the traces of a process have to do the same on every type`},
		{"word", "tune.dsp.cpntrace", "x\n", `tune.dsp.cpntrace:1: expected m LABEL CYCLES, r CHANNEL X TOKENS CYCLES, w CHANNEL TOKENS CYCLES or e, found "x"`},
		{"tokens", "tune.dsp.cpntrace", "w c -1 5\n", `tune.dsp.cpntrace:1: "-1" is no number of tokens from 0 to 4294967296`},
		{"cycles", "tune.dsp.cpntrace", "m c 1e99\n", `tune.dsp.cpntrace:1: "1e99" are more cycles than sdse computes with`},
		{"end", "mix.dsp.cpntrace", "w d 1 3\ne\n", `mix.dsp.cpntrace:1: process "mix" does a write of 1 on "d", but its PNout does not name that channel`},
		{"twice", "tune.arm.x.cpntrace", "e\n", `radio.xml: the traces cannot be read: tune.arm.cpntrace and tune.arm.x.cpntrace are both the trace of tune on arm; remove one`},
		{"dead", "mix.dsp.cpntrace", "r d 0 2 3\ne\n", `radio.xml: scenario "trace" of radio deadlocks: mix waits to read 2 from d (holds 1); no capacity would do: more is read than written`},
	} {
		traces := radioTraces()
		traces[c.file] = c.text
		file := put(t, radio, traces)
		var problems input.Problems
		if app := Load(file, "", kpn.Reading{}, &problems); app != nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		if got := strings.ReplaceAll(problems.Err().Error(), filepath.Dir(file)+"/", ""); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestMissingTracesAreNamed(t *testing.T) {
	file := put(t, radio, nil)
	var problems input.Problems
	Load(file, "", kpn.Reading{}, &problems)
	want := `radio.xml:5: process "tune" has no trace: there is no file tune.TYPE.cpntrace in .
radio.xml:6: process "left" has no trace: there is no file left.TYPE.cpntrace in .
radio.xml:7: process "mix" has no trace: there is no file mix.TYPE.cpntrace in .`
	got := strings.ReplaceAll(strings.ReplaceAll(problems.Err().Error(), filepath.Dir(file)+"/", ""), filepath.Dir(file), ".")
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestMistakesOfNetworksAreNamed(t *testing.T) {
	deep := strings.Repeat("<a>", 1000)
	for _, c := range []struct{ name, text, want string }{
		{"no xml", "hello", "f.xml: there is no process in it; a process network has elements PNprocess and PNchannel"},
		{"unclosed", "<a>\n<b>\n", "f.xml:3: not valid XML: unexpected EOF"},
		{"entity", "<!DOCTYPE a [<!ENTITY x \"y\">]>\n<a>&x;</a>", "f.xml:2: not valid XML: invalid character entity &x;"},
		{"deep", deep, "f.xml:1: not valid XML: elements stand more than 100 deep in each other"},
		{"ends", `<g><PNchannel><Name>c</Name><EntrySizeHint>4</EntrySizeHint></PNchannel>
<PNchannel><Name>c</Name></PNchannel>
<PNchannel><Name>d</Name><EntrySizeHint>many</EntrySizeHint></PNchannel>
<PNprocess><Name>a</Name><PNout><Expr>d</Expr><Expr>x</Expr></PNout></PNprocess>
<PNprocess><Name>a</Name><PNout><Expr>d</Expr></PNout></PNprocess></g>`, `f.xml:1: no process writes to channel "c"; name it in a PNout or remove it
f.xml:1: no process reads channel "c"; name it in a PNin or remove it
f.xml:2: the name of channel "c" is missing or taken; every PNchannel needs a Name of its own
f.xml:2: channel "c" has no EntrySizeHint; add it with the bytes of a token
f.xml:2: no process writes to channel "c"; name it in a PNout or remove it
f.xml:2: no process reads channel "c"; name it in a PNin or remove it
f.xml:3: EntrySizeHint "many" is no number of bytes
f.xml:3: no process reads channel "d"; name it in a PNin or remove it
f.xml:4: process "a" uses channel "x", which no PNchannel describes
f.xml:5: the name of process "a" is missing or taken; every PNprocess needs a Name of its own
f.xml:5: processes "a" and "a" both write to channel "d"; a channel has one writer`},
	} {
		var problems input.Problems
		if n := parseNetwork("f.xml", []byte(c.text), &problems); n != nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		if got := problems.Err().Error(); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// FuzzNetwork: whatever stands in a file, it is read whole or refused with a
// position inside the file.
func FuzzNetwork(f *testing.F) {
	f.Add(radio)
	f.Add("<PNprocess><Name>a</Name><PNin><Expr>c</Expr></PNin></PNprocess>")
	f.Fuzz(func(t *testing.T, text string) {
		var problems input.Problems
		n := parseNetwork("f.xml", []byte(text), &problems)
		if n == nil {
			refused(t, &problems, text)
			return
		}
		for _, c := range n.channels {
			if c.writer < 0 || c.writer >= len(n.processes) || len(c.readers) == 0 || c.bytes < 0 {
				t.Fatalf("%+v", c)
			}
		}
	})
}

func FuzzTrace(f *testing.F) {
	for _, text := range radioTraces() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var problems input.Problems
		steps, costs := parseTrace("f", text, &problems)
		if problems.Len() > 0 {
			refused(t, &problems, text)
			return
		}
		if len(steps) != len(costs) {
			t.Fatalf("%d steps, %d costs", len(steps), len(costs))
		}
		for i, s := range steps {
			if s.tokens < 0 || costs[i] < 0 || s.line < 1 {
				t.Fatalf("%+v %d", s, costs[i])
			}
		}
	})
}

func refused(t *testing.T, problems *input.Problems, text string) {
	t.Helper()
	var wrong *input.Error
	if !errors.As(problems.Err(), &wrong) {
		t.Fatal("refused without a reason")
	}
	for _, p := range wrong.Problems {
		if p.Line < 0 || p.Line > 1+strings.Count(text, "\n") || p.Message == "" {
			t.Fatalf("%+v", p)
		}
	}
}

// TestNameThatBeginsAnother: a file belongs to the process with the longest name.
func TestNameThatBeginsAnother(t *testing.T) {
	const graph = "<g><PNprocess><Name>mix.left</Name></PNprocess><PNprocess><Name>mix</Name></PNprocess></g>"
	var problems input.Problems
	app := Load(put(t, graph, map[string]string{
		"mix.left.arm.cpntrace": "m a 1\ne\n",
		"mix.arm.cpntrace":      "m a 2\ne\n",
	}), "", kpn.Reading{}, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if len(app.Operations) != 2 || app.Operations[0].Costs[0] != (kpn.TypeCost{Type: "arm", Units: 1000}) || app.Operations[1].Costs[0].Units != 2000 {
		t.Errorf("%+v", app.Operations)
	}
}
