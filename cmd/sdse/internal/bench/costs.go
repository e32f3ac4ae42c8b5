package bench

import (
	"runtime"
	"runtime/debug"

	"sdse/sesame"
	"sdse/sesame/shapes"
)

// longEnough is the simulation that binding is held against, in events.
const longEnough = 10_000

// binding compares binding a mapping with simulating it, and counts what both
// allocate.
func (s *session) binding() error {
	all, err := s.shapes()
	if err != nil {
		return err
	}
	t := Table{Name: "binding", Title: "Binding a mapping", Clock: CPU,
		Note: "The share is that of a simulation of 10,000 events at the shape's own time per event (one lane, measured in turns with the binding).\n" +
			"Allocations are counted by the runtime over all mappings, in both kernels."}
	t.columns("binding", "µs", "of 10,000 events", "%", "allocations", "/binding", "allocations", "/simulation")
	for _, sh := range all {
		k := newKernel(sh, s.designs())
		bind := func() {
			for i := range k.jobs {
				k.sim.Ready(k.jobs[i].Genes, 0)
			}
		}
		took, err := s.interleave(always(bind), k.simulate(oneLane))
		if err != nil {
			return err
		}
		n := float64(len(k.jobs))
		simulation := float64(longEnough) / float64(k.Events())
		simulate := func() {
			k.simulateAll(general)
			k.simulateAll(twoLanes)
		}
		t.add(sh.Name, took[0].cpu.per(n).scaled(1e-3), took[0].cpu.over(took[1].cpu).scaled(100/simulation),
			exactly(allocations(bind)/n), exactly(allocations(simulate)/(2*n)))
	}
	s.show(t)
	return nil
}

// allocations returns how many allocations a run makes once it is warm. Others
// than those of the run may happen at the same time, so the least of a few counts.
func allocations(run func()) float64 {
	run()
	var before, after runtime.MemStats
	least := ^uint64(0)
	for range 3 {
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		least = min(least, after.Mallocs-before.Mallocs)
	}
	return float64(least)
}

// memory measures what a worker's simulator makes resident.
func (s *session) memory() error {
	all, err := s.shapes()
	if err != nil {
		return err
	}
	t := Table{Name: "memory", Title: "Memory per worker", Clock: Counted,
		Note: "How much more of the process is resident per simulator, after several have simulated all mappings; the model, which all share, is not\n" +
			"part of it. One is allocated with room for every system the fast kernel can serve; what a shape does not need is never touched."}
	t.columns("resident", "KiB", "allocated", "KiB")
	for _, sh := range all {
		resident, allocated, ok := s.memoryOf(sh)
		if !ok {
			t.Note += "\nThis system does not tell."
			break
		}
		t.add(sh.Name, exactly(resident/1024), exactly(allocated/1024))
	}
	s.show(t)
	return nil
}

// memoryOf makes simulators, lets each do all mappings, and returns the bytes of
// one. The collector rests meanwhile, so that their memory is fresh.
func (s *session) memoryOf(sh *shapes.Shape) (resident, allocated float64, ok bool) {
	const simulators = 24
	debug.FreeOSMemory()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	total := stats.TotalAlloc
	before, ok := residentBytes()
	sims := make([]*sesame.Simulator, simulators)
	jobs := newKernel(sh, s.designs()).jobs
	for i := range sims {
		sims[i] = sh.Model.NewSimulator()
		sims[i].SimulateAll(jobs)
	}
	after, _ := residentBytes()
	runtime.ReadMemStats(&stats)
	runtime.KeepAlive(sims)
	return float64(max(0, after-before)) / simulators, float64(stats.TotalAlloc-total) / simulators, ok
}
