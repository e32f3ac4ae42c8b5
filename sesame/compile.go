package sesame

import (
	"slices"
	"strings"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/scenarios"
)

// Compile turns a platform and a scenario space into a model. It fails with an
// *input.Error that lists everything that is wrong: an operation without a cost
// on a processor that should run it, a process that can run nowhere, a duration
// that is absurd.
func Compile(platform *Platform, space *scenarios.Space) (*Model, error) {
	return compile(platform, space, maxPassed)
}

func compile(platform *Platform, space *scenarios.Space, mostPassed int) (*Model, error) {
	c := &compiler{m: &Model{Platform: platform, Space: space}, mostPassed: mostPassed}
	c.number()
	c.priceOperations()
	c.capabilities()
	c.m.findWheels()
	c.routes()
	c.m.findQueues(c.m.needsQueue)
	if c.wrong.Len() == 0 {
		c.compileStreams()
		c.priceClasses()
	}
	if err := c.wrong.Err(); err != nil {
		return nil, err
	}
	c.m.compileFast()
	c.m.twins = c.m.findTwins()
	c.m.genome = newGenome(c.m)
	return c.m, nil
}

// maxBuffer bounds the bytes of a channel's buffer, so that sums of them and the
// bytes of a transfer cannot overflow.
const maxBuffer = 1 << 50

type compiler struct {
	m     *Model
	wrong input.Problems
	price [][][]price // per type, application and operation

	instances  []instances // per component group
	mostPassed int         // components of all routes

	takes map[[2]int]bool // by channel and path: whether the channel may take it

	executeIndex map[executeClass]uint32
	moveIndex    map[moveClass]uint32
	firingIndex  map[string]uint32 // by the codes of the firing
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
			m.clock[i] = slices.IndexFunc(m.Platform.Processors, func(o Processor) bool { return o.Group == p.Group && o.Cluster == p.Cluster })
		}
	}
	m.firstProcess, m.firstChannel = []int{0}, []int{0}
	for a, app := range m.Space.Applications {
		first := m.Processes()
		for _, ch := range app.Channels {
			if ch.Capacity != kpn.Unbounded && bytesOf(ch.Capacity, ch.TokenBytes) > maxBuffer {
				c.failProcess(a, ch.Writer, "the buffer of channel %q, %d tokens of %d B, is larger than the %d B that sdse computes with",
					ch.Name, ch.Capacity, ch.TokenBytes, int64(maxBuffer))
			}
			m.channels = append(m.channels, channel{writer: int32(first + ch.Writer), reader: int32(first + ch.Reader),
				tokenBytes: ch.TokenBytes, capacity: ch.Capacity, initial: ch.Initial})
		}
		c.checkTransfers(a, app)
		m.firstProcess = append(m.firstProcess, first+len(app.Processes))
		m.firstChannel = append(m.firstChannel, m.Channels()+len(app.Channels))
	}
}

// capabilities finds the processors that can run each process: those that can
// do every operation the process does in any scenario.
func (c *compiler) capabilities() {
	m := c.m
	incomplete := c.wrong.Len() > 0
	for a, app := range m.Space.Applications {
		for p := range app.Processes {
			needs := operationsOf(app, p)
			var able []int
			for i, processor := range m.Platform.Processors {
				prices := c.price[processor.Type][a]
				// What a type lacks though it is meant to run everything has been
				// complained about already.
				if incomplete && !c.m.Platform.Types[processor.Type].ListedOnly || !slices.ContainsFunc(needs, func(o int) bool { return !prices[o].possible }) {
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

// maxEvents bounds the events of all traces together, each shared fragment once
// and each iteration once: they are kept in memory, four bytes each.
const maxEvents = 1 << 26

// checkSize refuses traces that would not fit into memory, at the process whose
// trace goes beyond.
func (c *compiler) checkSize() {
	var sum int64
	seen := map[*kpn.Fragment]bool{}
	for a, app := range c.m.Space.Applications {
		for s := range app.Scenarios {
			for p, f := range app.Scenarios[s].Traces {
				if seen[f] {
					continue
				}
				seen[f] = true
				if sum += f.Len(); sum > maxEvents {
					c.failProcess(a, p, "with process %q in scenario %q the traces hold more than %d events; make loops of a scenario iterations",
						app.Processes[p].Name, app.Scenarios[s].Name, int64(maxEvents))
					return
				}
			}
		}
	}
}

// compileStreams turns traces into codes. A fragment that several scenarios
// share becomes one slice of codes.
func (c *compiler) compileStreams() {
	if c.checkSize(); c.wrong.Len() > 0 {
		return
	}
	c.executeIndex, c.moveIndex, c.firingIndex = map[executeClass]uint32{}, map[moveClass]uint32{}, map[string]uint32{}
	c.classify()
	m := c.m
	for a, app := range m.Space.Applications {
		shared := map[*kpn.Fragment]stream{}
		perScenario := make([][]stream, len(app.Scenarios))
		for s := range app.Scenarios {
			sc := &app.Scenarios[s]
			for _, f := range sc.Traces {
				of, ok := shared[f]
				if !ok {
					of = c.stream(a, f)
					shared[f] = of
				}
				if of.times = sc.Iterations; sc.Iterations < 1 {
					of.codes = nil
				}
				perScenario[s] = append(perScenario[s], of)
			}
		}
		m.streams = append(m.streams, perScenario)
	}
}

// stream turns a trace into codes.
func (c *compiler) stream(a int, f *kpn.Fragment) (s stream) {
	s.codes = make([]uint32, 0, f.Len())
	for e := range f.Events() {
		s.codes = append(s.codes, c.code(a, e))
	}
	if c.m.Space.Applications[a].Firing == kpn.SDFFiring {
		s.firings = c.findFirings(s.codes)
	}
	return s
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
