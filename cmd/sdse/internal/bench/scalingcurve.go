package bench

import (
	"fmt"
	"slices"
)

// curve is what a batch took by the number of workers.
type curve struct {
	sims    *simulations
	threads bool
	cpus    int
	workers []int // ascending
	took    []taken
}

// ideal is the speed-up of n workers if nothing but the CPUs limited it.
func (c *curve) ideal(n int) float64 {
	return float64(min(n, c.cpus)) / float64(min(c.workers[0], c.cpus))
}

func (c *curve) table() (Table, Plot) {
	t := Table{Name: c.part(), Title: c.title("Scaling"), Clock: Both,
		Note: fmt.Sprintf("Random mappings of %s, %d at a time by a worker that has simulators of its own. Speed-up is over %d worker(s);\n"+
			"ideal is min(workers, %d CPUs). User and system time are of the whole process.", c.sims.name, together, c.workers[0], c.cpus)}
	t.columns("wall", "ms", "user", "ms", "system", "ms", "CPU time", "µs/simulation", "speed-up", "×", "of ideal", "%")
	plot := newPlot(c.title("Speed-up"), "workers", "speed-up", "ideal", "measured", "universal scalability law")
	plot.Series[0].Ideal, plot.Series[2].Fitted = true, true
	l, fitted := c.fit(len(c.workers))
	n := float64(len(c.sims.jobs))
	for i, w := range c.workers {
		took := &c.took[i]
		speedup := c.took[0].wall.over(took.wall)
		t.add(fmt.Sprintf("%d workers", w), took.wall.each(1).scaled(1e3), took.user.each(1).scaled(1e3), took.system.each(1).scaled(1e3),
			took.cpu.per(n).scaled(1e-3), speedup, speedup.scaled(100/c.ideal(w)))
		plot.Series[0].add(float64(w), exactly(c.ideal(w)))
		plot.Series[1].add(float64(w), speedup)
		if fitted {
			plot.Series[2].add(float64(w), exactly(l.speedup(float64(w))))
		}
	}
	t.published("107 times as fast at 128 threads and almost 185 times at 512, of 10,000 jobs; linear to 64", "van Stralen and Pimentel, figures 4 and 12; SPARC T3-4, 128 execution units, 512 hardware threads")
	return t, plot
}

// fit fits the law to the first so many numbers of workers.
func (c *curve) fit(numbers int) (law, bool) {
	if c.workers[0] != 1 {
		return law{}, false
	}
	var workers, speedups []float64
	for i, w := range c.workers[:numbers] {
		workers = append(workers, float64(w))
		speedups = append(speedups, c.took[0].wall.over(c.took[i].wall).Median)
	}
	return fitLaw(workers, speedups)
}

// summary says in a few figures what the curve comes to.
func (c *curve) summary() Table {
	t := Table{Name: c.part(), Title: c.title("What that comes to"), Clock: Both,
		Note: "The law says that n workers are n / (1 + contention (n-1) + coherence n (n-1)) times as fast as one. Beyond the CPUs there is\n" +
			fmt.Sprintf("nothing to be gained, and the law takes that for contention: an ideal curve on %d CPUs comes near 1/%[1]d.", c.cpus)}
	t.columns("figure", "")
	if two := slices.Index(c.workers, 2); two > 0 && c.workers[0] == 1 {
		t.add("speed-up of two workers", c.took[0].wall.over(c.took[two].wall))
		t.add("CPU time per simulation, two workers / one", c.took[two].cpu.over(c.took[0].cpu))
	}
	best := 0
	for i := range c.took {
		if c.took[i].wall.each(1).Median < c.took[best].wall.each(1).Median {
			best = i
		}
	}
	if many := slices.Index(c.workers, 64); many >= 0 {
		t.add(fmt.Sprintf("throughput of 64 workers / that of %d, the best", c.workers[best]), c.took[best].wall.over(c.took[many].wall))
	}
	t.addLaw(c, "all", len(c.workers))
	within := slices.IndexFunc(c.workers, func(n int) bool { return n > c.cpus })
	if within < 0 {
		within = len(c.workers)
	}
	t.addLaw(c, "up to the CPUs", within)
	return t
}

// addLaw adds the coefficients that the first so many numbers of workers give.
func (t *Table) addLaw(c *curve, which string, numbers int) {
	l, ok := c.fit(numbers)
	if !ok {
		t.without("the law, "+which, "needs one worker and two other numbers of them")
		return
	}
	t.add("contention (%), "+which, exactly(100*l.contention))
	t.add("coherence (%), "+which, exactly(100*l.coherence))
}

// part is the name of the part that the curve belongs to.
func (c *curve) part() string {
	if c.threads {
		return "threads"
	}
	return "goroutines"
}
