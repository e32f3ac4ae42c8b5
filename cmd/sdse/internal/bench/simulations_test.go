package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sdse/sesame"
	"sdse/sesame/shapes"
)

// brief is a session that takes no longer than it must.
func brief(o Options) *session {
	o.Size, o.Seed = Quick, shapes.DefaultSeed
	return &session{clock: newClock(context.Background(), 1, time.Microsecond), Options: o, report: &Report{}}
}

// moods is the system that is taken where there is no example, as here.
func moods(t *testing.T) *system {
	t.Helper()
	sys, err := brief(Options{}).system()
	if err != nil {
		t.Fatal(err)
	}
	if sys.arch != "" || sys.model.Space.Len() != 64 {
		t.Fatalf("%s with %d scenarios", sys.name, sys.model.Space.Len())
	}
	return sys
}

func TestTheUsersSystemIsTaken(t *testing.T) {
	sys, err := brief(Options{Arch: "../../../../examples/mjpeg/mpsoc.toml"}).system()
	if err != nil || sys.arch == "" || sys.model.Space.Len() != 103 {
		t.Errorf("%+v, %v", sys, err)
	}
	if _, err := brief(Options{Arch: "nowhere.toml"}).system(); err == nil || !strings.Contains(err.Error(), "nowhere.toml") {
		t.Errorf("error %v", err)
	}
}

// TestSimulationsGoThroughEveryQueue: whatever the queue and the number of jobs at
// a time, every job of every batch is done once in each run.
func TestSimulationsGoThroughEveryQueue(t *testing.T) {
	defer goleak.VerifyNone(t)
	sims := moods(t).simulations(150, 1).inBatches(33)
	if got := fmt.Sprint(sims.batches); got != "[33 66 99 132 150]" {
		t.Fatalf("batches end at %s", got)
	}
	c, err := openCrew(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, q := range map[string]queue{"pool": openPool(3), "lock": openLocked(3), "crew": crewQueue{c}} {
		for _, size := range []int{1, together} {
			var done atomic.Int64
			scratch := newSimulators(sims.model, 3, sesame.Tuning{})
			run := sims.through(context.Background(), q, size, func(worker, first int, jobs []sesame.Job) {
				if jobs[0].Scenario != sims.jobs[first].Scenario {
					t.Errorf("%s: job %d is another", name, first)
				}
				done.Add(int64(len(jobs)))
				scratch.simulate(worker, first, jobs)
			})
			for range 2 {
				if err := run(); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			if done.Load() != 2*150 {
				t.Errorf("%s, %d at a time: %d jobs in two runs", name, size, done.Load())
			}
		}
		q.close()
	}
}

// TestWhatIsWrongIsNotCompared: a variant that finds another outcome for one job,
// or does none at all the second time, fails.
func TestWhatIsWrongIsNotCompared(t *testing.T) {
	sims := moods(t).simulations(20, 1)
	scratch := newSimulators(sims.model, 1, sesame.Tuning{})
	lazy, wrong := false, -1
	run := sims.through(context.Background(), serial{}, together, func(worker, first int, jobs []sesame.Job) {
		if lazy {
			return
		}
		scratch.simulate(worker, first, jobs)
		if first == wrong {
			jobs[1].Outcome.Energy++
		}
	})
	if err := run(); err != nil {
		t.Fatal(err)
	}
	wrong = 8
	if err := run(); err == nil || !strings.Contains(err.Error(), "simulation 9 of") {
		t.Errorf("one wrong: %v", err)
	}
	lazy = true
	if err := run(); err == nil {
		t.Error("nothing was done, and nobody noticed")
	}
}

// TestTheStreamIsWhatAnExplorationAsksFor: the same each time, in batches of
// designs times scenarios, and what is asked for again comes again.
func TestTheStreamIsWhatAnExplorationAsksFor(t *testing.T) {
	sys := moods(t)
	record := func() *stream {
		r, err := sys.stream(context.Background(), 5, 6, 3)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r, again := record(), record()
	if len(r.generations) != 4 || len(r.batches) != 4 || len(r.jobs) != 4*6*15 || len(r.scenarios) != 15 {
		t.Fatalf("%d generations, %d batches, %d jobs in %d scenarios", len(r.generations), len(r.batches), len(r.jobs), len(r.scenarios))
	}
	for i := range r.jobs {
		if r.jobs[i].Outcome != again.jobs[i].Outcome || r.jobs[i].Scenario != r.scenarios[i%15] {
			t.Fatalf("job %d: %+v and %+v", i, r.jobs[i], again.jobs[i])
		}
	}
	pool := openPool(2).(pooled)
	defer pool.close()
	if err := r.evaluated(context.Background(), 2, pool.client)(); err != nil {
		t.Error(err)
	}
	r.results[3][2].Values[0]++
	if err := r.evaluated(context.Background(), 2, pool.client)(); err == nil || !strings.Contains(err.Error(), "generation 3") {
		t.Errorf("a wrong result: %v", err)
	}
}

// TestAllWaysFindTheSame runs every way to share three workers, and holds them to
// a front that is none.
func TestAllWaysFindTheSame(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := brief(Options{Jobs: 3})
	ways := sharings(3)
	if len(ways) != 6 {
		t.Errorf("%d ways, want three, two splits and one", len(ways))
	}
	x := s.exploration(moods(t), 1, 4)
	x.Explorer.Population, x.Explorer.Archive = 8, 0
	var want found
	for _, way := range ways {
		if err := s.explore(x, way, &want)(); err != nil {
			t.Errorf("%s: %v", way.name, err)
		}
	}
	if len(want.front) == 0 {
		t.Fatal("no front")
	}
	want.front[0].True[0]++
	if err := s.explore(x, ways[0], &want)(); err == nil {
		t.Error("another front, and nobody noticed")
	}
}

// TestManyClientsEndWithTheirFailures: all clients run, in one pool or in many,
// and what one finds wrong is told.
func TestManyClientsEndWithTheirFailures(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := brief(Options{})
	sims := moods(t).simulations(16, 2).inBatches(8)
	for _, shared := range []bool{true, false} {
		c, err := s.openChannels(sims, 5, 2, shared, !shared)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{true: 1, false: 5}[shared]; len(c.pools) != want || len(c.runs) != 5 {
			t.Errorf("%d pools for %d clients", len(c.pools), len(c.runs))
		}
		if err := c.run(); err != nil {
			t.Error(err)
		}
		broken := errors.New("broken")
		c.runs[3] = func() error { return broken }
		if err := c.run(); !errors.Is(err, broken) {
			t.Errorf("error %v", err)
		}
		c.close()
	}
}
