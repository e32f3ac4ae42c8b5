package bench

import (
	"fmt"
	"os"
	"runtime"

	"sdse/sesame"
	"sdse/workpool"
)

// ablation repeats figure 13 of "Using Chip Multithreading to Speed Up
// Scenario-Based Design Space Exploration" with the steps of this program.
func ablation() Benchmark {
	return Benchmark{
		Name:  "ablation",
		Usage: "step by step from a process per simulation to what explorations do today",
		Description: `Does the simulations that an exploration asks for, first as the paper's program
did at the start: a process for each, started through the shell by workers that
share a queue behind a lock. Then improves one thing after the other, up to what
sdse explore does, and shows what each step gains. All steps find the same.`,
		Jobs: "simulations, about", Workers: "workers, the first number counts", Arch: "the system to explore",
		parts: []part{{"steps", (*session).steps}},
	}
}

// step is one more improvement.
type step struct {
	name string
	jobs int // simulations of a run
	run  func() error
}

// The population of the exploration whose simulations are done.
const streamPopulation = 24

func (s *session) steps() error {
	sys, err := s.system()
	if err != nil {
		return err
	}
	generations := s.jobs(pick(s.Size, 5000, 2500, 1000))/(streamPopulation*min(15, sys.model.Space.Len())) - 1
	r, err := sys.stream(s.ctx, s.Seed, streamPopulation, max(1, generations))
	if err != nil {
		return err
	}
	a := &ablated{stream: r, s: s, workers: s.workers(runtime.GOMAXPROCS(0))[0]}
	defer a.close()
	if err := a.prepare(); err != nil {
		return err
	}
	var variants []func() error
	for _, step := range a.steps {
		variants = append(variants, step.run)
	}
	s.prepare = a.settleMemory
	defer func() { s.prepare = nil }()
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	a.show(took)
	return nil
}

// ablated is the stream with all steps.
type ablated struct {
	*stream
	s       *session
	workers int
	steps   []step
	without string // why there is no first step
	ends    []func()
}

func (a *ablated) close() {
	for _, end := range a.ends {
		end()
	}
}

// settleMemory collects what the step before has left, and has the pages for
// simulators in memory that while it ran may have been given back to the system: no
// step is to pay for another.
func (a *ablated) settleMemory() {
	for range 128 {
		sim := a.model.NewSimulator()
		sim.Bind(a.jobs[0].Genes)
		sim.Simulate(a.jobs[0].Scenario)
	}
	runtime.GC()
}

// prepare makes the steps.
func (a *ablated) prepare() error {
	if err := a.prepareProcesses(); err != nil {
		return err
	}
	lock, pool := openLocked(a.workers), workpool.New(a.workers)
	a.ends = append(a.ends, lock.close, pool.Close)
	client := pool.Register("ablation", workpool.Compute)
	batches := pooled{pool, client}
	fresh := func(_, _ int, jobs []sesame.Job) {
		sim := a.model.NewSimulator()
		sim.Tune(sesame.Tuning{GeneralOnly: true, OneLane: true})
		sim.SimulateAll(jobs)
	}
	tuned := func(t sesame.Tuning) func(int, int, []sesame.Job) {
		return newSimulators(a.model, a.workers, t).simulate
	}
	n, ctx := len(a.jobs), a.s.ctx
	a.steps = append(a.steps,
		step{"in one process", n, a.through(ctx, lock, 1, fresh)},
		step{"queue without a lock", n, a.through(ctx, batches, 1, fresh)},
		step{"scratch memory per worker", n, a.through(ctx, batches, 1, tuned(sesame.Tuning{GeneralOnly: true, OneLane: true}))},
		step{"fast kernel", n, a.through(ctx, batches, 1, tuned(sesame.Tuning{OneLane: true, NoSkipping: true}))},
		step{"two lanes", n, a.through(ctx, batches, together, tuned(sesame.Tuning{NoSkipping: true}))},
		step{"skipping of what repeats", n, a.through(ctx, batches, together, tuned(sesame.Tuning{}))},
		step{"memo", n, a.evaluated(ctx, a.workers, client)})
	return nil
}

// prepareProcesses makes the first step, a process per simulation; of a few
// simulations only, as it takes so long.
func (a *ablated) prepareProcesses() error {
	program, why := a.s.program()
	if a.arch == "" {
		why = "there are no files for processes to read: give some with --arch"
	}
	if why != "" {
		a.without = why
		return nil
	}
	dir, err := os.MkdirTemp("", "sdse-bench-")
	if err != nil {
		return fmt.Errorf("make a directory for inputs: %w", err)
	}
	a.ends = append(a.ends, func() { os.RemoveAll(dir) })
	few := a.first(pick(a.s.Size, 48, 24, 8))
	p := &processes{ctx: a.s.ctx, sims: few, queue: openLocked(a.workers), program: program, dir: dir}
	a.ends = append(a.ends, p.queue.close)
	if err := few.writeMappings(dir, few.mappings); err != nil {
		return err
	}
	a.steps = append(a.steps, step{"process per simulation", len(few.jobs), p.each(p.throughShell)})
	return nil
}

// show adds the table and the plot.
func (a *ablated) show(took []taken) {
	few := ""
	if a.without == "" {
		few = fmt.Sprintf("The first %d stand for all where a process does each.", a.steps[0].jobs)
	}
	t := Table{Name: "steps", Title: fmt.Sprintf("From a process per simulation to today: %d simulations of %s, %d worker(s)", len(a.jobs), a.name, a.workers), Clock: Both,
		Note: "Every step keeps those before it. Times are per simulation that is asked for; a generation of the exploration is a batch, and\n" +
			"the next begins when it is over. Up to the queue without a lock a simulation makes a simulator of its own, which has memory for both\n" +
			"kernels. The memo's step is the evaluator of explorations, made anew in every run: it plans, looks up and remembers, and does\n" +
			fmt.Sprintf("not do again the %.1f %% of the simulations that are asked for again. ", 100*a.known) + few}
	t.columns("wall", "µs", "CPU time", "µs", "wall / step before", "%", "CPU time / step before", "%", "wall / in one process", "%")
	plot := newPlot("Successive steps", "", "time per simulation (µs)", "wall time", "CPU time")
	plot.Log = true
	inProcess := 1
	if a.without != "" {
		inProcess = 0
		t.without("process per simulation", a.without)
	}
	for i, step := range a.steps {
		wall, cpu := took[i].perJob(step.jobs)
		before := max(0, i-1)
		wallBefore, cpuBefore := took[before].perJob(a.steps[before].jobs)
		wallThen, _ := took[inProcess].perJob(a.steps[inProcess].jobs)
		t.add(step.name, summarise(wall).scaled(1e6), summarise(cpu).scaled(1e6), wall.over(wallBefore).scaled(100), cpu.over(cpuBefore).scaled(100),
			wall.over(wallThen).scaled(100))
		plot.Series[0].add(float64(i), summarise(wall).scaled(1e6))
		plot.Series[1].add(float64(i), summarise(cpu).scaled(1e6))
		plot.Cases = append(plot.Cases, step.name)
	}
	t.published("steps from 64-bit code with a lock: 32-bit code -21 %, a queue without a lock, and inlining, -14 %, an allocator for threads and a fixed priority -2 to -3 % each, pages of 4 MB more than -4 %",
		"van Stralen and Pimentel, figure 13; SPARC T3-4, 512 hardware threads")
	a.s.show(t, plot)
}

// perJob returns wall and CPU time of a job in seconds.
func (t *taken) perJob(jobs int) (wall, cpu samples) {
	each := func(run, _ float64) float64 { return run / float64(jobs) }
	return t.wall.with(t.wall, each), t.cpu.with(t.cpu, each)
}
