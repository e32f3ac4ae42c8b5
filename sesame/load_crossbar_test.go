package sesame_test

import (
	"testing"

	"sdse/sesame"
)

func TestLoadedCrossbar(t *testing.T) {
	p := read(t, typeT+`
processor = [ { name = "a", type = "t", count = 2 }, { name = "b", type = "t" } ]
memory = [ { name = "ram" }, { name = "own", per = "a" } ]
[[crossbar]]
name = "x"
frequency = "500 MHz"
setup = 2
width = 8
energy = "1 pJ/B"
arbitration = "round-robin"
static_power = "1 mW"
cost = 0.5
[[path]]
name = "ram"
from = "a"
write = ["x", "ram"]
read = ["ram", "x"]
[[path]]
name = "own"
from = "a"
to = "a"
write = ["x", "own@consumer"]
[[path]]
name = "there"
from = "b"
to = "a"
write = ["x", "own@consumer"]
[[path]]
name = "direct"
from = "a.0"
to = "a"
write = ["x"]
`)
	access := sesame.Access{Latency: 4000, Width: 8, Period: 2000}
	port := func(name string, group int, scope sesame.Scope, owner int) sesame.Component {
		return sesame.Component{Name: name, Table: "x", Kind: sesame.CrossbarPort, Read: access, Write: access, Exclusive: true, Ports: 1,
			Arbitration: sesame.InTurn, EnergyPerByte: 1000, StaticPower: 1_000_000, Cost: 500, Group: group, Scope: scope, Owner: owner}
	}
	same(t, "ports", p.Components[3:], []sesame.Component{
		port("x>ram", 2, sesame.OneForAll, 0),
		port("x>a.0", 3, sesame.PerProcessor, 0), port("x>a.1", 3, sesame.PerProcessor, 1), port("x>b", 3, sesame.PerProcessor, 2),
		port("x>a.0.own", 4, sesame.PerProcessor, 0), port("x>a.1.own", 4, sesame.PerProcessor, 1),
	})
	var steps [][]sesame.Step
	for _, path := range p.Paths {
		steps = append(steps, path.Write, path.Read)
	}
	toOwn := []sesame.Step{{Group: 4, At: sesame.Consumer}, {Group: 1, At: sesame.Consumer}}
	same(t, "steps", steps, [][]sesame.Step{
		{{Group: 2}, {Group: 0}}, {{Group: 0}, {Group: 3, At: sesame.Consumer}},
		toOwn, nil, toOwn, nil,
		{{Group: 3, At: sesame.Consumer}}, nil,
	})
}

// TestCrossbarsLeadWhereTheDataGoes has a crossbar in each of two clusters and
// one between them, a network behind it, and FIFOs.
func TestCrossbarsLeadWhereTheDataGoes(t *testing.T) {
	m := loaded(t, typeT+`
cluster = [ { name = "cl", count = 2 } ]
processor = [ { name = "core", type = "t", cluster = "cl", count = 2 }, { name = "host", type = "t" } ]
memory = [ { name = "l1", per = "core" }, { name = "l2", per = "cl" }, { name = "dram" } ]
fifo = [ { name = "f", from = "host", to = "core" } ]
network = [ { name = "n", size = "3x1", processors = ["host"], place = { dram = "2" } } ]
[[crossbar]]
name = "local"
per = "cl"
[[crossbar]]
name = "global"
[[path]]
name = "near"
between = "same-cluster"
from = "cl"
to = "cl"
write = ["local", "l2"]
read = ["l2", "local"]
[[path]]
name = "push"
between = "different"
from = "cl"
to = "cl"
write = ["local", "l1@consumer"]
[[path]]
name = "far"
between = "different-cluster"
from = "cl"
to = "cl"
write = ["local", "global", "dram"]
read = ["dram", "global", "local"]
[[path]]
name = "out"
from = "cl"
to = "host"
write = ["local", "dram"]
read = ["dram", "n"]
[[path]]
name = "in"
from = "host"
to = "cl"
write = ["global", "f"]
read = ["f"]
[[path]]
name = "over"
from = "host"
to = "host"
write = ["global", "n", "dram"]
read = ["dram", "global", "n:2,0>1,0", "n:1,0>0,0"]
`, workAndPlay).compile(t)
	same(t, "near", m.Ways("cl.1.core.0", "cl.1.core.1"), []string{
		"near: cl.1.local>cl.1.l2 cl.1.l2 / cl.1.l2 cl.1.local>cl.1.core.1 [cl.1.l2]",
		"push: cl.1.local>cl.1.core.1.l1 cl.1.core.1.l1 /  [cl.1.core.1.l1]"})
	same(t, "far", m.Ways("cl.1.core.0", "cl.0.core.1"), []string{
		"push: cl.0.local>cl.0.core.1.l1 cl.0.core.1.l1 /  [cl.0.core.1.l1]",
		"far: cl.1.local>global global>dram dram / dram global>cl.0.local cl.0.local>cl.0.core.1 [dram]"})
	same(t, "out", m.Ways("cl.1.core.0", "host"), []string{"out: cl.1.local>dram dram / dram n:2,0>1,0 n:1,0>0,0 [dram]"})
	same(t, "in", m.Ways("host", "cl.1.core.0"), []string{
		"in: global>f.host.cl.1.core.0 f.host.cl.1.core.0 / f.host.cl.1.core.0 [f.host.cl.1.core.0]"})
	same(t, "over", m.Ways("host", "host"), []string{
		"over: global>n n:0,0>1,0 n:1,0>2,0 dram / dram global>n:2,0>1,0 n:2,0>1,0 n:1,0>0,0 [dram]"})
}

// TestWheelsOfCrossbars: whoever has the crossbar has a slot at every port.
func TestWheelsOfCrossbars(t *testing.T) {
	p := read(t, typeT+`
cluster = [ { name = "cl", count = 2 } ]
processor = [ { name = "core", type = "t", cluster = "cl", count = 2 } ]
crossbar = [ { name = "x", per = "cl", arbitration = "tdma", slot = "1 us" }, { name = "y", arbitration = "tdma", slot = "1 us", slots = ["core", "cl.1.core.1"] } ]
path = [
	{ name = "x", between = "same-cluster", write = "x" },
	{ name = "y", between = "different-cluster", from = "cl.1", write = "y" } ]
`)
	for _, c := range p.Components {
		want := []int{0, 1, 2, 3, 3}
		if c.Table == "x" {
			want = []int{2 * (c.Owner / 2), 2*(c.Owner/2) + 1}
		}
		same(t, c.Name, c.Slots, want)
	}
	if got := componentNames(p, sesame.CrossbarPort); got != "cl.0.x>cl.0.core.0 cl.0.x>cl.0.core.1 cl.1.x>cl.1.core.0 cl.1.x>cl.1.core.1 "+
		"y>cl.0.core.0 y>cl.0.core.1 y>cl.1.core.0 y>cl.1.core.1" {
		t.Error(got)
	}
}
