package bench

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"
)

// pool compares ways to hand jobs to workers, at several sizes of a job.
func pool() Benchmark {
	return Benchmark{
		Name:  "pool",
		Usage: "what handing out a job costs: atomic batches, mutex, channels, goroutines; and waiting",
		Description: `Runs batches of jobs through sdse's pool, a queue behind a mutex with condition
variables, a buffered and an unbuffered channel, and a goroutine per job, with
few workers and with many more than there are CPUs. What they cost is held
against a loop that does the same jobs one after the other.

This is figures 6b and 7 of "Using Chip Multithreading to Speed Up Scenario-Based
Design Space Exploration": the time spent on the lock of the job queue, and the
queue without one.`,
		Jobs:    "jobs of a batch",
		Workers: "numbers of workers to compare",
		parts: []part{
			{"empty", func(s *session) error {
				return s.handOut("empty", "Empty jobs", 10_000, func(int) (work, error) { return nothing(), nil })
			}},
			{"1us", func(s *session) error {
				return s.handOut("1us", "Jobs of 1 µs", 10_000, spinningFor(time.Microsecond))
			}},
			{"10us", func(s *session) error {
				return s.handOut("10us", "Jobs of 10 µs", 2000, spinningFor(10*time.Microsecond))
			}},
			{"simulation", func(s *session) error {
				return s.handOut("simulation", "Jobs of one simulation", 1000, func(workers int) (work, error) { return simulating(s.Seed, workers) })
			}},
		},
	}
}

func spinningFor(d time.Duration) func(int) (work, error) {
	w := spin(d)
	return func(int) (work, error) { return w, nil }
}

// lockWait returns how long goroutines have waited for locks so far, those in
// channels and in the scheduler among them, in seconds.
func lockWait() float64 {
	sample := []metrics.Sample{{Name: "/sync/mutex/wait/total:seconds"}}
	metrics.Read(sample)
	return sample[0].Value.Float64()
}

const handOutNote = `A row is a way to hand out the jobs of a batch, with a number of workers; the serial loop does the same jobs without any.
Overhead is CPU time per job beyond the serial loop, also in % of the job; × is CPU time per job over that of atomic batches, jobs included.
Unused is CPU time that the workers could have used and did not (CPUs × wall time − CPU time; as many CPUs as workers at most): they waited, or the
machine was busy with others. Lock wait is time goroutines waited for a lock, added up (the runtime's estimate; those inside channels count).
Below 1.5 % of a job is the aim for jobs of 10 µs and more; what is that near to nothing may come out below it.`

// handOut compares the queues with one kind of work.
func (s *session) handOut(name, title string, jobs int, make func(workers int) (work, error)) error {
	jobs = s.jobs(pick(s.Size, jobs, jobs, max(jobs/10, 100)))
	t := Table{Name: name, Title: fmt.Sprintf("%s, batches of %d", title, jobs), Clock: Both, Note: handOutNote}
	t.columns("CPU", "ns/job", "overhead", "ns/job", "of the job", "%", "× atomic", "", "wall", "ns/job", "unused", "ns/job", "lock wait", "ns/job")
	if name == "empty" {
		t.published("with a lock around the job queue, locking took a growing part of the time from 64 threads on; without a lock and with inlining the exploration took 14 % less time",
			"van Stralen and Pimentel, figures 6b, 7 and 13; SPARC T3-4, 512 hardware threads")
	}
	plot := newPlot(t.Title, "workers", "CPU time per job beyond a serial loop (ns)")
	plot.Log = name == "empty" || name == "1us" // with larger jobs some may be below the loop
	for _, q := range queues {
		plot.Series = append(plot.Series, Series{Name: q.name})
	}
	for _, workers := range s.workers(pick(s.Size, []int{2, 8, 64, 512}, []int{2, 64, 512}, []int{2, 8})...) {
		w, err := make(workers)
		if err != nil {
			return err
		}
		took, err := s.throughQueues(workers, jobs, w)
		if err != nil {
			return err
		}
		t.addQueues(workers, float64(jobs), took, &plot)
	}
	s.show(t, plot)
	return nil
}

// throughQueues runs batches of some work through every queue; the last that it
// returns is that of the serial loop.
func (s *session) throughQueues(workers, jobs int, w work) ([]taken, error) {
	s.probes = []func() float64{lockWait}
	defer func() { s.probes = nil }()
	var variants []func() error
	add := func(q queue) { variants = append(variants, func() error { return q.run(s.ctx, jobs, w) }) }
	for _, q := range queues {
		opened := q.open(workers)
		defer opened.close()
		add(opened)
	}
	add(serial{})
	return s.interleave(variants...)
}

// addQueues adds what the queues took, and the serial loop after them.
func (t *Table) addQueues(workers int, jobs float64, took []taken, plot *Plot) {
	loop := took[len(took)-1].cpu
	cpus := float64(min(workers, runtime.GOMAXPROCS(0)))
	for i, q := range queues {
		u := &took[i]
		overhead := u.cpu.minus(loop)
		unused := u.wall.with(u.cpu, func(wall, cpu float64) float64 { return cpus*wall - cpu })
		t.add(fmt.Sprintf("%d workers, %s", workers, q.name), u.cpu.per(jobs), overhead.per(jobs), summarise(overhead.with(loop, ratio)).scaled(100),
			u.cpu.over(took[0].cpu), u.wall.per(jobs), unused.per(jobs), u.probes[0].per(jobs))
		plot.Series[i].add(float64(workers), overhead.per(jobs))
	}
	none := exactly(0)
	t.add(fmt.Sprintf("%d workers, serial loop", workers), loop.per(jobs), none, none, loop.over(took[0].cpu), took[len(took)-1].wall.per(jobs), none, none)
}
