package wiring

import (
	"context"
	"reflect"
	"testing"

	"sdse/explorer"
	"sdse/kpn/input"
	"sdse/sesame"
	"sdse/sesame/evaluate"
	"sdse/subset"
	"sdse/workpool"
)

// small is an exploration of the example in which the subset changes.
func small(t *testing.T) *Exploration {
	t.Helper()
	var problems input.Problems
	w := sesame.Load("../../../../examples/mjpeg/mpsoc.toml", nil, "", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	m, err := sesame.Compile(w.Platform, w.Space)
	if err != nil {
		t.Fatal(err)
	}
	x := &Exploration{Model: m, Objectives: []evaluate.Objective{evaluate.Makespan, evaluate.Energy},
		Explorer: explorer.Settings{Seed: 3, Population: 24, Generations: 12, Archive: 96}, Subset: subset.DefaultSettings(4)}
	x.Subset.Period, x.Subset.Seed = 3, 3
	return x
}

// TestWhereTheSelectorWorksDoesNotMatter explores with one hart, with several,
// and with a selector that has its own.
func TestWhereTheSelectorWorksDoesNotMatter(t *testing.T) {
	var first *explorer.Result
	var counts evaluate.Counts
	for i, c := range []struct{ harts, apart int }{{1, 0}, {3, 0}, {1, 3}, {3, 1}} {
		x := small(t)
		pool := workpool.New(c.harts)
		defer pool.Close()
		if c.apart > 0 {
			x.Apart = workpool.New(c.apart)
			defer x.Apart.Close()
		}
		got, n, err := x.Run(context.Background(), pool)
		switch {
		case err != nil:
			t.Fatal(err)
		case i == 0:
			first, counts = got, n
			if last := got.History[len(got.History)-1]; last.Version == 0 || len(got.Front) < 3 {
				t.Fatalf("the subset never changed, or the front has only %d designs", len(got.Front))
			}
		case n != counts:
			t.Errorf("%+v: %+v, want %+v", c, n, counts)
		case !reflect.DeepEqual(got.Front, first.Front):
			t.Errorf("%+v: another front", c)
		}
	}
}
