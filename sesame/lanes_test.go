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
