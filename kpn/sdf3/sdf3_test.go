package sdf3

import (
	"flag"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

func mustLoad(t *testing.T, file string, how kpn.Reading) *File {
	t.Helper()
	var problems input.Problems
	f := Load("testdata/"+file, how, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return f
}

// trace writes what a process does, every event by itself.
func trace(app *kpn.Application, scenario int, process string) string {
	var list []string
	p := slices.IndexFunc(app.Processes, func(p kpn.Process) bool { return p.Name == process })
	if p < 0 {
		return "no such process"
	}
	for e := range app.Scenarios[scenario].Traces[p].Events() {
		text := e.Kind.String() + " "
		if e.Kind == kpn.Execute {
			text += app.Operations[e.Arg].Name
		} else {
			text += app.Channels[e.Arg].Name
		}
		if e.N != 1 {
			text += fmt.Sprintf("*%d", e.N)
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func costsOf(app *kpn.Application, operation string) string {
	var list []string
	for _, c := range app.Operations[app.OperationIndex(operation)].Costs {
		list = append(list, fmt.Sprintf("%s %d/%d", c.Type, c.Units, c.Time))
	}
	return strings.Join(list, ", ")
}

func warnings(f *File) string {
	var list []string
	for _, w := range f.Warnings {
		list = append(list, w.Error())
	}
	return strings.Join(list, "\n")
}

func channelNamed(t *testing.T, app *kpn.Application, name string) kpn.Channel {
	t.Helper()
	for _, c := range app.Channels {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no channel %q", name)
	return kpn.Channel{}
}

func TestGraphBecomesProcessesThatFireByTheirRepetitionVector(t *testing.T) {
	f := mustLoad(t, "camera.xml", kpn.Reading{})
	app := f.Application
	equal(t, "name", app.Name, "camera")
	equal(t, "repetitions", fmt.Sprint(f.Repetitions), "[[1 4 2]]")
	equal(t, "sensor", trace(app, 0, "sensor"), "read self; exec sensor; write lines*4; write self")
	equal(t, "filter", trace(app, 0, "filter"), strings.TrimSuffix(strings.Repeat("read lines; exec filter; write smooth; ", 4), "; "))
	equal(t, "pack", trace(app, 0, "pack"), "read smooth*2; exec pack; read smooth*2; exec pack")
	equal(t, "iterations", app.Scenarios[0].Iterations, 1)
	equal(t, "throughput", f.Throughput.RatString(), "1/40")
	lines, self, smooth := channelNamed(t, app, "lines"), channelNamed(t, app, "self"), channelNamed(t, app, "smooth")
	equal(t, "lines", lines, kpn.Channel{Name: "lines", Writer: 0, Reader: 1, TokenBytes: 640, Capacity: 8})
	equal(t, "self", self, kpn.Channel{Name: "self", TokenBytes: 0, Capacity: kpn.Unbounded, Initial: 1})
	equal(t, "smooth", smooth, kpn.Channel{Name: "smooth", Writer: 1, Reader: 2, TokenBytes: 1, Capacity: kpn.Unbounded, Initial: 2})
}

func TestTimesByProcessorType(t *testing.T) {
	app := mustLoad(t, "camera.xml", kpn.Reading{}).Application
	equal(t, "sensor", costsOf(app, "sensor"), "cpu 10000/0, default 10000/0")
	equal(t, "filter: the last default, and nothing for a type without a time", costsOf(app, "filter"), "cpu 7000/0, default 3000/0, dsp 3000/0")
	equal(t, "pack: no default", costsOf(app, "pack"), "cpu 5000/0, default 0/0")
	timed := mustLoad(t, "camera.xml", kpn.Reading{Unit: 250}).Application
	equal(t, "filter in picoseconds", costsOf(timed, "filter"), "cpu 0/1750, default 0/750, dsp 0/750")
}

func TestWhatAGraphLeavesOpenIsWarnedOf(t *testing.T) {
	equal(t, "warnings", warnings(mustLoad(t, "camera.xml", kpn.Reading{})), strings.TrimSpace(`
testdata/camera.xml:17: port "credit" of actor "pack" is on no channel and is left out
testdata/camera.xml:4: firings of filter, pack may overlap each other in SDF3, as no self-loop forbids it; a process never overlaps with itself
testdata/camera.xml:4: no default processor for pack: by default they take no time, as in SDF3
testdata/camera.xml:19: no token size for smooth: 1 byte is assumed`))
}

func TestWaysOfReading(t *testing.T) {
	app := mustLoad(t, "camera.xml", kpn.Reading{Name: "other", Iterations: 3, Capacity: 16, Firing: kpn.SDFFiring}).Application
	equal(t, "name", app.Name, "other")
	equal(t, "iterations", app.Scenarios[0].Iterations, 3)
	equal(t, "firing", app.Firing, kpn.SDFFiring)
	for _, c := range app.Channels {
		equal(t, "capacity of "+c.Name, c.Capacity, 16)
	}
	written := mustLoad(t, "camera.xml", kpn.Reading{Iterations: 2, InitialWritten: true, StartTogether: true}).Application
	equal(t, "iterations", written.Scenarios[0].Iterations, 1)
	once := "read self; exec sensor; write lines*4; write self"
	equal(t, "sensor", trace(written, 0, "sensor"), "exec sensor*0; write self; "+once+"; "+once)
	equal(t, "pack", trace(written, 0, "pack"), "exec pack*0; read smooth*2; exec pack; read smooth*2; exec pack; read smooth*2; exec pack; read smooth*2; exec pack")
	if filter := trace(written, 0, "filter"); !strings.HasPrefix(filter, "exec filter*0; write smooth*2; read lines;") {
		t.Errorf("filter does %s", filter)
	}
	for _, c := range written.Channels {
		equal(t, "initial tokens of "+c.Name, c.Initial, 0)
	}
}

func TestPhases(t *testing.T) {
	f := mustLoad(t, "phases.xml", kpn.Reading{})
	app := f.Application
	equal(t, "name", app.Name, "phases")
	equal(t, "repetitions", fmt.Sprint(f.Repetitions), "[[4 2]]")
	equal(t, "a", trace(app, 0, "a"), "exec a; write c; exec a.2; write c; exec a; write c; exec a.2; write c*2")
	equal(t, "b", trace(app, 0, "b"), "read c*2; exec b; read c*3; exec b")
	equal(t, "first phase", costsOf(app, "a"), "default 1000/0, p 1000/0")
	equal(t, "second phase", costsOf(app, "a.2"), "default 2000/0, p 2000/0")
}

func TestScenariosOfAMachine(t *testing.T) {
	f := mustLoad(t, "modes.xml", kpn.Reading{})
	app := f.Application
	var names []string
	for _, p := range app.Processes {
		names = append(names, p.Name)
	}
	equal(t, "processes", fmt.Sprint(names), "[ear mouth token.first token.second]")
	equal(t, "rewards", fmt.Sprint(f.Rewards), "[0 1000 2000]")
	equal(t, "repetitions", fmt.Sprint(f.Repetitions), "[[1 0 0 0] [0 2 0 0] [0 2 0 0]]")
	equal(t, "ear hears", trace(app, 0, "ear"), "read ears; exec ear; write ears; write ear.to.token.first; write ear.to.token.second")
	equal(t, "ear rests", trace(app, 1, "ear"), "")
	equal(t, "mouth says", trace(app, 1, "mouth"),
		"read token.first.to.mouth; read mouths; exec mouth; write mouths; read token.second.to.mouth; read mouths; exec mouth; write mouths")
	equal(t, "a keeper takes in", trace(app, 0, "token.second"), "read ear.to.token.second")
	equal(t, "a keeper hands out", trace(app, 2, "token.second"), "write token.second.to.mouth")
	equal(t, "warnings", warnings(f), `testdata/modes.xml:3: no scenario lets shelf fire: left out`)
	equal(t, "loud", costsOf(app, "mouth.shout"), "default 20000/0, p 20000/0")
	equal(t, "token size", channelNamed(t, app, "ear.to.token.first").TokenBytes, 16)
	if a := app.Automaton; a.Initial != 0 || fmt.Sprint(a.States) != "[{listening 0 [{1 1} {2 1}]} {saying 1 [{0 1}]} {shouting 2 [{0 1}]}]" {
		t.Errorf("automaton %+v", a)
	}
	for s, want := range []float64{0.5, 0.25, 0.25} {
		if got := app.Scenarios[s].Weight; got < want-1e-12 || got > want+1e-12 {
			t.Errorf("scenario %d has weight %v, want %v", s, got, want)
		}
	}
}

func TestScenariosOfADetector(t *testing.T) {
	f := mustLoad(t, "frames.xml", kpn.Reading{})
	app := f.Application
	equal(t, "repetitions", fmt.Sprint(f.Repetitions), "[[1 1 1] [2 1 1] [3 0 1]]")
	equal(t, "decode, full", trace(app, 0, "decode"), "read what; exec decode; write picture*2")
	equal(t, "decode, delta", trace(app, 1, "decode"), "read what; exec decode.part; write picture; read what; exec decode.part; write picture")
	equal(t, "decode, lost", trace(app, 2, "decode"), "read what; read what; read what")
	equal(t, "show, lost", trace(app, 2, "show"), "")
	equal(t, "kind, lost", trace(app, 2, "kind"), "write what*3")
	equal(t, "the longest time", costsOf(app, "decode"), "default 4250/0")
	equal(t, "buffer", channelNamed(t, app, "picture").Capacity, 6)
	equal(t, "token size", channelNamed(t, app, "more").TokenBytes, 8)
	equal(t, "weights", fmt.Sprint(app.Automaton.States[0].Next), "[{1 0.8} {0 0.2}]")
	for s, want := range []float64{1. / 3, 1.6 / 3, 0.4 / 3} {
		if got := app.Scenarios[s].Weight; got < want-1e-12 || got > want+1e-12 {
			t.Errorf("scenario %d has weight %v, want %v", s, got, want)
		}
	}
	equal(t, "warnings", warnings(f), strings.TrimSpace(`
testdata/frames.xml:12: "decode" has several execution times for the same scenario; the longest is taken
testdata/frames.xml:4: kernel "decode" has no scenario for the control value "lost": it takes the token and does nothing`))
}

func TestPlayedSequenceIsOneBehaviour(t *testing.T) {
	app := mustLoad(t, "modes.xml", kpn.Reading{Iterations: 7}).Application
	played, err := Play(app, "listening", "shouting", "hear", "say")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "scenarios", len(played.Scenarios), 1)
	equal(t, "iterations", played.Scenarios[0].Iterations, 1)
	equal(t, "token.first", trace(played, 0, "token.first"),
		"read ear.to.token.first; write token.first.to.mouth; read ear.to.token.first; write token.first.to.mouth")
	if err := kpn.CheckLive(played, &played.Scenarios[0]); err != nil {
		t.Error(err)
	}
	equal(t, "the original", len(app.Scenarios), 3)
	_, err = Play(app, "listening", "shoutin")
	equal(t, "error", fmt.Sprint(err), `sdf3: modes has no state and no scenario "shoutin", did you mean "shouting"?`)
}

func TestWorstCasesByHand(t *testing.T) {
	for _, c := range []struct {
		file, processor, want, states string
		forbid                        string
	}{
		// Each round the mouth speaks for 40 and it counts 2.
		{"modes.xml", "p", "20", "[listening shouting]", ""},
		// Without that, the ear takes 10 per round and the mouth 6.
		{"modes.xml", "p", "10", "[listening saying]", "shouting"},
		// A full frame is decoded in 4.25 and shown in 1 before the next.
		{"frames.xml", "default", "21/4", "[key]", ""},
		// The filter fires four times, 7 each.
		{"camera.xml", "cpu", "28", "[default]", ""},
		{"phases.xml", "p", "8", "[default]", ""},
	} {
		f := mustLoad(t, c.file, kpn.Reading{})
		if a := f.Application.Automaton; a != nil {
			for s := range a.States {
				a.States[s].Next = slices.DeleteFunc(a.States[s].Next, func(n kpn.Transition) bool { return a.States[n.State].Name == c.forbid })
			}
		}
		w, err := f.WorstCase(c.processor)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(w.States)
		if w.Period.RatString() != c.want || fmt.Sprint(slices.Compact(w.States)) != c.states {
			t.Errorf("%s without %q: period %s over %v, want %s over %s", c.file, c.forbid, w.Period.RatString(), w.States, c.want, c.states)
		}
	}
}

func TestWorstCaseSaysWhyThereIsNone(t *testing.T) {
	f := mustLoad(t, "modes.xml", kpn.Reading{})
	_, err := f.WorstCase("q")
	equal(t, "no cost", fmt.Sprint(err), `sdf3: worst case of modes: operation "ear" has no cost on processors of type "q"`)
	f.Rewards = []int64{0, 0, 0}
	_, err = f.WorstCase("p")
	equal(t, "no reward", fmt.Sprint(err), "sdf3: worst case of modes: the automaton has a cycle that takes time and gives no reward: there is no worst case per reward")
	_, err = mustLoad(t, "tiles.xml", kpn.Reading{}).WorstCase("cpu")
	equal(t, "no application", fmt.Sprint(err), "sdf3: the file has no application")
}

func TestArchitectureBecomesAPlatformFile(t *testing.T) {
	f := mustLoad(t, "tiles.xml", kpn.Reading{})
	equal(t, "tiles", len(f.Architecture.Tiles), 2)
	equal(t, "in of right", f.Architecture.Tiles[1].In.Cmp(big.NewRat(3, 1)), 0)
	var b strings.Builder
	if err := f.Architecture.WritePlatform(&b, 1000, "camera.xml"); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/tiles.toml", b.String())
	golden(t, "testdata/tiles.warnings", warnings(f)+"\n")
	if f.Architecture.WritePlatform(&b, 0) == nil {
		t.Error("a unit of no time is accepted")
	}
}

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with a file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got\n%s", file, got)
	}
}

func testFile(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
