package sesame

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestAgendaIsAListOfTimes does the same with an agenda and with a plain list.
func TestAgendaIsAListOfTimes(t *testing.T) {
	var a agenda
	rapid.Check(t, func(t *rapid.T) {
		list := make([]Time, rapid.SampledFrom([]int{0, 1, 7, 8, 9, 64, 65, 600}).Draw(t, "timers"))
		for i := range list {
			list[i] = never
		}
		a.reset(len(list))
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				for range rapid.IntRange(0, 100).Draw(t, "more") {
					a.need(len(list))
					list = append(list, never)
				}
			case 1, 2:
				if len(list) == 0 {
					continue
				}
				due := slices.Min(list)
				if got := a.next(); got != due {
					t.Fatalf("next is %v, want %v", got, due)
				}
				if due == never {
					continue
				}
				taken := a.take(due, nil)
				slices.Sort(taken)
				for i := range list {
					if (list[i] == due) != slices.Contains(taken, int32(i)) {
						t.Fatalf("at %v, %v are due, in %v", due, taken, list)
					}
					if list[i] == due {
						list[i] = never
					}
				}
			default:
				if len(list) == 0 {
					continue
				}
				i := rapid.IntRange(0, len(list)-1).Draw(t, "timer")
				list[i] = rapid.SampledFrom([]Time{0, 1, 2, 3, 1 << 62, never}).Draw(t, "time")
				a.set(int32(i), list[i])
			}
		}
	})
}

// TestWheelIsSteppedThrough compares the arithmetic of slots with walking from one
// picosecond to the next.
func TestWheelIsSteppedThrough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		owners := rapid.SliceOfN(rapid.IntRange(0, 2), 1, 6).Draw(t, "owners")
		slot := Time(rapid.IntRange(1, 5).Draw(t, "slot"))
		m := &Model{Platform: &Platform{Processors: make([]Processor, 3),
			Components: []Component{{Exclusive: true, Arbitration: TDMA, Slot: slot, Slots: owners}}}}
		m.findWheels()
		w := &m.wheels[0]
		mine := int32(owners[0])
		own := func(at Time) bool { return owners[int(at/slot)%len(owners)] == int(mine) }
		now := Time(rapid.IntRange(0, 200).Draw(t, "now"))
		at := w.look(now)
		if in := at.owner == mine; in != own(now) {
			t.Fatalf("at %d it says %v", now, in)
		}
		if !own(now) {
			next := now
			for !own(next) {
				next++
			}
			if got := w.wait(&at, mine); got != next {
				t.Fatalf("after %d the next slot begins at %d, want %d", now, got, next)
			}
			now = next
			at = w.look(now)
		}
		d := Time(rapid.IntRange(1, 60).Draw(t, "duration"))
		end := now
		for left := d; left > 0; end++ {
			if own(end) {
				left--
			}
		}
		if got := w.end(&at, mine, d); got != end {
			t.Fatalf("%d from %d on ends at %d, want %d", d, now, got, end)
		}
	})
}

// TestWheelsSaturate: what would take longer than a simulation may ends at its end.
func TestWheelsSaturate(t *testing.T) {
	m := &Model{Platform: &Platform{Processors: make([]Processor, 2),
		Components: []Component{{Exclusive: true, Arbitration: TDMA, Slot: 1, Slots: []int{0, 1, 1, 1}},
			{Exclusive: true, Arbitration: TDMA, Slot: MaxTime, Slots: []int{0, 1}}}}}
	m.findWheels()
	first, second := &m.wheels[0], &m.wheels[1]
	four, five := first.look(4), second.look(5)
	for _, got := range []Time{first.end(&four, 0, MaxTime), second.end(&five, 0, MaxTime), second.wait(&five, 1)} {
		if got != MaxTime {
			t.Errorf("%d, want %d", got, MaxTime)
		}
	}
}
