package sesame_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/sesame"
)

const ring = `<sdf3 type="sdf"><applicationGraph name="ring"><sdf name="ring" type="R">
<actor name="a" type="A"><port name="i" type="in" rate="1"/><port name="o" type="out" rate="1"/></actor>
<actor name="b" type="B"><port name="i" type="in" rate="1"/><port name="o" type="out" rate="1"/></actor>
<channel name="there" srcActor="a" srcPort="o" dstActor="b" dstPort="i"/>
<channel name="back" srcActor="b" srcPort="o" dstActor="a" dstPort="i" initialTokens="1"/>
</sdf><sdfProperties>
<actorProperties actor="a"><processor type="cpu" default="true"><executionTime time="10"/></processor></actorProperties>
<actorProperties actor="b"><processor type="cpu" default="true"><executionTime time="20"/></processor></actorProperties>
<channelProperties channel="there"><tokenSize sz="8"/></channelProperties>
<channelProperties channel="back"><tokenSize sz="8"/></channelProperties>
</sdfProperties></applicationGraph></sdf3>
`

const tasks = `@COMMUN_QUANT 0 {
# type quantity
  0 64
}
@TASK_GRAPH 0 {
	PERIOD 100
	TASK a TYPE 0
	TASK b TYPE 1
	ARC c FROM a TO b TYPE 0
	HARD_DEADLINE d ON b AT 80
}
@TASK_GRAPH 1 { TASK x TYPE 1 }
@CPU 0 {
# price
  5
# type version valid task_time
  0 0 1 10
  1 0 1 20
}
`

const cores = "graph,source,target,bandwidth_mb_s\npair,0,1,70\nduo,0,1,5\nduo,1,0,5\n"

// workload loads a platform with the given lines at its head. Its folder holds
// an application in every form.
func workload(t *testing.T, head string) (*sesame.Workload, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"board.toml": "name = \"board\"\n" + head + `
[[processor_type]]
name = "cpu"
frequency = "1 GHz"
cycles = { work = 10 }
[[processor]]
name = "core"
type = "cpu"
count = 2
[[path]]
name = "ideal"
`,
		"app.toml": "name = \"app\"\nprocess = [ { name = \"p\", trace = \"exec work\" } ]\n",
		"ring.xml": ring, "tasks.tgff": tasks, "cores.csv": cores,
		"net.xml":               "<net><PNprocess><Name>p</Name></PNprocess></net>",
		"traces/p.cpu.cpntrace": "m a 7\ne\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var problems input.Problems
	w := sesame.Load(filepath.Join(dir, "board.toml"), nil, "", &problems)
	w.Settings.Done()
	if err := problems.Err(); err != nil {
		return nil, strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), "")
	}
	return w, ""
}

func applicationNames(w *sesame.Workload) string {
	var list []string
	for _, app := range w.Space.Applications {
		list = append(list, app.Name)
	}
	return strings.Join(list, " ")
}

// TestApplicationsInAnyForm are read by what their files look like.
func TestApplicationsInAnyForm(t *testing.T) {
	w, wrong := workload(t, `applications = ["app.toml", "ring.xml", "tasks.tgff", "cores.csv"]
[[workload]]
file = "net.xml"
traces = "traces"`)
	if wrong != "" {
		t.Fatal(wrong)
	}
	if got := applicationNames(w); got != "app ring tasks-0 tasks-1 pair duo net" {
		t.Errorf("read %s", got)
	}
}

// TestWorkloadOptions: every key has its effect.
func TestWorkloadOptions(t *testing.T) {
	w, wrong := workload(t, `
[[workload]]
file = "ring.xml"
name = "loop"
iterations = 5
capacity = 3
firing = "sdf"
initial_tokens = "written"
start = "together"
[[workload]]
file = "ring.xml"
iterations = 5
capacity = "unbounded"
unit = "2 ns"
[[workload]]
file = "tasks.tgff"
graph = "0"
name = "first"
unit = "1 us"
[[workload]]
file = "tasks.tgff"
graph = "TASK_GRAPH 1"
[[workload]]
file = "cores.csv"
format = "cores"
graph = "pair"
iterations = 2`)
	if wrong != "" {
		t.Fatal(wrong)
	}
	if got := applicationNames(w); got != "loop ring first tasks-1 pair" {
		t.Fatalf("read %s", got)
	}
	loop, plain, first, pair := w.Space.Applications[0], w.Space.Applications[1], w.Space.Applications[2], w.Space.Applications[4]
	if loop.Channels[1].Capacity != 3 || loop.Channels[1].Initial != 0 || loop.Firing != kpn.SDFFiring || loop.Scenarios[0].Iterations != 1 {
		t.Errorf("%+v", loop)
	}
	// an execute of nothing, the initial token, and five times read, execute, write
	if n := loop.Scenarios[0].Traces[1].Len(); n != 2+5*3 {
		t.Errorf("b has %d events", n)
	}
	if plain.Channels[1].Capacity != kpn.Unbounded || plain.Channels[1].Initial != 1 || plain.Firing != kpn.KahnFiring || plain.Scenarios[0].Iterations != 5 {
		t.Errorf("%+v", plain)
	}
	if c := plain.Operations[0].Costs[0]; c.Units != 0 || c.Time != 20_000 { // 10 units of 2 ns
		t.Errorf("%+v", c)
	}
	if first.Timing != (kpn.Timing{Period: 100e6, Deadline: 80e6}) {
		t.Errorf("%+v", first.Timing)
	}
	if pair.Scenarios[0].Iterations != 2 {
		t.Errorf("%+v", pair)
	}
}

func TestWarningsOfApplicationsAreKept(t *testing.T) {
	w, wrong := workload(t, `applications = "tasks.tgff"`)
	if wrong != "" {
		t.Fatal(wrong)
	}
	if len(w.Warnings) != 1 || w.Warnings[0].Line != 5 || !strings.Contains(w.Warnings[0].Message, "have no unit") {
		t.Errorf("%v", w.Warnings)
	}
}

func TestMistakesInAWorkloadAreNamed(t *testing.T) {
	_, got := workload(t, `
[[workload]]
name = ""
[[workload]]
file = "app.toml"
iterations = 3
firing = "sdf"
[[workload]]
file = "no.xml"
[[workload]]
file = "tasks.tgff"
graph = "7"
capacity = "unlimited"
initial_tokens = "written"
start = "now"
unit = "0 s"
[[workload]]
file = "traces"
format = "sdf"
[[workload]]
file = "traces/p.cpu.cpntrace"
[[workload]]
file = "ring.xml"
capacity = 0
iterations = 99999999999
graph = "ring"
bound = 3`)
	want := `board.toml:3: file is missing; every workload needs one
board.toml:4: name is empty
board.toml:7: iterations has no effect on a file in the format toml; leave it out
board.toml:8: firing has no effect on a file in the format toml; leave it out
board.toml:10: the file "no.xml" cannot be read: no such file or directory
board.toml:14: capacity = "unlimited" is unknown; known: unbounded
board.toml:15: initial_tokens has no effect on a file in the format tgff; leave it out
board.toml:16: start = "now" is unknown; known: when-enabled, together
board.toml:17: unit has to be longer than nothing, like "1 us"
board.toml:19: "traces" is a directory, not a file
board.toml:20: format = "sdf" is unknown, did you mean "sdf3"?
board.toml:25: capacity = 0 is too small; it must be at least 1
board.toml:26: iterations = 99999999999 is too many
board.toml:27: graph has no effect on a file in the format sdf3; leave it out
board.toml:28: unknown key "bound"; known: file, format, name, graph, traces, iterations, capacity, firing, initial_tokens, start, unit
traces/p.cpu.cpntrace: no application file by its name; known are .toml, .xml, .tgff and .csv, or say format = "…"
tasks.tgff: there is no graph "7", did you mean "0"?`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestGivenApplicationsGoBeforeAWorkload: with --apps the tables do not count.
func TestGivenApplicationsGoBeforeAWorkload(t *testing.T) {
	w, wrong := workload(t, `applications = "app.toml"
[[workload]]
file = "ring.xml"`)
	if wrong != "" {
		t.Fatal(wrong)
	}
	var problems input.Problems
	dir := filepath.Dir(w.Platform.File)
	again := sesame.Load(w.Platform.File, []string{filepath.Join(dir, "tasks.tgff")}, "", &problems)
	again.Settings.Done()
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if got := applicationNames(again); got != "tasks-0 tasks-1" {
		t.Errorf("read %s", got)
	}
}

// TestUnboundedChannelsNeedNoRoom that can be counted: they are refused by no one
// but a memory that holds a number of bytes, and only transfers have a size.
func TestUnboundedChannelsNeedNoRoom(t *testing.T) {
	app := func(tokens string) string {
		return `
name = "app"
process = [ { name = "p", trace = "write c*` + tokens + `" }, { name = "q", trace = "read c*` + tokens + `" } ]
channel = [ { name = "c", from = "p", to = "q", token = "1 MiB", capacity = 1099511627776 } ]
`
	}
	const platform = `
processor_type = [ { name = "t", frequency = "1 GHz" } ]
processor = [ { name = "cpu", type = "t" } ]
memory = [ { name = "small", capacity = "1 GiB" } ]
path = [ { name = "ideal" }, { name = "held", write = "small", read = "small" } ]
`
	m := loaded(t, platform, app("2")).compile(t)
	for genes, want := range map[int]string{0: "", 1: "the buffers in small take 1125899906842624 B, but it holds 1073741824 B"} {
		mapping := m.NewMapping()
		m.Decode([]int{0, 0, genes}, mapping)
		if _, reason := m.Check(mapping); reason != want {
			t.Errorf("path %d: %q, want %q", genes, reason, want)
		}
	}
	s := loaded(t, platform, app("4294967296"))
	if _, err := sesame.Compile(s.platform, s.space); err == nil || !strings.Contains(err.Error(), `a transfer of 4294967296 tokens of 1048576 B over channel "c" is larger than`) {
		t.Errorf("%v", err)
	}
}
