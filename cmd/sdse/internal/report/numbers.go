package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// scientific as a number of decimals means exponent notation.
const scientific = -1

// unknown stands for a value that is not there.
const unknown = "–"

// exponent returns the decimal exponent of v: 3 for 1234. It reads it from the
// printed number, because a logarithm can differ between machines at powers of ten.
func exponent(v float64) int {
	text := strconv.FormatFloat(math.Abs(v), 'e', -1, 64)
	_, digits, _ := strings.Cut(text, "e")
	e, _ := strconv.Atoi(digits) // always a number for finite v
	return e
}

// decimals returns how many decimals a column with these values deserves: four
// significant digits of the largest, and enough to tell its values apart; none if
// all are whole numbers.
func decimals(values []float64) int {
	low, high, largest, whole := math.Inf(1), math.Inf(-1), 0.0, true
	for _, v := range values {
		if finite(v) {
			low, high, largest = min(low, v), max(high, v), max(largest, math.Abs(v))
			whole = whole && math.Abs(v-math.Round(v)) <= 1e-9*math.Abs(v) // a scale may leave a trace
		}
	}
	if largest == 0 {
		return 0
	}
	e := exponent(largest)
	if e >= 9 || e < -4 {
		return scientific
	}
	if whole {
		return 0
	}
	need := 3 - e
	if high > low {
		need = max(need, 2-exponent(high-low))
	}
	return min(max(need, 0), 6)
}

// number formats v with the given decimals and thousands apart.
func number(v float64, decimals int) string {
	if !finite(v) {
		return unknown
	}
	if decimals == scientific {
		mantissa, e, _ := strings.Cut(strconv.FormatFloat(v, 'e', 3, 64), "e")
		n, _ := strconv.Atoi(e) // FormatFloat writes a number
		return mantissa + "e" + strconv.Itoa(n)
	}
	return grouped(strconv.FormatFloat(v, 'f', decimals, 64))
}

// count formats a whole number with thousands apart.
func count(n int64) string { return grouped(strconv.FormatInt(n, 10)) }

// grouped puts commas between the thousands of a number of five or more digits
// before the point.
func grouped(text string) string {
	whole, fraction, point := strings.Cut(text, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	if len(whole) >= 5 {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if point {
		whole += "." + fraction
	}
	return sign + whole
}

// duration formats wall time for people.
func duration(d time.Duration) string {
	switch {
	case d <= 0:
		return unknown
	case d.Round(time.Millisecond) < time.Second:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	case d.Round(100*time.Millisecond) < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d.Round(time.Second) < time.Hour:
		d = d.Round(time.Second)
		return fmt.Sprintf("%d min %02d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	d = d.Round(time.Minute)
	return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
}
