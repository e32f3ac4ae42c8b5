package bench

import (
	"fmt"
	"runtime"
	"slices"

	"sdse/sesame"
	"sdse/workpool"
)

// scaling repeats figures 4 and 12 of "Using Chip Multithreading to Speed Up
// Scenario-Based Design Space Exploration".
func scaling() Benchmark {
	return Benchmark{
		Name:  "scaling",
		Usage: "batches of simulations on more and more workers: speed-up, CPU time, and the law they follow",
		Description: `Simulates random mappings of a system in batches of 1,000 and of 10,000, on one
worker, on more, and on many more than there are CPUs. Shows wall, user and system
time, the speed-up beside the ideal one, and the coefficients of the universal
scalability law. Workers are goroutines, as in explorations, or threads of the
operating system that it has to share out.`,
		Jobs: "simulations of a batch", Workers: "workers", Arch: "the system to simulate",
		parts: []part{
			{"goroutines", func(s *session) error { return s.scaling(false) }},
			{"threads", func(s *session) error { return s.scaling(true) }},
		},
	}
}

func (s *session) scaling(threads bool) error {
	sys, err := s.system()
	if err != nil {
		return err
	}
	batches := pick(s.Size, []int{1000, 10_000}, []int{1000}, []int{200})
	if s.Jobs > 0 {
		batches = []int{s.Jobs}
	}
	for _, jobs := range batches {
		if err := s.scale(sys.simulations(jobs, s.Seed), threads); err != nil {
			return err
		}
	}
	return nil
}

// scale measures batches on all numbers of workers.
func (s *session) scale(sims *simulations, threads bool) error {
	cpus := runtime.GOMAXPROCS(0)
	workers := s.workers(s.upTo(cpus)...)
	slices.Sort(workers)
	var variants []func() error
	for _, n := range workers {
		pool, err := workpool.Open(workpool.Settings{Workers: n, Threads: threads})
		if err != nil {
			return err
		}
		defer pool.Close()
		run := sims.through(s.ctx, pooled{pool, pool.Register("scaling", workpool.Compute)}, together, newSimulators(sims.model, n, sesame.Tuning{}).simulate)
		variants = append(variants, func() error {
			if threads {
				// Go's scheduler must not hold them back: they are the system's to share out.
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(n, cpus)))
			}
			return run()
		})
	}
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	c := curve{sims: sims, threads: threads, cpus: cpus, workers: workers, took: took}
	table, plot := c.table()
	s.show(table, plot)
	s.show(c.summary())
	return nil
}

// upTo returns the numbers of workers that are measured: powers of two up to
// eight times the CPUs and at least 64, and the CPUs.
func (s *session) upTo(cpus int) []int {
	var all []int
	most := max(64, 8*cpus)
	for n := 1; n <= most; n *= 2 {
		if s.Size == Full || n <= 2 || n == cpus || n*2 > most {
			all = append(all, n)
		}
	}
	if !slices.Contains(all, cpus) {
		all = append(all, cpus)
	}
	slices.Sort(all)
	return all
}

// kind says in a word or two what workers are.
func kind(threads bool) string {
	if threads {
		return "OS threads"
	}
	return "goroutines"
}

// title says what a table or plot is about.
func (c *curve) title(what string) string {
	return fmt.Sprintf("%s: %d simulations on %s", what, len(c.sims.jobs), kind(c.threads))
}
