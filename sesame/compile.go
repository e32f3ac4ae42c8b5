package sesame

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/scenarios"
)

// maxStream bounds the events of one process in one iteration: a stream of
// four bytes each is kept in memory.
const maxStream = 1 << 28

// Compile turns a platform and a scenario space into a model. It fails with an
// *input.Error that lists everything that is wrong: an operation without a cost
// on a processor that should run it, a process that can run nowhere, a duration
// that is absurd.
func Compile(platform *Platform, space *scenarios.Space) (*Model, error) {
	c := &compiler{m: &Model{Platform: platform, Space: space}}
	c.number()
	c.costs()
	c.capabilities()
	c.routes()
	if c.wrong.Len() == 0 {
		c.compileStreams()
		c.priceClasses()
	}
	if err := c.wrong.Err(); err != nil {
		return nil, err
	}
	c.m.twins = c.m.findTwins()
	c.m.genome = newGenome(c.m)
	return c.m, nil
}

type compiler struct {
	m     *Model
	wrong input.Problems
	// price[type][application][operation] is the cost of one execution in
	// thousandths of a cycle, or -1 if the type cannot do it.
	price [][][]int64

	instances []int32 // per component group and processor: the component that it reaches, or -1
	private   []bool  // per component group: whether every processor has its own

	executeIndex map[executeClass]uint32
	moveIndex    map[moveClass]uint32
}

// failType records that something is wrong with a processor type.
func (c *compiler) failType(t int, format string, args ...any) {
	c.wrong.Add(c.m.Platform.File, c.m.Platform.Types[t].Line, format, args...)
}

// failProcess records that something is wrong with a process.
func (c *compiler) failProcess(a, p int, format string, args ...any) {
	app := c.m.Space.Applications[a]
	c.wrong.Add(app.File, app.Processes[p].Line, format, args...)
}

// number gives processes and channels their numbers over all applications, and
// processors their clocks.
func (c *compiler) number() {
	m := c.m
	for i, p := range m.Platform.Processors {
		m.clock = append(m.clock, i)
		if p.OneClock {
			m.clock[i] = slices.IndexFunc(m.Platform.Processors, func(o Processor) bool { return o.Group == p.Group })
		}
	}
	m.firstProcess, m.firstChannel = []int{0}, []int{0}
	for _, app := range m.Space.Applications {
		first := m.Processes()
		for _, ch := range app.Channels {
			m.channels = append(m.channels, channel{writer: int32(first + ch.Writer), reader: int32(first + ch.Reader),
				tokenBytes: ch.TokenBytes, capacity: ch.Capacity, initial: ch.Initial})
		}
		m.firstProcess = append(m.firstProcess, first+len(app.Processes))
		m.firstChannel = append(m.firstChannel, m.Channels()+len(app.Channels))
	}
}

// costs prices every operation on every processor type. A type that is meant
// to run everything must have a cost for everything: nothing is free by oversight.
func (c *compiler) costs() {
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

// priceOf returns the cost of an operation, or -1 and what is missing.
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

// capabilities finds the processors that can run each process: those that can
// do every operation the process does in any scenario.
func (c *compiler) capabilities() {
	m := c.m
	for a, app := range m.Space.Applications {
		for p := range app.Processes {
			needs := operationsOf(app, p)
			var able []int
			for i, processor := range m.Platform.Processors {
				prices := c.price[processor.Type][a]
				// A type that is not an accelerator is meant to run everything:
				// what it has no cost for has been complained about already.
				if !c.m.Platform.Types[processor.Type].ListedOnly || !slices.ContainsFunc(needs, func(o int) bool { return prices[o] < 0 }) {
					able = append(able, i)
				}
			}
			if len(able) == 0 {
				c.failProcess(a, p, "no processor can run process %q: it needs %s; give a processor type costs for all of them",
					app.Processes[p].Name, operationNames(app, needs))
			}
			m.capable = append(m.capable, able)
		}
	}
}

func operationsOf(app *kpn.Application, process int) []int {
	var needs []int
	for s := range app.Scenarios {
		for e := range app.Scenarios[s].Traces[process].Distinct() {
			if e.Kind == kpn.Execute && !slices.Contains(needs, e.Arg) {
				needs = append(needs, e.Arg)
			}
		}
	}
	slices.Sort(needs)
	return needs
}

func operationNames(app *kpn.Application, operations []int) string {
	names := make([]string, len(operations))
	for i, o := range operations {
		names[i] = app.Operations[o].Name
	}
	return strings.Join(names, ", ")
}

// compileStreams turns traces into codes. A fragment that several scenarios
// share becomes one slice of codes.
func (c *compiler) compileStreams() {
	c.executeIndex, c.moveIndex = map[executeClass]uint32{}, map[moveClass]uint32{}
	c.classify()
	m := c.m
	for a, app := range m.Space.Applications {
		shared := map[*kpn.Fragment][]uint32{}
		perScenario := make([][]stream, len(app.Scenarios))
		for s := range app.Scenarios {
			sc := &app.Scenarios[s]
			for p, f := range sc.Traces {
				if f.Len() > maxStream {
					c.failProcess(a, p, "process %q has %d events in an iteration of scenario %q; at most %d can be simulated",
						app.Processes[p].Name, f.Len(), sc.Name, maxStream)
					continue
				}
				codes, ok := shared[f]
				if !ok {
					codes = make([]uint32, 0, f.Len())
					for e := range f.Events() {
						codes = append(codes, c.code(a, e))
					}
					shared[f] = codes
				}
				if sc.Iterations < 1 {
					codes = nil
				}
				perScenario[s] = append(perScenario[s], stream{codes: codes, times: sc.Iterations})
			}
		}
		m.streams = append(m.streams, perScenario)
	}
}

// classify numbers the distinct events of all traces.
func (c *compiler) classify() {
	for a, app := range c.m.Space.Applications {
		for s := range app.Scenarios {
			for _, f := range app.Scenarios[s].Traces {
				for e := range f.Distinct() {
					c.addClass(a, e)
				}
			}
		}
	}
}

func (c *compiler) addClass(a int, e kpn.Event) {
	if e.Kind == kpn.Execute {
		x := executeClass{operation: int32(e.Arg), app: int32(a), times: e.N}
		if _, ok := c.executeIndex[x]; !ok {
			c.executeIndex[x] = uint32(len(c.m.execute))
			c.m.execute = append(c.m.execute, x)
		}
		return
	}
	x := c.moveOf(a, e)
	if _, ok := c.moveIndex[x]; !ok {
		c.moveIndex[x] = uint32(len(c.m.moves))
		c.m.moves = append(c.m.moves, x)
	}
}

func (c *compiler) moveOf(a int, e kpn.Event) moveClass {
	return moveClass{channel: int32(c.m.firstChannel[a] + e.Arg), write: e.Kind == kpn.Write, tokens: e.N}
}

func (c *compiler) code(a int, e kpn.Event) uint32 {
	if e.Kind == kpn.Execute {
		return c.executeIndex[executeClass{operation: int32(e.Arg), app: int32(a), times: e.N}]
	}
	return uint32(len(c.m.execute)) + c.moveIndex[c.moveOf(a, e)]
}

// priceClasses computes every duration there is: simulation only looks them up.
func (c *compiler) priceClasses() {
	m := c.m
	for t := range m.Platform.Types {
		pt := &m.Platform.Types[t]
		m.rows = append(m.rows, len(m.cost))
		for _, point := range pt.Points {
			pick, ok := cycles(1, pt.Dispatch, point.Frequency)
			if !ok {
				c.failType(t, "the dispatch of processor type %q takes longer than sdse computes", pt.Name)
			}
			m.pick = append(m.pick, pick)
			m.cost = append(m.cost, c.executeRow(t, point))
		}
	}
	for r := range m.routes {
		row := make([]Time, len(m.moves))
		for k, move := range m.moves {
			row[k] = c.moveTime(&m.routes[r], move)
		}
		m.moveFor = append(m.moveFor, row)
		m.contended = append(m.contended, m.contentionOf(&m.routes[r]))
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
