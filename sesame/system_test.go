package sesame_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
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
	unit     int64 // durations are multiples of it, in cycles, if it is not 1

	able [][]int // what capable found, per process
}

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

// system makes a small system with a little of everything. In a third of them
// all durations are multiples of ten picoseconds, so that very much happens at
// the same instant.
func (d draw) system() *system {
	s := &system{platform: &sesame.Platform{Name: "random"}, unit: 1}
	clocks := []int64{1e12, 7e11, 333_333_333_333}
	switch d(3) {
	case 0:
		s.unit, clocks = 10, []int64{1e12}
	case 1:
		clocks = []int64{1_400_000_000, 933_000_000, 1_500_000_000, 2_000_000_001}
	}
	s.addTypes(d, clocks)
	s.addProcessors(d)
	s.addComponents(d, clocks)
	s.addPaths(d)
	p := s.platform
	p.StaticAll = d.percent(50)
	p.StaticPower = int64(d(2) * d(1e9))
	s.addApplications(d)
	return s
}

// operations all applications share by name, so that costs by name, by
// qualified name and by class mix.
var operations = []kpn.Operation{
	{Name: "plain"},
	{Name: "mixed", Signature: []kpn.Count{{Class: "alu", N: 3}, {Class: "mul", N: 2}}},
	{Name: "counted", Signature: []kpn.Count{{Class: "alu", N: 1}}},
	{Name: "nothing"},
}

func (s *system) addTypes(d draw, clocks []int64) {
	for i := range d.between(1, 3) {
		t := sesame.ProcessorType{Name: fmt.Sprint("type", i), Policy: one(d, sesame.FCFS, sesame.RunToBlock),
			ClassCycles:     map[string]int64{"alu": s.thousandths(d, 5), "mul": s.thousandths(d, 9)},
			OperationCycles: map[string]int64{"plain": s.thousandths(d, 20), "nothing": 0}}
		if d.percent(60) {
			t.Dispatch = s.thousandths(d, 8)
		}
		if d.percent(20) {
			t.OperationCycles["app0.mixed"] = s.thousandths(d, 20)
		}
		if i > 0 && d.percent(30) {
			t.ListedOnly = true
		}
		for k := range one(d, 1, 1, 2, 3) {
			t.Points = append(t.Points, sesame.OperatingPoint{Name: fmt.Sprint("point", k), Frequency: one(d, clocks...),
				StaticPower: int64(d(1e9)), DynamicPower: int64(d(2e9))})
		}
		s.platform.Types = append(s.platform.Types, t)
	}
}

// thousandths is a cost of up to a number of units, in thousandths of a cycle.
func (s *system) thousandths(d draw, units int) int64 {
	if s.unit > 1 || d.percent(50) {
		return int64(d.between(1, units)) * s.unit * 1000
	}
	return int64(d.between(1, units*1000))
}

func (s *system) addProcessors(d draw) {
	for group := range d.between(1, 3) {
		kind := d(len(s.platform.Types))
		if group == 0 {
			kind = 0 // it can run everything
		}
		oneClock := d.percent(30)
		for i := range one(d, 1, 2, 3) {
			s.platform.Processors = append(s.platform.Processors, sesame.Processor{
				Name: fmt.Sprintf("cpu%d.%d", group, i), Type: kind, Group: group, OneClock: oneClock, Cost: int64(d(5000))})
		}
	}
}

func (s *system) addComponents(d draw, clocks []int64) {
	p := s.platform
	for group := range one(d, 0, 1, 2, 3, 4) {
		c := sesame.Component{Name: fmt.Sprint("part", group), Kind: one(d, sesame.Memory, sesame.Bus), Group: group,
			Exclusive: d.percent(80), Ports: one(d, 1, 1, 1, 2, 3), EnergyPerByte: int64(d(3000)),
			StaticPower: int64(d(2) * d(1e9)), Cost: int64(d(3000))}
		c.Read = s.access(d, clocks)
		if c.Write = c.Read; d.percent(40) {
			c.Write = s.access(d, clocks)
		}
		if d.percent(80) {
			p.Components = append(p.Components, c)
			continue
		}
		owners := d(p.Processors[len(p.Processors)-1].Group + 1) // a private one per processor of a group
		for i, cpu := range p.Processors {
			if cpu.Group == owners {
				c.Name, c.Scope, c.Owner = fmt.Sprintf("%s.part%d", cpu.Name, group), sesame.PerProcessor, i
				p.Components = append(p.Components, c)
			}
		}
	}
}

func (s *system) access(d draw, clocks []int64) sesame.Access {
	var a sesame.Access
	period := int64(1e12) / one(d, clocks...)
	if d.percent(70) {
		a.Latency = sesame.Time(int64(d.between(1, 40)) * s.unit * period)
	}
	if d.percent(60) {
		a.Width, a.Period = int64(one(d, 1, 3, 4, 8)), sesame.Time(period)
		if s.unit > 1 {
			a.Width, a.Period = 1, sesame.Time(s.unit)
		}
	}
	return a
}

func (s *system) addPaths(d draw) {
	p := s.platform
	for i := range d.between(1, 4) {
		path := sesame.Path{Name: fmt.Sprint("path", i), BufferIn: -1}
		everywhere := i == 0 && d.percent(90)
		groups := func() []bool {
			set := make([]bool, len(p.Processors))
			chosen := d(8) // as bits
			for k, cpu := range p.Processors {
				set[k] = everywhere || chosen>>cpu.Group&1 == 1
			}
			if d.percent(10) {
				set[d(len(set))] = true // tells a processor from its group
			}
			return set
		}
		path.From, path.To = groups(), groups()
		if !everywhere && d.percent(40) {
			path.Between = one(d, sesame.Same, sesame.Different)
		}
		path.Write, path.Read = s.part(d, everywhere), s.part(d, everywhere)
		if memories := slices.Concat(path.Write, path.Read); len(memories) > 0 && d.percent(50) {
			path.BufferIn = one(d, memories...).Group
		}
		p.Paths = append(p.Paths, path)
	}
}

// part chooses up to three component groups; if all processors should be able
// to pass, none that is private.
func (s *system) part(d draw, everywhere bool) []sesame.Step {
	var groups []sesame.Step
	for range one(d, 0, 1, 2, 2, 3) {
		if len(s.platform.Components) == 0 {
			break
		}
		c := &s.platform.Components[d(len(s.platform.Components))]
		if !slices.Contains(groups, sesame.Step{Group: c.Group}) && !(everywhere && c.Scope == sesame.PerProcessor) {
			groups = append(groups, sesame.Step{Group: c.Group})
		}
	}
	return groups
}
