package bench

import (
	"context"
	"math"
	"slices"
	"time"
)

// Value is a figure: the median of N repetitions and the quartiles below and
// above. What is counted rather than measured has N = 1 and no spread.
type Value struct {
	Median float64 `json:"median"`
	Low    float64 `json:"q1"`
	High   float64 `json:"q3"`
	N      int     `json:"n"`
}

// exactly is a figure that is known without repetition.
func exactly(x float64) Value { return Value{x, x, x, 1} }

// summarise returns the median and the quartiles of samples: the values at a
// quarter, a half and three quarters of the way through them in order, between
// two neighbours in proportion (Hyndman and Fan 1996, definition 7).
func summarise(samples []float64) Value {
	sorted := slices.Sorted(slices.Values(samples))
	at := func(part float64) float64 {
		place := part * float64(len(sorted)-1)
		i := int(place)
		next := min(i+1, len(sorted)-1)
		return sorted[i] + float64((place-float64(i))*(sorted[next]-sorted[i]))
	}
	return Value{Median: at(0.5), Low: at(0.25), High: at(0.75), N: len(sorted)}
}

// scaled multiplies a figure by a positive number.
func (v Value) scaled(by float64) Value {
	return Value{v.Median * by, v.Low * by, v.High * by, v.N}
}

// inverse is n divided by the figure.
func (v Value) inverse(n float64) Value { return Value{n / v.Median, n / v.High, n / v.Low, v.N} }

// samples is what one variant took, in seconds of CPU per run, by repetition.
type samples []float64

// over returns the ratios of neighbours of two variants.
func (s samples) over(other samples) Value {
	ratios := make([]float64, len(s))
	for i := range s {
		ratios[i] = s[i] / other[i]
	}
	return summarise(ratios)
}

// per returns what a variant took per unit, if a run has so many units, in
// nanoseconds.
func (s samples) per(units float64) Value { return summarise(s).scaled(1e9 / units) }

// clock measures variants against each other.
type clock struct {
	ctx   context.Context
	reps  int
	least time.Duration // that a sample takes; shorter runs are repeated within it
	now   func() time.Duration
}

// interleave runs the variants in turns and returns what each took. Every
// repetition begins with another variant.
func (c *clock) interleave(variants ...func()) ([]samples, error) {
	runs := make([]int, len(variants))
	for i, run := range variants {
		runs[i] = c.calibrate(run)
	}
	took := make([]samples, len(variants))
	for rep := range c.reps {
		for k := range variants {
			i := (rep + k) % len(variants)
			if err := c.ctx.Err(); err != nil {
				return nil, err
			}
			before := c.now()
			for range runs[i] {
				variants[i]()
			}
			took[i] = append(took[i], max((c.now()-before).Seconds(), 1e-9)/float64(runs[i]))
		}
	}
	return took, nil
}

// calibrate returns how many runs a sample needs. It also warms up.
func (c *clock) calibrate(run func()) int {
	for n := 1; ; n *= 4 {
		before := c.now()
		for range n {
			run()
		}
		if took := c.now() - before; took >= c.least/4 || n > 1<<24 {
			return max(1, int(math.Ceil(float64(n)*float64(c.least)/float64(max(took, 1)))))
		}
	}
}
