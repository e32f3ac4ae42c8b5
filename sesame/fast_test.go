package sesame_test

import (
	"fmt"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/sesame"
	"sdse/sesame/shapes"
)

// fastFeatures are those that need not keep the fast kernel from serving.
const fastFeatures = networks | clusters | pairs | energies | told | wholeCycles | limits | overflow

// TestFastKernelAgrees compares the fast kernel with the general one.
func TestFastKernelAgrees(t *testing.T) {
	cases, served := 3000, 0
	for n := range uint64(cases) {
		d := seeded(n)
		s := d.systemOf(fastFeatures)
		m := s.compile(t)
		sim := m.NewSimulator()
		for _, genes := range d.designs(m.Bounds(), 3) {
			sim.Bind(genes)
			scenario := d(s.space.Len())
			want := sim.SimulateGeneral(scenario)
			if got, ok := sim.SimulateFast(scenario); ok {
				served++
				if got != want {
					t.Fatalf("system %d, design %v, scenario %d: %+v, want %+v", n, genes, scenario, got, want)
				}
			}
		}
	}
	if served < cases/2 {
		t.Errorf("the fast kernel served only %d of %d simulations", served, 3*cases)
	}
}

// TestFastKernelOnManyProcessors compares the kernels on platforms whose
// processors are found by twos, eights and eights of eights.
func TestFastKernelOnManyProcessors(t *testing.T) {
	var apps []string
	for i := range 24 {
		apps = append(apps, pipeline(fmt.Sprint("app", i), 1))
	}
	for _, count := range []int{2, 6, 12, 30, 33, 90, 128} {
		m := loaded(t, strings.ReplaceAll(multicore, "count = 4", fmt.Sprint("count = ", count)), apps...).compile(t)
		sim := m.NewSimulator()
		d := seeded(uint64(count))
		for _, genes := range d.designs(m.Bounds(), 3) {
			sim.Bind(genes)
			got, ok := sim.SimulateFast(0)
			if want := sim.SimulateGeneral(0); !ok || got != want {
				t.Errorf("%d processors: %+v (%v), want %+v", 2*count, got, ok, want)
			}
		}
	}
}

// TestTogetherIsOneByOne simulates lists of jobs at once, with the fast kernel
// where it can serve and with the general one between.
func TestTogetherIsOneByOne(t *testing.T) {
	for n := range uint64(600) {
		d := seeded(n)
		s := d.system()
		if d.percent(50) {
			s = d.systemOf(fastFeatures)
		}
		m := s.compile(t)
		together, alone := m.NewSimulator(), m.NewSimulator()
		designs := d.designs(m.Bounds(), 3)
		jobs := make([]sesame.Job, d(9))
		for i := range jobs {
			jobs[i] = sesame.Job{Genes: designs[d(3)], Scenario: d(s.space.Len())}
		}
		together.SimulateAll(jobs)
		for i := range jobs {
			alone.Bind(jobs[i].Genes)
			if want := alone.Simulate(jobs[i].Scenario); jobs[i].Outcome != want {
				t.Fatalf("system %d, job %d of %d: %+v, want %+v", n, i, len(jobs), jobs[i].Outcome, want)
			}
		}
	}
}

// TestSkippingIsExact lets the same systems run so long that they repeat.
func TestSkippingIsExact(t *testing.T) {
	cases, skipped := 1500, 0
	for n := range uint64(cases) {
		d := seeded(n)
		s := d.systemOf(fastFeatures)
		for _, app := range s.space.Applications {
			for i := range app.Scenarios {
				app.Scenarios[i].Iterations = d.between(20, 300)
			}
		}
		m := s.compile(t)
		sim := m.NewSimulator()
		for _, genes := range d.designs(m.Bounds(), 3) {
			sim.Bind(genes)
			scenario := d(s.space.Len())
			if m.Events(scenario) > 50_000 {
				continue
			}
			want := sim.SimulateGeneral(scenario)
			sim.LookAtEveryIteration()
			got, ok := sim.SimulateFast(scenario)
			if !ok {
				continue
			}
			if sim.Skipped() {
				skipped++
			}
			if got != want {
				t.Fatalf("system %d, design %v, scenario %d: %+v, want %+v", n, genes, scenario, got, want)
			}
		}
	}
	if t.Logf("%d of %d simulations skipped something", skipped, 3*cases); skipped < cases/10 {
		t.Error("that is too few for a test")
	}
}

// TestRepetitionsWithinAnIterationAreIterations compares an application of thirty
// iterations with the same one whose traces hold them one after the other.
func TestRepetitionsWithinAnIterationAreIterations(t *testing.T) {
	sh := must(shapes.EqualFrames(shapes.DefaultSeed, 30))
	app := *sh.Space.Applications[0]
	app.Scenarios = append([]kpn.Scenario(nil), app.Scenarios...)
	app.Scenarios[0].Iterations = 1
	for p, f := range app.Scenarios[0].Traces {
		var events []kpn.Event
		for range 30 {
			for e := range f.Events() {
				events = append(events, e)
			}
		}
		app.Scenarios[0].Traces[p] = kpn.NewFragment(events)
	}
	unrolled := must(sh.Running(&app)).Model
	for _, genes := range sh.Genes[:4] {
		a, b := sh.Model.NewSimulator(), unrolled.NewSimulator()
		if x, y := a.Steps(genes, 0), b.Steps(genes, 0); x != y || int64(x) > sh.Model.Events(0)/3 {
			t.Errorf("%d and %d steps for %d events", x, y, sh.Model.Events(0))
		}
		a.Bind(genes)
		b.Bind(genes)
		if x, y := a.Simulate(0), b.Simulate(0); x != y || x.Failure != sesame.None {
			t.Errorf("%+v and %+v", x, y)
		}
	}
}
