package bench

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"sdse/sesame"
	"sdse/sesame/evaluate"
	"sdse/sesame/shapes"
	"sdse/workpool/counters"
	"sdse/workpool/locality"
)

// list is simulations that workers do a few at a time, as those of an evaluator do.
type list []sesame.Job

const atATime = 4

// portions is how many there are.
func (l list) portions() int { return (len(l) + atATime - 1) / atATime }

// portion does one.
func (l list) portion(sim *sesame.Simulator, i int) {
	sim.SimulateAll(l[i*atATime : min(len(l), (i+1)*atATime)])
}

// listOf returns the simulations of designs in all scenarios, in an order.
func listOf(sh *shapes.Shape, designs [][]int, order evaluate.Order, seed uint64) (l list) {
	for _, genes := range designs {
		for id := range sh.Space.Len() {
			l = append(l, sesame.Job{Genes: genes, Scenario: id})
		}
	}
	switch order {
	case evaluate.ByScenario:
		for i := range l {
			l[i] = sesame.Job{Genes: designs[i%len(designs)], Scenario: i / len(designs)}
		}
	case evaluate.Random:
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(l), func(i, k int) { l[i], l[k] = l[k], l[i] })
	}
	return l
}

const pagesNote = `A row is a thread that simulates designs in scenarios of 64 KiB of traces each, in one order of jobs, with the traces in small or in huge pages.
× is the time over that of the first row. Faults are page faults without reading a disk; dTLB misses are loads whose address no translation cache knew.`

// pages compares small pages with huge ones.
func (s *session) pages() error {
	t := Table{Name: "pages", Title: "Traces in small and in huge pages", Clock: CPU, Note: pagesNote}
	t.columns("CPU", "µs/simulation", "× first", "", "faults", "/1000 simulations", "dTLB misses", "/simulation")
	t.published("heap in pages of 4 MB instead of 8 KB: more than 4 % less time", "van Stralen and Pimentel, section 7.3 and figure 13; SPARC T3-4")
	sh, err := s.scenes(pick(s.Size, 256, 64, 2))
	if err != nil {
		return err
	}
	cases := []paged{{"small pages", sh.Model}}
	huge := sh.Model.Replica()
	lie, refused := intoHugePages(huge.TraceMemory()[0])
	if refused == nil {
		t.Note += "\n" + lie
		cases = append(cases, paged{"huge pages", huge})
	}
	if err := s.inPages(&t, sh, cases); err != nil {
		return err
	}
	if refused != nil {
		t.without("huge pages", refused.Error())
	}
	s.show(t)
	return nil
}

// paged is a model and where its traces lie.
type paged struct {
	name  string
	model *sesame.Model
}

// inPages simulates with every model in every order, on one thread.
func (s *session) inPages(t *Table, sh *shapes.Shape, cases []paged) error {
	w := &watch{}
	c, err := openCrew(1, func(int) error { w.open(); return nil })
	if err != nil {
		return err
	}
	defer c.close()
	defer w.close()
	designs := s.few(sh)
	var rows []string
	var variants []func() error
	for _, of := range cases {
		sim := of.model.NewSimulator()
		for _, order := range orders[:3] {
			jobs := listOf(sh, designs, order, s.Seed)
			rows = append(rows, fmt.Sprintf("%s, %s", of.name, order))
			variants = append(variants, always(func() { c.run(jobs.portions(), func(_, i int) { jobs.portion(sim, i) }) }))
		}
	}
	s.probes = []func() float64{w.probe(counters.MinorFaults), w.probe(counters.DTLBMisses)}
	defer func() { s.probes = nil }()
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	n := float64(len(designs) * sh.Space.Len())
	for i, name := range rows {
		u := &took[i]
		t.add(name, u.cpu.per(n).scaled(1e-3), u.cpu.over(took[0].cpu), w.figure(counters.MinorFaults, u.probes[0], n/1000), w.figure(counters.DTLBMisses, u.probes[1], n))
	}
	return nil
}

// intoHugePages asks for huge pages and says how much came to lie in them.
func intoHugePages(memory []byte) (lie string, err error) {
	before, known := hugeBytes()
	if err := locality.NewPages(1).Huge(memory); err != nil || !known {
		return "", err
	}
	after, _ := hugeBytes()
	return fmt.Sprintf("Of %d KiB of traces, %d KiB came to lie in huge pages.", len(memory)>>10, (after-before)>>10), nil
}

// hugeBytes is how much memory of the process lies in huge pages, or false if the
// system does not tell.
func hugeBytes() (int64, bool) {
	text, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "AnonHugePages:"); ok {
			kib, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
			return kib << 10, err == nil
		}
	}
	return 0, false
}
