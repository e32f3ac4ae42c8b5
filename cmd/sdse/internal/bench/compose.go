package bench

import (
	"fmt"
	"reflect"
	"runtime"

	"sdse/cmd/sdse/internal/wiring"
	"sdse/explorer"
	"sdse/sesame/evaluate"
	"sdse/subset"
	"sdse/workpool"
)

// compose repeats the experiments of Lithe (Pan, Hindman and Asanović, PLDI 2010)
// with the two searches of an exploration in place of its libraries.
func compose() Benchmark {
	return Benchmark{
		Name:  "compose",
		Usage: "explorer and subset selector, and many clients: oversubscribed, split or sharing the harts",
		Description: `Explores a system while a selector trains and looks for better subsets of
scenarios, with each having all workers for itself, with one worker for the
selector, with the workers split between them, and with both sharing one pool.
What comes out is the same each time. Then measures what a pool costs that could
serve others and does not have to, and 1 to 128 clients of one pool against as
many pools.

These are Lithe's experiments: sparse QR out of the box, with a sequential inner
library, partitioned by hand and under Lithe; the cost of being composable; and
audio of 1 to 128 channels.`,
		Jobs: "generations of an exploration", Workers: "workers, the first number counts", Arch: "the system to explore",
		parts: []part{
			{"defaults", func(s *session) error { return s.composed("defaults", "a selector as it is by default", 8, 4) }},
			{"even", func(s *session) error {
				return s.composed("even", "a selector that simulates as much as the explorer", 2, 16)
			}},
			{"alone", (*session).alone},
			{"clients", (*session).manyClients},
		},
	}
}

// exploration returns one in which the selector trains perPeriod designs every
// period.
func (s *session) exploration(sys *system, period, perPeriod int) *wiring.Exploration {
	population := pick(s.Size, 64, 64, 8)
	x := &wiring.Exploration{Model: sys.model, Objectives: objectives, Explorer: explorer.Settings{Seed: s.Seed, Population: population,
		Generations: s.jobs(pick(s.Size, 24, 16, 8)), Archive: 4 * population}}
	x.Subset = subset.DefaultSettings(max(1, 15*subset.Likely(sys.model.Space.Weights())/100))
	x.Subset.Period, x.Subset.PerPeriod, x.Subset.Seed = period, perPeriod, s.Seed
	return x
}

// sharing is a way in which explorer and selector share the workers.
type sharing struct {
	name    string
	workers int             // of the pool, or of the explorer's
	apart   int             // of the selector's pool; 0: there is one for both
	policy  workpool.Policy // of the pool
	threads bool            // every worker has one of the operating system's, and all may run at once
	split   bool            // the policy divides the workers for good
}

// sharings returns all ways for so many workers. The last is the one in use.
func sharings(workers int) []sharing {
	all := []sharing{
		{name: "a pool each, threads", workers: workers, apart: workers, threads: true},
		{name: "a pool each, a thread per CPU", workers: workers, apart: workers},
		{name: "one worker for the selector", workers: workers, apart: 1},
	}
	for k := 1; k < workers; k++ {
		all = append(all, sharing{name: fmt.Sprintf("split: %d explore, %d select", k, workers-k), workers: workers,
			policy: workpool.Dedicated(k, wiring.Searching), split: true})
	}
	return append(all, sharing{name: "one pool, shared", workers: workers, policy: workpool.Fair()})
}

// found is what an exploration found.
type found struct {
	front  []explorer.Design
	counts evaluate.Counts
}

// explore returns a variant that explores in one way. It fails if another front
// comes out than want has, which the first to run fills in.
func (s *session) explore(x *wiring.Exploration, way sharing, want *found) func() error {
	return func() error {
		if way.threads {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), way.workers+way.apart)))
		}
		pool, err := workpool.Open(workpool.Settings{Workers: way.workers, Policy: way.policy, Threads: way.threads})
		if err != nil {
			return err
		}
		defer pool.Close()
		run := *x
		if way.apart > 0 {
			if run.Apart, err = workpool.Open(workpool.Settings{Workers: way.apart, Threads: way.threads}); err != nil {
				return err
			}
			defer run.Apart.Close()
		}
		result, counts, err := run.Run(s.ctx, pool)
		if err != nil {
			return err
		}
		got := found{result.Front, counts}
		if want.front == nil {
			*want = got
		}
		if !reflect.DeepEqual(got, *want) {
			return fmt.Errorf("%s: found another front, or took %+v simulations instead of %+v", way.name, got.counts, want.counts)
		}
		return nil
	}
}

// composed measures all ways.
func (s *session) composed(name, what string, period, perPeriod int) error {
	sys, err := s.system()
	if err != nil {
		return err
	}
	x := s.exploration(sys, period, perPeriod)
	workers := s.workers(runtime.GOMAXPROCS(0))[0]
	ways := sharings(workers)
	var want found
	var variants []func() error
	for _, way := range ways {
		variants = append(variants, s.explore(x, way, &want))
	}
	s.prepare = runtime.GC // of what the way before has left
	defer func() { s.prepare = nil }()
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	t := Table{Name: name, Title: fmt.Sprintf("Explorer and %s: %d worker(s)", what, workers), Clock: Both,
		Note: fmt.Sprintf("%s, %d generations of %d designs, a selector that trains %d designs every %d generations: %d simulations. All find the same front\n"+
			"of %d designs. × is over one shared pool; CPUs are CPU time over wall time; switches are those of the operating system.\n"+
			"Threads: every worker has one of the operating system's, which shares out the CPUs; else Go runs the workers on a thread per CPU. When\n"+
			"split, the final evaluation belongs to the selector's workers.",
			sys.name, x.Explorer.Generations, x.Explorer.Population, perPeriod, period, want.counts.Charged, len(want.front))}
	plot := newPlot("Explorer and selector: "+name, "", "time (ms)", "wall time", "CPU time")
	t.addSharings(ways, took, &plot)
	s.show(t, plot)
	s.show(comparison(name, ways, took))
	return nil
}

func (t *Table) addSharings(ways []sharing, took []taken, plot *Plot) {
	t.columns("wall", "ms", "× shared", "", "CPU time", "ms", "CPUs", "", "voluntary switches", "", "involuntary switches", "")
	shared := &took[len(ways)-1]
	for i, way := range ways {
		u := &took[i]
		t.add(way.name, u.wall.each(1).scaled(1e3), u.wall.over(shared.wall), u.cpu.each(1).scaled(1e3), u.cpu.over(u.wall), u.voluntary.each(1), u.involuntary.each(1))
		plot.Series[0].add(float64(i), u.wall.each(1).scaled(1e3))
		plot.Series[1].add(float64(i), u.cpu.each(1).scaled(1e3))
		plot.Cases = append(plot.Cases, way.name)
	}
	t.published("sharing harts beats even partitions tuned by hand; no figures in print", "Pan, Hindman and Asanović, Composing Parallel Software Efficiently with Lithe, PLDI 2010; 16 cores")
}

// comparison holds the shared pool to the best split and to oversubscription.
func comparison(name string, ways []sharing, took []taken) Table {
	t := Table{Name: name, Title: "What sharing comes to: " + name, Clock: Wall, Note: "Ratios are medians of those of neighbours."}
	t.columns("ratio", "")
	shared, best := &took[len(ways)-1], -1
	for i, way := range ways {
		if way.split && (best < 0 || took[i].wall.each(1).Median < took[best].wall.each(1).Median) {
			best = i
		}
	}
	if best < 0 {
		t.without("time, shared / best split", "one worker cannot be split")
	} else {
		t.add("time, shared / best split ("+ways[best].name+")", shared.wall.over(took[best].wall))
	}
	t.add("time, shared / "+ways[0].name, shared.wall.over(took[0].wall))
	t.add("involuntary switches, shared / "+ways[0].name, summarise(shared.involuntary.with(took[0].involuntary, func(a, b float64) float64 { return a / max(b, 1) })))
	return t
}
