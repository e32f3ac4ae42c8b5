package timeline

import (
	"math/bits"
	"strconv"
	"strings"

	"sdse/sesame"
)

// plotWidth is the width of the time axis in pixels, and the number of columns in
// which short spans are added up.
const plotWidth = 1170

// px is a length in hundredths of a pixel. Integers keep a picture the same on
// every machine.
type px int

// String writes the length in pixels, as short as it can be.
func (p px) String() string {
	sign := ""
	if p < 0 {
		sign, p = "-", -p
	}
	text := sign + strconv.Itoa(int(p/100))
	if rest := int(p % 100); rest > 0 {
		text += strings.TrimRight("."+strconv.Itoa(rest/10)+strconv.Itoa(rest%10), "0")
	}
	return text
}

// pixels is a length of whole pixels.
func pixels(n int) px { return px(100 * n) }

// scale maps the instants from 0 to horizon, which is not 0, to the plot.
type scale struct{ horizon sesame.Time }

// at returns the place of an instant.
func (s scale) at(t sesame.Time) px {
	return px(mulDiv(uint64(min(t, s.horizon)), uint64(pixels(plotWidth)), uint64(s.horizon)))
}

// edge returns when a column begins.
func (s scale) edge(column int) sesame.Time {
	return sesame.Time(mulDiv(uint64(column), uint64(s.horizon), plotWidth))
}

// column returns the column that an instant is in.
func (s scale) column(t sesame.Time) int {
	c := min(int(s.at(t)/100), plotWidth-1)
	for c > 0 && s.edge(c) > t {
		c--
	}
	for c < plotWidth-1 && s.edge(c+1) <= t {
		c++
	}
	return c
}

// mulDiv returns a·b/c, rounded down, for results below 2⁶⁴.
func mulDiv(a, b, c uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	quotient, _ := bits.Div64(hi, lo, c)
	return quotient
}

// ticks returns the distance of round instants on the axis, at most ten of them,
// and the unit to write them in.
func (s scale) ticks() (step sesame.Time, unit timeUnit) {
	for power := sesame.Time(1); ; power *= 10 {
		for _, factor := range []sesame.Time{1, 2, 5} {
			if step = power * factor; s.horizon/step <= 10 {
				return step, unitOf(s.horizon)
			}
		}
	}
}

// timeUnit is a unit of time and how many ps it has.
type timeUnit struct {
	name string
	ps   sesame.Time
}

// unitOf returns the largest unit that is not longer than a time.
func unitOf(t sesame.Time) timeUnit {
	unit := timeUnit{"ps", 1}
	for _, larger := range []string{"ns", "µs", "ms", "s"} {
		if t < 1000*unit.ps {
			break
		}
		unit = timeUnit{larger, 1000 * unit.ps}
	}
	return unit
}

// label writes an instant in a unit, exactly and without the unit.
func (u timeUnit) label(t sesame.Time) string {
	text := strconv.FormatUint(uint64(t/u.ps), 10)
	rest := ""
	for part, unit := t%u.ps, u.ps/10; unit > 0; unit /= 10 {
		rest += string(byte('0' + part/unit%10))
	}
	if rest = strings.TrimRight(rest, "0"); rest != "" {
		text += "." + rest
	}
	return text
}
