package sesame

import (
	"math"
	"math/bits"
	"slices"
)

// wheel is the slots of a TDMA component.
type wheel struct {
	slot  Time
	owner []int32   // per slot: its processor
	mine  [][]int32 // per processor: its slots, ascending
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
		w := wheel{slot: c.Slot, mine: make([][]int32, len(m.Platform.Processors))}
		for k, p := range c.Slots {
			w.owner = append(w.owner, int32(p))
			w.mine[p] = append(w.mine[p], int32(k))
		}
		m.wheelOf[i] = int32(len(m.wheels))
		m.wheels = append(m.wheels, w)
	}
}

// spot is where in a wheel an instant lies.
type spot struct {
	at    Time
	turn  uint64 // number of the first slot of this turn of the wheel, counted from time 0
	index int    // of the slot in the wheel
	owner int32  // its processor
}

// look returns where an instant lies.
func (w *wheel) look(t Time) spot {
	number := uint64(t / w.slot)
	index := number % uint64(len(w.owner))
	return spot{at: t, turn: number - index, index: int(index), owner: w.owner[index]}
}

// start returns when the n-th slot of a processor begins, counted from its first one
// in the turn of a spot; at most MaxTime.
func (w *wheel) start(from *spot, processor int32, n uint64) Time {
	mine := w.mine[processor]
	over, turns := bits.Mul64(n/uint64(len(mine)), uint64(len(w.owner)))
	if over > 0 || turns > uint64(MaxTime) {
		return MaxTime
	}
	return w.slot.times(from.turn + turns + uint64(mine[n%uint64(len(mine))]))
}

// rank returns how many slots of a processor come before one in the wheel.
func (w *wheel) rank(processor int32, index int) uint64 {
	n, _ := slices.BinarySearch(w.mine[processor], int32(index))
	return uint64(n)
}

// wait returns when the next slot of a processor begins after a spot that is in
// none of them.
func (w *wheel) wait(from *spot, processor int32) Time {
	return w.start(from, processor, w.rank(processor, from.index))
}

// end returns when a transfer ends that begins at a spot in a slot of its
// processor and progresses for a time, at most MaxTime.
func (w *wheel) end(from *spot, processor int32, d Time) Time {
	rest := w.slot - from.at%w.slot
	if d <= rest {
		return from.at.plus(d)
	}
	d -= rest
	whole := uint64((d - 1) / w.slot) // slots that it fills before its last
	last := w.start(from, processor, w.rank(processor, from.index)+1+min(whole, math.MaxInt64))
	return last.plus(d - w.slot*Time(whole))
}
