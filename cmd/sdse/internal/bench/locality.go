package bench

import (
	"fmt"
	"runtime"

	"sdse/sesame/evaluate"
	"sdse/sesame/shapes"
	"sdse/workpool"
)

// localityCosts compares what is near to a hart and what is not.
func localityCosts() Benchmark {
	return Benchmark{
		Name:  "locality",
		Usage: "what it matters which traces a hart reads and where they lie: order of jobs, huge pages, nodes",
		Description: `Evaluates designs in scenarios with more and more traces, handed out design by
design, at random, scenario by scenario, and as adaptive decides; simulates with
the traces in small and in huge pages; and, on a machine with several nodes of
memory, with all traces on one of them and with a replica of the model on each.

Memory that is moved to whoever uses it is the subject of "Using Hardware Counters
to Automatically Improve Memory Performance on ccNUMA machines" (Tikir and
Hollingsworth), huge pages are a step of figure 13 of "Using Chip Multithreading
to Speed Up Scenario-Based Design Space Exploration". Which memory is used by whom
is measured by: sdse bench sampling`,
		Jobs:    "simulations of a run, at least",
		Workers: "numbers of harts to compare",
		parts:   []part{{"order", (*session).order}, {"pages", (*session).pages}, {"nodes", (*session).nodes}},
	}
}

const tikir = "Tikir and Hollingsworth; twelve threads on a Sun Fire 6800, pages migrated every 5 s"

// publishMigration adds what moving pages was found to gain and to cost.
func (t *Table) publishMigration() {
	t.published("pages moved to whoever uses them most: 19.7 to 89.6 % fewer non-local accesses, overhead 0.1 to 12.8 %", tikir)
}

// sceneMacroblocks is how large the frames of scenes are: 64 KiB of traces each.
const sceneMacroblocks = 234

// scenes is a shape with so many scenarios of 64 KiB.
func (s *session) scenes(n int) (*shapes.Shape, error) {
	return shapes.Scenes(s.Seed, n, sceneMacroblocks)
}

const orderNote = `A row is a batch of designs in all scenarios of a shape, in one order; × is the time over that of the order design. Traces are what all scenarios
together read: two encoders in frames of many sizes (moods), or one encoder in frames of 64 KiB of traces. Adaptive is by scenario if they are more than a megabyte.
Faults are page faults without reading a disk. Traces are read from beginning to end, which processors foresee; and what a simulation writes to is its hart's own.`

var orders = []evaluate.Order{evaluate.ByDesign, evaluate.Random, evaluate.ByScenario, evaluate.Adaptive}

// order compares the orders in which jobs are handed out.
func (s *session) order() error {
	t := Table{Name: "order", Title: "Order of jobs", Clock: Both, Note: orderNote}
	t.columns("traces", "KiB", "CPU", "µs/simulation", "× design", "", "wall", "µs/simulation", "× design", "", "faults", "/1000 simulations")
	t.publishMigration()
	plot := newPlot(t.Title, "traces of all scenarios (KiB)", "CPU time, relative to design by design")
	for _, o := range orders {
		plot.Series = append(plot.Series, Series{Name: o.String()})
	}
	moods, err := shapes.Moods(s.Seed)
	if err != nil {
		return err
	}
	all := []*shapes.Shape{moods}
	for _, n := range pick(s.Size, []int{4, 16, 64, 256}, []int{4, 64}, []int{2}) {
		sh, err := s.scenes(n)
		if err != nil {
			return err
		}
		all = append(all, sh)
	}
	for _, harts := range s.workers(runtime.GOMAXPROCS(0)) {
		for _, sh := range all {
			if err := s.orders(&t, &plot, harts, sh); err != nil {
				return err
			}
		}
	}
	s.show(t, plot)
	return nil
}

// few returns as many designs of a shape as a run needs, but several: with one
// there would be no order.
func (s *session) few(sh *shapes.Shape) [][]int {
	jobs := s.jobs(pick(s.Size, 1024, 256, 16))
	return sh.Genes[:min(len(sh.Genes), max(4, jobs/sh.Space.Len()))]
}

// allScenarios are the numbers of the scenarios of a shape.
func allScenarios(sh *shapes.Shape) []int {
	ids := make([]int, sh.Space.Len())
	for id := range ids {
		ids[id] = id
	}
	return ids
}

// orders evaluates the designs of a shape in every order.
func (s *session) orders(t *Table, plot *Plot, harts int, sh *shapes.Shape) error {
	pool := workpool.New(harts)
	defer pool.Close()
	client := pool.Register("bench", workpool.Compute)
	designs := s.few(sh)
	var variants []func() error
	var simulations float64
	for _, order := range orders {
		e := evaluate.New(sh.Model, []evaluate.Objective{evaluate.Makespan, evaluate.Energy}, evaluate.Settings{Harts: harts, Order: order, Seed: s.Seed})
		e.Plan(designs, nil)
		simulations = float64(e.Counts().Charged)
		variants = append(variants, func() error {
			return e.Plan(designs, nil).Run(s.ctx, client) // never committed, so that nothing is known the next time
		})
	}
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	traces := float64(sh.Model.TraceBytes(allScenarios(sh))) / 1024
	for i, order := range orders {
		u, relative := &took[i], took[i].cpu.over(took[0].cpu)
		t.add(fmt.Sprintf("%d harts, %s, %d scenarios, %s", harts, sh.Name, sh.Space.Len(), order), exactly(traces), u.cpu.per(simulations).scaled(1e-3), relative,
			u.wall.per(simulations).scaled(1e-3), u.wall.over(took[0].wall), u.minor.each(simulations/1000))
		plot.Series[i].add(traces, relative)
	}
	return nil
}
