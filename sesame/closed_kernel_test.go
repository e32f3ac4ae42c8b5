package sesame_test

import (
	"slices"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/sesame"
)

// The tests in closed_*_test.go hold the simulator against values computed by
// hand, as closed*_test.go do, for what the component table has beside fcfs.
// They load a platform and an application and change what they are about.

// four is a platform of four processors at 1 GHz, so that tick*n takes n ns, with
// two contended components. A transfer of 8 bytes over X or Y takes 12 ns, over both
// held together 22 ns, and one over "slow" 20 ns without contention.
const four = `
[[processor_type]]
name = "cpu"
frequency = "1 GHz"
cycles = { tick = 1 }
[[processor]]
name = "a"
type = "cpu"
[[processor]]
name = "b"
type = "cpu"
[[processor]]
name = "c"
type = "cpu"
[[processor]]
name = "d"
type = "cpu"
[[memory]]
name = "X"
frequency = "1 GHz"
latency = 10
width = 4
[[bus]]
name = "Y"
frequency = "1 GHz"
setup = 10
width = 4
[[memory]]
name = "slow"
latency = "20 ns"
exclusive = false
[[path]]
name = "ideal"
[[path]]
name = "X"
write = ["X"]
[[path]]
name = "Y"
write = ["Y"]
[[path]]
name = "XY"
write = ["Y", "X"]
[[path]]
name = "slow"
write = ["slow"]
[[path]]
name = "slow read"
read = ["slow"]
[[path]]
name = "all Y"
write = ["Y"]
read = ["Y"]
`

// The components of four and its paths, by number.
const (
	atX, atSlow, atY                                             = 0, 1, 2
	byIdeal, byX, byY, byXY, bySlow, bySlowRead, byYInDirections = 0, 1, 2, 3, 4, 5, 6
)

// rig loads the platform four, changed, with an application.
func rig(t testing.TB, app string, change func(p *sesame.Platform)) *system {
	t.Helper()
	s := loaded(t, four, "name = \"app\"\n"+app)
	if change != nil {
		change(s.platform)
	}
	return s
}

// on names the processors of processes in the order of these, and of channels
// the paths.
func (s *system) on(t testing.TB, processors string, paths ...int) []int {
	t.Helper()
	m := s.compile(t)
	app := s.space.Applications[0]
	naming := sesame.Naming{Processes: map[string]string{}, Channels: map[string]string{}}
	for i, p := range app.Processes {
		naming.Processes["app."+p.Name] = string(processors[i])
	}
	for i, c := range app.Channels {
		naming.Channels["app."+c.Name] = s.platform.Paths[paths[i]].Name
	}
	var problems input.Problems
	genes := m.Resolve(naming, "mapping", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return genes
}

// run simulates the first scenario.
func (s *system) run(t testing.TB, genes []int) *sesame.Statistics {
	t.Helper()
	sim := s.compile(t).NewSimulator()
	sim.Bind(genes)
	st := sim.Examine(0)
	if got, want := sim.Simulate(0), outcomeOf(st); got != want {
		t.Errorf("Simulate says %+v, Examine %+v", got, want)
	}
	return st
}

// done is run of something that must not fail.
func (s *system) done(t testing.TB, genes []int) *sesame.Statistics {
	t.Helper()
	st := s.run(t, genes)
	if st.Failure != sesame.None {
		t.Fatalf("failed: %s, blocked %v", st.Failure, st.Blocked)
	}
	return st
}

// wantFailure compares how a simulation ended.
func wantFailure(t *testing.T, st *sesame.Statistics, want sesame.Failure) {
	t.Helper()
	if st.Failure != want || (st.Makespan != 0 && want != sesame.None) {
		t.Errorf("failure %q at %d, want %q", st.Failure, st.Makespan, want)
	}
}

// wantCounts compares the picks, switches and preemptions of processor a.
func wantCounts(t *testing.T, st *sesame.Statistics, picks, switches, preemptions int64) {
	t.Helper()
	p := st.Processors[0]
	if got, want := [3]int64{p.Picks, p.Switches, p.Preemptions}, [3]int64{picks, switches, preemptions}; got != want {
		t.Errorf("picks, switches and preemptions %v, want %v", got, want)
	}
}

// wantWaits compares how long processors a, b, c and d waited and components X and Y were waited for.
func wantWaits(t *testing.T, st *sesame.Statistics, want ...sesame.Time) {
	t.Helper()
	var got []sesame.Time
	for _, p := range st.Processors {
		got = append(got, p.Waiting)
	}
	got = append(got, st.Components[atX].Waiting, st.Components[atY].Waiting)
	if !slices.Equal(got, want) {
		t.Errorf("waiting of a, b, c, d and for X, Y: %v, want %v", got, want)
	}
}

func wantTimes(t *testing.T, what string, got []sesame.Time, want ...sesame.Time) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// fragment is a trace that executes the first operation so often.
func (s *system) fragment(times int64) *kpn.Fragment {
	return kpn.NewFragment([]kpn.Event{{Kind: kpn.Execute, N: times}})
}
