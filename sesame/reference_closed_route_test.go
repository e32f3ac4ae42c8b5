package sesame_test

import (
	"fmt"
	"testing"

	"sdse/kpn"
	"sdse/sesame"
)

// tiles makes a network whose links take 10 ps each; its links are the first
// components, numbered tile by tile in the order east, south, west, north.
func tiles(columns, rows int, wraps bool, processors ...int) ([]sesame.Component, sesame.Network) {
	m := &maker{platform: &sesame.Platform{}}
	n := sesame.Network{Columns: columns, Rows: rows, Wraps: wraps, ProcessorTile: processors}
	link := bus(10)
	link.Kind = sesame.Link
	for tile := range columns * rows {
		for direction := range 4 {
			n.Links = append(n.Links, m.link(&n, tile, direction, link))
		}
	}
	for range m.platform.Components {
		n.ComponentTile = append(n.ComponentTile, -1)
	}
	return m.platform.Components, n
}

var overNetwork = sesame.Step{Network: true}

// linkNumber is the component of a link like "0 east".
func linkNumber(n sesame.Network, link string) int32 {
	var tile int
	var direction string
	fmt.Sscan(link, &tile, &direction)
	return n.Links[4*tile+map[string]int{"east": east, "south": south, "west": west, "north": north}[direction]]
}

// routed is a write from cpu 0 to cpu 1 that passes links one after the other.
func routed(name string, columns, rows int, wraps bool, from, to int, passed ...string) scene {
	c := masters(name, nil, []sesame.Path{{Write: []sesame.Step{overNetwork}, Forward: true}}, "w0")
	links, n := tiles(columns, rows, wraps, from, to)
	c.components, c.network = links, []sesame.Network{n}
	for i, link := range passed {
		c.told = append(c.told, fmt.Sprintf("%d–%d transferring process 0 processor 0 channel 0 count 1 write", 10*i, 10*i+10),
			fmt.Sprintf("%d–%d passing process 0 channel 0 component %d count 1 write", 10*i, 10*i+10, linkNumber(n, link)))
	}
	c.told = append(c.told, fmt.Sprintf("%d channel 0 holds 1", 10*len(passed)))
	return c
}

func TestReferenceRoutes(t *testing.T) {
	held := routed("held together", 3, 3, false, 0, 5, "")
	held.paths[0].Forward, held.told = false, nil
	checkScenes(t, []scene{
		// Tiles of a 3 × 3 mesh: 0 1 2 / 3 4 5 / 6 7 8.
		routed("first the row, then the column", 3, 3, false, 0, 5, "0 east", "1 east", "2 south"),
		routed("west and north", 3, 3, false, 8, 3, "8 west", "7 west", "6 north"),
		routed("one tile", 3, 3, false, 4, 4),
		routed("round the edge of a torus", 3, 3, true, 0, 8, "0 west", "2 north"),
		routed("a ring, both ways equally long", 4, 1, true, 3, 1, "3 east", "0 east"),
		routed("a torus, both ways equally long", 1, 2, true, 1, 0, "1 south"),
		held.wants("finish", "30 0"),
	})
}

// TestReferenceRoutesOverPlaces writes from tile 0 to a memory in the middle of
// the mesh, over two links, and reads from there to tile 8, over two others.
func TestReferenceRoutesOverPlaces(t *testing.T) {
	links, n := tiles(3, 3, false, 0, 8)
	memory := bus(5)
	memory.Kind = sesame.Memory
	n.ComponentTile = append(n.ComponentTile, 4)
	place := sesame.Step{Group: len(links)}
	c := scene{on: []int{0, 1}, traces: []string{"w0", "r0"}, channels: []kpn.Channel{by(0, 1, 1, 0)}, components: append(links, memory), network: []sesame.Network{n},
		paths: []sesame.Path{{Write: []sesame.Step{overNetwork, place}, Read: []sesame.Step{place, overNetwork}}}}
	c.want = map[string]string{"finish": "25 50", fmt.Sprintf("part%d", len(links)): "2 2 50 0 0",
		fmt.Sprintf("part%d", linkNumber(n, "0 east")): "1 1 25 0 0", fmt.Sprintf("part%d", linkNumber(n, "1 south")): "1 1 25 0 0",
		fmt.Sprintf("part%d", linkNumber(n, "4 east")): "1 1 25 0 0", fmt.Sprintf("part%d", linkNumber(n, "5 south")): "1 1 25 0 0"}
	c.check(t)
}

// TestReferenceFindsInstances looks at which components a path means between
// two processors of a platform with two clusters, {0, 1} and {2}.
func TestReferenceFindsInstances(t *testing.T) {
	p := &sesame.Platform{Types: []sesame.ProcessorType{{Points: []sesame.OperatingPoint{{Frequency: oneTHz}}}},
		Processors: []sesame.Processor{{}, {}, {Cluster: 1}}}
	add := func(scope sesame.Scope, group, owner, peer int) {
		p.Components = append(p.Components, sesame.Component{Scope: scope, Group: group, Owner: owner, Peer: peer})
	}
	for i := range 3 {
		add(sesame.PerProcessor, 0, i, 0) // 0, 1, 2
	}
	add(sesame.PerCluster, 1, 0, 0)   // 3
	add(sesame.PerCluster, 1, 1, 0)   // 4
	add(sesame.PerPair, 2, 0, 1)      // 5
	add(sesame.PerPair, 2, 1, 2)      // 6
	add(sesame.PerPair, 2, 0, 2)      // 7
	add(sesame.OneForAll, 3, 0, 0)    // 8
	add(sesame.PerProcessor, 4, 1, 0) // 9, of processor 1 alone
	wheel := sesame.Component{Group: 5, Exclusive: true, Arbitration: sesame.TDMA, Slot: 1, Slots: []int{2}}
	p.Components = append(p.Components, wheel) // 10
	for _, c := range []struct {
		between       sesame.Between
		write, read   []sesame.Step
		from, to      int
		wrote, gotten string // "no path", or the components
	}{
		{sesame.Any, []sesame.Step{{Group: 0}, {Group: 3}}, []sesame.Step{{Group: 0}}, 0, 2, "[0 8]", "[2]"},
		{sesame.Any, []sesame.Step{{Group: 0, At: sesame.Consumer}}, []sesame.Step{{Group: 0, At: sesame.Producer}}, 0, 2, "[2]", "[0]"},
		{sesame.Different, []sesame.Step{{Group: 1}, {Group: 1, At: sesame.Consumer}}, nil, 1, 2, "[3 4]", "[]"},
		{sesame.Any, []sesame.Step{{Group: 2}}, []sesame.Step{{Group: 2}}, 0, 2, "[7]", "[7]"},
		{sesame.Any, []sesame.Step{{Group: 2}}, nil, 2, 0, "no path", ""},
		{sesame.Any, []sesame.Step{{Group: 4}}, nil, 0, 1, "no path", ""},
		{sesame.Any, []sesame.Step{{Group: 4, At: sesame.Consumer}}, nil, 0, 1, "[9]", "[]"},
		{sesame.Any, []sesame.Step{{Group: 5}}, nil, 2, 0, "[10]", "[]"},
		{sesame.Any, []sesame.Step{{Group: 5}}, nil, 0, 2, "no path", ""},
		{sesame.Same, nil, nil, 0, 0, "[]", "[]"},
		{sesame.Same, nil, nil, 0, 1, "no path", ""},
		{sesame.Different, nil, nil, 0, 1, "[]", "[]"},
		{sesame.Different, nil, nil, 1, 1, "no path", ""},
		{sesame.SameCluster, nil, nil, 0, 1, "[]", "[]"},
		{sesame.SameCluster, nil, nil, 0, 0, "no path", ""},
		{sesame.SameCluster, nil, nil, 0, 2, "no path", ""},
		{sesame.DifferentCluster, nil, nil, 0, 2, "[]", "[]"},
		{sesame.DifferentCluster, nil, nil, 0, 1, "no path", ""},
	} {
		all := []bool{true, true, true}
		p.Paths = []sesame.Path{{From: all, To: all, Between: c.between, Write: c.write, Read: c.read}}
		s := &system{platform: p}
		got := [2]string{"no path", ""}
		if len(s.paths(c.from, c.to)) == 1 {
			got = [2]string{fmt.Sprint(s.part(0, true, c.from, c.to).components), fmt.Sprint(s.part(0, false, c.from, c.to).components)}
		}
		if want := [2]string{c.wrote, c.gotten}; got != want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
