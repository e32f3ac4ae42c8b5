package sdf3

import (
	"fmt"

	"sdse/kpn"
)

// builder puts an application together.
type builder struct {
	r          *reader
	app        *kpn.Application
	operations map[string]int  // by actor and costs
	made       map[string]int  // how many an actor has
	taken      map[string]bool // names of operations
	long       bool            // it has been told that a time is too long
	outPorts   [][]int         // per process: the channels it writes, in the order of its ports
	noBytes    []string        // channels whose token size is unknown
	at         *element        // where the first of them is
}

func newBuilder(r *reader, name string) *builder {
	return &builder{r: r, app: &kpn.Application{Name: name, File: r.file, Firing: r.how.Firing},
		operations: map[string]int{}, made: map[string]int{}, taken: map[string]bool{}}
}

func (b *builder) process(name string, line int) int {
	b.app.Processes = append(b.app.Processes, kpn.Process{Name: name, Line: line})
	return len(b.app.Processes) - 1
}

// channel adds a channel. The capacity is what the caller of Load asks for, else
// what the file says, else none.
func (b *builder) channel(name string, writer, reader int, initial int64, p channelProperties, at *element) int {
	c := kpn.Channel{Name: name, Writer: writer, Reader: reader, TokenBytes: p.bytes, Capacity: kpn.Unbounded, Initial: initial}
	if p.at != nil && p.capacity >= 0 {
		c.Capacity = max(1, p.capacity)
	}
	if b.r.how.Capacity > 0 {
		c.Capacity = b.r.how.Capacity
	}
	if p.at == nil || p.bytes < 0 {
		c.TokenBytes = 1
		b.noBytes = append(b.noBytes, name)
		if b.at == nil {
			b.at = at
		}
	}
	if c.Initial > c.Capacity {
		b.r.problem(at, "channel %q starts with %d tokens but holds only %d; raise the capacity", name, c.Initial, c.Capacity)
	}
	b.app.Channels = append(b.app.Channels, c)
	return len(b.app.Channels) - 1
}

// operation returns the operation of an actor that costs so much, and makes it
// if there is none. The first of an actor is called like it; others get the
// suffix, or a number without one.
func (b *builder) operation(actor string, costs []kpn.TypeCost, suffix string) int {
	key := fmt.Sprintf("%q %v", actor, costs)
	if o, ok := b.operations[key]; ok {
		return o
	}
	name := actor
	if n := b.made[actor]; n > 0 {
		if suffix == "" {
			suffix = fmt.Sprint(n + 1)
		}
		name += "." + suffix
	}
	name = unique(name, b.taken)
	o := len(b.app.Operations)
	b.app.Operations = append(b.app.Operations, kpn.Operation{Name: name, Costs: costs})
	b.operations[key] = o
	b.made[actor]++
	return o
}

func (b *builder) scenario(name string, weight float64, traces []*kpn.Fragment) {
	b.app.Scenarios = append(b.app.Scenarios, kpn.Scenario{Name: name, Weight: weight,
		Iterations: max(1, b.r.how.Iterations), Traces: traces})
}

// finish does what the caller of Load asks for beyond the file's own behaviour,
// and hands the application over.
func (b *builder) finish() {
	if len(b.noBytes) > 0 {
		b.r.warn(b.at, "no token size for %s: 1 byte is assumed", list(b.noBytes))
	}
	if b.r.how.InitialWritten && b.outPorts == nil {
		b.r.problem(nil, "initial tokens can be written first in sdf and csdf graphs only: here every scenario would write them anew")
	}
	b.startTraces()
	b.r.out.Application = b.app
}

// startTraces puts in front of the traces what comes before the first firing, a
// write of the initial tokens or an execute of nothing. All iterations are then
// one.
func (b *builder) startTraces() {
	written := make([][]kpn.Event, len(b.app.Processes))
	if b.r.how.InitialWritten {
		written = b.initialWrites()
	}
	for s := range b.app.Scenarios {
		sc := &b.app.Scenarios[s]
		if b.r.how.InitialWritten {
			for p, f := range sc.Traces {
				sc.Traces[p] = kpn.Sequence(kpn.NewFragment(written[p]), f.Repeat(int64(sc.Iterations)))
			}
			sc.Iterations = 1
		}
		if b.r.how.StartTogether {
			sc.StartTogether()
		}
	}
}

// initialWrites takes the initial tokens out of the channels and returns the
// writes by their producers, in the order of the ports.
func (b *builder) initialWrites() [][]kpn.Event {
	written := make([][]kpn.Event, len(b.app.Processes))
	for p := range b.outPorts {
		for _, c := range b.outPorts[p] {
			ch := &b.app.Channels[c]
			if ch.Initial > 0 {
				written[p] = append(written[p], kpn.Event{Kind: kpn.Write, Arg: c, N: ch.Initial})
				ch.Initial = 0
			}
		}
	}
	return written
}
