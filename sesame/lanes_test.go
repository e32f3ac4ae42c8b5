package sesame_test

import (
	"fmt"
	"math/rand/v2"

	"sdse/kpn"
	"slices"
	"syscall"
	"testing"
	"time"

	"sdse/sesame"
)

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
	for _, sh := range shapes(b) {
		for _, policy := range []sesame.Policy{sesame.FCFS, sesame.RunToBlock} {
			b.Run(sh.name+"/"+[]string{"fcfs", "run-to-block"}[policy], func(b *testing.B) {
				kernels(b, sh.withPolicy(b, policy))
			})
		}
	}
}

func kernels(b *testing.B, sh *shape) {
	m := sh.model
	sim := m.NewSimulator()
	jobs := make([]sesame.Job, len(sh.genes))
	steps := 0
	for i, genes := range sh.genes {
		jobs[i].Genes = genes
		steps += sim.Steps(genes, 0)
	}
	events := float64(m.Events(0)) * float64(len(jobs))
	for range b.N {
		medians := interleaved(9,
			func() {
				for _, genes := range sh.genes {
					sim.Bind(genes)
					sim.SimulateGeneral(0)
				}
			},
			func() {
				for _, genes := range sh.genes {
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
	for _, sh := range shapes(b) {
		b.Run(sh.name, func(b *testing.B) {
			sim := sh.model.NewSimulator()
			b.ReportAllocs()
			before := cpuTime()
			for i := 0; b.Loop(); i++ {
				sim.BindFast(sh.genes[i%len(sh.genes)], 0)
			}
			b.ReportMetric(float64(cpuTime()-before)/float64(b.N), "cpu-ns/op")
		})
	}
}

// BenchmarkSkipping compares the fast kernel that skips what repeats with the
// one that does not.
func BenchmarkSkipping(b *testing.B) {
	for _, n := range []int{1, 4, 11, 30, 300} {
		b.Run(fmt.Sprint("equal frames/", n), func(b *testing.B) { skipping(b, frames(b, n, false)) })
	}
	b.Run("varied frames/30", func(b *testing.B) {
		// The same frames as iterations of one long iteration each: never alike.
		sh := frames(b, 15, true)
		app := *sh.s.space.Applications[0]
		app.Scenarios[0].Iterations = 2
		changed := *sh
		changed.model = withApplications(b, sh, &app)
		skipping(b, &changed)
	})
	b.Run("nothing periodic", func(b *testing.B) { skipping(b, aperiodic(b)) })
}

func skipping(b *testing.B, sh *shape) {
	sim := sh.model.NewSimulator()
	run := func(skip bool) func() {
		return func() {
			for range max(1, 200_000/int(sh.model.Events(0))) {
				for _, genes := range sh.genes[:8] {
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

// aperiodic is the encoder beside another application whose iterations are
// shorter by a prime, so that the two never meet as they did before.
func aperiodic(t testing.TB) *shape {
	return newShape(t, "aperiodic", func(r *rand.Rand) []*kpn.Application {
		apps := []*kpn.Application{encoder(r, 1), randomDAG(r, "dag")}
		apps[0].Scenarios[0].Iterations = 30
		apps[1].Scenarios[0].Iterations = 7
		return apps
	}, 8, 1, false)
}
