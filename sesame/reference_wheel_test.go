package sesame_test

import (
	"slices"

	"sdse/sesame"
)

// The wheel of a TDMA component begins at time 0.

// ownerAt is the processor whose slot an instant lies in, and endOfSlot when it ends.
func ownerAt(c *sesame.Component, t sesame.Time) (owner int, endOfSlot sesame.Time) {
	n := t / c.Slot
	return c.Slots[n%sesame.Time(len(c.Slots))], (n + 1) * c.Slot
}

// nextSlot is when the next slot of a processor begins after an instant.
func nextSlot(c *sesame.Component, processor int, t sesame.Time) sesame.Time {
	for {
		_, end := ownerAt(c, t)
		if t = end; t >= sesame.MaxTime {
			return sesame.MaxTime
		}
		if owner, _ := ownerAt(c, t); owner == processor {
			return t
		}
	}
}

// progressed is when a transfer that is granted in a slot of its processor has
// progressed for a duration.
func progressed(c *sesame.Component, processor int, t, duration sesame.Time) sesame.Time {
	own := c.Slot * sesame.Time(len(slices.DeleteFunc(slices.Clone(c.Slots), func(o int) bool { return o != processor })))
	wheel := c.Slot * sesame.Time(len(c.Slots))
	whole := (duration - 1) / own // turns of the wheel that it needs at least
	if whole > (sesame.MaxTime-t)/wheel {
		return sesame.MaxTime
	}
	t, duration = t+whole*wheel, duration-whole*own
	for {
		owner, end := ownerAt(c, t)
		if owner == processor {
			if duration <= end-t {
				return t + duration
			}
			duration -= end - t
		}
		t = end
	}
}
