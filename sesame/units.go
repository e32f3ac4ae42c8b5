package sesame

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
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

// plus adds two energies and saturates at MaxEnergy.
func (e Energy) plus(o Energy) Energy {
	sum, carry := bits.Add64(uint64(e), uint64(o), 0)
	if carry > 0 {
		return MaxEnergy
	}
	return Energy(sum)
}

// times multiplies an energy and saturates at MaxEnergy.
func (e Energy) times(n int64) Energy {
	hi, lo := bits.Mul64(uint64(e), uint64(n))
	if hi > 0 {
		return MaxEnergy
	}
	return Energy(lo)
}

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
	quotient, rest := new(big.Int).QuoRem(num, den, new(big.Int))
	switch rest.Lsh(rest, 1).Cmp(den) {
	case 1:
		quotient.Add(quotient, big.NewInt(1))
	case 0:
		quotient.Add(quotient, big.NewInt(int64(quotient.Bit(0))))
	}
	if !quotient.IsUint64() || Time(quotient.Uint64()) > MaxTime {
		return 0, false
	}
	return max(1, Time(quotient.Uint64())), true
}

// energyOf returns the energy of a power in nanowatts over a time, rounded to
// the nearest femtojoule, ties to even; it saturates at MaxEnergy.
func energyOf(nanowatts int64, t Time) Energy {
	const perFemtojoule = 1e6 // nW·ps are 10⁻²¹ J
	hi, lo := bits.Mul64(uint64(nanowatts), uint64(t))
	if hi >= perFemtojoule {
		return MaxEnergy
	}
	quotient, rest := bits.Div64(hi, lo, perFemtojoule)
	if rest > perFemtojoule/2 || rest == perFemtojoule/2 && quotient&1 == 1 {
		quotient++
	}
	return Energy(quotient)
}
