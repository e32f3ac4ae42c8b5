package sesame_test

import (
	"math/big"

	"sdse/kpn"
	"sdse/sesame"
)

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

// costed is a duration in picoseconds: rounded, and at least 1 if it is not
// nothing. Nothing takes longer than MaxTime.
func costed(ps *big.Rat) sesame.Time {
	if ps.Sign() == 0 {
		return 0
	}
	n := rounded(ps)
	if !n.IsUint64() || n.Uint64() > uint64(sesame.MaxTime) {
		return sesame.MaxTime
	}
	return sesame.Time(max(1, n.Uint64()))
}

func whole(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }

func thousandth(n int64) *big.Rat { return big.NewRat(n, 1000) }

func times(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }

func plus(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }

// cyclesAt is how long a number of cycles takes at a frequency in Hz.
func cyclesAt(cycles *big.Rat, hertz int64) *big.Rat {
	ps := times(cycles, whole(1e12))
	return ps.Quo(ps, whole(hertz))
}

// refCost is what one execution of an operation costs.
type refCost struct {
	cycles *big.Rat
	energy *big.Rat // in fJ at the first operating point, beside the power
	rule   rule     // where the cycles come from
}

// price is what one execution of an operation costs, or nil if the processor
// type cannot do it.
func price(t *sesame.ProcessorType, app *kpn.Application, op *kpn.Operation) *refCost {
	c := cyclesOf(t, app, op)
	if c == nil {
		return nil
	}
	for _, name := range []string{app.Name + "." + op.Name, op.Name} {
		if n, ok := t.OperationEnergy[name]; ok {
			c.energy = whole(n)
			return c
		}
	}
	if own := costOn(t, op); own != nil {
		c.energy = whole(own.Energy)
		return c
	}
	c.energy = new(big.Rat)
	for _, count := range op.Signature {
		c.energy = plus(c.energy, times(whole(count.N), whole(t.ClassEnergy[count.Class])))
	}
	return c
}

// costOn is what the application itself says about an operation on a type.
func costOn(t *sesame.ProcessorType, op *kpn.Operation) *kpn.TypeCost {
	like := t.Like
	if like == "" {
		like = t.Name
	}
	for i := range op.Costs {
		if op.Costs[i].Type == like {
			return &op.Costs[i]
		}
	}
	return nil
}

func cyclesOf(t *sesame.ProcessorType, app *kpn.Application, op *kpn.Operation) *refCost {
	for _, name := range []string{app.Name + "." + op.Name, op.Name} {
		if n, ok := t.OperationCycles[name]; ok {
			return &refCost{cycles: thousandth(n), rule: ruleByName}
		}
	}
	if t.ListedOnly {
		return nil
	}
	if len(op.Costs) > 0 {
		return toldCycles(t, costOn(t, op))
	}
	if len(op.Signature) == 0 {
		return nil
	}
	sum := new(big.Rat)
	for _, count := range op.Signature {
		class, ok := t.ClassCycles[count.Class]
		if !ok {
			return nil
		}
		sum = plus(sum, times(whole(count.N), thousandth(class)))
	}
	return &refCost{cycles: sum, rule: ruleBySignature}
}

// toldCycles is what an application says in cycles. Times are those at the
// first operating point.
func toldCycles(t *sesame.ProcessorType, own *kpn.TypeCost) *refCost {
	if own == nil {
		return nil
	}
	inCycles := func(ps *big.Rat) *big.Rat { return times(ps, big.NewRat(t.Points[0].Frequency, 1e12)) }
	switch {
	case own.Units > 0 && t.Unit > 0:
		return &refCost{cycles: times(thousandth(own.Units), thousandth(t.Unit)), rule: ruleUnits}
	case own.Units > 0 && t.UnitTime > 0:
		return &refCost{cycles: inCycles(times(thousandth(own.Units), whole(int64(t.UnitTime)))), rule: ruleUnitTimes}
	case own.Units > 0:
		return nil // the platform gives a unit no length
	}
	return &refCost{cycles: inCycles(whole(own.Time)), rule: ruleToldTime}
}

type executionOf struct {
	kind, point, app, operation int
	n                           int64
}

// refExecution is an execute on a processor.
type refExecution struct {
	time sesame.Time
	own  sesame.Exact // energy beside the power of the processor
}

// execution is what an execute of a process takes.
func (s *system) execution(p *refProcess, e kpn.Event) refExecution {
	kind := s.platform.Processors[p.on.index].Type
	key := executionOf{kind, p.on.point, p.app.number, e.Arg, e.N}
	x, known := s.executions[key]
	if !known {
		if s.executions == nil {
			s.executions = map[executionOf]refExecution{}
		}
		x = s.newExecution(&s.platform.Types[kind], p.on.point, p.app.Application, e)
		s.executions[key] = x
	}
	return x
}

func (s *system) newExecution(t *sesame.ProcessorType, point int, app *kpn.Application, e kpn.Event) refExecution {
	once := price(t, app, &app.Operations[e.Arg])
	s.rules.note(once.rule)
	at, first := &t.Points[point], &t.Points[0]
	cycles := times(once.cycles, whole(e.N))
	own := times(once.energy, whole(e.N))
	s.rules.noteIf(own.Sign() > 0, ruleOwnEnergy)
	if at.Voltage > 0 && first.Voltage > 0 {
		ratio := big.NewRat(at.Voltage, first.Voltage)
		s.rules.noteIf(own.Sign() > 0 && at.Voltage != first.Voltage, ruleVoltage)
		own = times(own, times(ratio, ratio))
	}
	s.rules.noteIf(at.EnergyPerCycle > 0 && cycles.Sign() > 0, rulePerCycle)
	attojoules := times(plus(own, times(cycles, whole(at.EnergyPerCycle))), whole(1000))
	zeptojoules := new(big.Int).Mul(rounded(attojoules), big.NewInt(1000))
	return refExecution{costed(cyclesAt(cycles, at.Frequency)), sesame.ExactOf(zeptojoules)}
}

type cyclesOn struct {
	thousandths, hertz int64
}

// cycles is how long thousandths of cycles of a processor take.
func (s *system) cycles(on *refProcessor, thousandths int64) sesame.Time {
	key := cyclesOn{thousandths, on.kind.Points[on.point].Frequency}
	d, known := s.durations[key]
	if !known {
		if s.durations == nil {
			s.durations = map[cyclesOn]sesame.Time{}
		}
		d = costed(cyclesAt(thousandth(thousandths), key.hertz))
		s.durations[key] = d
	}
	return d
}

// issue is how long a processor takes to issue a DMA transfer: a number of
// cycles or a time.
func (s *system) issue(on *refProcessor, path *sesame.Path) sesame.Time {
	return s.cycles(on, path.Issue) + path.IssueTime
}

// hopTime is how long it takes to pass a hop: the latencies, plus the bytes over
// the smallest throughput.
func (s *system) hopTime(h *refHop, bytes int64) sesame.Time {
	d, known := h.times[bytes]
	if !known {
		d = s.newHopTime(h, bytes)
		h.times[bytes] = d
	}
	return d
}

func (s *system) newHopTime(h *refHop, bytes int64) sesame.Time {
	total, slowest := new(big.Rat), (*big.Rat)(nil)
	var bottleneck sesame.Access
	for _, i := range h.components {
		access := s.platform.Components[i].Read
		if h.write {
			access = s.platform.Components[i].Write
		}
		total = plus(total, whole(int64(access.Latency)))
		if access.Width > 0 {
			throughput := big.NewRat(access.Width, int64(access.Period))
			if slowest == nil || throughput.Cmp(slowest) < 0 {
				slowest, bottleneck = throughput, access
			}
		}
	}
	ideal := total.Sign() == 0 && slowest == nil && len(h.exclusive) == 0
	if slowest != nil {
		if rest := bytes % bottleneck.Width; bottleneck.WholeCycles && rest > 0 {
			s.rules.note(ruleWholeCycles)
			bytes += bottleneck.Width - rest
		}
		total = plus(total, new(big.Rat).Quo(whole(bytes), slowest))
	}
	if ideal {
		return 0
	}
	return max(1, costed(total))
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
