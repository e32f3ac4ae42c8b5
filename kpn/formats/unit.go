package formats

import (
	"math/big"

	"sdse/kpn"
	"sdse/kpn/input"
)

// mostTime bounds the time that an operation takes, in picoseconds.
const mostTime = 1 << 56

// useUnit turns costs in units of time into times: a unit lasts so many
// picoseconds, whatever the processor. Times are rounded to the nearest, ties to
// even, and are at least 1 ps if they are not nothing.
func useUnit(app *kpn.Application, unit int64, problems *input.Problems) {
	for i := range app.Operations {
		op := &app.Operations[i]
		for k := range op.Costs {
			c := &op.Costs[k]
			if c.Units == 0 {
				continue
			}
			time := inUnits(c.Units, unit)
			if time.Cmp(big.NewInt(mostTime)) > 0 || time.Int64() > mostTime-c.Time {
				problems.Add(app.File, 0, "with a unit of %d ps operation %q takes longer than sdse computes; choose a shorter unit", unit, op.Name)
				return
			}
			c.Time, c.Units = c.Time+max(1, time.Int64()), 0
		}
	}
}

// inUnits is a number of thousandths of units in picoseconds.
func inUnits(thousandths, unit int64) *big.Int {
	product := new(big.Int).Mul(big.NewInt(thousandths), big.NewInt(unit))
	quotient, rest := product.QuoRem(product, big.NewInt(1000), new(big.Int))
	if r := rest.Int64(); r > 500 || r == 500 && quotient.Bit(0) == 1 {
		quotient.Add(quotient, big.NewInt(1))
	}
	return quotient
}
