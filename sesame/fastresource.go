package sesame

import "slices"

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
	private := m.passedByOwnersOnly()
	lists, of := m.contendedLists(private)
	resource := m.refine(lists)
	short := make([]shortHop, len(lists))
	for i, list := range lists {
		short[i] = m.shorten(list, resource)
	}
	at := 0
	for r := range m.routes {
		for _, write := range []bool{true, false} {
			part := m.routes[r].part(write)
			for h := range part {
				part[h].short = short[of[at]]
				at++
			}
		}
	}
}

// passedByOwnersOnly reports for each component group whether its components
// belong to processors and nobody else passes them.
func (m *Model) passedByOwnersOnly() []bool {
	var private []bool
	for i := range m.Platform.Components {
		c := &m.Platform.Components[i]
		for len(private) <= c.Group {
			private = append(private, false)
		}
		private[c.Group] = c.Scope == PerProcessor
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

// contendedLists returns the different lists of components that a transfer may
// have to wait for, and which of them belongs to each hop, in the order of
// routes, parts and hops.
func (m *Model) contendedLists(private []bool) (lists [][]int32, of []int) {
	known := map[string]int{}
	var key []byte
	for r := range m.routes {
		for _, write := range []bool{true, false} {
			for _, h := range m.routes[r].part(write) {
				var list []int32
				key = key[:0]
				for _, i := range h.exclusive {
					if !private[m.Platform.Components[i].Group] {
						list = append(list, i)
						key = append(key, byte(i), byte(i>>8), byte(i>>16), byte(i>>24))
					}
				}
				at, ok := known[string(key)]
				if !ok {
					at = len(lists)
					known[string(key)] = at
					lists = append(lists, list)
				}
				of = append(of, at)
			}
		}
	}
	return lists, of
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
