package sesame

import (
	"slices"

	"sdse/kpn/input"
)

// readArbitration reads how an interconnect chooses among requests. It returns
// the names in slots, or nil if there is no wheel.
func (r *platformReader) readArbitration(t *input.Table, c *Component) []string {
	word := t.Choice("arbitration", "fcfs", "priority", "round-robin", "tdma")
	c.Arbitration = map[string]Arbitration{"fcfs": ByArrival, "priority": ByPriority, "round-robin": InTurn, "tdma": TDMA}[word]
	if t.Has("arbitration") && !c.Exclusive {
		t.Problem("arbitration", "arbitration has no effect with exclusive = false: any number of transfers pass at a time")
	}
	r.byPriority = r.byPriority || c.Arbitration == ByPriority
	if c.Arbitration != TDMA {
		for _, key := range []string{"slot", "slots"} {
			if t.Has(key) {
				t.Problem(key, "%s has no effect with arbitration = %q; it belongs to \"tdma\"", key, word)
			}
		}
		return nil
	}
	return readWheel(t, c)
}

// readWheel reads the length of a slot and the names of the owners.
func readWheel(t *input.Table, c *Component) []string {
	d, ok := t.Duration("slot")
	c.Slot = Time(d)
	switch {
	case !t.Has("slot"):
		t.Problem("", "slot is missing; arbitration = \"tdma\" needs to know how long one lasts")
	case ok && (d == 0 || Time(d) > MaxTime/maxNames):
		t.Problem("slot", "slot is not between 1 ps and %v", MaxTime/maxNames)
	}
	slots := []string{}
	if t.Has("slots") {
		before := t.Problems()
		if slots = t.Strings("slots"); len(slots) == 0 && t.Problems() == before {
			t.Problem("slots", "slots is empty, so nobody could pass; leave it out for one slot each")
		}
	}
	return slots
}

// maxWheelSlots bounds the slots of all wheels together.
const maxWheelSlots = 1 << 22

// setSlots fills the wheel of a component: with the processors that are named,
// or with all that have this component. A table stands for those of its
// processors that have it, if some do.
func (r *platformReader) setSlots(t *input.Table, c *Component, names []string) {
	if c.Arbitration != TDMA || r.slots > maxWheelSlots {
		return
	}
	c.Slots = r.wheelOf(t, c, names)
	if r.slots += len(c.Slots); r.slots > maxWheelSlots {
		t.Problem("", "with %q the wheels have more than the %d slots that sdse takes", c.Table, maxWheelSlots)
	}
}

func (r *platformReader) wheelOf(t *input.Table, c *Component, names []string) (wheel []int) {
	owned := func(i int) bool {
		switch c.Scope {
		case PerProcessor:
			return i == c.Owner
		case PerCluster:
			return r.p.Processors[i].Cluster == c.Owner
		}
		return true
	}
	if len(names) == 0 {
		for i := range r.p.Processors {
			if owned(i) {
				wheel = append(wheel, i)
			}
		}
		return wheel
	}
	for _, name := range names {
		found := r.named[name]
		if len(found) == 0 {
			t.Problem("slots", "there is no processor %q%s", name, r.suggest(name, r.tableNames()))
			return nil
		}
		if len(found) > 1 && slices.ContainsFunc(found, owned) {
			found = slices.DeleteFunc(slices.Clone(found), func(i int) bool { return !owned(i) })
		}
		if wheel = append(wheel, found...); len(wheel) > maxNames {
			t.Problem("slots", "slots names more than %d processors", maxNames)
			return nil
		}
	}
	return wheel
}
