package bench

import (
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// barrierCosts compares what the start and the end of a batch cost.
func barrierCosts() Benchmark {
	return Benchmark{
		Name:  "barrier",
		Usage: "the start and the end of an empty batch: park, spin, yield, goroutines; several at once",
		Description: `Measures what it takes to start a number of parties and to wait until all have
been there, with nothing to do in between: a batch of sdse's pool, parties that
sleep at a condition variable, that spin and yield, that only spin, and goroutines
that are started anew. Then several such barriers at the same time, each with as
many parties as there are CPUs: "barriers in parallel" of Lithe (Pan, Hindman and
Asanović).`,
		Jobs:    "episodes of a run",
		Workers: "numbers of parties, or of barriers in parallel, to compare",
		parts:   []part{{"episode", (*session).episode}, {"parallel", (*session).parallel}},
	}
}

// slice is for how long the Go runtime lets a goroutine have a CPU that others
// want, in seconds. A goroutine that only spins takes all of it.
const slice = 0.01

// canSpin tells how many episodes of the pure spin a run should have if so many
// goroutines wait for each other, or why there should be none.
func (s *session) canSpin(goroutines, episodes int) (n int, why string) {
	cpus := runtime.GOMAXPROCS(0)
	takes := float64(goroutines) / float64(cpus) * slice
	switch {
	case goroutines <= cpus:
		return episodes, ""
	case takes <= pick(s.Size, 0.1, 0.05, 0.02):
		return min(episodes, 5), "" // more than one: the parties of the first start late and need not wait
	}
	return 0, fmt.Sprintf("not measured: %d goroutines that spin on %d CPUs, a time slice of 10 ms each, may take %.2g s an episode", goroutines, cpus, takes)
}

const episodeNote = `A row is one way for a caller and so many parties to meet at a start and at an end. CPU time counts that of all who wait: sleeping costs none, spinning
all there is. × is wall time over that of a batch. Switches are those of the operating system between threads, voluntary ones, per episode.`

// meeting is a case of the tables.
type meeting struct {
	name          string
	parties, many int
	x             int // place in the plot
}

// episode measures barriers with few and many parties.
func (s *session) episode() error {
	t := Table{Name: "episode", Title: "Start and end of an empty batch", Clock: Both, Note: episodeNote}
	var cases []meeting
	for _, n := range s.workers(pick(s.Size, []int{2, 8, 64, 512}, []int{2, 8, 64, 512}, []int{2, 8})...) {
		cases = append(cases, meeting{fmt.Sprintf("%d parties", n), n, 1, n})
	}
	return s.meetings(t, "parties", cases)
}

const parallelNote = `A row is one way to meet, with so many barriers at the same time, of as many parties as there are CPUs each, with a caller each. Figures are per episode of
one barrier, so those that take turns well keep them as more go on at once. In a batch all barriers are clients of one pool with a hart per CPU.`

// parallel measures barriers of several callers at once.
func (s *session) parallel() error {
	t := Table{Name: "parallel", Title: "Barriers in parallel", Clock: Both, Note: parallelNote}
	t.published("1,000 barriers of as many tasks as cores, with 1 to 16 of them in parallel; curves without printed values",
		"Pan, Lithe, thesis defence slides, MIT 2010")
	var cases []meeting
	for _, n := range s.workers(pick(s.Size, []int{1, 2, 4, 8, 16}, []int{1, 4, 16}, []int{1, 4})...) {
		cases = append(cases, meeting{fmt.Sprintf("%d at once", n), runtime.GOMAXPROCS(0), n, n})
	}
	return s.meetings(t, "barriers in parallel", cases)
}

func (s *session) meetings(t Table, x string, cases []meeting) error {
	t.columns("CPU", "µs/episode", "wall", "µs/episode", "× batch", "", "switches", "/episode")
	plot := newPlot(t.Title, x, "wall time per episode (µs)")
	plot.Log = true
	for _, b := range barriers {
		plot.Series = append(plot.Series, Series{Name: b.name})
	}
	for _, m := range cases {
		if err := s.meet(&t, &plot, m); err != nil {
			return err
		}
	}
	s.show(t, plot)
	return nil
}

// meet measures one case in every way.
func (s *session) meet(t *Table, plot *Plot, m meeting) error {
	var variants []func() error
	var episodes []int // of a run, of all barriers together
	why := make([]string, len(barriers))
	for i, b := range barriers {
		n := s.jobs(100)
		if b.name == pureSpin {
			if n, why[i] = s.canSpin(m.many*(m.parties+1), n); n == 0 {
				continue
			}
		}
		all, shut := b.open(m.parties, m.many)
		defer shut()
		variants = append(variants, func() error { return s.together(all, n) })
		episodes = append(episodes, n*m.many)
	}
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	ours, perRun := took[0].wall, float64(episodes[0])
	for i, b := range barriers {
		name := m.name + ", " + b.name
		if why[i] != "" {
			t.without(name, why[i])
			continue
		}
		u, n := &took[0], float64(episodes[0])
		took, episodes = took[1:], episodes[1:]
		wall := u.wall.per(n).scaled(1e-3)
		t.add(name, u.cpu.per(n).scaled(1e-3), wall, u.wall.over(ours).scaled(perRun/n), u.voluntary.each(n))
		plot.Series[i].add(float64(m.x), wall)
	}
	return nil
}

// together has so many episodes of every barrier at the same time.
func (s *session) together(all []barrier, n int) error {
	if len(all) == 1 {
		return all[0].episodes(s.ctx, n)
	}
	callers, ctx := errgroup.WithContext(s.ctx)
	for _, b := range all {
		callers.Go(func() error { return b.episodes(ctx, n) })
	}
	return callers.Wait()
}
