package bench

import (
	"time"

	"sdse/sesame"
	"sdse/sesame/shapes"
	"sdse/workpool"
)

// work is what a job does, in two forms: workers with numbers call plain, our
// pool's contexts pooled, so that neither pays for the other's way of calling.
// Both may be called for as many jobs as one likes; the number of the job says
// nothing but which of a few alike.
type work struct {
	plain  func(worker, job int)
	pooled func(c *workpool.Context, job int)
}

// nothing is the empty job.
func nothing() work {
	return work{func(int, int) {}, func(*workpool.Context, int) {}}
}

// spin is a job of about d that keeps its CPU busy and touches no memory.
func spin(d time.Duration) work {
	n := turns(d)
	return work{func(int, int) { turn(n) }, func(*workpool.Context, int) { turn(n) }}
}

// turns returns how many turns take about d: at the fastest of several tries, as
// others may be using the machine.
func turns(d time.Duration) int {
	const rounds = 1 << 16
	best := time.Hour
	for range 20 {
		start := time.Now()
		turn(rounds)
		best = min(best, max(time.Since(start), 1))
	}
	return int(int64(d) * rounds / int64(best))
}

// turn takes time in proportion to n.
//
//go:noinline
func turn(n int) {
	x := uint64(n) | 1
	for range n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	if x == 0 {
		panic("never: no such step leads to zero") // but the compiler has to make them all
	}
}

// simulating is one simulation of a frame of 23 macroblocks, about 1,000 events.
// Every worker has a simulator and its own copy of the mappings.
func simulating(seed uint64, workers int) (work, error) {
	sh, err := shapes.Length(seed, macroblocks[0])
	if err != nil {
		return work{}, err
	}
	sims := make([]*sesame.Simulator, workers)
	jobs := make([][]sesame.Job, workers)
	for i := range sims {
		k := newKernel(sh, shapes.Designs)
		sims[i], jobs[i] = k.sim, k.jobs
	}
	simulate := func(worker, job int) {
		job %= shapes.Designs
		sims[worker].SimulateAll(jobs[worker][job : job+1])
	}
	return work{simulate, func(c *workpool.Context, job int) { simulate(c.Hart(), job) }}, nil
}

// numbered is a job that wants to know its worker's number and its own.
func numbered(job func(worker, job int)) work {
	return work{job, func(c *workpool.Context, i int) { job(c.Hart(), i) }}
}
