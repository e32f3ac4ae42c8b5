package sesame

import (
	"fmt"

	"sdse/kpn/input"
)

// maxWays bounds how many paths lead between two processors, over all pairs, and
// how much they list: all of them are looked at.
const maxWays = 1 << 27

// checkPaths looks at what paths pass between every two processors that may use
// them: whether all of it exists and can be passed. Mistakes of names and tables
// have been complained about; there are none when this is called.
func (r *platformReader) checkPaths() {
	c := &compiler{m: &Model{Platform: r.p}}
	c.findInstances()
	check := pathCheck{c: c, groups: r.parts, slots: make([][]bool, len(r.p.Components)), seen: make([]int, len(r.p.Components))}
	ways := 0
	for i := range r.p.Paths {
		check.path = &r.p.Paths[i]
		listed := 1 + len(check.path.Write) + len(check.path.Read)
		if ways += members(check.path.From) * members(check.path.To) * listed; ways > maxWays {
			r.paths[i].Problem("", "with path %q there are more than the %d ways between processors, times what they list, that sdse takes; restrict from and to",
				check.path.Name, maxWays)
			return
		}
		check.find(r.paths[i])
	}
}

func members(set []bool) (n int) {
	for _, is := range set {
		if is {
			n++
		}
	}
	return n
}

// pathCheck looks for the first mistake of a path.
type pathCheck struct {
	c      *compiler
	groups []componentGroup
	path   *Path
	way    walk
	slots  [][]bool // by component: who has a slot; nil if that is not known yet
	seen   []int    // by component: the last part that passed it
	parts  int      // that were looked at
}

// find complains about the first pair of processors that cannot use the path.
func (k *pathCheck) find(t *input.Table) {
	joins := false
	for from, may := range k.path.From {
		for to := 0; may && to < len(k.path.To); to++ {
			if !k.c.m.joins(k.path, from, to) {
				continue
			}
			joins = true
			if key, wrong := k.pair(from, to); wrong != "" {
				t.Problem(key, "%s", wrong)
				return
			}
		}
	}
	if !joins {
		t.Problem("", "path %q joins no two processors; widen from, to or between", k.path.Name)
	}
}

// pair returns what is wrong between two processors, and with which list.
func (k *pathCheck) pair(from, to int) (key, wrong string) {
	if !k.way.find(k.c, k.path, from, to) {
		if k.way.stuckRead {
			key = "read"
		} else {
			key = "write"
		}
		return key, k.stuck(from, to)
	}
	if wrong := k.passing(k.way.write, from, from, to); wrong != "" {
		return "write", wrong
	}
	return "read", k.passing(k.way.read, to, from, to)
}

// stuck says why a path does not lead from a processor to another.
func (k *pathCheck) stuck(from, to int) string {
	p := k.c.m.Platform
	at := p.Processors[k.way.stuckAt].Name
	if k.way.stuck.Network {
		return fmt.Sprintf("%s has no place on network %q, but may use this path; add it to processors or place of the network, or restrict from and to",
			at, p.Networks[k.way.stuck.Group].Name)
	}
	name := k.groups[k.way.stuck.Group].name
	if k.groups[k.way.stuck.Group].kind == CrossbarPort {
		name = "port of " + name
	}
	if k.c.instances[k.way.stuck.Group].scope == PerPair {
		return fmt.Sprintf("there is no %s from %s to %s, but this path may join them; restrict from, to or between", name, p.Processors[from].Name, p.Processors[to].Name)
	}
	return fmt.Sprintf("%s has no %s, but may use this path; restrict from and to", at, name)
}

// passing returns what is wrong with what a processor passes.
func (k *pathCheck) passing(components []int32, mover, from, to int) string {
	p := k.c.m.Platform
	arbiter := ""
	k.parts++
	for _, i := range components {
		c := &p.Components[i]
		if k.seen[i] == k.parts && c.Kind != Link { // a way may lead over a network more than once
			return fmt.Sprintf("from %s to %s it passes %s twice; restrict the path with between", p.Processors[from].Name, p.Processors[to].Name, c.Name)
		}
		k.seen[i] = k.parts
		if c.Arbitration == ByArrival {
			continue
		}
		if arbiter != "" && !k.path.Forward {
			return fmt.Sprintf("%s and %s both arbitrate, but what is held together may have one that does; let one of them serve by arrival, or add forward = true",
				arbiter, c.Name)
		}
		arbiter = c.Name
		if c.Arbitration == TDMA && !k.hasSlot(i, mover) {
			return fmt.Sprintf("%s has no slot on %s, but may use this path; add it to slots, or restrict from and to", p.Processors[mover].Name, c.Name)
		}
	}
	return ""
}

func (k *pathCheck) hasSlot(component int32, processor int) bool {
	if k.slots[component] == nil {
		p := k.c.m.Platform
		k.slots[component] = make([]bool, len(p.Processors))
		for _, owner := range p.Components[component].Slots {
			k.slots[component][owner] = true
		}
	}
	return k.slots[component][processor]
}
