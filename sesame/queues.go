package sesame

import "slices"

// Components that some transfer holds together belong together: whether one of
// them can be granted depends on who waits for the others. Where all of them
// serve by arrival, a request can be granted the moment it is made, for the
// instant at which everything comes free: nobody can come before it any more.
// Where one of them chooses, requests wait in a queue, one for all components
// that belong together.

// manyPorts is the number of ports beyond which a component is given a queue:
// looking for the port that comes free first costs more than counting free ones.
const manyPorts = 8

// findQueues numbers the queues and tells every hop which one it waits in.
func (m *Model) findQueues(needed func(component int32) bool) {
	joined := make([]int32, len(m.Platform.Components))
	for i := range joined {
		joined[i] = int32(i)
	}
	m.eachHop(func(h *hop) {
		for _, i := range h.exclusive {
			joined[rootOf(joined, i)] = rootOf(joined, h.exclusive[0])
		}
	})
	number := make([]int32, len(joined)) // per root: its queue and one, or 0
	for i := range joined {
		if needed(int32(i)) {
			number[rootOf(joined, int32(i))] = 1
		}
	}
	queues := 0
	for i := range number {
		if number[i] > 0 {
			queues++
			number[i] = int32(queues)
		}
	}
	m.queues = make([]bool, queues)
	m.eachHop(func(h *hop) {
		h.queue = -1
		if len(h.exclusive) > 0 {
			h.queue = number[rootOf(joined, h.exclusive[0])] - 1
		}
		if h.queue >= 0 && h.arbiter >= 0 && m.wheelOf[h.arbiter] >= 0 {
			m.queues[h.queue] = true
		}
	})
}

func rootOf(joined []int32, i int32) int32 {
	for joined[i] != i {
		joined[i] = joined[joined[i]]
		i = joined[i]
	}
	return i
}

func (m *Model) eachHop(do func(h *hop)) {
	for i := range m.routes {
		for _, part := range []part{m.routes[i].write, m.routes[i].read} {
			for k := range part {
				do(&part[k])
			}
		}
	}
}

// needsQueue reports whether a component does not serve by arrival, or has many
// ports.
func (m *Model) needsQueue(component int32) bool {
	c := &m.Platform.Components[component]
	return c.Exclusive && (c.Arbitration != ByArrival || m.ports(component) > manyPorts)
}

// ports returns how many ports of a component can be of use. Without DMA a
// processor passes one at a time.
func (m *Model) ports(component int32) int {
	ports := max(1, m.Platform.Components[component].Ports)
	if slices.ContainsFunc(m.Platform.Paths, func(p Path) bool { return p.DMA }) {
		return ports
	}
	return min(ports, len(m.Platform.Processors))
}
