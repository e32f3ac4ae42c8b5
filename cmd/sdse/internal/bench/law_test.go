package bench

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestTheLawIsFoundAgain makes speed-ups of known coefficients.
func TestTheLawIsFoundAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := law{rapid.Float64Range(0, 1).Draw(t, "contention"), rapid.Float64Range(0, 0.1).Draw(t, "coherence")}
		workers := []float64{1, 2, 4, 8, 16, 64}
		var speedups []float64
		for _, n := range workers {
			speedups = append(speedups, want.speedup(n))
		}
		got, ok := fitLaw(workers, speedups)
		if !ok || math.Abs(got.contention-want.contention) > 1e-6 || math.Abs(got.coherence-want.coherence) > 1e-6 {
			t.Fatalf("%+v, %v, want %+v", got, ok, want)
		}
	})
}

// TestTheLawByHand: with a tenth that cannot be shared (Amdahl) ten workers are
// 10/1.9 times as fast; pairs that cost a hundredth make that 10/2.8.
func TestTheLawByHand(t *testing.T) {
	for _, c := range []struct {
		l    law
		want float64
	}{{law{}, 10}, {law{0.1, 0}, 10 / 1.9}, {law{0.1, 0.01}, 10 / 2.8}} {
		if got := c.l.speedup(10); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v: %v, want %v", c.l, got, c.want)
		}
	}
}

// TestCoefficientsAreNotNegative: more than linear has neither, and a curve that
// is better than its contention alone has no coherence.
func TestCoefficientsAreNotNegative(t *testing.T) {
	if got, _ := fitLaw([]float64{1, 2, 4}, []float64{1, 2.2, 4.8}); got != (law{}) {
		t.Errorf("more than linear: %+v", got)
	}
	got, _ := fitLaw([]float64{2, 4, 8}, []float64{1.5, 2.5, 5})
	if got.coherence != 0 || got.contention <= 0 {
		t.Errorf("bent upwards: %+v", got)
	}
}

func TestOneNumberOfWorkersDoesNotMakeALaw(t *testing.T) {
	for _, workers := range [][]float64{nil, {1}, {1, 2}, {2, 1, 2}} {
		if l, ok := fitLaw(workers, []float64{1, 1, 1}); ok {
			t.Errorf("%v: %+v", workers, l)
		}
	}
}
