package report

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   int
	}{
		{[]float64{61.5, 258.31}, 1},           // four digits of the largest
		{[]float64{1234.5, 1270.25}, 1},        // two more than the range's first digit
		{[]float64{1234.5, 12340.5}, 0},        // large numbers need no decimals
		{[]float64{0.8137}, 4},                 //
		{[]float64{8, 84, math.NaN()}, 0},      // whole numbers stay whole
		{[]float64{100.25, 100.5}, 3},          // close values must differ
		{[]float64{50.000000000000007, 10}, 0}, // 50e9 × 1e-9
		{[]float64{1.5e12}, scientific},        //
		{[]float64{3e-7, 2e-7}, scientific},    //
		{[]float64{}, 0}, {[]float64{0, 0}, 0}, // nothing to show
	} {
		if got := decimals(c.values); got != c.want {
			t.Errorf("decimals(%v) = %d, want %d", c.values, got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		v        float64
		decimals int
		want     string
	}{
		{1234.56, 1, "1234.6"}, {12345.6, 1, "12,345.6"}, {-1234567, 0, "-1,234,567"}, {-12345.5, 2, "-12,345.50"}, {0.5, 3, "0.500"},
		{1.5e12, scientific, "1.500e12"}, {3e-7, scientific, "3.000e-7"}, {math.NaN(), 2, "–"}, {math.Inf(-1), scientific, "–"}, {99999.99, 0, "100,000"},
	} {
		if got := number(c.v, c.decimals); got != c.want {
			t.Errorf("number(%g, %d) = %q, want %q", c.v, c.decimals, got, c.want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "–", 250 * time.Millisecond: "250 ms", 48_300 * time.Millisecond: "48.3 s", 59_960 * time.Millisecond: "1 min 00 s",
		61 * time.Second: "1 min 01 s", 3*time.Hour + 5*time.Minute + 31*time.Second: "3 h 06 min", 999_700 * time.Microsecond: "1.0 s",
	} {
		if got := duration(d); got != want {
			t.Errorf("duration(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestSigned(t *testing.T) {
	for v, want := range map[float64]string{0.04: "0.0 %", -0.04: "0.0 %", 7.24: "+7.2 %", -9.31: "−9.3 %"} {
		if got := signed(v); got != want {
			t.Errorf("signed(%g) = %q, want %q", v, got, want)
		}
	}
}

// TestAxis: whatever the values, all lie on the axis, in order, between a few
// round ticks whose labels differ.
func TestAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := math.Pow(10, float64(rapid.IntRange(-12, 15).Draw(t, "scale")))
		values := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 20).Draw(t, "values")
		for i := range values {
			values[i] = math.Round(values[i]*1e4) / 1e4 * scale
		}
		a := newAxis(values, 100, 500)
		for _, v := range values {
			if at := a.at(v); !(at > 100 && at < 500) {
				t.Fatalf("%g is at %g", v, at)
			}
		}
		ticks := a.ticks()
		if len(ticks) < 3 || len(ticks) > 9 {
			t.Fatalf("%d ticks: %v", len(ticks), ticks)
		}
		for i, tick := range ticks {
			if at := a.at(tick); at < 99.999 || at > 500.001 {
				t.Fatalf("tick %g is at %g", tick, at)
			}
			if digit := math.Round(a.step / math.Pow(10, float64(exponent(a.step)))); digit != 1 && digit != 2 && digit != 5 {
				t.Fatalf("step %g is not round", a.step)
			}
			if i > 0 && a.label(tick) == a.label(ticks[i-1]) {
				t.Fatalf("two ticks are labelled %q", a.label(tick))
			}
		}
	})
}

func TestColour(t *testing.T) {
	for part, want := range map[float64]string{0: "#46327f", 1: "#dae219", 0.5: "#1fa187", -3: "#46327f", 9: "#dae219", 1.0 / 12: "#3e4786"} {
		if got := colour(part); got != want {
			t.Errorf("colour(%g) = %s, want %s", part, got, want)
		}
	}
}
