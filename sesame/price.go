package sesame

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"sdse/kpn"
)

// This file finds out how long every event takes wherever it may happen, so that
// simulation only looks it up.

// priceOperations prices every operation on every processor type. A type that is meant
// to run everything must have a price for everything: nothing is free by oversight.
func (c *compiler) priceOperations() {
	for t := range c.m.Platform.Types {
		pt := &c.m.Platform.Types[t]
		prices := make([][]int64, len(c.m.Space.Applications))
		for a, app := range c.m.Space.Applications {
			prices[a] = make([]int64, len(app.Operations))
			for o := range app.Operations {
				price, missing := priceOf(pt, app, &app.Operations[o])
				if missing != "" && !pt.ListedOnly {
					c.failType(t, "processor type %q has no cost for operation %s.%s: %s (or declare operations = \"listed\")",
						pt.Name, app.Name, app.Operations[o].Name, missing)
				}
				prices[a][o] = price
			}
		}
		c.price = append(c.price, prices)
	}
}

// priceOf returns the price of an operation in thousandths of a cycle, or -1 and what is missing.
func priceOf(t *ProcessorType, app *kpn.Application, op *kpn.Operation) (price int64, missing string) {
	if price, ok := t.OperationCycles[app.Name+"."+op.Name]; ok {
		return price, ""
	}
	if price, ok := t.OperationCycles[op.Name]; ok {
		return price, ""
	}
	if t.ListedOnly {
		return -1, "it is not listed"
	}
	if len(op.Signature) == 0 {
		return -1, fmt.Sprintf("add %s = … under cycles", op.Name)
	}
	sum := new(big.Int)
	for _, count := range op.Signature {
		class, ok := t.ClassCycles[count.Class]
		if !ok {
			return -1, fmt.Sprintf("add %s = … under class_cycles", count.Class)
		}
		sum.Add(sum, new(big.Int).Mul(big.NewInt(count.N), big.NewInt(class)))
	}
	if !sum.IsInt64() {
		return tooMuch, ""
	}
	return sum.Int64(), ""
}

// tooMuch is the price of an operation beyond what sdse computes.
const tooMuch = math.MaxInt64

// priceClasses computes every duration there is: simulation only looks them up.
func (c *compiler) priceClasses() {
	m := c.m
	for t := range m.Platform.Types {
		pt := &m.Platform.Types[t]
		m.rows = append(m.rows, len(m.executeFor))
		for _, point := range pt.Points {
			pick, ok := cycles(1, pt.Dispatch, point.Frequency)
			if !ok {
				c.failType(t, "the dispatch of processor type %q takes longer than sdse computes", pt.Name)
			}
			m.pick = append(m.pick, pick)
			m.executeFor = append(m.executeFor, c.executeRow(t, point))
		}
	}
	rows := make([][]Time, len(m.Platform.Paths))
	for i := range m.routes {
		r := &m.routes[i]
		if rows[r.path] == nil { // the components of a group are alike, so any route of the path will do
			rows[r.path] = c.moveRow(r)
		}
		m.moveFor = append(m.moveFor, rows[r.path])
		m.contended = append(m.contended, m.contentionOf(r))
	}
}

func (c *compiler) executeRow(t int, point OperatingPoint) []Time {
	row := make([]Time, len(c.m.execute))
	for k, x := range c.m.execute {
		price := c.price[t][x.app][x.operation]
		if price < 0 {
			continue // no process that needs it is ever mapped here
		}
		d, ok := cycles(x.times, price, point.Frequency)
		if !ok || price == tooMuch {
			c.failType(t, "operation %s takes longer than sdse computes on processor type %q",
				c.m.Space.Applications[x.app].Operations[x.operation].Name, c.m.Platform.Types[t].Name)
		}
		row[k] = d
	}
	return row
}

func (c *compiler) moveRow(r *route) []Time {
	row := make([]Time, len(c.m.moves))
	for k, move := range c.m.moves {
		if !c.mayTake(&c.m.channels[move.channel], r.path) {
			continue // no mapping ever sends it here
		}
		row[k] = c.moveTime(r, move)
	}
	return row
}

// mayTake reports whether a path joins some places of the ends of a channel.
func (c *compiler) mayTake(ch *channel, path int) bool {
	p := &c.m.Platform.Paths[path]
	for _, from := range c.m.capable[ch.writer] {
		if p.From[from] && slices.ContainsFunc(c.m.capable[ch.reader], func(to int) bool { return p.joins(from, to) }) {
			return true
		}
	}
	return false
}

// moveTime is the duration of a transfer: the latencies of the components, each
// already rounded, plus the bytes over the smallest throughput among them.
func (c *compiler) moveTime(r *route, move moveClass) Time {
	bytes := new(big.Int).Mul(big.NewInt(move.tokens), big.NewInt(c.m.channels[move.channel].tokenBytes))
	latency, slowest, contended := new(big.Int), (*Access)(nil), false
	for _, i := range r.part(move.write) {
		component := &c.m.Platform.Components[i]
		access := &component.Read
		if move.write {
			access = &component.Write
		}
		contended = contended || component.Exclusive
		latency.Add(latency, new(big.Int).SetUint64(uint64(access.Latency)))
		if access.Width > 0 && (slowest == nil || slower(access, slowest)) {
			slowest = access
		}
	}
	num, den := latency, big.NewInt(1)
	if slowest != nil {
		den = big.NewInt(slowest.Width)
		num = new(big.Int).Mul(latency, den)
		num.Add(num, bytes.Mul(bytes, new(big.Int).SetUint64(uint64(slowest.Period))))
	}
	d, ok := duration(num, den)
	if !ok {
		path := &c.m.Platform.Paths[r.path]
		c.wrong.Add(c.m.Platform.File, path.Line, "a transfer over path %q takes longer than sdse computes", path.Name)
	}
	if contended || slowest != nil {
		d = max(d, 1) // only an ideal path takes no time: no latency, no width, nobody to wait for
	}
	return d
}

// slower reports whether a has the smaller throughput of two.
func slower(a, b *Access) bool {
	return new(big.Int).Mul(big.NewInt(a.Width), new(big.Int).SetUint64(uint64(b.Period))).Cmp(
		new(big.Int).Mul(big.NewInt(b.Width), new(big.Int).SetUint64(uint64(a.Period)))) < 0
}
