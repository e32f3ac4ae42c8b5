package report

import (
	"math"
	"strconv"
)

// axis maps values to places on a picture and knows its round values.
type axis struct {
	low, high float64 // values at the ends
	from, to  float64 // places of the ends
	step      float64
	decimals  int // of tick labels; scientific for very large and very small steps
}

// newAxis returns an axis that spans the values with some room at both ends and
// about five round values between.
func newAxis(values []float64, from, to float64) axis {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if finite(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	switch {
	case low > high: // no values at all
		low, high = 0, 1
	case low == high:
		room := max(math.Abs(low)*0.1, math.SmallestNonzeroFloat32)
		if low == 0 {
			room = 1
		}
		low, high = low-room, high+room
	}
	room := float64((high - low) * 0.07)
	a := axis{low: low - room, high: high + room, from: from, to: to}
	a.step, a.decimals = roundStep((a.high - a.low) / 5)
	if e := exponent(max(math.Abs(low), math.Abs(high))); e >= 7 || a.decimals > 6 {
		a.decimals = scientific
	}
	return a
}

// roundStep returns 1, 2 or 5 times a power of ten, the nearest such number to
// rough, and how many decimals it has.
func roundStep(rough float64) (step float64, decimals int) {
	e := exponent(rough)
	power, _ := strconv.ParseFloat("1e"+strconv.Itoa(e), 64) // exact, unlike math.Pow10 on some machines
	switch mantissa := rough / power; {
	case mantissa < 1.5:
		step = power
	case mantissa < 3.5:
		step = 2 * power
	case mantissa < 7.5:
		step = 5 * power
	default:
		e++
		step, _ = strconv.ParseFloat("1e"+strconv.Itoa(e), 64)
	}
	return step, max(0, -e)
}

// at returns the place of v.
func (a axis) at(v float64) float64 {
	part := (v - a.low) / (a.high - a.low)
	return a.from + float64(part*(a.to-a.from))
}

// ticks returns the round values on the axis.
func (a axis) ticks() []float64 {
	var out []float64
	for i := math.Ceil(a.low / a.step); i <= math.Floor(a.high/a.step); i++ {
		out = append(out, float64(i*a.step))
	}
	return out
}

// label formats a tick.
func (a axis) label(v float64) string {
	if math.Abs(v) < a.step/2 {
		v = 0 // never "-0"
	}
	return number(v, a.decimals)
}
