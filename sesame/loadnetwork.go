package sesame

import (
	"fmt"
	"regexp"
	"strconv"

	"sdse/kpn/input"
)

// maxNetworks bounds the networks, maxTiles the routers of each.
const maxNetworks, maxTiles = 64, 1024

// networks reads the [[network]] tables.
func (r *platformReader) networks() {
	for _, t := range fewer(r.root.Tables("network"), maxNetworks, "networks") {
		c := Component{Kind: Link}
		r.name(t, &c)
		n := Network{Name: c.Name}
		sized := readSize(t, &n)
		readShared(t, &c)
		readBoth(t, &c, "hop")
		slots := r.readArbitration(t, &c)
		r.setSlots(t, &c, slots)
		if sized { // else everything would be outside
			r.place(t, &n)
		} else {
			t.Has("processors")
			t.Has("place")
		}
		t.Done()
		c.Group = r.newGroup(componentGroup{name: c.Name, kind: Link})
		r.addThing(c.Name, aNetwork, len(r.p.Networks))
		r.addLinks(t, c, &n)
		r.p.Networks = append(r.p.Networks, n)
	}
}

var written = regexp.MustCompile(`^\s*([0-9]{1,9})\s*(?:[x×]\s*([0-9]{1,9})\s*)?$`)

// readSize reads the topology and the columns and rows of a network.
func readSize(t *input.Table, n *Network) (ok bool) {
	topology := t.Choice("topology", "mesh", "torus", "ring")
	n.Wraps = topology != "mesh"
	n.Columns, n.Rows = 1, 1
	text, ok := t.Name("size")
	if !ok {
		return false
	}
	m := written.FindStringSubmatch(text)
	switch {
	case topology == "ring" && (m == nil || m[2] != ""):
		t.Problem("size", "size = %q is not the number of a ring's routers; write it like \"8\"", text)
		return false
	case topology != "ring" && (m == nil || m[2] == ""):
		t.Problem("size", "size = %q is not columns x rows; write it like \"4x4\"", text)
		return false
	}
	columns, _ := strconv.Atoi(m[1])
	rows := 1
	if m[2] != "" {
		rows, _ = strconv.Atoi(m[2])
	}
	if tiles := columns * rows; tiles < 2 || tiles > maxTiles {
		t.Problem("size", "size = %q makes %d routers; sdse takes 2 to %d", text, tiles, maxTiles)
		return false
	}
	n.Columns, n.Rows = columns, rows
	return true
}

// addLinks adds the links of a network, tile by tile.
func (r *platformReader) addLinks(t *input.Table, c Component, n *Network) {
	fresh := true
	for tile := range n.Columns * n.Rows {
		for direction := east; direction <= north; direction++ {
			next := n.neighbour(tile, direction)
			if next < 0 || r.full {
				n.Links = append(n.Links, -1)
				continue
			}
			c.Name = fmt.Sprintf("%s:%s>%s", n.Name, n.at(tile), n.at(next))
			fresh = fresh && takeName(t, c.Name, r.taken, "components")
			n.Links = append(n.Links, int32(len(r.p.Components)))
			r.addThing(c.Name, aLink, len(r.p.Components))
			r.addComponent(t, c)
		}
	}
}

// at writes the place of a tile.
func (n *Network) at(tile int) string {
	return fmt.Sprintf("%d,%d", tile%n.Columns, tile/n.Columns)
}

// neighbour returns the tile that a link leads to, or -1 if there is none. Of two
// tiles that wrap around to each other, each has one link to the other.
func (n *Network) neighbour(tile, direction int) int {
	x, y := tile%n.Columns, tile/n.Columns
	step := func(at, size, by int) int {
		to := at + by
		if to >= 0 && to < size {
			if n.Wraps && size == 2 && by < 0 {
				return -1
			}
			return to
		}
		if !n.Wraps || size < 2 || size == 2 && by < 0 {
			return -1
		}
		return (to + size) % size
	}
	switch direction {
	case east, west:
		if x = step(x, n.Columns, 1-(direction-east)); x < 0 {
			return -1
		}
	default:
		if y = step(y, n.Rows, 1-(direction-south)); y < 0 {
			return -1
		}
	}
	return y*n.Columns + x
}
