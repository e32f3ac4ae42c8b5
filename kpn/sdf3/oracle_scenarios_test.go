package sdf3_test

import (
	"math/big"
	"slices"
	"testing"

	"sdse/kpn"
	"sdse/kpn/sdf3"
)

func worst(t *testing.T, file *sdf3.File) *sdf3.Worst {
	t.Helper()
	w, err := file.WorstCase("default")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// checkPlayed plays the worst sequence again and again in the simulator and in
// the evaluator of these tests: after a while, each round takes as long as the
// worst case says.
func checkPlayed(t *testing.T, file *sdf3.File, w *sdf3.Worst) {
	t.Helper()
	const rounds = 12
	var ends []int64
	var reward int64
	for n := rounds / 2; n <= rounds; n++ {
		app, err := sdf3.Play(file.Application, slices.Repeat(w.States, n)...)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, makespan(t, app, 1))
		if completed, ok := selfTimed(app, 1, kahn); !ok || completed[0] != ends[len(ends)-1] {
			t.Errorf("%d rounds: simulated %d, evaluated %v", n, ends[len(ends)-1], completed)
		}
	}
	for _, name := range w.States {
		i := slices.IndexFunc(file.Application.Automaton.States, func(s kpn.State) bool { return s.Name == name })
		reward += file.Rewards[file.Application.Automaton.States[i].Scenario]
	}
	want := new(big.Rat).Mul(w.Period, big.NewRat(reward, 1))
	for i := 1; i < len(ends); i++ {
		if got := big.NewRat(ends[i]-ends[i-1], 1); got.Cmp(want) != 0 {
			t.Errorf("a round of %v takes %s thousandths, want %s", w.States, got.RatString(), want.RatString())
		}
	}
}

// TestOracleWorstCases holds the worst cases of the scenario graphs against
// values that were computed independently.
func TestOracleWorstCases(t *testing.T) {
	for _, c := range []struct {
		file    string
		rewards bool // of the file; otherwise every execution counts 1
		want    int64
	}{
		{"weaklyconsistent_extended_test", false, 2},
		{"weaklyconsistent_extended_test", true, 4},
		{"weaklyconsistent", false, 4},
		{"mp3decoder", true, 5_830_000},
	} {
		t.Run(c.file, func(t *testing.T) {
			file := load(t, "sdf3/fsmsadf/"+c.file+".xml", kpn.Reading{})
			if !c.rewards {
				for s := range file.Rewards {
					file.Rewards[s] = 1000
				}
			}
			w := worst(t, file)
			if want := big.NewRat(c.want, 1); w.Period.Cmp(want) != 0 {
				t.Errorf("worst case %s over %v, want %s", w.Period.RatString(), w.States, want.RatString())
			}
			checkPlayed(t, file, w)
		})
	}
}

// frames are the finish times of process RC of mpeg4_sp.xml for a sequence of
// frames, three of which are on the way at a time.
var frames = []struct {
	name string
	at   int64
}{{"I", 4327}, {"P0", 4327}, {"P30", 5500}, {"P40", 7155}, {"P50", 9200}, {"P60", 11695}, {"P70", 14545}, {"P80", 17790}, {"P99", 21830}}

// TestOracleFrames holds frame after frame of the stochastic MPEG-4 decoder
// against values that were computed independently.
func TestOracleFrames(t *testing.T) {
	file := load(t, "sdf3/sadf/mpeg4_sp.xml", kpn.Reading{})
	var names []string
	for _, f := range frames {
		names = append(names, f.name)
		if got := frameEnd(t, file.Application, names); got != f.at*1000 {
			t.Errorf("after %v RC has finished at %d thousandths, want %d units", names, got, f.at)
		}
	}
	const rounds, perRound = 4, 21_120
	for n := 1; n <= rounds; n++ {
		sequence := slices.Repeat(names, n)
		if got, want := frameEnd(t, file.Application, sequence), frames[len(frames)-1].at+int64(n-1)*perRound; got != want*1000 {
			t.Errorf("after %d rounds RC has finished at %d thousandths, want %d units", n, got, want)
		}
	}
}

// frameEnd plays frames and returns when process RC has finished.
func frameEnd(t *testing.T, app *kpn.Application, names []string) int64 {
	t.Helper()
	played, err := sdf3.Play(app, names...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range simulate(t, played).Processes {
		if p.Name == "mpeg4_sp.RC" {
			return int64(p.Finish)
		}
	}
	t.Fatal("no process RC")
	return 0
}

// TestOracleFramePeriods holds the periods of equal frames, and of the nine in a
// row, against independent values, played and as worst cases of an automaton that
// allows nothing else.
func TestOracleFramePeriods(t *testing.T) {
	var nine []string
	for _, f := range frames {
		nine = append(nine, f.name)
	}
	for _, c := range []struct {
		frames []string
		want   *big.Rat
	}{
		{[]string{"P99"}, big.NewRat(3960, 1)},
		{[]string{"I"}, big.NewRat(3960, 1)},
		{[]string{"P30"}, big.NewRat(1200, 1)},
		{nine, big.NewRat(21120, 9)},
	} {
		file := load(t, "sdf3/sadf/mpeg4_sp.xml", kpn.Reading{})
		only := &kpn.Automaton{}
		for i, name := range c.frames {
			s := slices.IndexFunc(file.Application.Scenarios, func(s kpn.Scenario) bool { return s.Name == name })
			only.States = append(only.States, kpn.State{Name: name, Scenario: s,
				Next: []kpn.Transition{{State: (i + 1) % len(c.frames), Weight: 1}}})
		}
		file.Application.Automaton = only
		w := worst(t, file)
		if w.Period.Cmp(c.want) != 0 {
			t.Errorf("%v: period %s, want %s", c.frames, w.Period.RatString(), c.want.RatString())
		}
		checkPlayed(t, file, w)
	}
}
