package sesame_test

import (
	"reflect"
	"strings"
	"testing"

	"sdse/kpn/input"
	"sdse/sesame"
)

// read reads a platform alone, without applications.
func read(t *testing.T, text string) *sesame.Platform {
	t.Helper()
	return loaded(t, text, workAndPlay).platform
}

// same compares a part of a platform with what it should be.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

const anyProcessor = `
[[processor]]
name = "p"
type = "t"
[[path]]
name = "inside"
`

func TestLoadedProcessorTypes(t *testing.T) {
	p := read(t, `
[limits]
events = 1_000_000
time = "2 s"
[[processor_type]]
name = "t"
policy = "round-robin"
slice = "10 us"
dispatch = 100
context_switch = 250.5
switch_when = "always"
class_cycles = { alu = 1.5 }
class_energy = { alu = "2 pJ" }
cycles = { work = 10, "app.play" = 20 }
energy = { "app.play" = "3 nJ" }
like = "proc_type_0"
unit = 2800
[[processor_type.point]]
frequency = "1.4 GHz"
voltage = "1.0125 V"
static_power = "140.3 mW"
dynamic_power = "0.2 W"
energy_per_cycle = "0.2 nJ"
[[processor_type.point]]
name = "low"
frequency = "600 MHz"
voltage = "900 mV"
[[processor_type]]
name = "u"
policy = "priority"
preemptive = true
context_switch = 7
switch_when = "never"
frequency = "1 GHz"
cycles = { work = 1, play = 1 }
unit = "1 us"
[[processor_type]]
name = "v"
policy = "priority"
context_switch = 7
frequency = "1 GHz"
cycles = { work = 1, play = 1 }
`+anyProcessor)
	none := map[string]int64{}
	same(t, "types", p.Types, []sesame.ProcessorType{
		{Name: "t", Line: 6, Policy: sesame.RoundRobin, Slice: 10_000_000, Dispatch: 100_000, Switch: 250_500, SwitchWhen: sesame.Always,
			ClassCycles: map[string]int64{"alu": 1500}, ClassEnergy: map[string]int64{"alu": 2000},
			OperationCycles: map[string]int64{"work": 10_000, "app.play": 20_000}, OperationEnergy: map[string]int64{"app.play": 3_000_000},
			Like: "proc_type_0", Unit: 2_800_000,
			Points: []sesame.OperatingPoint{
				{Name: "1.4 GHz", Frequency: 1_400_000_000, Voltage: 1_012_500, StaticPower: 140_300_000, DynamicPower: 200_000_000, EnergyPerCycle: 200_000},
				{Name: "low", Frequency: 600_000_000, Voltage: 900_000}}},
		{Name: "u", Line: 29, Policy: sesame.Priority, Preemptive: true, Switch: 7000, SwitchWhen: sesame.Never, UnitTime: 1_000_000,
			ClassCycles: none, ClassEnergy: none, OperationCycles: map[string]int64{"work": 1000, "play": 1000}, OperationEnergy: none,
			Points: []sesame.OperatingPoint{{Name: "1 GHz", Frequency: 1_000_000_000}}},
		{Name: "v", Line: 38, Policy: sesame.Priority, Switch: 7000, SwitchWhen: sesame.OnChange,
			ClassCycles: none, ClassEnergy: none, OperationCycles: map[string]int64{"work": 1000, "play": 1000}, OperationEnergy: none,
			Points: []sesame.OperatingPoint{{Name: "1 GHz", Frequency: 1_000_000_000}}},
	})
	same(t, "limits", p.Limits, sesame.Limits{Events: 1_000_000, Time: 2_000_000_000_000})
}

const typeT = `
processor_type = [ { name = "t", frequency = "1 GHz", cycles = { work = 10, play = 10 } } ]
`

func TestLoadedClusters(t *testing.T) {
	p := read(t, typeT+`
[[cluster]]
name = "cl"
count = 2
[[cluster]]
name = "io"
[[processor]]
name = "host"
type = "t"
priority = -1
[[processor]]
name = "core"
type = "t"
cluster = "cl"
count = 2
one_clock = true
cost = 0.5
[[processor]]
name = "dma"
type = "t"
cluster = "cl"
[[processor]]
name = "port"
type = "t"
cluster = "io"
priority = 3
[[memory]]
name = "l1"
per = "core"
[[memory]]
name = "l2"
per = "cl"
[[memory]]
name = "buffer"
per = "io"
[[bus]]
name = "bus"
arbitration = "priority"
[[path]]
name = "ideal"
`)
	core := func(name string, cluster int) sesame.Processor {
		return sesame.Processor{Name: name, Table: "core", Group: 1, Cluster: cluster, OneClock: true, Cost: 500}
	}
	same(t, "processors", p.Processors, []sesame.Processor{
		{Name: "host", Table: "host", Group: 0, Cluster: 3, Priority: -1},
		core("cl.0.core.0", 0), core("cl.0.core.1", 0), core("cl.1.core.0", 1), core("cl.1.core.1", 1),
		{Name: "cl.0.dma", Table: "dma", Group: 2, Cluster: 0},
		{Name: "cl.1.dma", Table: "dma", Group: 2, Cluster: 1},
		{Name: "io.port", Table: "port", Group: 3, Cluster: 2, Priority: 3},
	})
	memory := func(name, table string, group int, scope sesame.Scope, owner int) sesame.Component {
		return sesame.Component{Name: name, Table: table, Kind: sesame.Memory, Exclusive: true, Ports: 1, Group: group, Scope: scope, Owner: owner}
	}
	same(t, "components", p.Components, []sesame.Component{
		memory("cl.0.core.0.l1", "l1", 0, sesame.PerProcessor, 1), memory("cl.0.core.1.l1", "l1", 0, sesame.PerProcessor, 2),
		memory("cl.1.core.0.l1", "l1", 0, sesame.PerProcessor, 3), memory("cl.1.core.1.l1", "l1", 0, sesame.PerProcessor, 4),
		memory("cl.0.l2", "l2", 1, sesame.PerCluster, 0), memory("cl.1.l2", "l2", 1, sesame.PerCluster, 1),
		memory("io.buffer", "buffer", 2, sesame.PerCluster, 2),
		{Name: "bus", Table: "bus", Kind: sesame.Bus, Exclusive: true, Ports: 1, Group: 3, Arbitration: sesame.ByPriority},
	})
}

// TestOneClockIsPerCluster gives a clock to each of two clusters: the operating
// points of the cores of one go together.
func TestOneClockIsPerCluster(t *testing.T) {
	m := loaded(t, `
[[processor_type]]
name = "t"
cycles = { work = 10, play = 10 }
point = [ { frequency = "1 GHz" }, { frequency = "2 GHz" } ]
[[cluster]]
name = "cl"
count = 2
[[processor]]
name = "core"
type = "t"
cluster = "cl"
count = 2
one_clock = true
[[path]]
name = "ideal"
`, workAndPlay).compile(t)
	same(t, "bounds", m.Bounds(), []int{4, 4, 1, 2, 2})
	mapping := m.NewMapping()
	m.Decode([]int{0, 3, 0, 1, 0}, mapping)
	same(t, "points", mapping.Point, []int{1, 1, 0, 0})
}

func TestLoadedBuses(t *testing.T) {
	p := read(t, typeT+`
cluster = [ { name = "cl", count = 2 } ]
processor = [ { name = "core", type = "t", cluster = "cl", count = 2 }, { name = "io", type = "t" } ]
[[bus]]
name = "turns"
arbitration = "round-robin"
frequency = "500 MHz"
setup = 2
width = 8
whole_cycles = true
energy = "2 pJ/B"
[[bus]]
name = "pure"
exclusive = false
setup = "3 ns"
[[bus]]
name = "wheel"
arbitration = "tdma"
slot = "1 us"
[[bus]]
name = "mine"
per = "cl"
arbitration = "tdma"
slot = "2 us"
[[bus]]
name = "said"
per = "cl"
arbitration = "tdma"
slot = "3 us"
slots = ["core", "io", "cl.1.core.0"]
[[path]]
name = "ideal"
`)
	access := sesame.Access{Latency: 4000, Width: 8, Period: 2000, WholeCycles: true}
	bus := func(name, table string, group int, slot sesame.Time, slots ...int) sesame.Component {
		return sesame.Component{Name: name, Table: table, Kind: sesame.Bus, Exclusive: true, Ports: 1, Group: group, Arbitration: sesame.TDMA, Slot: slot, Slots: slots}
	}
	of := func(c sesame.Component, cluster int) sesame.Component {
		c.Scope, c.Owner = sesame.PerCluster, cluster
		return c
	}
	same(t, "components", p.Components, []sesame.Component{
		{Name: "turns", Table: "turns", Kind: sesame.Bus, Read: access, Write: access, Exclusive: true, Ports: 1, Arbitration: sesame.InTurn, EnergyPerByte: 2000},
		{Name: "pure", Table: "pure", Kind: sesame.Bus, Read: sesame.Access{Latency: 3000}, Write: sesame.Access{Latency: 3000}, Ports: 1, Group: 1},
		bus("wheel", "wheel", 2, 1_000_000, 0, 1, 2, 3, 4),
		of(bus("cl.0.mine", "mine", 3, 2_000_000, 0, 1), 0), of(bus("cl.1.mine", "mine", 3, 2_000_000, 2, 3), 1),
		of(bus("cl.0.said", "said", 4, 3_000_000, 0, 1, 4, 2), 0), of(bus("cl.1.said", "said", 4, 3_000_000, 2, 3, 4, 2), 1),
	})
}

func TestLoadedFIFOs(t *testing.T) {
	p := read(t, typeT+`
processor = [ { name = "a", type = "t", count = 2 }, { name = "b", type = "t" } ]
[[fifo]]
name = "one"
from = "a.0"
to = "b"
depth = "256 B"
[[fifo]]
name = "f"
from = "a"
to = ["a", "b"]
frequency = "500 MHz"
latency = 2
width = 4
energy = "1 pJ/B"
cost = 0.125
static_power = "1 uW"
[[path]]
name = "f"
from = "a"
between = "different"
write = "f"
read = "f"
`)
	access := sesame.Access{Latency: 4000, Width: 4, Period: 2000}
	fifo := func(name string, from, to int) sesame.Component {
		return sesame.Component{Name: name, Table: "f", Kind: sesame.FIFO, Ports: 1, Read: access, Write: access, EnergyPerByte: 1000, Cost: 125,
			StaticPower: 1000, Group: 1, Scope: sesame.PerPair, Owner: from, Peer: to}
	}
	same(t, "components", p.Components, []sesame.Component{
		{Name: "one", Table: "one", Kind: sesame.FIFO, Ports: 1, Capacity: 256, Scope: sesame.PerPair, Owner: 0, Peer: 2},
		fifo("f.a.0.a.1", 0, 1), fifo("f.a.0.b", 0, 2), fifo("f.a.1.a.0", 1, 0), fifo("f.a.1.b", 1, 2),
	})
	same(t, "paths", p.Paths, []sesame.Path{{Name: "f", Line: p.Paths[0].Line, From: []bool{true, true, false}, To: []bool{true, true, true},
		Between: sesame.Different, Write: []sesame.Step{{Group: 1}}, Read: []sesame.Step{{Group: 1}}, BufferIn: 1}})
}

func TestLoadedPaths(t *testing.T) {
	p := read(t, typeT+`
cluster = [ { name = "cl", count = 2 } ]
processor = [ { name = "core", type = "t", cluster = "cl", count = 2 } ]
memory = [ { name = "l1", per = "core" }, { name = "l2", per = "cl" }, { name = "dram" } ]
bus = [ { name = "bus", per = "cl" } ]
[[path]]
name = "far"
from = "cl.0"
to = ["cl.1.core.1", "cl.0"]
between = "different-cluster"
write = ["l1", "bus@producer", "dram", "bus@consumer", "l2@consumer"]
read = ["l2", "l1@consumer"]
forward = true
dma = true
issue = 20.5
[[path]]
name = "near"
between = "same-cluster"
write = ["bus"]
read = ["l2@producer"]
dma = true
issue = "30 ns"
`)
	all := []bool{true, true, true, true}
	same(t, "paths", p.Paths, []sesame.Path{
		{Line: p.Paths[0].Line, Name: "far", From: []bool{true, true, false, false}, To: []bool{true, true, false, true}, Between: sesame.DifferentCluster,
			Write: []sesame.Step{{Group: 0}, {Group: 3, At: sesame.Producer}, {Group: 2}, {Group: 3, At: sesame.Consumer}, {Group: 1, At: sesame.Consumer}},
			Read:  []sesame.Step{{Group: 1}, {Group: 0, At: sesame.Consumer}}, BufferIn: 1, Forward: true, DMA: true, Issue: 20_500},
		{Line: p.Paths[1].Line, Name: "near", From: all, To: all, Between: sesame.SameCluster,
			Write: []sesame.Step{{Group: 3}}, Read: []sesame.Step{{Group: 1, At: sesame.Producer}}, BufferIn: 1, DMA: true, IssueTime: 30_000},
	})
}

// TestWaysOverPrivateComponents names whose they are.
func TestWaysOverPrivateComponents(t *testing.T) {
	m := loaded(t, typeT+`
cluster = [ { name = "cl", count = 2 } ]
processor = [ { name = "core", type = "t", cluster = "cl", count = 2 } ]
memory = [ { name = "l1", per = "core" }, { name = "l2", per = "cl" } ]
bus = [ { name = "bus", per = "cl" }, { name = "backbone" } ]
path = [
	{ name = "own", between = "same", write = "l1", read = "l1" },
	{ name = "near", between = "same-cluster", write = ["l1", "l1@consumer"], read = ["l2"] },
	{ name = "far", between = "different-cluster", forward = true, write = ["bus", "backbone", "bus@consumer"], read = ["l2@producer", "l2"] } ]
`, workAndPlay).compile(t)
	same(t, "own", m.Ways("cl.0.core.1", "cl.0.core.1"), []string{"own: cl.0.core.1.l1 / cl.0.core.1.l1 [cl.0.core.1.l1]"})
	same(t, "near", m.Ways("cl.1.core.1", "cl.1.core.0"), []string{"near: cl.1.core.1.l1 cl.1.core.0.l1 / cl.1.l2 [cl.1.core.0.l1]"})
	same(t, "far", m.Ways("cl.0.core.1", "cl.1.core.0"), []string{"far: cl.0.bus | backbone | cl.1.bus / cl.0.l2 | cl.1.l2 [cl.0.l2]"})
	same(t, "twins", m.Twins(), []string{"cl.0.core.0", "cl.0.core.0", "cl.1.core.0", "cl.1.core.0"})
}

// TestFilesSayTheSameTwice: what is read does not depend on anything but the text.
func TestFilesSayTheSameTwice(t *testing.T) {
	text := "name = \"p\"\n" + clustersOf(4, 4)
	one, two := input.Problems{}, input.Problems{}
	a, b := sesame.ReadPlatform("p.toml", text, &one), sesame.ReadPlatform("p.toml", text, &two)
	if one.Len() > 0 || !strings.Contains(text, "cluster") {
		t.Fatal(one.Err())
	}
	same(t, "platform", a, b)
}
