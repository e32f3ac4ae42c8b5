package sesame_test

import (
	"math/rand/v2"
	"testing"

	"sdse/kpn"
	"sdse/scenarios"
	"sdse/sesame"

	"pgregory.net/rapid"
)

// system is a platform and what runs on it.
type system struct {
	platform *sesame.Platform
	space    *scenarios.Space

	// What the reference has found out so far.
	able       [][]int // per process
	first      []firstNumbers
	list       []numbered // channels
	traces     map[traceOf]refTrace
	parts      map[partOf]*refPart
	legal      map[fromTo][]int
	executions map[executionOf]refExecution
	durations  map[cyclesOn]sesame.Time
	rules      rules
}

// feature is something that random systems may have.
type feature uint

// The features, as a set.
const (
	contextSwitches feature = 1 << iota
	roundRobin
	priorities // of processes
	storeAndForward
	dma
	arbitration // by priority and in turn
	tdma
	networks
	clusters // and what each of them has one of
	pairs    // FIFOs, crossbars, components at the other end
	timing
	firings
	energies // of operations and cycles, voltages
	told     // costs given by the application
	wholeCycles
	limits
	overflow // of time and energy

	everything feature = 1<<iota - 1
)

func (f feature) has(what feature) bool { return f&what == what }

// draw returns a number from 0 to n-1. Behind it stands a generator of random
// numbers, when many systems are wanted, or rapid, when a counterexample should
// be made small.
type draw func(n int) int

// seeded draws from the n-th random sequence.
func seeded(n uint64) draw { return rand.New(rand.NewPCG(n, 0)).IntN }

// drawn draws with rapid.
func drawn(t *rapid.T) draw {
	return func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
}

func (d draw) between(least, most int) int { return least + d(most-least+1) }

func (d draw) percent(p int) bool { return d(100) >= 100-p }

func one[T any](d draw, of ...T) T { return of[d(len(of))] }

// compile compiles the system.
func (s *system) compile(t testing.TB) *sesame.Model {
	t.Helper()
	m, err := sesame.Compile(s.platform, s.space)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// designs returns gene vectors within the bounds.
func (d draw) designs(bounds []int, n int) [][]int {
	designs := make([][]int, n)
	for i := range designs {
		for _, b := range bounds {
			designs[i] = append(designs[i], d(b))
		}
	}
	return designs
}

// maker makes a random system.
type maker struct {
	draw
	features   feature
	platform   *sesame.Platform
	clocks     []int64
	unit       int64       // costs are multiples of it, in cycles, if it is not 1
	period     sesame.Time // of the first clock, or about that
	operations []kpn.Operation
	groups     []sesame.Component // the first of every component group
	everywhere map[int]bool       // component groups of which every processor, or pair, has one
}

// system makes a small system of what the simulator can do, without limits that
// some mappings keep and others do not.
func (d draw) system() *system { return d.systemOf(everything &^ (limits | overflow)) }

// systemOf makes a small system with a little of every feature. In a third of
// them all durations are multiples of ten picoseconds, so that very much happens
// at the same instant.
func (d draw) systemOf(features feature) *system {
	m := &maker{draw: d, features: features, platform: &sesame.Platform{Name: "random"}, unit: 1,
		clocks: []int64{1e12, 7e11, 333_333_333_333}, everywhere: map[int]bool{}}
	switch d(3) {
	case 0:
		m.unit, m.clocks = 10, []int64{1e12}
	case 1:
		m.clocks = []int64{1_400_000_000, 933_000_000, 1_500_000_000, 2_000_000_001}
	}
	m.period = sesame.Time(1_000_000_000_000 / m.clocks[0])
	m.addTypes()
	m.addProcessors()
	m.addComponents()
	m.addNetwork()
	m.addPaths()
	p := m.platform
	p.StaticAll = d.percent(50)
	p.StaticPower = int64(d(2) * d(1e9))
	m.addLimits()
	return &system{platform: p, space: m.space()}
}

// may tells if the system gets something that belongs to a feature, with a
// probability in percent.
func (m *maker) may(what feature, percent int) bool {
	return m.features.has(what) && m.percent(percent)
}

// time is a time of up to so many cycles of the first clock.
func (m *maker) time(cycles int) sesame.Time {
	return sesame.Time(int64(m.between(1, cycles))*m.unit) * m.period
}

// thousandths is a cost of up to a number of units, in thousandths of a cycle.
func (m *maker) thousandths(units int) int64 {
	if m.unit > 1 || m.percent(50) {
		return int64(m.between(1, units)) * m.unit * 1000
	}
	return int64(m.between(1, units*1000))
}

// addLimits bounds a few systems, and gives a few something that is too much.
func (m *maker) addLimits() {
	p := m.platform
	if m.may(limits, 8) {
		p.Limits.Time = m.time(400)
	}
	if m.may(limits, 8) {
		p.Limits.Events = int64(m.between(5, 150))
	}
	if len(p.Components) == 0 {
		return
	}
	group := p.Components[m.draw(len(p.Components))].Group
	slow, hot := m.may(overflow, 1), m.may(overflow, 1)
	for i := range p.Components {
		slow = slow && p.Components[i].Arbitration != sesame.TDMA // the reference goes from slot to slot
	}
	for i := range p.Components {
		c := &p.Components[i]
		if slow && c.Group == group && c.Kind != sesame.Link {
			c.Read.Latency = sesame.MaxTime / 8 // a path may have three of them
		}
		if hot && c.Group == group {
			c.EnergyPerByte = 1 << 62
		}
	}
}
