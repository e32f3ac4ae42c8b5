package sesame_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sdse/sesame"
)

// componentNames returns the names of all components of a kind.
func componentNames(p *sesame.Platform, kind sesame.ComponentKind) string {
	var names []string
	for _, c := range p.Components {
		if c.Kind == kind {
			names = append(names, c.Name)
		}
	}
	return strings.Join(names, " ")
}

// network is a platform with a network between so many processors.
func network(processors int, keys string) string {
	return typeT + fmt.Sprintf(`
processor = [ { name = "p", type = "t", count = %d } ]
[[network]]
name = "n"
%s
[[path]]
name = "n"
write = "n"
`, processors, keys)
}

func TestLoadedMesh(t *testing.T) {
	p := read(t, typeT+`
processor = [ { name = "p", type = "t", count = 2 }, { name = "host", type = "t" } ]
memory = [ { name = "dram" }, { name = "own", per = "p" } ]
[[network]]
name = "noc"
topology = "mesh"
size = "3x2"
frequency = "500 MHz"
hop = 3
width = 16
whole_cycles = true
energy = "1 pJ/B"
static_power = "2 mW"
cost = 0.1
arbitration = "priority"
processors = ["p"]
place = { dram = "2,1", host = "0,1" }
[[path]]
name = "n"
write = ["noc", "dram"]
read = ["dram", "noc"]
forward = true
`)
	access := sesame.Access{Latency: 6000, Width: 16, Period: 2000, WholeCycles: true}
	link := func(from, to string) sesame.Component {
		return sesame.Component{Name: "noc:" + from + ">" + to, Table: "noc", Kind: sesame.Link, Read: access, Write: access, Exclusive: true, Ports: 1,
			Group: 2, Arbitration: sesame.ByPriority, EnergyPerByte: 1000, StaticPower: 2_000_000, Cost: 100}
	}
	same(t, "links", p.Components[3:], []sesame.Component{
		link("0,0", "1,0"), link("0,0", "0,1"),
		link("1,0", "2,0"), link("1,0", "1,1"), link("1,0", "0,0"),
		link("2,0", "2,1"), link("2,0", "1,0"),
		link("0,1", "1,1"), link("0,1", "0,0"),
		link("1,1", "2,1"), link("1,1", "0,1"), link("1,1", "1,0"),
		link("2,1", "1,1"), link("2,1", "2,0"),
	})
	nowhere := slices.Repeat([]int{-1}, 17)
	nowhere[0] = 5
	same(t, "network", p.Networks, []sesame.Network{{Name: "noc", Columns: 3, Rows: 2,
		Links:         []int32{3, 4, -1, -1, 5, 6, 7, -1, -1, 8, 9, -1, 10, -1, -1, 11, 12, -1, 13, 14, -1, -1, 15, 16},
		ProcessorTile: []int{0, 1, 3}, ComponentTile: nowhere}})
	same(t, "path", p.Paths[0].Write, []sesame.Step{{Group: 0, Network: true}, {Group: 0}})
	if p.Paths[0].BufferIn != 0 {
		t.Error("the buffer is not in the dram")
	}
}

func TestLinksOfEveryTopology(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{`size = "1x3"`, "n:0,0>0,1 n:0,1>0,2 n:0,1>0,0 n:0,2>0,1"},
		{`size = "3x1"
topology = "torus"`, "n:0,0>1,0 n:0,0>2,0 n:1,0>2,0 n:1,0>0,0 n:2,0>0,0 n:2,0>1,0"},
		{`size = "2x2"
topology = "torus"`, "n:0,0>1,0 n:0,0>0,1 n:1,0>0,0 n:1,0>1,1 n:0,1>1,1 n:0,1>0,0 n:1,1>0,1 n:1,1>1,0"},
		{`size = " 3 × 1 "
topology = "mesh"`, "n:0,0>1,0 n:1,0>2,0 n:1,0>0,0 n:2,0>1,0"},
		{`size = "3"
topology = "ring"`, "n:0,0>1,0 n:0,0>2,0 n:1,0>2,0 n:1,0>0,0 n:2,0>0,0 n:2,0>1,0"},
		{`size = "2"
topology = "ring"`, "n:0,0>1,0 n:1,0>0,0"},
	} {
		p := read(t, network(2, c.keys+"\nprocessors = \"p\""))
		if got := componentNames(p, sesame.Link); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.keys, got, c.want)
		}
	}
}

// TestWaysOverNetworks follows XY routing: along the row first, and where the
// network wraps the shorter way round, east or south if both are equally long.
func TestWaysOverNetworks(t *testing.T) {
	mesh := loaded(t, network(12, `size = "4x3"
processors = "p"`), workAndPlay).compile(t)
	torus := loaded(t, network(16, `size = "4x4"
topology = "torus"
processors = "p"`), workAndPlay).compile(t)
	odd := loaded(t, network(15, `size = "5x3"
topology = "torus"
processors = "p"`), workAndPlay).compile(t)
	ring := loaded(t, network(6, `size = "6"
topology = "ring"
processors = "p"`), workAndPlay).compile(t)
	two := loaded(t, network(2, `size = "2"
topology = "ring"
processors = "p"`), workAndPlay).compile(t)
	for _, c := range []struct {
		m        *sesame.Model
		from, to int
		want     string
	}{
		{mesh, 0, 0, ""},
		{mesh, 0, 11, "0,0>1,0 1,0>2,0 2,0>3,0 3,0>3,1 3,1>3,2"},
		{mesh, 11, 0, "3,2>2,2 2,2>1,2 1,2>0,2 0,2>0,1 0,1>0,0"},
		{mesh, 3, 8, "3,0>2,0 2,0>1,0 1,0>0,0 0,0>0,1 0,1>0,2"},
		{torus, 0, 3, "0,0>3,0"},
		{torus, 0, 2, "0,0>1,0 1,0>2,0"},               // both ways round are equally long: east
		{torus, 2, 0, "2,0>3,0 3,0>0,0"},               // and east again
		{torus, 1, 9, "1,0>1,1 1,1>1,2"},               // south
		{torus, 9, 1, "1,2>1,3 1,3>1,0"},               // and south again
		{torus, 0, 15, "0,0>3,0 3,0>3,3"},              // west, then north
		{odd, 0, 3, "0,0>4,0 4,0>3,0"},                 // two west are less than three east
		{odd, 0, 2, "0,0>1,0 1,0>2,0"},                 // two east are less than three west
		{odd, 4, 11, "4,0>0,0 0,0>1,0 1,0>1,2"},        // east over the edge, then north over it
		{ring, 0, 3, "0,0>1,0 1,0>2,0 2,0>3,0"},        // half the ring: east
		{ring, 1, 5, "1,0>0,0 0,0>5,0"},                // west
		{ring, 5, 1, "5,0>0,0 0,0>1,0"},                // east
		{two, 0, 1, "0,0>1,0"}, {two, 1, 0, "1,0>0,0"}, // there is one link each way
	} {
		from, to := fmt.Sprintf("p.%d", c.from), fmt.Sprintf("p.%d", c.to)
		want := "n: " + strings.ReplaceAll(" "+c.want, " ", " n:")[1:] + " / "
		if c.want == "" {
			want = "n:  / "
		}
		same(t, from+" to "+to, c.m.Ways(from, to), []string{want})
	}
}

// TestWaysOverPlacedMemories leads from the producer to the nearest memory that
// has a place, and from there to the consumer.
func TestWaysOverPlacedMemories(t *testing.T) {
	m := loaded(t, typeT+`
cluster = [ { name = "cl", count = 2 } ]
processor = [ { name = "core", type = "t", cluster = "cl", count = 2 }, { name = "tile", type = "t", count = 2 } ]
memory = [ { name = "dram" }, { name = "own", per = "tile" }, { name = "l2", per = "cl" }, { name = "cache" } ]
bus = [ { name = "bus", per = "cl" } ]
[[network]]
name = "n"
size = "3x2"
processors = ["cl", "tile"]
place = { dram = "2,1" }
[[path]]
name = "dram"
from = "tile"
to = "tile"
write = ["n", "cache", "dram"]
read = ["dram", "cache", "n"]
[[path]]
name = "through"
from = "tile"
to = "tile"
write = ["n", "dram", "n"]
[[path]]
name = "pull"
from = "tile"
to = "tile"
between = "different"
write = "own"
read = ["own@producer", "n", "own"]
[[path]]
name = "push"
from = "cl"
to = "cl"
between = "different-cluster"
write = ["bus", "n", "bus@consumer", "l2@consumer"]
read = ["l2", "bus"]
[[path]]
name = "bridge"
from = "cl"
to = "tile"
write = ["bus", "n:0,0>1,0", "n:2,0>2,1"]
`, workAndPlay).compile(t)
	// tile.0 is at 2,0 and tile.1 at 0,1; cl.0 at 0,0 and cl.1 at 1,0
	same(t, "tile.0 to tile.1", m.Ways("tile.0", "tile.1"), []string{
		"dram: n:2,0>2,1 cache dram / dram cache n:2,1>1,1 n:1,1>0,1 [dram]",
		"through: n:2,0>2,1 dram n:2,1>1,1 n:1,1>0,1 /  [dram]",
		"pull: tile.0.own / tile.0.own n:2,0>1,0 n:1,0>0,0 n:0,0>0,1 tile.1.own [tile.0.own]",
	})
	same(t, "cl.1.core.0 to cl.0.core.1", m.Ways("cl.1.core.0", "cl.0.core.1"), []string{
		"push: cl.1.bus n:1,0>0,0 cl.0.bus cl.0.l2 / cl.0.l2 cl.0.bus [cl.0.l2]"})
	same(t, "cl.0.core.0 to tile.0", m.Ways("cl.0.core.0", "tile.0"), []string{"bridge: cl.0.bus n:0,0>1,0 n:2,0>2,1 / "})
}

// TestTilesAreNoTwins: where a processor stands on a network tells it apart.
func TestTilesAreNoTwins(t *testing.T) {
	m := loaded(t, typeT+`
processor = [ { name = "tile", type = "t", count = 2 }, { name = "spare", type = "t", count = 2 }, { name = "end", type = "t", count = 3 } ]
network = [ { name = "n", size = "2x1", processors = ["tile"] } ]
fifo = [ { name = "f", from = "end.0", to = "end.1" } ]
bus = [ { name = "b", arbitration = "tdma", slot = "1 us", slots = ["spare.1", "spare.0"] } ]
path = [
	{ name = "n", from = "tile", to = "tile", write = "n" },
	{ name = "f", from = "end.0", to = "end.1", write = "f" },
	{ name = "b", from = "spare", to = "spare", write = "b" } ]
`, workAndPlay).compile(t)
	same(t, "twins", m.Twins(), []string{"tile.0", "tile.1", "spare.0", "spare.1", "end.0", "end.1", "end.2"})
	m = loaded(t, network(4, `size = "4x1"
place = { "p.0" = "3,0", "p.1" = "3" }
`)+`from = ["p.0", "p.1"]
to = ["p.0", "p.1"]
`, workAndPlay).compile(t)
	same(t, "twins beside a network", m.Twins(), []string{"p.0", "p.1", "p.2", "p.2"})
	same(t, "way within a tile", m.Ways("p.0", "p.1"), []string{"n:  / "})
}

// TestLinksArePassedTwiceButHeldOnce goes to the end of a row, back and there again.
func TestLinksArePassedTwiceButHeldOnce(t *testing.T) {
	m := loaded(t, typeT+`
processor = [ { name = "p", type = "t", count = 2 } ]
memory = [ { name = "far" }, { name = "near" }, { name = "pure", exclusive = false } ]
network = [ { name = "n", size = "2x1", processors = ["p"], place = { far = "1,0", near = "0,0" } } ]
path = [ { name = "n", write = ["n", "far", "n", "near", "pure", "n"] } ]
`, workAndPlay).compile(t)
	same(t, "way", m.Ways("p.0", "p.1"), []string{"n: n:0,0>1,0 far n:1,0>0,0 near pure n:0,0>1,0 /  [pure]"})
	same(t, "held", m.Held(0, 1), []string{"far", "near", "n:0,0>1,0", "n:1,0>0,0"})
}
