package sesame_test

import (
	"testing"

	"sdse/sesame"
)

// TestFastKernelAgrees compares the fast kernel with the general one.
func TestFastKernelAgrees(t *testing.T) {
	done, cases := 0, 3000
	for n := range uint64(cases) {
		d := seeded(n)
		s := d.system()
		m := s.compile(t)
		sim := m.NewSimulator()
		for _, genes := range d.designs(m.Bounds(), 3) {
			sim.Bind(genes)
			scenario := d(s.space.Len())
			want := sim.SimulateGeneral(scenario)
			got, ok := sim.SimulateFast(scenario)
			if !ok {
				continue
			}
			done++
			if got != want {
				t.Fatalf("system %d, design %v, scenario %d: %+v, want %+v", n, genes, scenario, got, want)
			}
		}
	}
	t.Logf("%d of %d", done, 3*cases)
	_ = sesame.None
}
