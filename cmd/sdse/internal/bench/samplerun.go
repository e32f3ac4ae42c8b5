package bench

import (
	"fmt"
	"runtime"

	"sdse/sesame/evaluate"
	"sdse/sesame/shapes"
	"sdse/workpool"
	"sdse/workpool/locality"
)

const evaluationNote = `A row is batches of designs of two encoders in frames of many sizes (moods), evaluated in one order of jobs with one access in so many sampled. A block is the
traces of a scenario, an access a cache line of them, a home a hart: whose cache they should be in. Overhead is CPU time beyond evaluation without sampling.
Error is how far the sampled shares of harts are from the true ones. Moves and non-local accesses are those of several batches, after each of which homes are decided.
Harts take whatever comes next: they all read all traces, a scenario belongs to none of them for long, and what one batch says is little worth for the next.`

// sampleEvaluation samples the traces that harts read.
func (s *session) sampleEvaluation() error {
	t := Table{Name: "evaluation", Title: "Sampling an evaluation", Clock: CPU, Note: evaluationNote}
	t.columns("overhead", "%", "samples", "", "error", "", "moves", "", "held back", "", "non-local, staying", "%", "non-local, moving", "%", "fewer", "%")
	t.publishMigration()
	sh, err := shapes.Moods(s.Seed)
	if err != nil {
		return err
	}
	for _, harts := range s.workers(runtime.GOMAXPROCS(0)) {
		for _, order := range []evaluate.Order{evaluate.ByDesign, evaluate.ByScenario} {
			if err := s.sampled(&t, sh, harts, order); err != nil {
				return err
			}
		}
	}
	s.show(t)
	return nil
}

// lines returns how many cache lines of traces a simulation of each scenario reads.
func lines(sh *shapes.Shape) []int {
	const wordsPerLine = 64 / 4
	of := make([]int, sh.Space.Len())
	for id := range of {
		of[id] = int(sh.Model.Events(id)+wordsPerLine-1) / wordsPerLine
	}
	return of
}

// sampled evaluates without sampling and with each interval.
func (s *session) sampled(t *Table, sh *shapes.Shape, harts int, order evaluate.Order) error {
	pool := workpool.New(harts)
	defer pool.Close()
	client := pool.Register("bench", workpool.Compute)
	reads, designs := lines(sh), s.few(sh)
	// evaluation is a batch whose accesses go to some samplers.
	evaluation := func(samplers ...*locality.Sampler) func() error {
		settings := evaluate.Settings{Harts: harts, Order: order}
		if len(samplers) > 0 {
			settings.Accessed = func(hart, scenario int) {
				for _, sampler := range samplers {
					sampler.Access(hart, scenario, reads[scenario])
				}
			}
		}
		e := evaluate.New(sh.Model, []evaluate.Objective{evaluate.Makespan, evaluate.Energy}, settings)
		return func() error { return e.Plan(designs, nil).Run(s.ctx, client) }
	}
	variants := []func() error{evaluation()}
	for _, interval := range samplingIntervals {
		variants = append(variants, evaluation(locality.NewSampler(harts, len(reads), interval)))
	}
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	for i, interval := range samplingIntervals {
		exact, sampler := locality.NewSampler(harts, len(reads), 1), locality.NewSampler(harts, len(reads), interval)
		m, whole, err := s.follow(evaluation(exact, sampler), exact, sampler, len(reads), harts)
		if err != nil {
			return err
		}
		mean, _ := deviation(whole.sampled, whole.exact)
		t.add(fmt.Sprintf("%d harts, %s, one in %d", harts, order, interval), summarise(took[i+1].cpu.minus(took[0].cpu).with(took[0].cpu, ratio)).scaled(100), exactly(float64(whole.samples())),
			exactly(mean), exactly(float64(m.moves)), exactly(float64(m.heldBack)), exactly(m.staying()), exactly(m.moving()), exactly(m.fewer()))
	}
	return nil
}

// tallies are all accesses and those that were sampled.
type tallies struct{ exact, sampled *locality.Counts }

func (t *tallies) samples() (n int64) {
	for block := range t.sampled.Blocks() {
		n += t.sampled.Total(block)
	}
	return n
}

// add adds the counts of an interval to some.
func add(to, from *locality.Counts, harts int) {
	for block := range from.Blocks() {
		for hart := range harts {
			to.Add(block, hart, from.Of(block, hart))
		}
	}
}

// follow evaluates batch by batch and decides the homes after each. Every hart is
// a node of its own, and the blocks are dealt out to them at first.
func (s *session) follow(batch func() error, exact, sampler *locality.Sampler, blocks, harts int) (m migration, whole tallies, err error) {
	start := make([]int, blocks)
	for block := range start {
		start[block] = block % harts
	}
	homes, first := locality.NewHomes(start, locality.DefaultRules()), locality.NewHomes(start, locality.DefaultRules())
	whole = tallies{locality.NewCounts(blocks, harts), locality.NewCounts(blocks, harts)}
	for range pick(s.Size, intervals, intervals, 2) {
		if err := batch(); err != nil {
			return m, whole, err
		}
		all, some := exact.Take(), sampler.Take()
		add(whole.exact, all, harts)
		add(whole.sampled, some, harts)
		m.observe(homes, first, all, some)
	}
	return m, whole, nil
}
