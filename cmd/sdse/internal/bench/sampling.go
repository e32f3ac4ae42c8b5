package bench

import (
	"fmt"
	"math/rand/v2"

	"sdse/workpool/locality"
)

// sampling measures how well samples tell who uses which memory.
func sampling() Benchmark {
	return Benchmark{
		Name:  "sampling",
		Usage: "who uses which memory: error and cost of sampling, homes that follow from it",
		Description: `Counts one access in 64, 256, 1,024 and 4,096 of each hart and holds the shares
that this gives against those of all accesses; lets homes of blocks follow from
the samples, with and without freezing those that have just moved, on made-up
programs whose right answer is known; and samples the traces that harts read when
they really evaluate designs.

This is the sampling and the migration of "Using Hardware Counters to
Automatically Improve Memory Performance on ccNUMA machines" (Tikir and
Hollingsworth). Where it matters is measured by: sdse bench locality`,
		Jobs:    "accesses of each hart of the made-up programs, and simulations of a batch, at least",
		Workers: "numbers of harts that evaluate",
		parts:   []part{{"error", (*session).samplingError}, {"homes", (*session).homes}, {"evaluation", (*session).sampleEvaluation}},
	}
}

// samplingIntervals are those of the paper.
var samplingIntervals = []int{64, 256, 1024, 4096}

// inARow is how much the paper recorded continuously.
const inARow = 0.1756

const errorNote = `A row is a way to sample the accesses of eight harts to 64 blocks, each of which belongs to a hart that makes 13 of 20 accesses, and to another one in the
second half. Error is how far shares of harts in the accesses to a block are from the true ones, on average and at most. Cost is CPU time per access
beyond that of a loop that only adds up the numbers of the blocks.`

// samplingError replays recorded accesses through samplers.
func (s *session) samplingError() error {
	n := s.jobs(pick(s.Size, 1_000_000, 200_000, 20_000))
	t := Table{Name: "error", Title: fmt.Sprintf("Sampling %d accesses of each hart", n), Clock: CPU, Note: errorNote}
	t.columns("sampled", "%", "error", "", "largest error", "", "cost", "ns/access")
	t.published("one access in 256, 1,024 or 4,096 sampled (3.07, 0.78, 0.19 %): average error of about 0.02; one in 64 (9.75 %): 0.11; all for some of the time (17.56 %): 0.56",
		"Tikir and Hollingsworth; CG, by hardware counters")
	all := s.twoHalves(n)
	first := int(inARow * float64(n))
	ways := []way{{"all of the first part", 100 * inARow, 1, first}}
	for _, interval := range samplingIntervals {
		ways = append(ways, way{fmt.Sprintf("one in %d", interval), 100 / float64(interval), interval, n})
	}
	var unread int64
	variants := []func() error{always(func() { unread += all.sum(0) })}
	for _, w := range ways {
		sampler := locality.NewSampler(patternHarts, patternBlocks, w.interval)
		variants = append(variants, always(func() {
			all.report(sampler, w.first)
			unread += all.sum(w.first)
		}))
	}
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	plot := newPlot("Error of the shares", "accesses per sample", "average error of a share")
	plot.Series = []Series{{Name: "interval sampling"}}
	exact := all.count()
	for i, w := range ways {
		sampler := locality.NewSampler(patternHarts, patternBlocks, w.interval)
		all.report(sampler, w.first)
		mean, most := deviation(sampler.Take(), exact)
		t.add(w.name, exactly(w.percent), exactly(mean), exactly(most), took[i+1].cpu.minus(took[0].cpu).per(float64(patternHarts*n)))
		if w.first == n {
			plot.Series[0].add(float64(w.interval), exactly(mean))
		}
	}
	s.show(t, plot)
	return nil
}

// way is a way to sample: one access in so many of the first of every hart.
type way struct {
	name     string
	percent  float64
	interval int
	first    int
}

// twoHalves are n accesses of each hart to blocks that change their owners in the
// middle.
func (s *session) twoHalves(n int) accesses {
	r := rand.New(rand.NewPCG(s.Seed, 1))
	all := inheritedBlocks.draw(r, 0, n/2)
	for hart, blocks := range inheritedBlocks.draw(r, intervals-1, n-n/2) {
		all[hart] = append(all[hart], blocks...)
	}
	return all
}

const homesNote = `A row is a made-up program of eight harts on two nodes and 64 blocks, which all live on node 0 at first, in eight intervals. Every interval one access in %d
is sampled; a block moves to the node with the larger share, if that is more than a tenth and three standard deviations of chance larger, and is then frozen.
Held back are moves that freezing prevented.
Non-local are accesses to blocks that live on another node than the hart is on, of all accesses: where blocks stay, where they move, and how many fewer that is.`

// homes lets blocks move where samples say.
func (s *session) homes() error {
	n, one := s.jobs(pick(s.Size, 200_000, 200_000, 20_000)), pick(s.Size, 256, 256, 32)
	t := Table{Name: "homes", Title: "Homes that follow from samples", Clock: Counted, Note: fmt.Sprintf(homesNote, one)}
	t.columns("moves", "", "held back", "", "non-local, staying", "%", "non-local, moving", "%", "fewer", "%")
	t.published("19.7 to 89.6 % fewer non-local accesses, with 2,071 to 177,602 pages moved", tikir)
	for _, p := range []pattern{ownedBlocks, inheritedBlocks, borrowedBlocks, sharedBlocks} {
		for _, freeze := range []int{0, 2} {
			name := "no freezing"
			if freeze > 0 {
				name = fmt.Sprintf("frozen for %d intervals", freeze)
			}
			if err := s.ctx.Err(); err != nil {
				return err
			}
			m := migrate(p, freeze, one, n, s.Seed)
			t.add(p.name+", "+name, exactly(float64(m.moves)), exactly(float64(m.heldBack)), exactly(m.staying()), exactly(m.moving()), exactly(m.fewer()))
		}
	}
	s.show(t)
	return nil
}

// migration is what came of moving blocks.
type migration struct {
	moves, heldBack   int
	stayed, moved, of int64 // non-local accesses, and all
}

func (m *migration) staying() float64 { return 100 * float64(m.stayed) / float64(m.of) }
func (m *migration) moving() float64  { return 100 * float64(m.moved) / float64(m.of) }

// fewer is how many non-local accesses moving saved, in percent; below 0 if it
// made more.
func (m *migration) fewer() float64 {
	return 100 * (1 - float64(m.moved)/float64(max(1, m.stayed)))
}

// observe ends an interval in which the harts made some accesses, of which some
// were sampled: first counts with the homes as they are, then decides anew.
func (m *migration) observe(homes *locality.Homes, first *locality.Homes, exact, sampled *locality.Counts) {
	stayed, of := first.Remote(exact)
	moved, _ := homes.Remote(exact)
	m.stayed, m.moved, m.of = m.stayed+stayed, m.moved+moved, m.of+of
	d := homes.Decide(sampled)
	m.moves, m.heldBack = m.moves+len(d.Moves), m.heldBack+d.Frozen
}

// migrate runs a pattern with n accesses of each hart per interval, of which one
// in so many is sampled.
func migrate(p pattern, freeze, one, n int, seed uint64) (m migration) {
	rules := locality.DefaultRules()
	rules.Freeze = freeze
	start := make([]int, patternBlocks)
	homes, first := locality.NewHomes(start, rules), locality.NewHomes(start, rules)
	sampler := locality.NewSampler(patternHarts, patternBlocks, one)
	nodeOf := nodesOfHarts()
	r := rand.New(rand.NewPCG(seed, 2))
	for interval := range intervals {
		a := p.draw(r, interval, n)
		a.report(sampler, n)
		m.observe(homes, first, a.count().ByNode(nodeOf, patternNodes), sampler.Take().ByNode(nodeOf, patternNodes))
	}
	return m
}
