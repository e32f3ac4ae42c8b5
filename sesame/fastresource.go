package sesame

import (
	"encoding/binary"
	"slices"
)

// This file finds out what the fast kernel has to keep account of on a hop.

// shortHop is what the fast kernel knows of a hop: at most two resources that
// stand for all components that a transfer may have to wait for.
type shortHop struct {
	fast      bool
	resources [2]int32 // -1 for none
}

// findResources gives every hop its resources. Components that are always
// passed together are one resource, and those that only one processor ever
// passes are none, because a processor has one transfer at a time.
func (m *Model) findResources() {
	hops, lists, of := m.contendedLists(m.passedByOwnersOnly())
	resource := m.refine(lists)
	short := make([]shortHop, len(lists))
	for i, list := range lists {
		short[i] = m.shorten(list, resource)
	}
	for i, h := range hops {
		h.short = short[of[i]]
	}
}

// passedByOwnersOnly reports for each component group whether its components
// belong to processors and nobody else passes them, so that nobody waits there;
// but for one's own slots one waits alone.
func (m *Model) passedByOwnersOnly() []bool {
	var private []bool
	for i := range m.Platform.Components {
		c := &m.Platform.Components[i]
		for len(private) <= c.Group {
			private = append(private, false)
		}
		private[c.Group] = c.Scope == PerProcessor && c.Arbitration != TDMA
	}
	for p := range m.Platform.Paths {
		path := &m.Platform.Paths[p]
		for _, s := range path.Write {
			if !s.Network && s.At == Consumer {
				private[s.Group] = false
			}
		}
		for _, s := range path.Read {
			if !s.Network && s.At == Producer {
				private[s.Group] = false
			}
		}
	}
	return private
}

// contendedLists returns all hops, the different lists of components that a
// transfer may have to wait for there, and which of them belongs to each hop.
// Routes share parts, so each hop is listed once.
func (m *Model) contendedLists(private []bool) (hops []*hop, lists [][]int32, of []int) {
	known := map[string]int{}
	seen := map[*hop]bool{}
	var key []byte
	for r := range m.routes {
		for _, part := range []part{m.routes[r].write, m.routes[r].read} {
			if len(part) == 0 || seen[&part[0]] {
				continue
			}
			seen[&part[0]] = true
			for h := range part {
				var list []int32
				key = key[:0]
				for _, i := range part[h].exclusive {
					if !private[m.Platform.Components[i].Group] {
						list = append(list, i)
						key = binary.LittleEndian.AppendUint32(key, uint32(i))
					}
				}
				at, ok := known[string(key)]
				if !ok {
					at = len(lists)
					known[string(key)] = at
					lists = append(lists, list)
				}
				hops, of = append(hops, &part[h]), append(of, at)
			}
		}
	}
	return hops, lists, of
}

// refine numbers the components so that two have the same number if they have as
// many ports and every list holds both or neither. A number is a resource.
func (m *Model) refine(lists [][]int32) []int32 {
	number := make([]int32, len(m.Platform.Components))
	for i := range number {
		number[i] = int32(m.Platform.Components[i].Ports)
	}
	next := slices.Max(append(number, 0)) + 1
	for _, list := range lists {
		fresh := map[int32]int32{}
		for _, i := range list {
			if _, ok := fresh[number[i]]; !ok {
				fresh[number[i]] = next
				next++
			}
		}
		for _, i := range list {
			number[i] = fresh[number[i]]
		}
	}
	dense := map[int32]int32{}
	for i, n := range number {
		if _, ok := dense[n]; !ok {
			dense[n] = int32(len(dense))
			start := resource{later: noPort}
			if m.Platform.Components[i].Ports == 2 {
				start.later = 0
			}
			m.fast.resources = append(m.fast.resources, start)
		}
		number[i] = dense[n]
	}
	return number
}

func (m *Model) shorten(list []int32, resource []int32) shortHop {
	short := shortHop{fast: true, resources: [2]int32{-1, -1}}
	if len(list) == 1 && m.Platform.Components[list[0]].Ports >= len(m.Platform.Processors) {
		return short // a port for everybody. Beside other components it would count: nobody overtakes there
	}
	var own []int32
	for _, i := range list {
		c := &m.Platform.Components[i]
		if c.Arbitration != ByArrival || c.Ports > 2 {
			return shortHop{}
		}
		if !slices.Contains(own, resource[i]) {
			own = append(own, resource[i])
		}
	}
	if len(own) > len(short.resources) {
		return shortHop{}
	}
	copy(short.resources[:], own)
	return short
}
