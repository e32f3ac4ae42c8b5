package bench

import (
	"sdse/sesame"
	"sdse/sesame/shapes"
)

// simulator measures the kernels of the simulator on the shapes of package
// shapes.
func simulator() Benchmark {
	return Benchmark{
		Name:  "simulator",
		Usage: "the kernels of the simulator: time per event, binding, length, processes, skipping, memory",
		Description: `Compares the general kernel with one lane and with two lanes of the fast one on
an MJPEG encoder and on several applications at once, tells what binding a
mapping costs and what is allocated, how the time grows with events and
processes, what skipping of repetition is worth, and what a worker's memory is.

With --dump it measures nothing but writes what the fast kernel works on for the
comparison programs in docs/bench.`,
		parts: []part{ // what is resident first, while memory is fresh
			{"memory", (*session).memory}, {"kernels", (*session).kernels}, {"binding", (*session).binding},
			{"length", (*session).length}, {"processes", (*session).processes}, {"skipping", (*session).skipping},
		},
	}
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

// simulateAll does all jobs under a tuning.
func (k *kernel) simulateAll(t sesame.Tuning) {
	k.sim.Tune(t)
	k.sim.SimulateAll(k.jobs)
}

// simulate returns a run: all jobs, under a tuning.
func (k *kernel) simulate(t sesame.Tuning) func() error { return always(func() { k.simulateAll(t) }) }

// The variants of the kernel.
var (
	general  = sesame.Tuning{GeneralOnly: true, OneLane: true}
	oneLane  = sesame.Tuning{OneLane: true}
	twoLanes = sesame.Tuning{}
)

// shapes returns the shapes to compare kernels on.
func (s *session) shapes() ([]*shapes.Shape, error) {
	all, err := shapes.All(s.Seed)
	if err == nil && s.Size == Quick {
		all = []*shapes.Shape{all[0], all[3]}
	}
	return all, err
}

// designs is how many designs of a shape are simulated.
func (s *session) designs() int {
	return pick(s.Size, shapes.Designs, min(8, shapes.Designs), 4)
}

// kernels compares the general kernel with one lane and two lanes of the fast one.
func (s *session) kernels() error {
	all, err := s.shapes()
	if err != nil {
		return err
	}
	t := Table{Name: "kernels", Title: "Kernels: time per event", Clock: CPU,
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
			t.add(sh.Name+"/"+policy.name, exactly(float64(k.Events())), took[0].cpu.per(n), took[1].cpu.per(n), took[2].cpu.per(n),
				took[0].cpu.over(took[1].cpu), took[1].cpu.over(took[2].cpu), took[2].cpu.per(float64(len(k.jobs))).inverse(1e9))
			for i := range plot.Series {
				plot.Series[i].add(float64(len(plot.Cases)), took[i].cpu.per(n))
			}
			plot.Cases = append(plot.Cases, sh.Name+"/"+policy.name)
		}
	}
	s.show(t, plot)
	return nil
}
