package tgff

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"sdse/kpn"
)

// build makes the application of a graph.
func (p *parser) build(g *Graph, name string, how kpn.Reading) {
	app := &kpn.Application{Name: name, File: p.file, Firing: how.Firing}
	g.Application = app
	operations := map[int64]int{}
	for _, t := range g.tasks {
		app.Processes = append(app.Processes, kpn.Process{Name: t.name, Line: t.line})
		if _, ok := operations[t.kind]; !ok {
			operations[t.kind] = len(app.Operations)
			app.Operations = append(app.Operations, p.operation(t, how))
		}
	}
	p.channels(g, how)
	if len(g.arcs) > 0 && len(p.quantities) == 0 {
		p.warn(g.Line, "there is no table of quantities, so the arcs of graph %s move 0 bytes", g.Index)
	}
	scenario := kpn.Scenario{Name: "default", Weight: 1, Iterations: max(1, how.Iterations)}
	in, out := make([][]int, len(g.tasks)), make([][]int, len(g.tasks))
	for i, a := range g.arcs {
		in[a.to], out[a.from] = append(in[a.to], i), append(out[a.from], i)
	}
	for i, t := range g.tasks {
		var events []kpn.Event
		for _, c := range in[i] {
			events = append(events, kpn.Event{Kind: kpn.Read, Arg: c, N: 1})
		}
		events = append(events, kpn.Event{Kind: kpn.Execute, Arg: operations[t.kind], N: 1})
		for _, c := range out[i] {
			events = append(events, kpn.Event{Kind: kpn.Write, Arg: c, N: 1})
		}
		scenario.Traces = append(scenario.Traces, kpn.NewFragment(events))
	}
	if how.StartTogether {
		scenario.StartTogether()
	}
	app.Scenarios = []kpn.Scenario{scenario}
	if err := kpn.CheckLive(app, &app.Scenarios[0]); err != nil {
		p.wrong(g.Line, "%v", err)
		return
	}
	p.timing(g, out, how)
}

// channels makes a channel of every arc. An arc whose name is taken gets a number.
func (p *parser) channels(g *Graph, how kpn.Reading) {
	capacity := how.Capacity
	if capacity == 0 {
		capacity = kpn.Unbounded
	}
	taken := map[string]bool{}
	for _, a := range g.arcs {
		taken[a.name] = true
	}
	used := map[string]int{}
	for _, a := range g.arcs {
		name := a.name
		for used[a.name]++; used[a.name] > 1; used[a.name]++ {
			if name = fmt.Sprintf("%s/%d", a.name, used[a.name]); !taken[name] {
				taken[name] = true
				p.warn(a.line, "there are several arcs named %q; this one is called %q", short(a.name), short(name))
				break
			}
		}
		g.Application.Channels = append(g.Application.Channels, kpn.Channel{Name: name, Writer: a.from, Reader: a.to,
			TokenBytes: p.quantity(a), Capacity: capacity})
	}
}

// quantity returns the bytes that an arc moves. Parts of a byte are rounded up.
func (p *parser) quantity(a arc) int64 {
	r := p.quantities[a.kind]
	if r == nil {
		if len(p.quantities) > 0 {
			p.wrong(a.line, "no table has a quantity for arcs of type %d; add it to a block COMMUN_QUANT", a.kind)
		}
		return 0
	}
	quantity := r.get("quantity")
	whole := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(quantity.Num()), quantity.Denom()))
	if quantity.Sign() < 0 || !whole.IsInt64() || whole.Int64() > maxBytes {
		p.wrong(r.line, "the quantity of arcs of type %d is not between 0 and %d bytes", a.kind, int64(maxBytes))
		return 0
	}
	return whole.Int64()
}

// maxBytes bounds a token, so that a buffer of many can be counted.
const maxBytes = 1 << 40

// operation prices a type of task on every processing element that it is valid
// on. Of several versions on one the fastest counts.
func (p *parser) operation(t task, how kpn.Reading) kpn.Operation {
	op := kpn.Operation{Name: fmt.Sprintf("type-%d", t.kind)}
	last := -1
	for _, priced := range p.prices[t.kind] {
		cost := p.cost(&p.result.Processors[priced.table], priced.row, how)
		if priced.table != last {
			op.Costs = append(op.Costs, cost)
			last = priced.table
			continue
		}
		best := &op.Costs[len(op.Costs)-1]
		if cmp.Or(cmp.Compare(cost.Time, best.Time), cmp.Compare(cost.Units, best.Units), cmp.Compare(cost.Energy, best.Energy)) < 0 {
			*best = cost
		}
	}
	if len(op.Costs) == 0 && len(p.result.Processors) > 0 {
		p.warn(t.line, "no table has a valid row for tasks of type %d: they can only run where the platform gives operation %s a cost", t.kind, op.Name)
	}
	slices.SortFunc(op.Costs, func(a, b kpn.TypeCost) int { return cmp.Compare(a.Type, b.Type) })
	return op
}

// cost is what a row says. Power times time is the energy.
func (p *parser) cost(table *Table, r *row, how kpn.Reading) kpn.TypeCost {
	c := kpn.TypeCost{Type: table.Name}
	switch ps := p.picoseconds(how); {
	case ps != nil:
		c.Time = p.whole(r.line, "time", r.time(), ps)
	default:
		c.Units = p.whole(r.line, "time", r.time(), big.NewRat(1000, 1))
	}
	if power := r.power(); power != nil && p.result.Seconds {
		joules := new(big.Rat).Mul(power, r.time())
		c.Energy = p.whole(r.line, "energy", joules, big.NewRat(1e15, 1))
	}
	return c
}

// picoseconds is how many picoseconds a unit of time of the file lasts, or nil if
// nobody knows.
func (p *parser) picoseconds(how kpn.Reading) *big.Rat {
	switch {
	case p.result.Seconds:
		return big.NewRat(1e12, 1)
	case how.Unit > 0:
		return big.NewRat(how.Unit, 1)
	}
	return nil
}

// most bounds times and energies, so that sums of them do not overflow.
const most = 1 << 56

// whole returns a value in a finer unit, rounded to the nearest, ties to even,
// and at least 1 if it is not 0.
func (p *parser) whole(line int, what string, value, scale *big.Rat) int64 {
	v := new(big.Rat).Mul(value, scale)
	if v.Sign() < 0 || v.Cmp(big.NewRat(most, 1)) > 0 {
		p.wrong(line, "the %s is negative or larger than sdse computes", what)
		return 0
	}
	quotient, rest := new(big.Int).QuoRem(v.Num(), v.Denom(), new(big.Int))
	n := quotient.Int64()
	switch rest.Lsh(rest, 1).Cmp(v.Denom()) {
	case 1:
		n++
	case 0:
		n += n & 1
	}
	if v.Sign() > 0 {
		n = max(n, 1)
	}
	return n
}

// timing sets the period and the deadline. An iteration is in time if it is
// complete by the tightest deadline of a task that nothing follows: hard ones,
// or if there are none soft ones. Deadlines of other tasks cannot be expressed.
func (p *parser) timing(g *Graph, out [][]int, how kpn.Reading) {
	if g.Period == nil && len(g.Deadlines) == 0 {
		return
	}
	ps := p.picoseconds(how)
	if ps == nil {
		p.warn(g.Line, "the times of graph %s have no unit, so its period and deadlines are left out; say how long a unit is with unit = \"1 us\" or the like", g.Index)
		return
	}
	timing := &g.Application.Timing
	if g.Period != nil {
		timing.Period = p.whole(g.Line, "period", g.Period, ps)
	}
	hard := slices.ContainsFunc(g.Deadlines, func(d Deadline) bool { return d.Hard && len(out[d.Task]) == 0 })
	left, used := 0, map[int64]bool{}
	for _, d := range g.Deadlines {
		if len(out[d.Task]) > 0 || hard && !d.Hard {
			left++
			continue
		}
		at := p.whole(d.line, "deadline", d.At, ps)
		used[at] = true
		if timing.Deadline == 0 || at < timing.Deadline {
			timing.Deadline = max(at, 1)
		}
	}
	if left > 0 {
		p.warn(g.Line, "%d of the %d deadlines of graph %s are left out: those of tasks that others follow, and soft ones beside hard ones", left, len(g.Deadlines), g.Index)
	}
	if len(used) > 1 {
		p.warn(g.Line, "the last tasks of graph %s have different deadlines; the tightest one holds for all", g.Index)
	}
}
