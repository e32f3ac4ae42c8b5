package sesame

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"sdse/kpn"
)

// This file finds out how long every event takes wherever it may happen, so that
// simulation only looks it up.

// price is what one execution of an operation takes on a processor type: a
// number of cycles, which take less time at a higher frequency, plus a time at
// the first operating point.
type price struct {
	possible bool
	cycles   *big.Int // millionths
	time     *big.Int // thousandths of a picosecond at the first operating point
}

// inCycles is a price of a number of thousandths of a cycle.
func inCycles(thousandths *big.Int) price {
	return price{possible: true, cycles: new(big.Int).Mul(thousandths, big.NewInt(1000)), time: new(big.Int)}
}

// duration is what a number of executions takes at a frequency.
func (p *price) duration(times, hertz, firstHertz int64) (Time, bool) {
	all := p.allCycles(firstHertz) // 10⁻¹⁵ of a cycle at a hertz are 10⁻³ ps
	return duration(all.Mul(all, big.NewInt(times)), new(big.Int).Mul(big.NewInt(hertz), big.NewInt(1000)))
}

// allCycles is the price in cycles, those that take the time included, in
// 10⁻¹⁵ of a cycle.
func (p *price) allCycles(firstHertz int64) *big.Int {
	sum := new(big.Int).Mul(p.cycles, big.NewInt(1e9))
	return sum.Add(sum, new(big.Int).Mul(p.time, big.NewInt(firstHertz)))
}

// priceOperations prices every operation on every processor type. A type that is meant
// to run everything must have a price for everything: nothing is free by oversight.
func (c *compiler) priceOperations() {
	for t := range c.m.Platform.Types {
		pt := &c.m.Platform.Types[t]
		prices := make([][]price, len(c.m.Space.Applications))
		for a, app := range c.m.Space.Applications {
			prices[a] = make([]price, len(app.Operations))
			for o := range app.Operations {
				op := &app.Operations[o]
				price, missing := priceOf(pt, app, op)
				if missing != "" && !pt.ListedOnly && (len(op.Costs) == 0 || foreignCost(pt, op) != nil) {
					c.failType(t, "processor type %q has no cost for operation %s.%s: %s (or declare operations = \"listed\")",
						pt.Name, app.Name, op.Name, missing)
				}
				prices[a][o] = price
			}
		}
		c.price = append(c.price, prices)
	}
}

// priceOf returns the price of an operation, or what is missing.
func priceOf(t *ProcessorType, app *kpn.Application, op *kpn.Operation) (_ price, missing string) {
	for _, name := range []string{app.Name + "." + op.Name, op.Name} {
		if n, ok := t.OperationCycles[name]; ok {
			return inCycles(big.NewInt(n)), ""
		}
	}
	if t.ListedOnly {
		return price{}, "it is not listed"
	}
	if len(op.Costs) > 0 {
		return priceOfForeign(t, op)
	}
	if len(op.Signature) == 0 {
		return price{}, fmt.Sprintf("add %s = … under cycles", op.Name)
	}
	sum := new(big.Int)
	for _, count := range op.Signature {
		class, ok := t.ClassCycles[count.Class]
		if !ok {
			return price{}, fmt.Sprintf("add %s = … under class_cycles", count.Class)
		}
		sum.Add(sum, new(big.Int).Mul(big.NewInt(count.N), big.NewInt(class)))
	}
	return inCycles(sum), ""
}

// foreignCost returns the cost that an operation gives for a type itself, or nil.
func foreignCost(t *ProcessorType, op *kpn.Operation) *kpn.TypeCost {
	name := t.Like
	if name == "" {
		name = t.Name
	}
	for i := range op.Costs {
		if op.Costs[i].Type == name {
			return &op.Costs[i]
		}
	}
	return nil
}

func priceOfForeign(t *ProcessorType, op *kpn.Operation) (price, string) {
	cost := foreignCost(t, op)
	if cost == nil {
		return price{}, "the application gives it none"
	}
	if cost.Units > 0 && t.Unit == 0 && t.UnitTime == 0 {
		return price{}, "say how long a unit of time lasts with unit = …"
	}
	// Units are thousandths, and so are cycles.
	p := price{possible: true, cycles: new(big.Int).Mul(big.NewInt(cost.Units), big.NewInt(t.Unit))}
	p.time = new(big.Int).Mul(big.NewInt(cost.Units), new(big.Int).SetUint64(uint64(t.UnitTime)))
	p.time.Add(p.time, new(big.Int).Mul(big.NewInt(cost.Time), big.NewInt(1000)))
	return p, ""
}

// priceClasses computes every duration there is: simulation only looks them up.
func (c *compiler) priceClasses() {
	m := c.m
	for t := range m.Platform.Types {
		pt := &m.Platform.Types[t]
		m.rows = append(m.rows, len(m.executeFor))
		for _, point := range pt.Points {
			m.pick = append(m.pick, c.dispatch(t, pt.Dispatch, point))
			m.switching = append(m.switching, c.dispatch(t, pt.Dispatch+pt.Switch, point))
			m.executeFor = append(m.executeFor, c.executeRow(t, point))
			m.executeEnergy = append(m.executeEnergy, c.executeEnergyRow(t, point))
		}
	}
	c.takes = map[[2]int]bool{}
	known := map[hopPrice]int32{}
	for i := range m.routes {
		r := &m.routes[i]
		for _, write := range []bool{true, false} {
			for h := range r.part(write) {
				hop := &r.part(write)[h]
				if hop.price >= 0 {
					continue // routes share parts
				}
				price := m.priceOf(r.path, write, hop)
				row, ok := known[price]
				if !ok {
					row = int32(len(m.moveFor))
					known[price] = row
					m.moveFor = append(m.moveFor, c.moveRow(price))
				}
				hop.price = row
			}
		}
	}
	c.priceIssues()
}

// dispatch is the time of a number of thousandths of a cycle in which a
// processor of a type picks a process.
func (c *compiler) dispatch(t int, thousandths int64, point OperatingPoint) Time {
	d, ok := cycles(1, thousandths, point.Frequency)
	if !ok {
		c.failType(t, "the dispatch of processor type %q takes longer than sdse computes", c.m.Platform.Types[t].Name)
	}
	return d
}

// priceIssues computes what the processors take to issue a DMA transfer.
func (c *compiler) priceIssues() {
	m := c.m
	m.issue = make([][]Time, len(m.Platform.Paths))
	for i := range m.Platform.Paths {
		path := &m.Platform.Paths[i]
		if !path.DMA {
			continue
		}
		for t := range m.Platform.Types {
			for _, point := range m.Platform.Types[t].Points {
				d, ok := cycles(1, path.Issue, point.Frequency)
				if d = d.plus(path.IssueTime); !ok || d == MaxTime {
					c.wrong.Add(m.Platform.File, path.Line, "issuing a transfer over path %q takes longer than sdse computes", path.Name)
				}
				m.issue[i] = append(m.issue[i], d)
			}
		}
	}
}

func (c *compiler) executeRow(t int, point OperatingPoint) []Time {
	row := make([]Time, len(c.m.execute))
	for k, x := range c.m.execute {
		price := c.price[t][x.app][x.operation]
		if !price.possible {
			continue // no process that needs it is ever mapped here
		}
		d, ok := price.duration(x.times, point.Frequency, c.m.Platform.Types[t].Points[0].Frequency)
		if !ok {
			c.failType(t, "operation %s takes longer than sdse computes on processor type %q",
				c.m.Space.Applications[x.app].Operations[x.operation].Name, c.m.Platform.Types[t].Name)
		}
		row[k] = d
	}
	return row
}

// executeEnergyRow is what each execute class takes beside the power of the
// processor, in aJ: operation by operation and cycle by cycle.
func (c *compiler) executeEnergyRow(t int, point OperatingPoint) []uint64 {
	row := make([]uint64, len(c.m.execute))
	pt := &c.m.Platform.Types[t]
	for k, x := range c.m.execute {
		app := c.m.Space.Applications[x.app]
		price := c.price[t][x.app][x.operation]
		if !price.possible {
			continue
		}
		// In 10⁻⁹ zJ, all multiplied by den: fJ per cycle, and fJ times the square of
		// a ratio. A time is a number of cycles too.
		sum := new(big.Int).Mul(big.NewInt(point.EnergyPerCycle), price.allCycles(pt.Points[0].Frequency))
		own := new(big.Int).Mul(energyOfOperation(pt, app, &app.Operations[x.operation]), big.NewInt(1e15))
		den := big.NewInt(1)
		if base := pt.Points[0].Voltage; base > 0 && point.Voltage > 0 {
			own.Mul(own, square(point.Voltage))
			den = square(base)
		}
		sum.Mul(sum, den)
		sum.Mul(sum.Add(sum, own), big.NewInt(x.times))
		sum = nearest(sum, den.Mul(den, big.NewInt(1e12)))
		if !sum.IsUint64() {
			c.failType(t, "operation %s takes more energy than sdse computes on processor type %q", app.Operations[x.operation].Name, pt.Name)
			continue
		}
		row[k] = sum.Uint64()
	}
	return row
}

func square(v int64) *big.Int { return new(big.Int).Mul(big.NewInt(v), big.NewInt(v)) }

// energyOfOperation is what one execution takes at the first operating point
// beside the power of the processor, in fJ.
func energyOfOperation(t *ProcessorType, app *kpn.Application, op *kpn.Operation) *big.Int {
	for _, name := range []string{app.Name + "." + op.Name, op.Name} {
		if e, ok := t.OperationEnergy[name]; ok {
			return big.NewInt(e)
		}
	}
	if cost := foreignCost(t, op); cost != nil {
		return big.NewInt(cost.Energy)
	}
	sum := new(big.Int)
	for _, count := range op.Signature {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(count.N), big.NewInt(t.ClassEnergy[count.Class])))
	}
	return sum
}

// hopPrice is everything that the duration of a transfer over a hop depends on.
type hopPrice struct {
	path    int
	write   bool
	latency Time   // sum over the components, saturating
	slowest Access // the access with the smallest throughput, the first of several; without width if there is none
	ideal   bool   // takes no time: no latency, no width, nobody to wait for
}

func (m *Model) priceOf(path int, write bool, h *hop) hopPrice {
	price := hopPrice{path: path, write: write}
	for _, i := range h.components {
		access := m.Platform.Components[i].Read
		if write {
			access = m.Platform.Components[i].Write
		}
		price.latency = price.latency.plus(access.Latency)
		access.Latency = 0
		if access.Width > 0 && (price.slowest.Width == 0 || access != price.slowest && slower(&access, &price.slowest)) {
			price.slowest = access
		}
	}
	price.ideal = price.latency == 0 && price.slowest.Width == 0 && len(h.exclusive) == 0
	return price
}

func (c *compiler) moveRow(price hopPrice) []Time {
	row := make([]Time, len(c.m.moves))
	for k, move := range c.m.moves {
		if move.write == price.write && c.mayTake(move.channel, price.path) {
			row[k] = c.moveTime(price, move)
		}
	}
	return row
}

// mayTake reports whether a path joins some places of the ends of a channel.
func (c *compiler) mayTake(channel int32, path int) bool {
	key := [2]int{int(channel), path}
	if may, ok := c.takes[key]; ok {
		return may
	}
	p, ch := &c.m.Platform.Paths[path], &c.m.channels[channel]
	may := slices.ContainsFunc(c.m.capable[ch.writer], func(from int) bool {
		return p.From[from] && slices.ContainsFunc(c.m.capable[ch.reader], func(to int) bool { return c.m.joins(p, from, to) })
	})
	c.takes[key] = may
	return may
}

func (c *compiler) moveTime(price hopPrice, move moveClass) Time {
	d, ok := price.of(new(big.Int).Mul(big.NewInt(move.tokens), big.NewInt(c.m.channels[move.channel].tokenBytes)))
	if !ok {
		path := &c.m.Platform.Paths[price.path]
		c.wrong.Add(c.m.Platform.File, path.Line, "a transfer over path %q takes longer than sdse computes", path.Name)
	}
	return d
}

// of is the duration of a transfer of so many bytes: the latencies of the
// components, each already rounded, plus the bytes over the smallest throughput
// among them. ok is false if it is beyond MaxTime.
func (price *hopPrice) of(bytes *big.Int) (d Time, ok bool) {
	num, den := new(big.Int).SetUint64(uint64(price.latency)), big.NewInt(1)
	if slowest := &price.slowest; slowest.Width > 0 {
		den = big.NewInt(slowest.Width)
		if slowest.WholeCycles {
			cycles := new(big.Int).Add(bytes, new(big.Int).Sub(den, big.NewInt(1)))
			bytes = new(big.Int).Mul(cycles.Div(cycles, den), den)
		}
		num.Mul(num, den)
		num.Add(num, new(big.Int).Mul(bytes, new(big.Int).SetUint64(uint64(slowest.Period))))
	}
	d, ok = duration(num, den)
	if !price.ideal {
		d = max(d, 1)
	}
	return d, ok && price.latency < MaxTime
}

// slower reports whether a has the smaller throughput of two.
func slower(a, b *Access) bool {
	hi, lo := bits.Mul64(uint64(a.Width), uint64(b.Period))
	otherHi, otherLo := bits.Mul64(uint64(b.Width), uint64(a.Period))
	return hi < otherHi || hi == otherHi && lo < otherLo
}
