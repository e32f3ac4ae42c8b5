package bench

import (
	"fmt"
	"runtime"
	"time"

	"sdse/workpool"
)

// vfactor compares how finely the same work is split.
func vfactor() Benchmark {
	return Benchmark{
		Name:  "vfactor",
		Usage: "tasks per hart, 1 to 64, for the same work: what splitting costs, and what it gains",
		Description: `Splits a fixed amount of work into more and more tasks for each hart and compares
the time with that of one task per hart: work that only computes, where splitting
can only cost and balance; work that goes over memory several times, where smaller
parts fit into a cache; and work that waits in between, where a hart can serve
another task meanwhile.

Phoenix (Pant, Jafri and Kindratenko) calls the number of tasks per processor its
virtualisation factor, and names these two gains: cache blocking, and overlap of
computation and communication.`,
		Workers: "numbers of harts to compare",
		parts:   []part{{"compute", (*session).splitCompute}, {"cache", (*session).splitCache}, {"overlap", (*session).splitOverlap}},
	}
}

// units is what the work of a hart is divided into, at the most.
const units = 64

func (s *session) splitCompute() error {
	n := turns(25 * time.Microsecond)
	return s.split("compute", "Tasks per hart: work that computes", `64 × 25 µs of work for each hart that touches no memory.`,
		func(_, per int) func(*workpool.Context, int) {
			return func(*workpool.Context, int) { turn(n * per) }
		})
}

// memoryPerHart is more than the second-level caches hold, and memoryPasses how
// often a task goes over its part.
const (
	memoryPerHart = 8 << 20
	memoryPasses  = 8
)

func (s *session) splitCache() error {
	return s.split("cache", "Tasks per hart: work that goes over memory", `8 MiB for each hart; a task goes over its part of it eight times, so the smaller the parts the nearer the cache that they stay in.`,
		func(harts, per int) func(*workpool.Context, int) {
			memory := make(block, harts*memoryPerHart)
			memory.stamp(1)
			part := memoryPerHart / units * per
			sums := make([]int, harts*units)
			return func(_ *workpool.Context, job int) {
				for range memoryPasses {
					sums[job] += memory[job*part:][:part].sum()
				}
			}
		})
}

func (s *session) splitOverlap() error {
	n := turns(50 * time.Microsecond)
	wait := func() { time.Sleep(100 * time.Microsecond) }
	return s.split("overlap", "Tasks per hart: work that waits", `64 × (50 µs of work, then a wait of 100 µs or a little more) for each hart; a task that waits gives its hart away (Context.Block).`,
		func(_, per int) func(*workpool.Context, int) {
			return func(c *workpool.Context, _ int) {
				for range per {
					turn(n)
					c.Block(wait)
				}
			}
		})
}

const splitNote = `A row is a number of harts and of tasks for each; the work of all tasks together is the same in every row. × is the time over that with one task per hart: what is
below 1 is gained, what is above it is the cost of splitting.
`

// split measures the same work in more and more tasks. make returns a task that
// does so many units' work at a time.
func (s *session) split(name, title, work string, make func(harts, per int) func(c *workpool.Context, job int)) error {
	t := Table{Name: name, Title: title, Clock: Both, Note: splitNote + work}
	t.columns("wall", "ms", "× one task", "", "CPU", "ms", "× one task", "")
	plot := newPlot(title, "tasks per hart", "wall time, relative to one task per hart")
	all := []int{1, 2, 4, 8, 16, 32, units}
	factors := pick(s.Size, all, all, []int{1, 4, units})
	for _, harts := range s.workers(runtime.GOMAXPROCS(0)) {
		took, err := s.splitFor(harts, factors, make)
		if err != nil {
			return err
		}
		line := Series{Name: fmt.Sprintf("%d harts", harts)}
		for i, factor := range factors {
			wall := took[i].wall.over(took[0].wall)
			t.add(fmt.Sprintf("%d harts × %d", harts, factor), took[i].wall.each(1e-3), wall, took[i].cpu.each(1e-3), took[i].cpu.over(took[0].cpu))
			line.add(float64(factor), wall)
		}
		plot.Series = append(plot.Series, line)
	}
	s.show(t, plot)
	return nil
}

func (s *session) splitFor(harts int, factors []int, make func(harts, per int) func(c *workpool.Context, job int)) ([]taken, error) {
	p := workpool.New(harts)
	defer p.Close()
	client := p.Register("bench", workpool.Compute)
	var variants []func() error
	for _, factor := range factors {
		task := make(harts, units/factor)
		variants = append(variants, func() error { return client.Run(s.ctx, harts*factor, task) })
	}
	return s.interleave(variants...)
}
