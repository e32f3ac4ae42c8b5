package sesame

import (
	"regexp"
	"slices"
	"strconv"

	"sdse/kpn/input"
)

// unit is what takes a place on a network: a processor, or a cluster with all of
// its processors and components.
type unit struct {
	name    string
	members []int // processors
	cluster int   // -1 if it is a processor
}

// place reads which processors and components are where on a network.
func (r *platformReader) place(t *input.Table, n *Network) {
	n.ProcessorTile = slices.Repeat([]int{-1}, len(r.p.Processors))
	n.ComponentTile = slices.Repeat([]int{-1}, len(r.p.Components))
	r.placeInOrder(t, n)
	places := t.Table("place")
	for _, name := range places.Keys() {
		if tile := readTile(places, name, n); tile >= 0 {
			r.placeOne(places, n, name, tile)
		}
	}
}

// placeInOrder places the processors of a list row by row.
func (r *platformReader) placeInOrder(t *input.Table, n *Network) {
	next := 0
	for _, name := range t.Strings("processors") {
		units := r.units(name)
		if _, known := r.named[name]; !known {
			t.Problem("processors", "there is no processor %q%s", name, r.suggest(name, r.tableNames()))
			return
		}
		if tiles := n.Columns * n.Rows; next+len(units) > tiles {
			t.Problem("processors", "these are more than the %d tiles of the network", tiles)
			return
		}
		for i := range units {
			r.put(t, "processors", n, &units[i], next)
			next++
		}
	}
}

// units returns what a name stands for: clusters, or processors.
func (r *platformReader) units(name string) (units []unit) {
	for _, c := range r.clusters {
		for k, instance := range c.instances {
			if name == c.name || name == instance {
				units = append(units, unit{instance, r.named[instance], c.first + k})
			}
		}
	}
	if len(units) > 0 {
		return units
	}
	for _, i := range r.named[name] {
		units = append(units, unit{r.p.Processors[i].Name, []int{i}, -1})
	}
	return units
}

// put gives a processor or a cluster its tile.
func (r *platformReader) put(t *input.Table, key string, n *Network, u *unit, tile int) {
	for _, i := range u.members {
		if n.ProcessorTile[i] >= 0 {
			t.Problem(key, "%s has two places on network %q; name it once in processors or place", r.p.Processors[i].Name, n.Name)
			return
		}
		n.ProcessorTile[i] = tile
	}
	for i := range r.p.Components {
		if c := &r.p.Components[i]; c.Scope == PerCluster && c.Owner == u.cluster {
			n.ComponentTile[i] = tile
		}
	}
}

// placeOne places what a key of a place table names.
func (r *platformReader) placeOne(t *input.Table, n *Network, name string, tile int) {
	units := r.units(name)
	i, isComponent := r.componentNames[name]
	switch {
	case len(units) > 1:
		t.Problem(name, "%q stands for %d of them; place them one by one, or list it under processors", name, len(units))
	case len(units) == 1:
		r.put(t, name, n, &units[0], tile)
	case r.isPrivate(name):
		t.Problem(name, "%q stands for several; place them one by one by their names, or the clusters they are in", name)
	case !isComponent:
		t.Problem(name, "there is no processor, memory or bus %q%s", name, r.suggest(name, append(r.tableNames(), r.thingNames...)))
	case r.p.Components[i].Scope == PerProcessor:
		t.Problem(name, "%q is where its processor is; place that", name)
	case r.p.Components[i].Kind != Memory && r.p.Components[i].Kind != Bus:
		t.Problem(name, "a %s has no place; place processors, memories and buses", r.p.Components[i].Kind)
	case n.ComponentTile[i] >= 0:
		t.Problem(name, "%s has two places on network %q; it goes where its cluster is", name, n.Name)
	default:
		n.ComponentTile[i] = tile
	}
}

// isPrivate reports whether a table stands for several components.
func (r *platformReader) isPrivate(name string) bool {
	what, ok := r.things[name]
	return ok && what.kind == aGroup && r.parts[what.index].scope != OneForAll
}

// A place is a column and a row; where there is one row, the column will do.
var (
	coordinates = regexp.MustCompile(`^\s*([0-9]{1,6})\s*,\s*([0-9]{1,6})\s*$`)
	columnOnly  = regexp.MustCompile(`^\s*([0-9]{1,6})()\s*$`)
)

// readTile reads a place, "column,row", and returns its tile or -1.
func readTile(t *input.Table, key string, n *Network) int {
	text, ok := t.String(key)
	if !ok {
		return -1
	}
	m := coordinates.FindStringSubmatch(text)
	if m == nil && n.Rows == 1 {
		m = columnOnly.FindStringSubmatch(text)
	}
	if m == nil {
		t.Problem(key, "%q is no place on the network; write column,row, like \"0,3\"", text)
		return -1
	}
	x, _ := strconv.Atoi(m[1])
	y, _ := strconv.Atoi(m[2])
	if x >= n.Columns || y >= n.Rows {
		t.Problem(key, "%q is outside of the network, whose columns are 0 to %d and rows 0 to %d", text, n.Columns-1, n.Rows-1)
		return -1
	}
	return y*n.Columns + x
}
