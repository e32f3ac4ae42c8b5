package sesame_test

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"sdse/sesame"
	"sdse/sesame/shapes"
)

// must unwraps a shape.
func must[T any](made T, err error) T {
	if err != nil {
		panic(err)
	}
	return made
}

// cpuTime is what the process has used of the processors so far. On a machine
// that others use as well it is steadier than the clock on the wall.
func cpuTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// interleaved measures variants in turns, so that what else happens on the
// machine meets all of them, and returns for each the median CPU time of a round.
func interleaved(rounds int, variants ...func()) []time.Duration {
	times := make([][]time.Duration, len(variants))
	for range rounds {
		for i, run := range variants {
			before := cpuTime()
			run()
			times[i] = append(times[i], cpuTime()-before)
		}
	}
	medians := make([]time.Duration, len(variants))
	for i := range times {
		slices.Sort(times[i])
		medians[i] = times[i][rounds/2]
	}
	return medians
}

// BenchmarkKernels simulates the mappings of each shape with the general kernel,
// with one lane of the fast one and with two, in turns, and tells the CPU time
// per event of each.
func BenchmarkKernels(b *testing.B) {
	for _, sh := range must(shapes.All(shapes.DefaultSeed)) {
		for _, policy := range []sesame.Policy{sesame.FCFS, sesame.RunToBlock} {
			b.Run(sh.Name+"/"+[]string{"fcfs", "run-to-block"}[policy], func(b *testing.B) {
				kernels(b, must(sh.With(policy)))
			})
		}
	}
}

func kernels(b *testing.B, sh *shapes.Shape) {
	m := sh.Model
	sim := m.NewSimulator()
	jobs := make([]sesame.Job, len(sh.Genes))
	steps := 0
	for i, genes := range sh.Genes {
		jobs[i].Genes = genes
		steps += sim.Steps(genes, 0)
	}
	events := float64(m.Events(0)) * float64(len(jobs))
	for range b.N {
		medians := interleaved(9,
			func() {
				for _, genes := range sh.Genes {
					sim.Bind(genes)
					sim.SimulateGeneral(0)
				}
			},
			func() {
				for _, genes := range sh.Genes {
					sim.Bind(genes)
					sim.SimulateFast(0)
				}
			},
			func() { sim.SimulateAll(jobs) })
		b.ReportMetric(float64(medians[0])/events, "general-ns/event")
		b.ReportMetric(float64(medians[1])/events, "one-lane-ns/event")
		b.ReportMetric(float64(medians[2])/events, "two-lanes-ns/event")
		b.ReportMetric(float64(steps)/events, "steps/event")
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkBindFast binds designs of each shape in turn, without simulating them.
func BenchmarkBindFast(b *testing.B) {
	for _, sh := range must(shapes.All(shapes.DefaultSeed)) {
		b.Run(sh.Name, func(b *testing.B) {
			sim := sh.Model.NewSimulator()
			b.ReportAllocs()
			before := cpuTime()
			for i := 0; b.Loop(); i++ {
				sim.Ready(sh.Genes[i%len(sh.Genes)], 0)
			}
			b.ReportMetric(float64(cpuTime()-before)/float64(b.N), "cpu-ns/op")
		})
	}
}

// BenchmarkSkipping compares the fast kernel that skips what repeats with the
// one that does not.
func BenchmarkSkipping(b *testing.B) {
	for _, n := range []int{1, 4, 11, 30, 300} {
		b.Run(fmt.Sprint("equal frames/", n), func(b *testing.B) { skipping(b, must(shapes.EqualFrames(shapes.DefaultSeed, n))) })
	}
	b.Run("nothing periodic", func(b *testing.B) { skipping(b, must(shapes.Aperiodic(shapes.DefaultSeed))) })
}

func skipping(b *testing.B, sh *shapes.Shape) {
	sim := sh.Model.NewSimulator()
	run := func(skip bool) func() {
		return func() {
			for range max(1, 200_000/int(sh.Model.Events(0))) {
				for _, genes := range sh.Genes[:8] {
					sim.Bind(genes)
					sim.Tune(sesame.Tuning{NoSkipping: !skip})
					sim.SimulateFast(0)
				}
			}
		}
	}
	for range b.N {
		medians := interleaved(15, run(true), run(false))
		b.ReportMetric(float64(medians[1])/float64(medians[0]), "times-faster")
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkAgainstReference compares the simulator with the plain one of this
// test tree, in turns: two lanes of the fast kernel on the shapes, and the general
// kernel on what only that one can do.
func BenchmarkAgainstReference(b *testing.B) {
	for _, sh := range must(shapes.All(shapes.DefaultSeed)) {
		b.Run(sh.Name, func(b *testing.B) {
			s := &system{platform: sh.Platform, space: sh.Space}
			againstReference(b, s, sh.Model, sh.Genes[:2])
		})
	}
	for _, f := range features {
		b.Run(f.name, func(b *testing.B) {
			s, _ := benchModel(b, 1, "a", "b", "c")
			f.change(s.platform)
			m := s.compile(b)
			againstReference(b, s, m, [][]int{padded(m, []int{0, 4, 2, 6, 3, 1, 7, 5, 5, 4, 1}), padded(m, []int{1, 3, 6})})
		})
	}
}

func againstReference(b *testing.B, s *system, m *sesame.Model, designs [][]int) {
	sim := m.NewSimulator()
	var jobs []sesame.Job
	for _, genes := range designs {
		for range 8 {
			jobs = append(jobs, sesame.Job{Genes: genes})
		}
	}
	for range b.N {
		medians := interleaved(5,
			func() { sim.SimulateAll(jobs) },
			func() {
				for _, genes := range designs {
					s.examine(genes, 0)
				}
			})
		events := float64(m.Events(0)) * float64(len(designs))
		b.ReportMetric(float64(medians[0])/events/8, "ns/event")
		b.ReportMetric(float64(medians[1])/events, "reference-ns/event")
		b.ReportMetric(8*float64(medians[1])/float64(medians[0]), "times-faster")
	}
	b.ReportMetric(0, "ns/op")
}
