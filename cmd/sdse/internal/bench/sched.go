package bench

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"

	"sdse/workpool/topology"
)

// sched compares what the operating system is told about workers.
func sched() Benchmark {
	return Benchmark{
		Name:  "sched",
		Usage: "workers as goroutines, locked to threads, bound to CPUs; scheduling classes; context switches",
		Description: `Runs batches of simulations on workers that Go schedules onto as many threads as
there are CPUs, on workers with a thread each that the operating system schedules,
on such that are bound to CPUs, and on such of other scheduling classes: batch,
nice, and the real-time classes where the system permits them.

This is figure 9 of "Using Chip Multithreading to Speed Up Scenario-Based Design
Space Exploration": time sharing against fixed priority, and binding, with more
threads than the machine has. A real-time class has the lowest of its priorities.`,
		Jobs:    "simulations of a batch",
		Workers: "numbers of workers to compare",
		parts:   []part{{"classes", (*session).classes}},
	}
}

// manner is a way to run workers.
type manner struct {
	name    string
	threads bool // as many run at once as there are workers, not as there are CPUs
	class   uint32
	nice    int32
	bound   bool
	free    bool // goroutines that are not locked to threads
}

var manners = []manner{
	{name: "SCHED_OTHER", threads: true, class: timeSharing},
	{name: "goroutines", free: true},
	{name: "goroutines, more threads", free: true, threads: true},
	{name: "locked goroutines", class: timeSharing},
	{name: "SCHED_OTHER, bound", threads: true, class: timeSharing, bound: true},
	{name: "SCHED_OTHER, nice 10", threads: true, class: timeSharing, nice: 10},
	{name: "SCHED_BATCH", threads: true, class: batchClass},
	{name: "SCHED_FIFO", threads: true, class: fifo},
	{name: "SCHED_RR", threads: true, class: roundRobin},
	{name: "SCHED_FIFO, bound", threads: true, class: fifo, bound: true},
}

const classesNote = `A row is a way to run a number of workers. With SCHED_… each has a thread in that class, as a program in C has, bound to a CPU or not; × is the time over that of
threads in the usual class, SCHED_OTHER. Goroutines are run by Go on a thread per CPU, or on as many threads as there are workers; locked ones have a thread each,
but Go lets no more run at once than there are CPUs. Switches are those of the operating system between threads: voluntary where one waits, involuntary where it has to
go. Others on the machine count: a class that gives way shows it here.`

func (s *session) classes() error {
	t := Table{Name: "classes", Title: "Scheduling of workers", Clock: Both, Note: classesNote}
	t.columns("wall", "µs/job", "× first", "", "CPU", "µs/job", "voluntary", "/s", "involuntary", "/s")
	t.published("time sharing loses where threads are many more than the machine has, fixed priority does not, and simple binding disappoints; the step to fixed priority is 2 to 3 %",
		"van Stralen and Pimentel, figures 9 and 13; SPARC T3-4, 512 and 1,024 threads")
	plot := newPlot(t.Title, "way", "wall time, relative to the first way")
	for _, m := range manners {
		plot.Cases = append(plot.Cases, m.name)
	}
	cpus := runtime.GOMAXPROCS(0)
	jobs := s.jobs(pick(s.Size, 5000, 2000, 200))
	for _, workers := range s.workers(pick(s.Size, []int{cpus, 4 * cpus, 32 * cpus}, []int{cpus, 32 * cpus}, []int{2 * cpus})...) {
		if err := s.schedule(&t, &plot, workers, jobs); err != nil {
			return err
		}
	}
	s.show(t, plot)
	return nil
}

// schedule measures every manner with so many workers.
func (s *session) schedule(t *Table, plot *Plot, workers, jobs int) error {
	w, err := simulating(s.Seed, workers)
	if err != nil {
		return err
	}
	machine, err := topology.Read()
	if err != nil {
		return err
	}
	var variants []func() error
	failed := make([]error, len(manners))
	for i, m := range manners {
		var c *crew
		if c, failed[i] = openCrew(workers, m.prepare(machine.Spread(workers))); failed[i] == nil {
			defer c.close()
			variants = append(variants, m.variant(c, jobs, w))
		}
	}
	if failed[0] != nil {
		return failed[0]
	}
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	line := Series{Name: fmt.Sprintf("%d workers", workers)}
	for i, k := 0, 0; i < len(manners); i++ {
		name := fmt.Sprintf("%d workers, %s", workers, manners[i].name)
		if failed[i] != nil {
			t.without(name, refusal(failed[i]))
			continue
		}
		u, relative := &took[k], took[k].wall.over(took[0].wall)
		t.add(name, u.wall.per(float64(jobs)).scaled(1e-3), relative, u.cpu.per(float64(jobs)).scaled(1e-3), u.voluntary.over(u.wall), u.involuntary.over(u.wall))
		line.add(float64(i), relative)
		k++
	}
	plot.Series = append(plot.Series, line)
	return nil
}

// variant is a batch of work on a crew, with as many threads at once as the manner
// has.
func (m *manner) variant(c *crew, jobs int, w work) func() error {
	atOnce := runtime.GOMAXPROCS(0)
	if m.threads {
		atOnce = max(atOnce, c.workers)
	}
	return always(func() {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(atOnce))
		c.run(jobs, w.plain)
	})
}

// prepare returns what is to be done on the thread of each worker.
func (m *manner) prepare(cpus []topology.CPU) func(worker int) error {
	if m.free {
		return nil
	}
	return func(worker int) error {
		if m.bound {
			if err := topology.Bind(cpus[worker].Number); err != nil {
				return err
			}
		}
		if m.class == timeSharing && m.nice == 0 {
			return nil // what a thread is
		}
		return setClass(m.class, m.nice)
	}
}

// refusal says why there is no figure.
func refusal(err error) string {
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Sprintf("not permitted: %v", err)
	}
	return fmt.Sprintf("not measured: %v", err)
}
