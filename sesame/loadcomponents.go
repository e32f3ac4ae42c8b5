package sesame

import (
	"slices"
	"strings"

	"sdse/kpn/input"
)

// thing is what a name in the list of a path stands for.
type thing struct {
	kind  thingKind
	index int // of the component group, the network, the crossbar or the component
}

type thingKind uint8

const (
	aGroup thingKind = iota // of components: a memory, a bus, a FIFO
	aNetwork
	aCrossbar
	aLink // a single one of a network
)

// componentGroup is what the components of a table have in common.
type componentGroup struct {
	name  string
	kind  ComponentKind
	scope Scope
	per   string // what each has one of its own: a processor table or a cluster
	has   []bool // by processor: whether it has one; nil if there is one for all
}

// maxComponents bounds the memories, buses, links and all other components.
const maxComponents = 1 << 16

// components reads the [[memory]] or [[bus]] tables.
func (r *platformReader) components(key string, kind ComponentKind) {
	for _, t := range fewer(r.root.Tables(key), maxComponents, "memories and buses") {
		c := Component{Kind: kind}
		r.name(t, &c)
		readShared(t, &c)
		if kind == Bus {
			readBoth(t, &c, "setup")
		} else {
			readStorage(t, &c)
			readCapacity(t, &c, "capacity")
			readPorts(t, &c)
		}
		group := componentGroup{name: c.Name, kind: kind}
		r.readPer(t, &group)
		var slots []string
		if kind == Bus {
			slots = r.readArbitration(t, &c)
		}
		r.addGroup(t, c, group, slots)
		t.Done()
	}
}

// name reads the name of a component, which nothing else in a path may have.
func (r *platformReader) name(t *input.Table, c *Component) {
	c.Name, _ = t.Name("name")
	c.Table = c.Name
	if strings.Contains(c.Name, "@") {
		t.Problem("name", "%q holds an @, which says in paths whose component is meant; rename it", c.Name)
	}
	takeName(t, c.Name, r.taken, "components")
}

// addThing lets paths name something.
func (r *platformReader) addThing(name string, kind thingKind, index int) {
	if _, ok := r.things[name]; ok {
		return
	}
	r.things[name] = thing{kind, index}
	if kind != aLink {
		r.thingNames = append(r.thingNames, name)
	}
}

// readPer reads who has a component of its own.
func (r *platformReader) readPer(t *input.Table, g *componentGroup) {
	name, ok := t.String("per")
	if !ok {
		return
	}
	switch {
	case slices.ContainsFunc(r.groups, func(o processorTable) bool { return o.name == name }):
		g.scope = PerProcessor
	case slices.Contains(r.clusterNames(), name):
		g.scope = PerCluster
	default:
		t.Problem("per", "there is no processor %q%s", name, r.suggest(name, r.tableNames()))
		return
	}
	g.per = name
	g.has = make([]bool, len(r.p.Processors))
	for _, i := range r.named[name] {
		g.has[i] = true
	}
}

// newGroup adds a group and returns its number.
func (r *platformReader) newGroup(g componentGroup) int {
	r.parts = append(r.parts, g)
	return len(r.parts) - 1
}

// addGroup adds a component once or, if it is private, once for everybody who
// has one, with the slots of its wheel if it has any.
func (r *platformReader) addGroup(t *input.Table, c Component, g componentGroup, slots []string) {
	c.Group, c.Scope = r.newGroup(g), g.scope
	r.addThing(c.Table, aGroup, c.Group)
	if g.scope == OneForAll {
		r.setSlots(t, &c, slots)
		r.addComponent(t, c)
		return
	}
	fresh := true // one complaint per table is enough
	for _, owner := range r.ownersOf(&g) {
		private := c
		private.Name, private.Owner = owner.name+"."+c.Table, owner.number
		r.setSlots(t, &private, slots)
		fresh = fresh && takeName(t, private.Name, r.taken, "components")
		r.addComponent(t, private)
	}
}

// owner is a processor or a cluster that has a component of its own.
type owner struct {
	name   string
	number int
}

func (r *platformReader) ownersOf(g *componentGroup) (owners []owner) {
	if g.scope == PerProcessor {
		for i := range r.p.Processors {
			if g.has[i] {
				owners = append(owners, owner{r.p.Processors[i].Name, i})
			}
		}
		return owners
	}
	for i := range r.clusters {
		if c := &r.clusters[i]; c.name == g.per {
			for k, name := range c.instances {
				owners = append(owners, owner{name, c.first + k})
			}
		}
	}
	return owners
}

// addComponent adds a component, unless there are too many.
func (r *platformReader) addComponent(t *input.Table, c Component) {
	if len(r.p.Components) == maxComponents {
		r.tooMany(t, c.Table)
		return
	}
	if c.Kind != CrossbarPort {
		r.members[c.Group] = append(r.members[c.Group], len(r.p.Components))
	}
	if _, ok := r.componentNames[c.Name]; !ok {
		r.componentNames[c.Name] = len(r.p.Components)
	}
	r.p.Components = append(r.p.Components, c)
}

func (r *platformReader) tooMany(t *input.Table, name string) {
	if !r.full {
		t.Problem("", "with %q there are more than the %d memories, buses, links and other components that sdse takes", name, maxComponents)
	}
	r.full = true
}

// fifos reads the [[fifo]] tables: a buffer for each pair of a processor that
// writes and another that reads.
func (r *platformReader) fifos() {
	for _, t := range fewer(r.root.Tables("fifo"), maxComponents, "fifos") {
		if r.full {
			return
		}
		c := Component{Kind: FIFO, Scope: PerPair}
		r.name(t, &c)
		readShared(t, &c)
		if t.Has("exclusive") {
			t.Problem("exclusive", "exclusive has no effect: only one processor writes to a fifo, and only one reads from it")
		}
		c.Exclusive = false
		readStorage(t, &c)
		readCapacity(t, &c, "depth")
		from, to := r.processorSet(t, "from"), r.processorSet(t, "to")
		t.Done()
		c.Group = r.newGroup(componentGroup{name: c.Name, kind: FIFO, scope: PerPair})
		r.addThing(c.Name, aGroup, c.Group)
		r.addPairs(t, c, from, to)
	}
}

// addPairs adds a FIFO for every ordered pair of different processors.
func (r *platformReader) addPairs(t *input.Table, c Component, from, to []bool) {
	var pairs [][2]int
	for i, writes := range from {
		for k := 0; writes && k < len(to) && len(pairs) <= maxComponents; k++ {
			if to[k] && i != k {
				pairs = append(pairs, [2]int{i, k})
			}
		}
	}
	if len(pairs) == 0 {
		if !t.Failed() {
			t.Problem("", "%q joins no two different processors; name them in from and to", c.Name)
		}
		return
	}
	fresh := true
	for _, pair := range pairs {
		c.Owner, c.Peer = pair[0], pair[1]
		if len(pairs) > 1 {
			c.Name = c.Table + "." + r.p.Processors[c.Owner].Name + "." + r.p.Processors[c.Peer].Name
			fresh = fresh && takeName(t, c.Name, r.taken, "components")
		}
		r.addComponent(t, c)
	}
}
