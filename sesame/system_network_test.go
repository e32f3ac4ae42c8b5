package sesame_test

import (
	"fmt"
	"slices"

	"sdse/sesame"
)

// addNetwork adds a network to some systems: a mesh, a ring or a torus of up to
// nine tiles. Some processors may have no place there.
func (m *maker) addNetwork() {
	if !m.may(networks, 45) {
		return
	}
	p := m.platform
	n := sesame.Network{Name: "network", Columns: m.between(1, 4), Rows: m.between(1, 2), Wraps: m.percent(50)}
	if m.percent(20) {
		n.Columns, n.Rows = 3, 3
	}
	tiles := n.Columns * n.Rows
	link := sesame.Component{Kind: sesame.Link, Group: len(m.groups), Exclusive: m.percent(80), Ports: 1, EnergyPerByte: int64(m.draw(500)),
		StaticPower: int64(m.draw(1e8)), Cost: int64(m.draw(100))}
	m.access(&link)
	link.Write = link.Read
	m.arbitrate(&link)
	for range p.Processors {
		tile := m.draw(tiles)
		if m.percent(4) {
			tile = -1
		}
		n.ProcessorTile = append(n.ProcessorTile, tile)
	}
	for tile := range tiles {
		for direction := range 4 {
			n.Links = append(n.Links, m.link(&n, tile, direction, link))
		}
	}
	for _, c := range p.Components {
		tile := -1
		switch {
		case c.Scope == sesame.PerProcessor:
			tile = n.ProcessorTile[c.Owner]
		case c.Kind != sesame.Link && c.Scope != sesame.PerPair && m.percent(50):
			tile = m.draw(tiles)
		}
		n.ComponentTile = append(n.ComponentTile, tile)
	}
	p.Networks = append(p.Networks, n)
}

// link adds the link that leaves a tile in a direction, if there is one.
func (m *maker) link(n *sesame.Network, tile, direction int, link sesame.Component) int32 {
	x, y := tile%n.Columns, tile/n.Columns
	size, at := n.Columns, x
	if direction == south || direction == north {
		size, at = n.Rows, y
	}
	last := 0
	if direction == east || direction == south {
		last = size - 1
	}
	if size == 1 || !n.Wraps && at == last {
		return -1
	}
	link.Name = fmt.Sprintf("network.%d.%d.%s", x, y, []string{"east", "south", "west", "north"}[direction])
	m.platform.Components = append(m.platform.Components, link)
	return int32(len(m.platform.Components) - 1)
}

// overNetwork puts the network into a part of a path, sometimes.
func (m *maker) overNetwork(path *sesame.Path, steps []sesame.Step, arbiters int) []sesame.Step {
	if len(m.platform.Networks) == 0 || m.percent(40) {
		return steps
	}
	n := &m.platform.Networks[0]
	for _, i := range n.Links {
		if i >= 0 && m.platform.Components[i].Arbitration != sesame.ByArrival && !path.Forward {
			if path.Forward = m.features.has(storeAndForward); !path.Forward {
				return steps // a hop over several links would have several arbiters
			}
		}
	}
	return slices.Insert(steps, m.draw(len(steps)+1), sesame.Step{Group: 0, Network: true})
}
