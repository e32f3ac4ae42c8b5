package sesame_test

import (
	"math/big"

	"sdse/kpn"
	"sdse/sesame"
)

// refComponent is a component of the platform.
type refComponent struct {
	freePorts int
	use       sesame.ComponentUse
}

// refPart is what the producer or the consumer of a channel has to pass.
type refPart struct {
	components []int
	exclusive  []int
	duration   sesame.Time
}

// rounded is the nearest whole number, the even one of two equally near ones.
func rounded(x *big.Rat) *big.Int {
	twice := new(big.Int).Lsh(x.Num(), 1)
	twice.Add(twice, x.Denom())
	den := new(big.Int).Lsh(x.Denom(), 1)
	whole, rest := new(big.Int).DivMod(twice, den, new(big.Int)) // ⌊x + ½⌋
	if rest.Sign() == 0 && whole.Bit(0) == 1 {
		whole.Sub(whole, big.NewInt(1))
	}
	return whole
}

// costed is a duration in picoseconds: rounded, and at least 1 if it is not nothing.
func costed(ps *big.Rat) sesame.Time {
	if ps.Sign() == 0 {
		return 0
	}
	return sesame.Time(max(1, rounded(ps).Uint64()))
}

func whole(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }

func thousandth(n int64) *big.Rat { return big.NewRat(n, 1000) }

// cyclesAt is how long a number of cycles takes at a frequency in Hz.
func cyclesAt(cycles *big.Rat, hertz int64) sesame.Time {
	ps := new(big.Rat).Mul(cycles, whole(1e12))
	return costed(ps.Quo(ps, whole(hertz)))
}

// price is the cost of one execution of an operation in cycles, or nil if the
// processor type cannot do it.
func price(t *sesame.ProcessorType, app *kpn.Application, op *kpn.Operation) *big.Rat {
	for _, name := range []string{app.Name + "." + op.Name, op.Name} {
		if n, ok := t.OperationCycles[name]; ok {
			return thousandth(n)
		}
	}
	if t.ListedOnly || len(op.Signature) == 0 {
		return nil
	}
	sum := new(big.Rat)
	for _, count := range op.Signature {
		class, ok := t.ClassCycles[count.Class]
		if !ok {
			return nil
		}
		sum.Add(sum, new(big.Rat).Mul(whole(count.N), thousandth(class)))
	}
	return sum
}

func (r *refRun) executionTime(p *refProcess, e kpn.Event) sesame.Time {
	once := price(p.on.kind, p.app, &p.app.Operations[e.Arg])
	return cyclesAt(once.Mul(once, whole(e.N)), p.on.point.Frequency)
}

// partOf is what a transfer has to pass, and for how long: the latencies, plus
// the bytes over the smallest throughput.
func (r *refRun) partOf(p *refProcess, e kpn.Event) refPart {
	channel := p.first + e.Arg
	var part refPart
	latency, slowest := new(big.Rat), (*big.Rat)(nil)
	for _, i := range r.design.passed(channel, e.Kind == kpn.Write, p.on.index) {
		c := &r.system.platform.Components[i]
		access := c.Read
		if e.Kind == kpn.Write {
			access = c.Write
		}
		part.components = append(part.components, i)
		if c.Exclusive {
			part.exclusive = append(part.exclusive, i)
		}
		latency.Add(latency, whole(int64(access.Latency)))
		if access.Width > 0 {
			throughput := big.NewRat(access.Width, int64(access.Period))
			if slowest == nil || throughput.Cmp(slowest) < 0 {
				slowest = throughput
			}
		}
	}
	total := latency
	if slowest != nil {
		bytes := new(big.Rat).Mul(whole(e.N), whole(p.app.Channels[e.Arg].TokenBytes))
		total = total.Add(total, bytes.Quo(bytes, slowest))
	}
	part.duration = costed(total)
	ideal := latency.Sign() == 0 && slowest == nil && len(part.exclusive) == 0
	if !ideal {
		part.duration = max(part.duration, 1)
	}
	return part
}

// energy is a power in nW over a time in ps.
func energy(nanowatts int64, t sesame.Time) sesame.Exact {
	return sesame.ExactOf(new(big.Int).Mul(big.NewInt(nanowatts), new(big.Int).SetUint64(uint64(t))))
}

// femtojoules is a number of fJ times another number.
func femtojoules(each, times int64) sesame.Exact {
	product := new(big.Int).Mul(big.NewInt(each), big.NewInt(times))
	return sesame.ExactOf(product.Mul(product, big.NewInt(1e6)))
}
