package sesame_test

import (
	"testing"

	"sdse/sesame"
)

// threeCPUs is a platform of three processors, a bus X of two ports, a bus Y of
// one, and what leads over them. A transfer of 8 bytes over X or Y takes 12 ns,
// over both 22 ns: 2 × 10 ns and the bytes once.
const threeCPUs = `
[[processor_type]]
name = "cpu"
frequency = "1 GHz"
cycles = { one = 1, five = 5, six = 6 }
[[processor]]
name = "a"
type = "cpu"
[[processor]]
name = "b"
type = "cpu"
[[processor]]
name = "c"
type = "cpu"
[[memory]]
name = "X"
frequency = "1 GHz"
latency = 10
width = 4
ports = 2
[[bus]]
name = "Y"
frequency = "1 GHz"
setup = 10
width = 4
[[path]]
name = "X"
write = ["X"]
[[path]]
name = "Y"
write = ["Y"]
[[path]]
name = "XY"
write = ["Y", "X"]
`

// threeWriters write to one reader, which computes nothing.
func threeWriters(first, second, third string) string {
	return `
name = "app"
process = [
	{ name = "p0", trace = "` + first + `; write c0" },
	{ name = "p1", trace = "` + second + `; write c1" },
	{ name = "p2", trace = "` + third + `; write c2" },
	{ name = "sink", trace = "read c0; read c1; read c2" } ]
channel = [
	{ name = "c0", from = "p0", to = "sink", token = "8 B" },
	{ name = "c1", from = "p1", to = "sink", token = "8 B" },
	{ name = "c2", from = "p2", to = "sink", token = "8 B" } ]
`
}

func over(c0, c1, c2 string) map[string]string {
	return map[string]string{"app.c0": c0, "app.c1": c1, "app.c2": c2}
}

// wantWaiting compares what processors and components waited, by their order in
// the platform: a, b, c and X, Y.
func wantWaiting(t *testing.T, st *sesame.Statistics, a, b, c, x, y sesame.Time) {
	t.Helper()
	for i, want := range []sesame.Time{a, b, c} {
		wantTime(t, st.Processors[i].Name+" waits", st.Processors[i].Waiting, want)
	}
	for i, want := range []sesame.Time{x, y} {
		wantTime(t, "waiting for "+st.Components[i].Name, st.Components[i].Waiting, want)
	}
}

func TestMastersOnABus(t *testing.T) {
	s := loaded(t, threeCPUs, threeWriters("exec five", "exec five", "exec six"))
	// Asked for at 5, 5 and 6, granted in that order at 5, 17 and 29.
	st := s.simulate(t, map[string]string{"app.p0": "a", "app.p1": "b", "app.p2": "c", "app.sink": "c"}, over("Y", "Y", "Y"))
	wantFinish(t, st, 17*ns, 29*ns, 41*ns, 41*ns)
	wantWaiting(t, st, 0, 12*ns, 23*ns, 0, 35*ns)
	wantTime(t, "longest waiting", st.Components[1].MaxWaiting, 23*ns)
	// Who of the first two goes first is a matter of the processes, not of the
	// processors: the one that has the smaller process.
	st = s.simulate(t, map[string]string{"app.p0": "b", "app.p1": "a", "app.p2": "c", "app.sink": "c"}, over("Y", "Y", "Y"))
	wantFinish(t, st, 17*ns, 29*ns, 41*ns, 41*ns)
	wantWaiting(t, st, 12*ns, 0, 23*ns, 0, 35*ns)
}

// TestRankIsThatOfTheSmallestProcess lets a large process ask at the same
// instant as a smaller one; it goes first for the sake of its neighbour.
func TestRankIsThatOfTheSmallestProcess(t *testing.T) {
	s := loaded(t, threeCPUs, `
name = "app"
process = [
	{ name = "p0", trace = "exec one" },
	{ name = "p1", trace = "exec six; write c0" },
	{ name = "p2", trace = "exec five; write c1" },
	{ name = "sink", trace = "read c0; read c1" } ]
channel = [
	{ name = "c0", from = "p1", to = "sink", token = "8 B" },
	{ name = "c1", from = "p2", to = "sink", token = "8 B" } ]
`)
	// b does p0 0–1 and p2 1–6 and asks at 6, as a does for p1. b has rank 0.
	st := s.simulate(t, map[string]string{"app.p0": "b", "app.p1": "a", "app.p2": "b", "app.sink": "c"},
		map[string]string{"app.c0": "Y", "app.c1": "Y"})
	wantFinish(t, st, 1*ns, 30*ns, 18*ns, 30*ns)
}

func TestPortsServeAtTheSameTime(t *testing.T) {
	s := loaded(t, threeCPUs, threeWriters("exec five", "exec five", "exec six"))
	// X has two ports: two begin at 5 and end at 17, when the third begins.
	st := s.simulate(t, map[string]string{"app.p0": "a", "app.p1": "b", "app.p2": "c", "app.sink": "c"}, over("X", "X", "X"))
	wantFinish(t, st, 17*ns, 17*ns, 29*ns, 29*ns)
	wantWaiting(t, st, 0, 0, 11*ns, 11*ns, 0)
}

func TestPartsAreHeldTogether(t *testing.T) {
	s := loaded(t, threeCPUs, threeWriters("exec one", "exec five", "exec six"))
	// p0 holds Y 1–13. p1 asks for both at 5 and gets them at 13, for 22, until
	// 35: it has waited for Y. p2 asks for Y at 6 and gets it at 35.
	st := s.simulate(t, map[string]string{"app.p0": "a", "app.p1": "b", "app.p2": "c", "app.sink": "c"}, over("Y", "XY", "Y"))
	wantFinish(t, st, 13*ns, 35*ns, 47*ns, 47*ns)
	wantWaiting(t, st, 0, 8*ns, 29*ns, 0, 37*ns)
}

func TestNoRequestOvertakes(t *testing.T) {
	s := loaded(t, threeCPUs, threeWriters("exec one", "exec five", "exec six"))
	// p0 holds Y 1–13. p1 asks for both at 5 and gets them at 13. p2 asks for X
	// at 6: a port is free, but p1 is before it, so it begins with it at 13, and
	// it is X that it has waited for.
	st := s.simulate(t, map[string]string{"app.p0": "a", "app.p1": "b", "app.p2": "c", "app.sink": "c"}, over("Y", "XY", "X"))
	wantFinish(t, st, 13*ns, 35*ns, 25*ns, 35*ns)
	wantWaiting(t, st, 0, 8*ns, 7*ns, 7*ns, 8*ns)
}

func TestEqualWaitingIsChargedToTheLowest(t *testing.T) {
	s := loaded(t, threeCPUs, `
name = "app"
process = [
	{ name = "p0", trace = "exec one; write c0" },
	{ name = "p1", trace = "exec one; write c1*6" },
	{ name = "p2", trace = "exec five; write c2" },
	{ name = "sink", trace = "read c0; read c1*6; read c2" } ]
channel = [
	{ name = "c0", from = "p0", to = "sink", token = "8 B" },
	{ name = "c1", from = "p1", to = "sink", token = "8 B", capacity = 6 },
	{ name = "c2", from = "p2", to = "sink", token = "8 B" } ]
`)
	// p0 holds Y and a port of X 1–23, p1 the other port of X for 10 + 48/4 = 22,
	// so 1–23 too. p2 asks for both at 5: they come free at once, and X is the
	// lower of the two, whatever their order on the path.
	st := s.simulate(t, map[string]string{"app.p0": "a", "app.p1": "b", "app.p2": "c", "app.sink": "c"}, over("XY", "X", "XY"))
	wantFinish(t, st, 23*ns, 23*ns, 45*ns, 45*ns)
	wantWaiting(t, st, 0, 0, 18*ns, 18*ns, 0)
}

func TestAReadGivesRoomBackAtItsEnd(t *testing.T) {
	s := loaded(t, threeCPUs+`
[[path]]
name = "read over Y"
read = ["Y"]
`, `
name = "app"
process = [
	{ name = "p0", trace = "2*(exec one; write c)" },
	{ name = "sink", trace = "2*(read c; exec five)" } ]
channel = [ { name = "c", from = "p0", to = "sink", token = "8 B", capacity = 1 } ]
`)
	// The first token is there at 1 and is read 1–13. The second write is asked
	// for at 2 and finds room at 13; it takes no time. sink: five 13–18, read
	// 18–30, five 30–35.
	st := s.simulate(t, map[string]string{"app.p0": "a", "app.sink": "b"}, map[string]string{"app.c": "read over Y"})
	wantFinish(t, st, 13*ns, 35*ns)
}
