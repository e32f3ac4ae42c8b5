package sesame

import (
	"math/big"
	"slices"

	"sdse/kpn/input"
)

// componentTables reads the [[memory]] or [[bus]] tables.
func (r *platformReader) componentTables(key string, kind ComponentKind) {
	for _, t := range r.root.Tables(key) {
		c := Component{Kind: kind, Ports: 1, Group: len(r.components)}
		c.Name, _ = t.Name("name")
		c.Table = c.Name
		takeName(t, c.Name, r.componentNames, "memories or buses")
		r.readComponent(t, &c)
		per := -1
		if group, ok := t.String("per"); ok {
			if per = slices.Index(r.groups, group); per < 0 {
				t.Problem("per", "there is no processor %q%s", group, input.DidYouMean(group, r.groups))
			}
		}
		t.Done()
		r.components = append(r.components, c.Name)
		r.kinds = append(r.kinds, kind)
		r.perGroup = append(r.perGroup, per)
		r.addInstances(t, c, per)
	}
}

// addInstances adds the component once or, if it is private, once for every
// processor of its group.
func (r *platformReader) addInstances(t *input.Table, c Component, per int) {
	if per < 0 {
		r.p.Components = append(r.p.Components, c)
		return
	}
	fresh := true // one complaint per table is enough
	for i, p := range r.p.Processors {
		if p.Group == per {
			private := c
			private.Name, private.Scope, private.Owner = p.Name+"."+c.Name, PerProcessor, i
			fresh = fresh && takeName(t, private.Name, r.componentNames, "memories or buses")
			r.p.Components = append(r.p.Components, private)
		}
	}
}

func (r *platformReader) readComponent(t *input.Table, c *Component) {
	c.Exclusive = t.Bool("exclusive", true)
	c.EnergyPerByte, _ = t.EnergyPerByte("energy")
	c.StaticPower, _ = t.Power("static_power")
	c.Cost = readCost(t)
	var hertz int64
	if t.Has("frequency") {
		hertz = readFrequency(t)
	}
	if c.Kind == Bus {
		c.Read = readAccess(t, Access{}, "setup", "width", hertz)
		c.Write = c.Read
		return
	}
	both := readAccess(t, Access{}, "latency", "width", hertz)
	c.Read = readAccess(t, both, "read_latency", "read_width", hertz)
	c.Write = readAccess(t, both, "write_latency", "write_width", hertz)
	var ok bool
	if c.Capacity, ok = t.Size("capacity"); ok && c.Capacity == 0 {
		t.Problem("capacity", "capacity is 0, so no buffer fits; leave capacity out if the memory takes any")
	}
	if t.Has("ports") && !c.Exclusive {
		t.Problem("ports", "ports has no effect with exclusive = false: any number of transfers pass at a time")
	}
	if n, ok := t.Int("ports", 1); ok {
		c.Ports = int(min(n, 1<<16))
	}
}

// readAccess reads a latency, in cycles of the component's clock or as a
// duration, and a width in bytes per cycle; what is absent stays as it is in a.
func readAccess(t *input.Table, a Access, latencyKey, widthKey string, hertz int64) Access {
	if t.Has(latencyKey) {
		if t.IsText(latencyKey) {
			d, _ := t.Duration(latencyKey)
			a.Latency = Time(d)
		} else if n, ok := t.Thousandths(latencyKey); ok {
			a.Latency = latencyCycles(t, latencyKey, n, hertz)
		}
	}
	width, ok := t.Int(widthKey, 1)
	if !ok {
		return a
	}
	if hertz == 0 {
		t.Problem(widthKey, "%s is in bytes per cycle, so the component needs a frequency", widthKey)
		return a
	}
	a.Width = width
	a.Period, _ = duration(big.NewInt(1e12), big.NewInt(hertz))
	return a
}

func latencyCycles(t *input.Table, key string, thousandths, hertz int64) Time {
	if hertz == 0 {
		t.Problem(key, "%s is in cycles, so the component needs a frequency; or write it as a duration, like \"120 ns\"", key)
		return 0
	}
	d, ok := cycles(1, thousandths, hertz)
	if !ok {
		t.Problem(key, "%s is longer than sdse computes", key)
	}
	return d
}

func (r *platformReader) paths() {
	tables := r.root.Tables("path")
	if len(tables) == 0 {
		r.root.Problem("path", "the platform has no path; add [[path]] tables that say how processors communicate")
	}
	for _, t := range tables {
		path := Path{Line: t.Line("")}
		path.Name, _ = t.Name("name")
		takeName(t, path.Name, r.pathNames, "paths")
		path.From = r.processorSet(t, "from")
		path.To = r.processorSet(t, "to")
		path.Between = map[string]Between{"any": Any, "same": Same, "different": Different}[t.Choice("between", "any", "same", "different")]
		path.Write = r.componentList(t, "write", path.From)
		path.Read = r.componentList(t, "read", path.To)
		path.BufferIn = r.bufferOf(&path)
		t.Done()
		r.p.Paths = append(r.p.Paths, path)
	}
}

// bufferOf finds the memory that holds the buffer of a path: the last that the
// producer passes, else the first that the consumer passes, else none.
func (r *platformReader) bufferOf(path *Path) int {
	isMemory := func(s Step) bool { return r.kinds[s.Group] == Memory }
	for _, s := range slices.Backward(path.Write) {
		if isMemory(s) {
			return s.Group
		}
	}
	if i := slices.IndexFunc(path.Read, isMemory); i >= 0 {
		return path.Read[i].Group
	}
	return -1
}

// processorSet reads which processors may be at an end of a path: names of
// [[processor]] tables or of single processors; absent, all.
func (r *platformReader) processorSet(t *input.Table, key string) []bool {
	set := make([]bool, len(r.p.Processors))
	if !t.Has(key) {
		for i := range set {
			set[i] = true
		}
		return set
	}
	before := t.Problems()
	names := t.Strings(key)
	if len(names) == 0 && t.Problems() == before {
		t.Problem(key, "%s is empty, so the path joins nothing; leave it out for all processors", key)
	}
	for _, name := range names {
		found := false
		for i, p := range r.p.Processors {
			if p.Name == name || r.groups[p.Group] == name {
				set[i], found = true, true
			}
		}
		if !found {
			t.Problem(key, "there is no processor %q%s", name, input.DidYouMean(name, r.groups))
		}
	}
	return set
}

// componentList reads the components of one part of a path. A private component
// can only be passed by the processors that have one.
func (r *platformReader) componentList(t *input.Table, key string, ends []bool) []Step {
	var list []Step
	for _, name := range t.Strings(key) {
		c := slices.Index(r.components, name)
		if c < 0 {
			t.Problem(key, "there is no memory or bus %q%s", name, input.DidYouMean(name, r.components))
			continue
		}
		for i, allowed := range ends {
			if group := r.perGroup[c]; allowed && group >= 0 && r.p.Processors[i].Group != group {
				t.Problem(key, "%s exists per %s, but %s may use this path; restrict from and to", name, r.groups[group], r.p.Processors[i].Name)
				break
			}
		}
		if slices.ContainsFunc(list, func(s Step) bool { return s.Group == c }) {
			t.Problem(key, "%s stands twice; a transfer passes a component once", name)
			continue
		}
		list = append(list, Step{Group: c})
	}
	return list
}
