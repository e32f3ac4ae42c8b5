package sesame

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"
)

// Time is an instant or a duration in picoseconds of simulated time.
type Time uint64

// never is later than every instant that a simulation reaches.
const never Time = math.MaxUint64

// MaxTime is the longest simulated time; a simulation that gets there is
// stopped and its mapping is infeasible.
const MaxTime Time = 1 << 62

// String writes the time with a unit, rounded to four significant digits.
func (t Time) String() string { return scaled(float64(t), "ps", "ns", "µs", "ms", "s") }

// plus adds two durations of at most MaxTime and saturates there.
func (t Time) plus(o Time) Time { return min(t+o, MaxTime) }

// times multiplies a duration and saturates at MaxTime.
func (t Time) times(n uint64) Time {
	hi, lo := bits.Mul64(uint64(t), n)
	if hi > 0 {
		return MaxTime
	}
	return min(Time(lo), MaxTime)
}

// Energy is an amount of energy in femtojoules.
type Energy uint64

// String writes the energy with a unit, rounded to four significant digits.
func (e Energy) String() string { return scaled(float64(e), "fJ", "pJ", "nJ", "µJ", "mJ", "J") }

// MaxEnergy is the largest energy; a simulation that gets there is infeasible.
const MaxEnergy Energy = math.MaxUint64

// Exact is an energy as an exact number of zeptojoules (10⁻²¹ J), the unit in
// which nanowatts times picoseconds, and every other energy here, are whole.
// Energies are added up exactly and rounded once.
type Exact struct{ hi, lo uint64 }

// mostExact is where sums saturate.
var mostExact = Exact{math.MaxUint64, math.MaxUint64}

const perFemtojoule = 1e6

// Plus adds two energies; it saturates at the largest value.
func (e Exact) Plus(o Exact) Exact {
	lo, carry := bits.Add64(e.lo, o.lo, 0)
	hi, carry := bits.Add64(e.hi, o.hi, carry)
	if carry > 0 {
		return mostExact
	}
	return Exact{hi, lo}
}

// times multiplies an energy and saturates.
func (e Exact) times(n uint64) Exact {
	hi, lo := bits.Mul64(e.lo, n)
	over, high := bits.Mul64(e.hi, n)
	high, carry := bits.Add64(high, hi, 0)
	if over > 0 || carry > 0 {
		return mostExact
	}
	return Exact{high, lo}
}

// Rounded returns the nearest femtojoule, ties to even, at most MaxEnergy.
func (e Exact) Rounded() Energy {
	if e.hi >= perFemtojoule {
		return MaxEnergy
	}
	quotient, rest := bits.Div64(e.hi, e.lo, perFemtojoule)
	if rest > perFemtojoule/2 || rest == perFemtojoule/2 && quotient&1 == 1 {
		if quotient++; quotient == 0 {
			return MaxEnergy
		}
	}
	return Energy(quotient)
}

// Femtojoules returns the energy in fJ as a decimal number, exactly.
func (e Exact) Femtojoules() string {
	n := new(big.Int).SetUint64(e.hi)
	n.Add(n.Lsh(n, 64), new(big.Int).SetUint64(e.lo))
	whole, rest := n.QuoRem(n, big.NewInt(perFemtojoule), new(big.Int))
	if rest.Sign() == 0 {
		return whole.String()
	}
	return strings.TrimRight(fmt.Sprintf("%s.%06d", whole, rest), "0")
}

// femtojoules, attojoules and powerOver make exact energies.
func femtojoules(n uint64) Exact { return Exact{lo: n}.times(perFemtojoule) }

func attojoules(n uint64) Exact { return Exact{lo: n}.times(1000) }

// powerOver is a power in nanowatts over a time.
func powerOver(nanowatts int64, t Time) Exact { return Exact{lo: uint64(t)}.times(uint64(nanowatts)) }

func scaled(v float64, units ...string) string {
	i := 0
	for v >= 1000 && i < len(units)-1 {
		v /= 1000
		i++
	}
	return fmt.Sprintf("%.4g %s", v, units[i])
}

// cycles converts thousandths of cycles at a frequency in Hz to picoseconds,
// rounded to the nearest, ties to even. Work that is not nothing takes at least
// 1 ps. ok is false if the result is beyond MaxTime.
func cycles(times, thousandths, hertz int64) (d Time, ok bool) {
	num := new(big.Int).Mul(big.NewInt(times), big.NewInt(thousandths))
	num.Mul(num, big.NewInt(1e9))
	return duration(num, big.NewInt(hertz))
}

// duration is num/den picoseconds under the same rules.
func duration(num, den *big.Int) (Time, bool) {
	if num.Sign() == 0 {
		return 0, true
	}
	quotient := nearest(num, den)
	if !quotient.IsUint64() || Time(quotient.Uint64()) > MaxTime {
		return 0, false
	}
	return max(1, Time(quotient.Uint64())), true
}

// nearest is num/den, rounded to the nearest whole number, ties to even.
func nearest(num, den *big.Int) *big.Int {
	quotient, rest := new(big.Int).QuoRem(num, den, new(big.Int))
	switch rest.Lsh(rest, 1).Cmp(den) {
	case 1:
		quotient.Add(quotient, big.NewInt(1))
	case 0:
		quotient.Add(quotient, big.NewInt(int64(quotient.Bit(0))))
	}
	return quotient
}
