package sesame

import (
	"math"
	"math/bits"
	"slices"
)

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
	m.queues = 0
	for i := range number {
		if number[i] > 0 {
			m.queues++
			number[i] = int32(m.queues)
		}
	}
	m.eachHop(func(h *hop) {
		h.queue = -1
		if len(h.exclusive) > 0 {
			h.queue = number[rootOf(joined, h.exclusive[0])] - 1
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

// wheel is the slots of a TDMA component.
type wheel struct {
	slot Time
	size uint64
	mine [][]int32 // per processor: its slots, ascending
}

// findWheels makes the wheel of each TDMA component. One with which nothing can
// be done has none: no route leads over it.
func (m *Model) findWheels() {
	m.wheelOf = make([]int32, len(m.Platform.Components))
	for i := range m.Platform.Components {
		m.wheelOf[i] = -1
		c := &m.Platform.Components[i]
		if !c.Exclusive || c.Arbitration != TDMA || len(c.Slots) == 0 || c.Slot == 0 {
			continue
		}
		w := wheel{slot: c.Slot, size: uint64(len(c.Slots)), mine: make([][]int32, len(m.Platform.Processors))}
		for k, p := range c.Slots {
			w.mine[p] = append(w.mine[p], int32(k))
		}
		m.wheelOf[i] = int32(len(m.wheels))
		m.wheels = append(m.wheels, w)
	}
}

// at returns the number of the slot that an instant lies in, counted from time
// 0, and where that is among the slots of a processor: the index of the first
// of them that is not before it in the wheel, and whether it is that one.
func (w *wheel) at(t Time, processor int32) (number uint64, index int, own bool) {
	number = uint64(t / w.slot)
	index, own = slices.BinarySearch(w.mine[processor], int32(number%w.size))
	return number, index, own
}

// start returns when a slot begins, at most MaxTime.
func (w *wheel) start(number uint64) Time { return w.slot.times(number) }

// wait returns when the next slot of a processor begins after an instant that is
// in none of them.
func (w *wheel) wait(t Time, processor int32) Time {
	number, index, _ := w.at(t, processor)
	return w.start(w.number(number, processor, uint64(index)))
}

// number returns the number of a processor's slot by its index, counted from the
// wheel's turn in which a slot lies.
func (w *wheel) number(from uint64, processor int32, index uint64) uint64 {
	mine := w.mine[processor]
	n := uint64(len(mine))
	over, turns := bits.Mul64(index/n, w.size)
	if over > 0 || turns > uint64(MaxTime) {
		return math.MaxUint64 // begins never
	}
	return from - from%w.size + turns + uint64(mine[index%n])
}

// end returns when a transfer ends that begins in a slot of its processor and
// progresses for a time, at most MaxTime.
func (w *wheel) end(t Time, processor int32, d Time) Time {
	number, index, _ := w.at(t, processor)
	rest := w.start(number) + w.slot - t
	if d <= rest {
		return t.plus(d)
	}
	d -= rest
	whole := uint64((d - 1) / w.slot) // slots that it fills before its last
	last := w.number(number, processor, uint64(index)+1+whole)
	return w.start(last).plus(d - w.slot*Time(whole))
}
