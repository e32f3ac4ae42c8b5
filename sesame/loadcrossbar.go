package sesame

import (
	"slices"

	"sdse/kpn/input"
)

// crossbar is a [[crossbar]] table. Its ports are components; they come into
// being as paths ask for them.
type crossbar struct {
	table *input.Table
	port  Component // what they have in common
	group componentGroup
	slots []string
	ports []*port
	known map[portKey]*port
}

// portKey is what a port leads to: a thing, or the processors.
type portKey struct {
	thing thing
	self  bool
}

// port is the outputs of a crossbar towards a thing, or towards processors.
type port struct {
	towards thing // meaningless if it is processors
	self    bool  // towards the processors themselves
	group   int
	asked   []bool // by processor: whether data goes there; of self
}

// crossbarTables reads the [[crossbar]] tables.
func (r *platformReader) crossbarTables() {
	for _, t := range r.root.Tables("crossbar") {
		x := &crossbar{table: t, port: Component{Kind: CrossbarPort}, known: map[portKey]*port{}}
		r.name(t, &x.port)
		readShared(t, &x.port)
		readBoth(t, &x.port, "setup")
		x.group = componentGroup{name: x.port.Name, kind: CrossbarPort}
		r.readPer(t, &x.group)
		if x.group.scope == PerProcessor {
			t.Problem("per", "a crossbar joins processors, so there is none per processor; give it per = a cluster, or leave per out")
			x.group = componentGroup{name: x.port.Name, kind: CrossbarPort}
		}
		x.slots = r.readArbitration(t, &x.port)
		t.Done()
		r.addThing(x.port.Name, aCrossbar, len(r.crossbars))
		r.crossbars = append(r.crossbars, x)
	}
}

// portTowards returns the ports of a crossbar to what is listed behind it or, if
// that is nil, to the consumers. They belong to whom it belongs to.
func (r *platformReader) portTowards(x *crossbar, next *listed, consumers []bool) *port {
	p := r.findPort(x, next)
	if next == nil {
		for i, is := range consumers {
			p.asked[i] = p.asked[i] || is
		}
	}
	return p
}

// findPort finds the ports of a crossbar towards something, or adds them.
func (r *platformReader) findPort(x *crossbar, next *listed) *port {
	key := portKey{self: next == nil}
	if next != nil {
		key.thing = next.thing
	}
	if p, ok := x.known[key]; ok {
		return p
	}
	p := &port{self: key.self, towards: key.thing}
	if len(r.parts) > 2*maxComponents { // these would be more than there may be
		r.tooMany(x.table, x.port.Name)
		return p
	}
	x.known[key] = p
	target := componentGroup{scope: PerProcessor}
	if p.self {
		p.asked = make([]bool, len(r.p.Processors))
	} else {
		target = r.groupOf(next.thing)
	}
	group := componentGroup{name: x.port.Name, kind: CrossbarPort, scope: target.scope, per: target.per, has: target.has}
	if x.group.scope == PerCluster {
		group.per, group.has = x.group.per, both(x.group.has, target.has)
		group.scope = max(x.group.scope, target.scope)
		if target.scope == PerProcessor {
			group.scope = PerProcessor
		}
	}
	p.group = r.newGroup(group)
	x.ports = append(x.ports, p)
	return p
}

// both returns who is in both sets; nil is everybody.
func both(a, b []bool) []bool {
	if b == nil {
		return a
	}
	c := slices.Clone(a)
	for i := range c {
		c[i] = c[i] && b[i]
	}
	return c
}

// groupOf returns the group that says who has a thing.
func (r *platformReader) groupOf(what thing) componentGroup {
	switch what.kind {
	case aGroup:
		return r.parts[what.index]
	case aCrossbar:
		return r.crossbars[what.index].group
	}
	return componentGroup{}
}

// crossbarPorts adds the ports that paths ask for.
func (r *platformReader) crossbarPorts() {
	for _, x := range r.crossbars {
		if len(x.ports) == 0 && !x.table.Failed() {
			x.table.Problem("", "no path passes crossbar %q; list it in a path or remove it", x.port.Name)
		}
		fresh := true
		for _, p := range x.ports {
			for _, c := range r.portsOf(x, p) {
				fresh = fresh && takeName(x.table, c.Name, r.taken, "components")
				r.addComponent(x.table, c)
			}
		}
	}
}

// portsOf returns the ports of a crossbar towards everything of a kind.
func (r *platformReader) portsOf(x *crossbar, p *port) (ports []Component) {
	wheels := map[int]Component{} // by cluster
	for _, target := range r.targetsOf(x, p) {
		c := x.port
		c.Table, c.Group = x.port.Name, p.group
		c.Scope, c.Owner, c.Peer = target.Scope, target.Owner, target.Peer
		c.Name = x.port.Name + ">" + target.Name
		cluster := 0
		if x.group.scope == PerCluster {
			var name string
			if cluster, name = r.clusterOfTarget(x, &target); cluster < 0 {
				continue
			}
			c.Name = name + "." + c.Name
		}
		wheel, ok := wheels[cluster]
		if !ok {
			wheel = x.port
			wheel.Scope, wheel.Owner = x.group.scope, cluster
			r.setSlots(x.table, &wheel, x.slots)
			wheels[cluster] = wheel
		}
		c.Slots = wheel.Slots
		ports = append(ports, c)
	}
	return ports
}

// targetsOf returns what the ports lead to, of which name, scope and owner matter.
func (r *platformReader) targetsOf(x *crossbar, p *port) (targets []Component) {
	switch {
	case p.self:
		for i, asked := range p.asked {
			if asked {
				targets = append(targets, Component{Name: r.p.Processors[i].Name, Scope: PerProcessor, Owner: i})
			}
		}
	case p.towards.kind == aGroup:
		for _, i := range r.members[p.towards.index] {
			targets = append(targets, r.p.Components[i])
		}
	case p.towards.kind == aLink:
		targets = append(targets, r.p.Components[p.towards.index])
	case p.towards.kind == aNetwork:
		targets = append(targets, Component{Name: r.p.Networks[p.towards.index].Name})
	case p.towards.kind == aCrossbar:
		other := r.crossbars[p.towards.index]
		targets = r.perCluster(&other.group, other.port.Name, true)
	}
	if len(targets) == 1 && targets[0].Scope == OneForAll {
		return r.perCluster(&x.group, targets[0].Name, false)
	}
	return targets
}

// perCluster returns a target for each cluster that has a crossbar, by its name
// there if it is private; or one for all if there is one crossbar.
func (r *platformReader) perCluster(g *componentGroup, name string, private bool) (targets []Component) {
	if g.scope != PerCluster {
		return []Component{{Name: name}}
	}
	for _, o := range r.ownersOf(g) {
		target := Component{Name: name, Scope: PerCluster, Owner: o.number}
		if private {
			target.Name = o.name + "." + name
		}
		targets = append(targets, target)
	}
	return targets
}

// clusterOfTarget returns the cluster whose crossbar leads to a target, or -1,
// and its name.
func (r *platformReader) clusterOfTarget(x *crossbar, target *Component) (int, string) {
	cluster := target.Owner
	if target.Scope != PerCluster {
		cluster = r.p.Processors[target.Owner].Cluster
	}
	for _, o := range r.ownersOf(&x.group) {
		if o.number == cluster {
			return cluster, o.name
		}
	}
	return -1, ""
}
