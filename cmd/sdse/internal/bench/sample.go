package bench

import (
	"encoding/json"
	"slices"
)

// Value is a figure: the median of N repetitions and the quartiles below and
// above. What is counted rather than measured has N = 1 and no spread.
type Value struct {
	Median float64 `json:"median"`
	Low    float64 `json:"q1"`
	High   float64 `json:"q3"`
	N      int     `json:"n"`

	Missing string `json:"-"` // why there is no figure; empty if there is one
}

// MarshalJSON writes the figure, or why there is none: never a zero in its place.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.Missing != "" {
		return json.Marshal(map[string]string{"missing": v.Missing})
	}
	type figure Value
	return json.Marshal(figure(v))
}

// exactly is a figure that is known without repetition.
func exactly(x float64) Value { return Value{Median: x, Low: x, High: x, N: 1} }

// missing is a figure that could not be had.
func missing(why string) Value { return Value{Missing: why} }

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
	return Value{v.Median * by, v.Low * by, v.High * by, v.N, v.Missing}
}

// inverse is n divided by the figure.
func (v Value) inverse(n float64) Value {
	return Value{n / v.Median, n / v.High, n / v.Low, v.N, v.Missing}
}

// samples are figures of one variant per run, by repetition.
type samples []float64

// over returns the ratios of neighbours of two variants.
func (s samples) over(other samples) Value { return summarise(s.with(other, ratio)) }

func ratio(a, b float64) float64 { return a / b }

// minus returns the differences of neighbours of two variants.
func (s samples) minus(other samples) samples {
	return s.with(other, func(a, b float64) float64 { return a - b })
}

// with puts neighbours of two variants together.
func (s samples) with(other samples, join func(a, b float64) float64) samples {
	joined := make(samples, len(s))
	for i := range s {
		joined[i] = join(s[i], other[i])
	}
	return joined
}

// each returns the figure per unit, if a run has so many units.
func (s samples) each(units float64) Value { return summarise(s).scaled(1 / units) }

// per returns the time per unit in nanoseconds, if a run has so many units and
// the samples are times.
func (s samples) per(units float64) Value { return s.each(units).scaled(1e9) }
