package bench

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"sdse/workpool"
)

// heap compares where jobs get their memory from.
func heap() Benchmark {
	return Benchmark{
		Name:  "heap",
		Usage: "memory of jobs: garbage under several settings of the collector, sync.Pool, scratch memory per hart",
		Description: `Runs jobs that each make some 30 KB of small objects, as a simulator does that
keeps its state on the heap, and lets the garbage collector free them: as it is by
default, four times as seldom, and not at all; then the same from a sync.Pool, and
from scratch memory that belongs to the hart, as sdse's simulator has it.

This is figure 8 of "Using Chip Multithreading to Speed Up Scenario-Based Design
Space Exploration", which compares allocators.`,
		Jobs:    "jobs of a batch",
		Workers: "numbers of harts to compare",
		parts:   []part{{"garbage", (*session).garbage}},
	}
}

// defaultPercent and noCollection are settings of GOGC.
const (
	defaultPercent = 100
	noCollection   = -1
)

// sources are what is compared: the memory and the setting of the collector.
var sources = []struct {
	name    string
	percent int
	job     func(harts int, sums []int64) func(c *workpool.Context, job int)
}{
	{"garbage, GOGC=100", defaultPercent, func(_ int, sums []int64) func(*workpool.Context, int) { return fromCollector(sums) }},
	{"garbage, GOGC=400", 4 * defaultPercent, func(_ int, sums []int64) func(*workpool.Context, int) { return fromCollector(sums) }},
	{"garbage, GOGC=off", noCollection, func(_ int, sums []int64) func(*workpool.Context, int) { return fromCollector(sums) }},
	{"sync.Pool", defaultPercent, func(_ int, sums []int64) func(*workpool.Context, int) { return fromSyncPool(sums) }},
	{"scratch memory per hart", defaultPercent, fromHart},
}

const garbageNote = `A row is where jobs get their memory from, with a number of harts. × is the time over that with garbage and GOGC=100, the default.
The process holds 16 MiB of live objects meanwhile, which the collector marks in every cycle and by which it measures how much garbage is too much. Before every
sample the heap is collected, not measured; what GOGC=off leaves behind is therefore nobody's cost. Faults are page faults without reading a disk.`

// liveBytes is what the collector has to mark while garbage is made.
const liveBytes = 16 << 20

func (s *session) garbage() error {
	t := Table{Name: "garbage", Title: "Memory of jobs", Clock: Both, Note: garbageNote}
	t.columns("CPU", "µs/job", "× default", "", "wall", "µs/job", "× default", "", "allocated", "KiB/job", "collections", "/1,000 jobs", "faults", "/job")
	t.published("time with libumem above that with the default allocator at any number of threads, with libmtmalloc below it at many threads only; step to libmtmalloc 2 to 3 %",
		"van Stralen and Pimentel, figures 8 and 13; SPARC T3-4")
	plot := newPlot(t.Title, "harts", "CPU time, relative to garbage with GOGC=100")
	for _, source := range sources {
		plot.Series = append(plot.Series, Series{Name: source.name})
	}
	live := make([]*event, 0, liveBytes/128)
	for range cap(live) {
		live = append(live, &event{payload: make([]byte, 80)})
	}
	jobs := s.jobs(pick(s.Size, 2000, 1000, 100))
	for _, harts := range s.workers(pick(s.Size, []int{1, 2, 8}, []int{1, 2, 8}, []int{2})...) {
		took, err := s.allocate(harts, jobs)
		if err != nil {
			return err
		}
		t.addSources(harts, float64(jobs), took, &plot)
	}
	runtime.KeepAlive(live)
	s.show(t, plot)
	return nil
}

// allocate measures all sources with so many harts.
func (s *session) allocate(harts, jobs int) ([]taken, error) {
	s.prepare = runtime.GC
	s.probes = []func() float64{metric("/gc/heap/allocs:bytes"), metric("/gc/cycles/total:gc-cycles")}
	defer func() { s.prepare, s.probes = nil, nil }()
	p := workpool.New(harts)
	defer p.Close()
	client := p.Register("bench", workpool.Compute)
	var variants []func() error
	for _, source := range sources {
		job := source.job(harts, make([]int64, jobs))
		variants = append(variants, func() error {
			defer debug.SetGCPercent(debug.SetGCPercent(source.percent))
			return client.Run(s.ctx, jobs, job)
		})
	}
	return s.interleave(variants...)
}

// metric returns a probe that reads a whole number of the runtime's.
func metric(name string) func() float64 {
	sample := []metrics.Sample{{Name: name}}
	return func() float64 {
		metrics.Read(sample)
		return float64(sample[0].Value.Uint64())
	}
}

func (t *Table) addSources(harts int, jobs float64, took []taken, plot *Plot) {
	for i, source := range sources {
		u := &took[i]
		cpu := u.cpu.over(took[0].cpu)
		t.add(fmt.Sprintf("%d harts, %s", harts, source.name), u.cpu.per(jobs).scaled(1e-3), cpu, u.wall.per(jobs).scaled(1e-3), u.wall.over(took[0].wall),
			u.probes[0].each(jobs*1024), u.probes[1].each(jobs/1000), u.minor.each(jobs))
		plot.Series[i].add(float64(harts), cpu)
	}
}
