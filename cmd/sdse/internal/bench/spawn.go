package bench

import (
	"runtime"
	"slices"
	"sync"
	"time"

	"sdse/workpool"
)

// spawn tells what it costs to leave work to others, or to learn that nobody is
// there.
func spawn() Benchmark {
	return Benchmark{
		Name:  "spawn",
		Usage: "nested parallelism: trying to find an idle hart, queueing, goroutines, threads; Fibonacci",
		Description: `Measures what a job pays for trying to leave work to an idle hart, when there is
one and when there is none, beside the ways that never fail: queueing, starting a
goroutine, starting a thread. Then Fibonacci numbers computed without any
parallelism, with a goroutine for every call, and with a try in every call.

This is the cost table and the Fibonacci figure of MULiTh (Sasada): creation of a
thread that fails fast when no hardware thread is free, so that the creator does the
work itself.`,
		Workers: "numbers of harts for Fibonacci to compare",
		parts:   []part{{"costs", (*session).spawnCosts}, {"fibonacci", (*session).fibonacci}},
	}
}

const spawnNote = `A row is one way to have a function called that does nothing; a figure is per call. "No hart idle" is what a busy program meets nearly always: TrySpawn returns at
once and the caller calls the function itself. It is tried with a closure made for it, or with a function and a number, so that nothing is made; or Idle is asked first.
"A hart idle" is until the other hart has called it, the caller has learnt so and that hart is idle again; TrySpawn alone is the first part of this, by a stopwatch
whose own time is taken off. Cost is CPU time beyond that of a plain call.`

// attempt is a way to have calls made, from inside a job, and so many of them.
type attempt struct {
	name  string
	calls int
	harts int // of the pool
	job   func(c *workpool.Context, calls int)
}

// attempts returns the rows of the costs. The first is what the others are held
// against. watch is where TrySpawn is timed if there is a hart.
func attempts(size Size, watch *time.Duration) []attempt {
	many := pick(size, 100_000, 100_000, 10_000)
	few := pick(size, 1000, 1000, 100)
	return []attempt{
		{"plain call", many, 1, called},
		{"no hart idle: Idle asked first", many, 1, guarded},
		{"no hart idle: function and number", many, 1, tried},
		{"no hart idle: closure made for it", many, 1, triedWithClosure},
		{"a hart idle: until it is done", few, 2, func(c *workpool.Context, calls int) { *watch += handedOver(c, calls) }},
		{"queued as waiting, fetched later", few, 1, queued},
		{"goroutine, until it has ended", few, 1, started},
		{"thread, until it has ended", max(few/50, 2), 1, threads},
	}
}

// callee keeps the compiler from leaving out a call without effect.
//
//go:noinline
func callee(int) {}

// task is the same as a task.
func task(_ *workpool.Context, i int) { callee(i) }

func called(_ *workpool.Context, calls int) {
	for i := range calls {
		callee(i)
	}
}

func guarded(c *workpool.Context, calls int) {
	for i := range calls {
		if c.Idle() {
			if t := c.TrySpawn(task, i); t != nil {
				spawned(c, t)
				continue
			}
		}
		callee(i)
	}
}

func tried(c *workpool.Context, calls int) {
	for i := range calls {
		if t := c.TrySpawn(task, i); t != nil {
			spawned(c, t)
			continue
		}
		callee(i)
	}
}

func triedWithClosure(c *workpool.Context, calls int) {
	for i := range calls {
		if t := c.TrySpawn(func(*workpool.Context, int) { callee(i) }, 0); t != nil {
			spawned(c, t)
			continue
		}
		callee(i)
	}
}

// spawned waits for a task. A task that panics makes the job panic, and the batch
// fail.
func spawned(c *workpool.Context, t *workpool.Task) {
	if err := c.Wait(t); err != nil {
		panic(err)
	}
}

// handedOver leaves calls to the other hart, one at a time, and returns the time
// spent in TrySpawn.
func handedOver(c *workpool.Context, calls int) (watch time.Duration) {
	for range calls {
		for !c.Idle() {
			runtime.Gosched()
		}
		start := time.Now()
		t := c.TrySpawn(task, 0)
		watch += time.Since(start)
		if t != nil { // nobody else takes the hart
			spawned(c, t)
		}
	}
	return watch
}

// queued makes closures and puts them all into a queue, then calls them.
func queued(_ *workpool.Context, calls int) {
	queue := make(chan func(), calls)
	for i := range calls {
		queue <- func() { callee(i) }
	}
	for range calls {
		(<-queue)()
	}
}

func started(_ *workpool.Context, calls int) {
	var live sync.WaitGroup
	for i := range calls {
		live.Go(func() { callee(i) })
		live.Wait()
	}
}

// threads starts goroutines whose threads end with them.
func threads(_ *workpool.Context, calls int) {
	var live sync.WaitGroup
	for i := range calls {
		live.Go(func() {
			runtime.LockOSThread()
			callee(i)
		})
		live.Wait()
	}
}

// spawnCosts measures every attempt.
func (s *session) spawnCosts() error {
	t := Table{Name: "costs", Title: "Leaving a call to others", Clock: Both, Note: spawnNote}
	t.columns("CPU", "ns", "cost", "ns", "wall", "ns")
	const source = "Sasada, MULiTh, Tokyo University of Agriculture and Technology 2004; a simulated processor without caches"
	t.published("creating a thread takes 84 cycles, about 10,000 with LinuxThreads and 1,400 with NPTL", source)
	t.published("if no hardware thread is free: queueing as waiting 102, reporting failure 62, doing so with the control block of the last failure 26", source)
	plot := Plot{Title: t.Title, X: "way", Y: "CPU time per call (ns)", Log: true, Series: []Series{{Name: "until done, or until refused and called"}}}
	var watch time.Duration
	all := attempts(s.Size, &watch)
	s.probes = []func() float64{func() float64 { return watch.Seconds() }}
	defer func() { s.probes = nil }()
	var variants []func() error
	for _, a := range all {
		p := workpool.New(a.harts)
		defer p.Close()
		client := p.Register("bench", workpool.Compute)
		variants = append(variants, func() error {
			return client.Run(s.ctx, 1, func(c *workpool.Context, _ int) { a.job(c, a.calls) })
		})
	}
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	perCall := float64(all[0].calls)
	for i, a := range all {
		u, n := &took[i], float64(a.calls)
		cost := summarise(u.cpu.with(took[0].cpu, func(this, plain float64) float64 { return this/n - plain/perCall }))
		t.add(a.name, u.cpu.per(n), cost.scaled(1e9), u.wall.per(n))
		if a.harts > 1 {
			none := missing("the stopwatch shows wall time only")
			t.add("a hart idle: TrySpawn alone", none, none, u.probes[0].minus(looks(len(took[0].cpu), n)).per(n))
		}
		plot.Series[0].add(float64(i), u.cpu.per(n))
		plot.Cases = append(plot.Cases, a.name)
	}
	s.show(t, plot)
	return nil
}

// stopwatch returns what it takes to look at the clock twice: the least of several
// tries.
func stopwatch() time.Duration {
	const looks = 1000
	least := time.Hour
	for range 10 {
		var sum time.Duration
		for range looks {
			start := time.Now()
			sum += time.Since(start)
		}
		least = min(least, sum)
	}
	return least / looks
}

// looks returns what so many looks at a stopwatch take, as often as there are
// repetitions.
func looks(reps int, many float64) samples {
	return slices.Repeat(samples{many * stopwatch().Seconds()}, reps)
}
