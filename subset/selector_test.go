package subset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// The first publication after training on the designs of generation 0 happens
// at generation Period, not earlier although it is ready, and calls come in
// order.
func TestTimeline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{scenarios: 40}
		s := start(t, w, quick(4), inline)
		var logs []string
		held := explore(t, s, 7, func() {
			synctest.Wait() // whatever runs has ended: nothing but the generation holds it back
			logs = append(logs, fmt.Sprint(w.log))
		})
		for g, now := range held {
			if want := (g / 3) * 4; now.Trainers != want {
				t.Errorf("generation %d: %d trainers, want %d", g, now.Trainers, want)
			}
			if g < 3 != math.IsNaN(now.Misclassification) {
				t.Errorf("generation %d: rate %v", g, now.Misclassification)
			}
			if g < 3 && now.Version != 0 {
				t.Errorf("generation %d: version %d", g, now.Version)
			}
			if g%3 != 0 && !same(now, held[g-1]) {
				t.Errorf("generation %d: %+v, but %+v before", g, now, held[g-1])
			}
		}
		if held[7].Version == 0 {
			t.Error("no new version in eight generations: the test shows nothing")
		}
		for g, want := range []string{
			"[]", "[plan 1]", "[plan 1]",
			"[plan 1 commit 1]", "[plan 1 commit 1 plan 2]", "[plan 1 commit 1 plan 2]",
			"[plan 1 commit 1 plan 2 commit 2]", "[plan 1 commit 1 plan 2 commit 2 plan 3]",
		} {
			if logs[g] != want {
				t.Errorf("calls up to the middle of generation %d: %s, want %s", g, logs[g], want)
			}
		}
	})
}

func same(a, b Published) bool {
	return a.Version == b.Version && a.Trainers == b.Trainers && slices.Equal(a.Scenarios, b.Scenarios) &&
		math.Float64bits(a.Misclassification) == math.Float64bits(b.Misclassification)
}

func TestAtBlocksUntilDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, &world{scenarios: 40, takes: time.Hour}, quick(4), inline)
		began := time.Now()
		explore(t, s, 2, func() {})
		if waited := time.Since(began); waited != 0 {
			t.Errorf("waited %v before anything was due", waited)
		}
		if _, err := s.At(t.Context(), 3); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(began); waited != time.Hour {
			t.Errorf("waited %v for what takes an hour", waited)
		}
	})
}

// A subset is published when it is better on the training designs of today than
// the one that holds, and only then.
func TestPublishesOnlyWhatIsBetter(t *testing.T) {
	set := quick(4)
	w := &world{scenarios: 40}
	s := start(t, w, set, inline)
	changes := 0
	for g := 0; g < 40; g++ {
		before := s.published
		now, err := s.At(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.window) >= 2 {
			e := newExam(s.shares, s.window)
			old, new := e.rate(newJudge(e).score(before.Scenarios).wrong), e.rate(newJudge(e).score(now.Scenarios).wrong)
			if now.Misclassification != new {
				t.Errorf("generation %d: rate %v, judged again %v", g, now.Misclassification, new)
			}
			differs := !slices.Equal(before.Scenarios, now.Scenarios)
			if differs != (now.Version == before.Version+1) || differs != (new < old) {
				t.Errorf("generation %d: version %d after %d, %v after %v, rates %v after %v", g,
					now.Version, before.Version, now.Scenarios, before.Scenarios, new, old)
			}
			if differs {
				changes++
			}
		}
		if err := s.Offer(g, ranking(g, 20)); err != nil {
			t.Fatal(err)
		}
	}
	if changes == 0 || changes == 13 {
		t.Errorf("%d changes in 13 publications: the test shows nothing", changes)
	}
}

// Whatever the workers and their speed, the same seed gives the same history.
func TestDeterminism(t *testing.T) {
	for _, method := range []Method{Genetic, Random} {
		set := quick(4)
		set.Method = method
		want := explore(t, start(t, &world{scenarios: 40}, set, inline), 30, func() {})
		if want[30].Version < 2 {
			t.Errorf("%v: version %d at the end: the test shows nothing", method, want[30].Version)
		}
		for _, n := range []int{1, 2, 7} {
			synctest.Test(t, func(t *testing.T) {
				w := &world{scenarios: 40, takes: time.Duration(n) * time.Millisecond}
				s := start(t, w, set, workers(n, time.Duration(8-n)*time.Millisecond))
				pause := time.Duration(0)
				got := explore(t, s, 30, func() { time.Sleep(pause % 13); pause += 5 * time.Millisecond })
				for g := range want {
					if !same(got[g], want[g]) {
						t.Fatalf("%v, %d workers, generation %d: %+v, want %+v", method, n, g, got[g], want[g])
					}
				}
			})
		}
	}
}

func TestPublishedBelongsToTheCaller(t *testing.T) {
	s := start(t, &world{scenarios: 40}, quick(4), inline)
	first, _ := s.At(t.Context(), 0)
	want := slices.Clone(first.Scenarios)
	first.Scenarios[0] = -1
	if again, _ := s.At(t.Context(), 0); !slices.Equal(again.Scenarios, want) {
		t.Errorf("%v after the caller wrote into it, want %v", again.Scenarios, want)
	}
}

// Infeasible designs are no trainers; with fewer than two there is no rate and
// no new version.
func TestInfeasibleDesigns(t *testing.T) {
	s := start(t, &world{scenarios: 40}, quick(4), inline)
	first, _ := s.At(t.Context(), 0)
	offers := [][][]int{
		{{-1, 0}, {-1, 1}, {-1, 2}},
		{{-1, 3}, {1, 1}, {-1, 4}},
		{{-1, 5}, {-1, 6}, {2, 2}},
	}
	for i, want := range []int{0, 1, 2} {
		if err := s.Offer(3*i, offers[i]); err != nil {
			t.Fatal(err)
		}
		now, err := s.At(t.Context(), 3*i+3)
		if err != nil {
			t.Fatal(err)
		}
		if now.Trainers != want || math.IsNaN(now.Misclassification) != (want < 2) {
			t.Errorf("%+v, want %d trainers", now, want)
		}
		if want < 2 && (now.Version != 0 || !slices.Equal(now.Scenarios, first.Scenarios)) {
			t.Errorf("%+v, want the first subset", now)
		}
	}
}

func TestOfferedTooEarlyOrNothingNew(t *testing.T) {
	w := &world{scenarios: 40}
	s := start(t, w, quick(4), inline)
	for _, offer := range []struct {
		generation int
		ranked     [][]int
		planned    int
	}{
		{1, ranking(0, 20), 0}, // not at a boundary
		{0, nil, 0},            // nobody
		{0, ranking(0, 2), 2},
		{3, ranking(3, 20), 2}, // At(3) was not called
	} {
		if err := s.Offer(offer.generation, offer.ranked); err != nil {
			t.Fatal(err)
		}
		if len(w.planned) != offer.planned {
			t.Errorf("%d designs planned after %+v", len(w.planned), offer)
		}
	}
	if _, err := s.At(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if err := s.Offer(3, ranking(0, 2)); err != nil || len(w.planned) != 2 {
		t.Errorf("old designs trained again: %v, %v", w.planned, err)
	}
}

// A subset of everything needs no training.
func TestComplete(t *testing.T) {
	w := &world{scenarios: 4}
	s, err := New([]float64{1, 0, 1, 1}, quick(3), w, inline)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now := explore(t, s, 7, func() {})[7]
	if !slices.Equal(now.Scenarios, []int{0, 2, 3}) || now.Misclassification != 0 || len(w.log) != 0 {
		t.Errorf("%+v after %v", now, w.log)
	}
}

func TestErrorsSurface(t *testing.T) {
	broken := errors.New("simulator broke")
	bend := func(f func(results [][][]float64)) func([][][]float64) [][][]float64 {
		return func(results [][][]float64) [][][]float64 { f(results); return results }
	}
	failing := func(context.Context, int, func(int, int)) error { return broken }
	cases := []struct {
		name    string
		world   world
		pool    Pool
		is      error
		message string
	}{
		{"simulation", world{fails: broken}, inline, broken, "subset: simulating training designs: simulator broke"},
		{"pool", world{}, failing, broken, "subset: searching for a subset: simulator broke"},
		{"missing", world{bend: func(r [][][]float64) [][][]float64 { return r[1:] }}, inline, ErrMatrix,
			"subset: simulating training designs: subset: bad training results: 3 results for 4 designs"},
		{"scenarios", world{bend: bend(func(r [][][]float64) { r[2] = r[2][1:] })}, inline, ErrMatrix,
			"subset: simulating training designs: subset: bad training results: design 2 has 39 scenarios, not 40"},
		{"objectives", world{bend: bend(func(r [][][]float64) { r[1][7] = r[1][7][1:] })}, inline, ErrMatrix,
			"subset: simulating training designs: subset: bad training results: design 1 in scenario 7: 1 objectives, not 2"},
		{"no objectives", world{bend: bend(func(r [][][]float64) { r[0][0] = nil })}, inline, ErrMatrix,
			"subset: simulating training designs: subset: bad training results: design 0 in scenario 0: 0 objectives, not 1"},
		{"NaN", world{bend: bend(func(r [][][]float64) { r[3][39][1] = math.NaN() })}, inline, ErrMatrix,
			"subset: simulating training designs: subset: bad training results: design 3 in scenario 39: objective 1 is NaN"},
		{"infinite", world{bend: bend(func(r [][][]float64) { r[3][39][0] = math.Inf(-1) })}, inline, ErrMatrix,
			"subset: simulating training designs: subset: bad training results: design 3 in scenario 39: objective 0 is -Inf"},
	}
	for i := range cases {
		c := &cases[i]
		c.world.scenarios = 40
		s := start(t, &c.world, quick(2), c.pool)
		explore(t, s, 2, func() {})
		for range 2 { // the error stays
			if _, err := s.At(t.Context(), 3); !errors.Is(err, c.is) || err.Error() != c.message {
				t.Errorf("%s: At gives %v, want %s", c.name, err, c.message)
			}
		}
		if err := s.Offer(3, ranking(3, 20)); !errors.Is(err, c.is) {
			t.Errorf("%s: Offer gives %v", c.name, err)
		}
		if got := fmt.Sprint(c.world.log); got != "[plan 1]" {
			t.Errorf("%s: calls %s, want no commit", c.name, got)
		}
		s.Close()
		if _, err := s.At(t.Context(), 4); !errors.Is(err, c.is) {
			t.Errorf("%s: At after Close gives %v", c.name, err)
		}
	}
}

// Who stops waiting can come back.
func TestCancelWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, &world{scenarios: 40, takes: time.Hour}, quick(4), inline)
		explore(t, s, 2, func() {})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := s.At(ctx, 3)
		if !errors.Is(err, context.DeadlineExceeded) || err.Error() != "subset: waiting for generation 3: context deadline exceeded" {
			t.Errorf("At gives %v", err)
		}
		now, err := s.At(t.Context(), 3)
		if err != nil || now.Trainers != 4 {
			t.Errorf("At gives %+v, %v after a cancelled one", now, err)
		}
	})
}

func TestCloseStopsTraining(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{scenarios: 40, takes: time.Hour}
		s := start(t, w, quick(4), inline)
		explore(t, s, 2, func() {})
		synctest.Wait()
		if w.running.Load() != 1 {
			t.Error("nothing is running")
		}
		began := time.Now()
		s.Close()
		if waited := time.Since(began); waited != 0 || w.running.Load() != 0 {
			t.Errorf("closed after %v with %d running", waited, w.running.Load())
		}
		s.Close()
		if _, err := s.At(t.Context(), 3); err != ErrClosed {
			t.Errorf("At gives %v", err)
		}
		if err := s.Offer(3, nil); err != ErrClosed {
			t.Errorf("Offer gives %v", err)
		}
		if got := fmt.Sprint(w.log); got != "[plan 1]" {
			t.Errorf("calls %s, want no commit", got)
		}
	})
}

// Closing in the middle of a search stops it at the batch.
func TestCloseStopsSearch(t *testing.T) {
	set := quick(4)
	set.Genetic.Generations = 1 << 40
	s := start(t, &world{scenarios: 40}, set, inline)
	explore(t, s, 2, func() {})
	s.Close()
}
