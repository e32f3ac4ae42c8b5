package sesame_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sdse/kpn/input"
	"sdse/sesame"
)

// The tests in closed*_test.go hold both simulators against values computed by
// hand from docs/semantics.md. The arithmetic stands beside them, in
// nanoseconds: the processors run at 1 GHz unless they say something else.

// loaded reads a platform and its applications from their TOML form.
func loaded(t testing.TB, platform string, apps ...string) *system {
	t.Helper()
	folder := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	var files []string
	for i, app := range apps {
		files = append(files, write(fmt.Sprintf("app%d.toml", i), app))
	}
	var problems input.Problems
	w := sesame.Load(write("platform.toml", "name = \"platform\"\n"+platform), files, "", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return &system{platform: w.Platform, space: w.Space}
}

// simulate puts processes on processors, and channels on paths if there is a
// choice, and returns what both simulators say about the first scenario.
func (s *system) simulate(t testing.TB, places map[string]string, paths map[string]string) *sesame.Statistics {
	t.Helper()
	m := s.compile(t)
	var problems input.Problems
	genes := m.Resolve(sesame.Naming{Processes: places, Channels: paths}, "mapping", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	sim := m.NewSimulator()
	sim.Bind(genes)
	st := sim.Examine(0)
	if what := difference(st, s.examine(genes, 0)); what != "" {
		t.Fatalf("the reference says something else:\n%s", what)
	}
	return st
}

const ns = 1000 // picoseconds

// wantTime compares a time with the one computed by hand.
func wantTime(t *testing.T, what string, got, want sesame.Time) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %d ps, want %d ps", what, got, want)
	}
}

// wantFinish compares when the first processes finish, in their order.
func wantFinish(t *testing.T, st *sesame.Statistics, want ...sesame.Time) {
	t.Helper()
	for i, w := range want {
		wantTime(t, st.Processes[i].Name+" finishes", st.Processes[i].Finish, w)
	}
}

// twoCPUs is a platform of two processors. Its bus takes 10 + 8/4 = 12 ns for a
// token of 8 bytes.
const twoCPUs = `
[[processor_type]]
name = "cpu"
frequency = "1 GHz"
cycles = { long = 100, medium = 30, short = 1 }
[[processor]]
name = "a"
type = "cpu"
[[processor]]
name = "b"
type = "cpu"
[[bus]]
name = "bus"
frequency = "1 GHz"
setup = 10
width = 4
[[memory]]
name = "slow"
latency = "20 ns"
exclusive = false
`

var apart = map[string]string{"app.producer": "a", "app.consumer": "b"}

func TestPipelineBoundByComputation(t *testing.T) {
	s := loaded(t, twoCPUs+`
[[path]]
name = "reading costs nothing"
write = ["bus"]
`, `
name = "app"
process = [
	{ name = "producer", trace = "5*(exec long; write c)" },
	{ name = "consumer", trace = "5*(read c; exec medium)" } ]
channel = [ { name = "c", from = "producer", to = "consumer", token = "8 B", capacity = 4 } ]
`)
	st := s.simulate(t, apart, nil)
	// A token needs 100 + 12 = 112; the consumer has long been waiting for it.
	wantFinish(t, st, 5*112*ns, (5*112+30)*ns)
	a, b := st.Processors[0], st.Processors[1]
	wantTime(t, "a executes", a.Execute, 500*ns)
	wantTime(t, "a transfers", a.Transfer, 60*ns)
	wantTime(t, "a idles", a.Idle, 30*ns)
	wantTime(t, "b executes", b.Execute, 150*ns)
	wantTime(t, "b idles", b.Idle, (590-150)*ns)
}

func TestPipelineBoundByTheBus(t *testing.T) {
	s := loaded(t, twoCPUs+`
[[path]]
name = "both over the bus"
write = ["bus"]
read = ["bus"]
`, `
name = "app"
process = [
	{ name = "producer", trace = "3*(exec short; write c)" },
	{ name = "consumer", trace = "3*(read c; exec short)" } ]
channel = [ { name = "c", from = "producer", to = "consumer", token = "8 B", capacity = 3 } ]
`)
	st := s.simulate(t, apart, nil)
	// From 1 to 73 the bus is never free: write 1–13, read 13–25, write 25–37,
	// read 37–49, write 49–61, read 61–73. The second and the third write are
	// asked for at 14 and 38 and wait for 11 each.
	wantFinish(t, st, 61*ns, 74*ns)
	bus := st.Components[1]
	wantTime(t, "the bus is busy", bus.Busy, 72*ns)
	wantTime(t, "waiting for the bus", bus.Waiting, 22*ns)
	wantTime(t, "longest waiting for the bus", bus.MaxWaiting, 11*ns)
	wantTime(t, "a waits", st.Processors[0].Waiting, 22*ns)
	wantTime(t, "b waits", st.Processors[1].Waiting, 0)
	if bus.Transfers != 6 || bus.Bytes != 48 {
		t.Errorf("%d transfers of %d bytes, want 6 of 48", bus.Transfers, bus.Bytes)
	}
}

func TestPipelineBoundByCapacity(t *testing.T) {
	s := loaded(t, twoCPUs+`
[[path]]
name = "over bus and memory"
write = ["bus"]
read = ["slow"]
`, `
name = "app"
process = [
	{ name = "producer", trace = "3*(exec short; write c)" },
	{ name = "consumer", trace = "3*(read c; exec short)" } ]
channel = [ { name = "c", from = "producer", to = "consumer", token = "8 B", capacity = 1 } ]
`)
	st := s.simulate(t, apart, nil)
	// The one place is taken from the start of a write to the end of its read:
	// 12 + 20 = 32 a token. Writes end at 1 + 12 = 13, 45 and 77, reads at 33,
	// 65 and 97.
	wantFinish(t, st, 77*ns, 98*ns)
	// Who waits for room holds no processor.
	wantTime(t, "a waits", st.Processors[0].Waiting, 0)
	wantTime(t, "a idles", st.Processors[0].Idle, (98-3-36)*ns)
}

// oneCPU is a platform of one processor with a dispatch cost of 2 ns, on which
// a transfer costs 3 ns.
func oneCPU(policy string) string {
	return `
[[processor_type]]
name = "cpu"
frequency = "1 GHz"
dispatch = 2
policy = "` + policy + `"
cycles = { make = 10, use = 4 }
[[processor]]
name = "a"
type = "cpu"
[[memory]]
name = "local"
latency = "3 ns"
[[path]]
name = "local"
write = ["local"]
read = ["local"]
`
}

const alternating = `
name = "app"
process = [
	{ name = "producer", trace = "2*(exec make; write c)" },
	{ name = "consumer", trace = "2*(read c; exec use)" } ]
channel = [ { name = "c", from = "producer", to = "consumer", token = "8 B", capacity = 1 } ]
`

var together = map[string]string{"app.producer": "a", "app.consumer": "a"}

func TestBothEndsOnOneProcessor(t *testing.T) {
	st := loaded(t, oneCPU("fcfs"), alternating).simulate(t, together, nil)
	// Each event is dispatched for 2:
	//	make  2–12   write 14–17  now both are ready at 17, the producer goes first
	//	make 19–29   the second write has no room
	//	read 31–34   now both are ready at 34
	//	write 36–39  the producer has finished
	//	use  41–45   its turn since 34
	//	read 47–50   ready at 45: the token is there since 39, but it was busy
	//	use  52–56
	wantFinish(t, st, 39*ns, 56*ns)
	a := st.Processors[0]
	wantTime(t, "dispatching", a.Dispatch, 8*2*ns)
	wantTime(t, "executing", a.Execute, (2*10+2*4)*ns)
	wantTime(t, "transferring", a.Transfer, 4*3*ns)
	wantTime(t, "idling", a.Idle, 0)
}

func TestRunToBlockIsDispatchedOncePerRun(t *testing.T) {
	st := loaded(t, oneCPU("run-to-block"), alternating).simulate(t, together, nil)
	// Only who takes over the processor is dispatched, for 2:
	//	make  2–12, write 12–15, make 15–25; the second write has no room
	//	read 27–30, use 30–34; there is no second token
	//	write 36–39; the producer has finished
	//	read 41–44, use 44–48
	wantFinish(t, st, 39*ns, 48*ns)
	wantTime(t, "dispatching", st.Processors[0].Dispatch, 4*2*ns)
	wantTime(t, "idling", st.Processors[0].Idle, 0)
}

// keeping is a platform of two processors that run to block.
const keeping = `
[[processor_type]]
name = "cpu"
frequency = "1 GHz"
policy = "run-to-block"
dispatch = 1
cycles = { one = 1, ten = 10, eleven = 11 }
[[processor]]
name = "cpu"
type = "cpu"
count = 2
[[memory]]
name = "slow"
latency = "10 ns"
exclusive = false
[[path]]
name = "slow"
write = ["slow"]
[[path]]
name = "ideal"
`

const waitingReader = `
name = "app"
process = [
	{ name = "reader", trace = "exec eleven; read c; exec ten" },
	{ name = "other", trace = "exec ten" },
	{ name = "writer", trace = "exec WORK; write c" } ]
channel = [ { name = "c", from = "writer", to = "reader", token = "8 B" } ]
`

var readerWaits = map[string]string{"app.reader": "cpu.0", "app.other": "cpu.0", "app.writer": "cpu.1"}

// TestCompletionsComeBeforeDecisions has a token arrive at the very instant at
// which its reader's event ends, so that the reader keeps its processor, past
// who has been waiting since 0.
func TestCompletionsComeBeforeDecisions(t *testing.T) {
	s := loaded(t, keeping, strings.Replace(waitingReader, "WORK", "one", 1))
	st := s.simulate(t, readerWaits, map[string]string{"app.c": "slow"})
	// The reader executes 1–12, and 1–2 and 2–12 are the writer's execution and
	// write. At 12 the reader goes on: ten 12–22; then the other: 23–33.
	wantFinish(t, st, 22*ns, 33*ns, 12*ns)
	wantTime(t, "dispatching", st.Processors[0].Dispatch, 2*ns)
}

// TestWhatTakesNoTimeComesAfterTheDecision has the token arrive at the same
// instant, but by a write that takes no time: that is begun by a decision of
// this instant, so the decision about the reader's processor does not see it.
func TestWhatTakesNoTimeComesAfterTheDecision(t *testing.T) {
	s := loaded(t, keeping, strings.Replace(waitingReader, "WORK", "eleven", 1))
	st := s.simulate(t, readerWaits, map[string]string{"app.c": "ideal"})
	// Both execute 1–12. At 12 the reader has no token and the other takes over,
	// 13–23; then the reader is dispatched again: ten 24–34.
	wantFinish(t, st, 34*ns, 23*ns, 12*ns)
	wantTime(t, "dispatching", st.Processors[0].Dispatch, 3*ns)
}

// TestAnInstantOfManyEvents passes a token through five processes without
// anything taking time: all of it happens at 0.
func TestAnInstantOfManyEvents(t *testing.T) {
	s := loaded(t, strings.Replace(keeping, "dispatch = 1", "dispatch = 0", 1), `
name = "app"
process = [
	{ name = "p4", trace = "read c3; exec ten*0" },
	{ name = "p3", trace = "read c2; write c3" },
	{ name = "p2", trace = "read c1; write c2" },
	{ name = "p1", trace = "read c0; write c1" },
	{ name = "p0", trace = "exec ten*0; write c0" } ]
channel = [
	{ name = "c0", from = "p0", to = "p1", token = "8 B" },
	{ name = "c1", from = "p1", to = "p2", token = "8 B" },
	{ name = "c2", from = "p2", to = "p3", token = "8 B" },
	{ name = "c3", from = "p3", to = "p4", token = "8 B" } ]
`)
	ideal := map[string]string{"app.c0": "ideal", "app.c1": "ideal", "app.c2": "ideal", "app.c3": "ideal"}
	st := s.simulate(t, map[string]string{"app.p0": "cpu.0", "app.p1": "cpu.1", "app.p2": "cpu.0", "app.p3": "cpu.1", "app.p4": "cpu.0"}, ideal)
	wantFinish(t, st, 0, 0, 0, 0, 0)
	wantTime(t, "makespan", st.Makespan, 0)
}
