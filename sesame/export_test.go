package sesame

import (
	"math/big"
	"slices"
	"strings"

	"sdse/kpn/input"
	"sdse/scenarios"
)

// ExactOf returns an energy of a number of zeptojoules.
func ExactOf(zeptojoules *big.Int) Exact {
	hi := new(big.Int).Rsh(zeptojoules, 64)
	return Exact{hi: hi.Uint64(), lo: new(big.Int).And(zeptojoules, new(big.Int).SetUint64(1<<64-1)).Uint64()}
}

// Tokens returns how many tokens the last simulation wrote to and read from a
// channel, for the tests that look at what is conserved.
func (s *Simulator) Tokens(channel int) (written, read int64) {
	for k, times := range s.tally.moved {
		switch move := &s.m.moves[k]; {
		case int(move.channel) != channel:
		case move.write:
			written += times * move.tokens
		default:
			read += times * move.tokens
		}
	}
	return written, read
}

// SimulateGeneral simulates with the general kernel.
func (s *Simulator) SimulateGeneral(scenario int) Outcome { return s.simulateAny(scenario) }

// SimulateFast simulates with the fast kernel, if it can.
func (s *Simulator) SimulateFast(scenario int) (Outcome, bool) {
	l := s.lanes[0]
	if !s.fastCan(l, s.genes, scenario) {
		return Outcome{}, false
	}
	l.run()
	return l.outcome()
}

// Steps returns how many steps the fast kernel takes.
func (s *Simulator) Steps(genes []int, scenario int) (n int) {
	l := s.lanes[0]
	if !s.fastCan(l, genes, scenario) {
		return 0
	}
	for {
		for l.step() {
			n++
		}
		if !l.resume() {
			return n
		}
	}
}

// LookAtEveryIteration makes the first lane look for repetition at every
// iteration, however short.
func (s *Simulator) LookAtEveryIteration() { s.lanes[0].skip.eager = true }

// Skipped reports whether the last simulation of the first lane skipped anything.
func (s *Simulator) Skipped() bool { return s.lanes[0].skip.jumps > 0 }

// QueueEverything has requests for all contended components wait in queues, also
// where they could be granted ahead.
func (m *Model) QueueEverything() {
	m.findQueues(func(i int32) bool { return m.Platform.Components[i].Exclusive })
}

// CompileWithin compiles like Compile, but only so many components may be passed
// by all routes together.
func CompileWithin(platform *Platform, space *scenarios.Space, mostPassed int) (*Model, error) {
	return compile(platform, space, mostPassed)
}

// Ways returns what every route from a processor to another passes, hop by hop:
// "path: write components / read components [buffer]", with | between hops.
func (m *Model) Ways(from, to string) []string {
	number := func(name string) int {
		return slices.IndexFunc(m.Platform.Processors, func(p Processor) bool { return p.Name == name })
	}
	passed := func(p part) string {
		var hops []string
		for _, h := range p {
			var names []string
			for _, i := range h.components {
				names = append(names, m.Platform.Components[i].Name)
			}
			hops = append(hops, strings.Join(names, " "))
		}
		return strings.Join(hops, " | ")
	}
	var ways []string
	for _, i := range m.routesBetween(number(from), number(to)) {
		r := &m.routes[i]
		buffer := ""
		if r.buffer >= 0 {
			buffer = " [" + m.Platform.Components[r.buffer].Name + "]"
		}
		ways = append(ways, m.Platform.Paths[r.path].Name+": "+passed(r.write)+" / "+passed(r.read)+buffer)
	}
	return ways
}

// Twins returns, for every processor, the first of those it may be exchanged for.
func (m *Model) Twins() []string {
	var twins []string
	for _, i := range m.twins {
		twins = append(twins, m.Platform.Processors[i].Name)
	}
	return twins
}

// ReadPlatform reads the hardware tables of a platform file.
func ReadPlatform(file, text string, problems *input.Problems) *Platform {
	root := input.Parse(file, []byte(text), problems)
	if root == nil {
		return nil
	}
	return readPlatform(root)
}

// Held returns what the first hop of the first route from a processor to another
// holds on a write.
func (m *Model) Held(from, to int) []string {
	var names []string
	for _, i := range m.routes[m.routesBetween(from, to)[0]].write[0].exclusive {
		names = append(names, m.Platform.Components[i].Name)
	}
	return names
}
