package sesame

import "slices"

// partTable holds the parts of all routes. There may be a million of them on a
// large network, so what is the same is kept once, in few large pieces of memory.
type partTable struct {
	m      *Model
	list   []numberedPart
	latest map[uint64]int32 // by hash: the number of the last such part
	passed int              // components of all of them
	ints   []int32          // what is left of a piece of memory
	hops   []hop
	held   []int32 // scratch
}

type numberedPart struct {
	part   part
	path   int
	write  bool
	before int32 // number of the part before with this hash, or -1
}

// number returns the number of a part, and adds it if it is new.
func (t *partTable) number(path int, write bool, components []int32) int32 {
	hash := uint64(path)*2 + 1
	if write {
		hash++
	}
	for _, i := range components {
		hash = (hash ^ uint64(i)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	before, ok := t.latest[hash]
	if !ok {
		before = -1
	}
	for i := before; i >= 0; i = t.list[i].before {
		if p := &t.list[i]; p.path == path && p.write == write && p.part.is(components) {
			return i
		}
	}
	t.passed += len(components)
	t.list = append(t.list, numberedPart{t.newPart(&t.m.Platform.Paths[path], components), path, write, before})
	t.latest[hash] = int32(len(t.list) - 1)
	return t.latest[hash]
}

// is reports whether a part passes exactly these components.
func (p part) is(components []int32) bool {
	for i := range p {
		n := len(p[i].components)
		if n > len(components) || !slices.Equal(p[i].components, components[:n]) {
			return false
		}
		components = components[n:]
	}
	return len(components) == 0
}

// newPart makes the hops of a part: one that holds everything, or one for each
// component.
func (t *partTable) newPart(p *Path, components []int32) part {
	components = t.keep(components)
	if len(components) == 0 {
		return part{}
	}
	n, each := 1, len(components)
	if p.Forward {
		n, each = each, 1
	}
	if len(t.hops) < n {
		t.hops = make([]hop, max(n, 1<<10))
	}
	hops := t.hops[:n:n]
	t.hops = t.hops[n:]
	for i := range hops {
		hops[i] = t.newHop(components[i*each : (i+1)*each])
	}
	return hops
}

func (t *partTable) newHop(components []int32) hop {
	h := hop{components: components, arbiter: -1, queue: -1, price: -1}
	t.held = t.held[:0]
	for _, i := range components {
		c := &t.m.Platform.Components[i]
		h.perByte = h.perByte.Plus(femtojoules(uint64(c.EnergyPerByte)))
		if !c.Exclusive {
			continue
		}
		t.held = append(t.held, i)
		if c.Arbitration != ByArrival {
			h.arbiter = i
		}
	}
	slices.Sort(t.held)
	h.exclusive = t.keep(slices.Compact(t.held)) // a way may lead over a network more than once
	return h
}

// keep copies a list to where all of them lie.
func (t *partTable) keep(list []int32) []int32 {
	n := len(list)
	if n == 0 {
		return nil
	}
	if len(t.ints) < n {
		t.ints = make([]int32, max(n, 1<<14))
	}
	kept := t.ints[:n:n]
	t.ints = t.ints[n:]
	copy(kept, list)
	return kept
}
