package bench

import (
	"cmp"
	"context"
	"time"

	"sdse/sesame"
	"sdse/sesame/shapes"
)

// How long a sample lasts at least.
const (
	sampleTime      = 20 * time.Millisecond
	quickSampleTime = time.Millisecond
)

// The repetitions of Simulator.
const (
	simulatorReps      = 11
	quickSimulatorReps = 3
)

// The parts of Simulator. What is resident is measured first, while memory is
// fresh.
var simulatorParts = []part{
	{"memory", (*session).memory}, {"kernels", (*session).kernels}, {"binding", (*session).binding},
	{"length", (*session).length}, {"processes", (*session).processes}, {"skipping", (*session).skipping},
}

// SimulatorParts returns the names that Options.Only may hold for Simulator.
func SimulatorParts() []string {
	var names []string
	for _, p := range simulatorParts {
		names = append(names, p.name)
	}
	return names
}

// Simulator measures the kernels of the simulator on the shapes of package
// shapes.
func Simulator(ctx context.Context, o Options) (*Report, error) {
	if o.Quick {
		o.Reps = cmp.Or(o.Reps, quickSimulatorReps)
	}
	o.Reps = cmp.Or(o.Reps, simulatorReps)
	return run(ctx, "simulator", o, simulatorParts)
}

// policies are those that the fast kernel serves.
var policies = []struct {
	name   string
	policy sesame.Policy
}{{"fcfs", sesame.FCFS}, {"run-to-block", sesame.RunToBlock}}

// kernel is a shape with a simulator and the jobs that simulate its designs.
type kernel struct {
	*shapes.Shape
	sim  *sesame.Simulator
	jobs []sesame.Job
}

// newKernel takes the first designs of a shape.
func newKernel(sh *shapes.Shape, designs int) *kernel {
	k := &kernel{Shape: sh, sim: sh.Model.NewSimulator()}
	for _, genes := range sh.Genes[:designs] {
		k.jobs = append(k.jobs, sesame.Job{Genes: genes})
	}
	return k
}

// events is how many a run has.
func (k *kernel) events() float64 { return float64(k.Events()) * float64(len(k.jobs)) }

// simulate returns a run: all jobs, under a tuning.
func (k *kernel) simulate(t sesame.Tuning) func() {
	return func() {
		k.sim.Tune(t)
		k.sim.SimulateAll(k.jobs)
	}
}

// The variants of the kernel.
var (
	general  = sesame.Tuning{GeneralOnly: true, OneLane: true}
	oneLane  = sesame.Tuning{OneLane: true}
	twoLanes = sesame.Tuning{}
)

func (t *Table) columns(names ...string) {
	for i := 0; i < len(names); i += 2 {
		t.Columns = append(t.Columns, Column{names[i], names[i+1]})
	}
}

// shapes returns the shapes to compare kernels on.
func (s *session) shapes() ([]*shapes.Shape, error) {
	all, err := shapes.All(s.Seed)
	if err == nil && s.Quick {
		all = []*shapes.Shape{all[0], all[3]}
	}
	return all, err
}

// designs is how many designs of a shape are simulated.
func (s *session) designs() int {
	if s.Quick {
		return 4
	}
	return shapes.Designs
}

// kernels compares the general kernel with one lane and two lanes of the fast one.
func (s *session) kernels() error {
	all, err := s.shapes()
	if err != nil {
		return err
	}
	t := Table{Name: "kernels", Title: "Kernels: CPU time per event",
		Note: "A run binds and simulates all mappings of a shape once. General, one lane and two lanes run in turns."}
	t.columns("events", "", "general", "ns/event", "one lane", "ns/event", "two lanes", "ns/event",
		"general / one lane", "×", "one lane / two", "×", "simulations", "/s/core")
	plot := Plot{Title: t.Title, Y: "CPU time per event (ns)", X: "shape and policy", Series: []Series{{Name: "general kernel"}, {Name: "fast kernel, one lane"}, {Name: "fast kernel, two lanes"}}}
	for _, sh := range all {
		for _, policy := range policies {
			with, err := sh.With(policy.policy)
			if err != nil {
				return err
			}
			k := newKernel(with, s.designs())
			took, err := s.interleave(k.simulate(general), k.simulate(oneLane), k.simulate(twoLanes))
			if err != nil {
				return err
			}
			n := k.events()
			t.add(sh.Name+"/"+policy.name, exactly(float64(k.Events())), took[0].per(n), took[1].per(n), took[2].per(n),
				took[0].over(took[1]), took[1].over(took[2]), took[2].per(float64(len(k.jobs))).inverse(1e9))
			for i := range plot.Series {
				plot.Series[i].add(float64(len(plot.Cases)), took[i].per(n))
			}
			plot.Cases = append(plot.Cases, sh.Name+"/"+policy.name)
		}
	}
	s.report.Tables = append(s.report.Tables, t)
	s.report.Plots = append(s.report.Plots, plot)
	return nil
}
