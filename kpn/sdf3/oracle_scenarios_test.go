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
