package sesame

import "math/bits"

// agenda says when each of a number of timers is due. It is a tree of minima:
// the timers themselves in blocks of a cache line, above them the minimum of
// every block, and so on until one block is left. What is due next is the
// minimum of eight neighbours, and a timer that changes touches one line per
// level: one for eight timers, two for 64, four for 4096. A heap would do with
// fewer comparisons and with branches that nobody can predict, and would need
// to know where each timer stands in it to change one.
type agenda struct {
	timers []Time   // levels[0]
	top    []Time   // levels[depth-1], a block
	levels [][]Time // the first depth of them are in use
	depth  int
	used   int // timers of an agenda of one block
}

const fan = 8

// reset makes an agenda of n timers of which none is due.
func (a *agenda) reset(n int) {
	a.depth, a.used = 0, max(1, min(n, fan))
	for {
		n = (n + fan - 1) / fan * fan
		if n == 0 {
			n = fan
		}
		if a.depth == len(a.levels) {
			a.levels = append(a.levels, nil)
		}
		level := a.levels[a.depth]
		if cap(level) < n {
			level = make([]Time, n)
		}
		level = level[:n]
		for i := range level {
			level[i] = never
		}
		a.levels[a.depth] = level
		a.depth++
		if n == fan {
			a.timers, a.top = a.levels[0], level
			return
		}
		n /= fan
	}
}

// need makes sure that there is a timer of a number, the first that there is not.
func (a *agenda) need(timer int) {
	if timer == len(a.timers) {
		a.grow()
	}
	a.used = max(a.used, min(timer+1, fan))
}

// grow makes an agenda of twice as many timers out of one.
func (a *agenda) grow() {
	old := a.levels[0]
	kept := len(old)
	if cap(old) < 2*kept {
		a.levels[0] = make([]Time, 2*kept)
		copy(a.levels[0], old)
	}
	a.levels[0] = a.levels[0][:2*kept]
	a.timers = a.levels[0]
	for i := kept; i < 2*kept; i++ {
		a.timers[i] = never
	}
	for depth, n := 1, 2*kept; ; depth++ {
		if n == fan {
			a.depth, a.top = depth, a.levels[depth-1]
			return
		}
		n = (n/fan + fan - 1) / fan * fan
		if depth == len(a.levels) {
			a.levels = append(a.levels, nil)
		}
		if cap(a.levels[depth]) < n {
			a.levels[depth] = make([]Time, n)
		}
		a.levels[depth] = a.levels[depth][:n]
		a.summarise(depth)
	}
}

// summarise computes a level from the one below.
func (a *agenda) summarise(depth int) {
	below := a.levels[depth-1]
	for i := range a.levels[depth] {
		a.levels[depth][i] = never
		if i*fan < len(below) {
			a.levels[depth][i] = least((*[fan]Time)(below[i*fan:]))
		}
	}
}

// least is written out because a loop would branch.
func least(t *[fan]Time) Time {
	a, b := min(t[0], t[1]), min(t[2], t[3])
	c, d := min(t[4], t[5]), min(t[6], t[7])
	return min(min(a, b), min(c, d))
}

// next returns when something is due next, or never.
func (a *agenda) next() Time {
	if a.depth > 1 {
		return least((*[fan]Time)(a.top))
	}
	t := a.top[0]
	for _, other := range a.top[1:a.used] {
		t = min(t, other)
	}
	return t
}

// set makes a timer due at an instant, or never.
func (a *agenda) set(timer int32, t Time) {
	a.timers[timer] = t
	if a.depth > 1 {
		a.lift(int(timer))
	}
}

// lift tells the levels above of a timer that has changed.
func (a *agenda) lift(i int) {
	for depth := 1; depth < a.depth; depth++ {
		i /= fan
		m := least((*[fan]Time)(a.levels[depth-1][i*fan:]))
		if a.levels[depth][i] == m {
			return
		}
		a.levels[depth][i] = m
	}
}

// due returns which timers of a block are due at an instant, as bits, without a
// branch for each.
func due(t *[fan]Time, at Time) (set uint32) {
	for i := range t {
		var bit uint32
		if t[i] == at {
			bit = 1
		}
		set |= bit << i
	}
	return set
}

// take appends the timers that are due at an instant, the earliest there is, to
// a list, and stops them.
func (a *agenda) take(t Time, list []int32) []int32 { return a.takeFrom(a.depth-1, 0, t, list) }

func (a *agenda) takeFrom(depth, block int, t Time, list []int32) []int32 {
	level := (*[fan]Time)(a.levels[depth][block*fan:])
	for set := due(level, t); set != 0; set &= set - 1 {
		i := bits.TrailingZeros32(set) % fan
		at := block*fan + i
		if depth == 0 {
			level[i] = never
			list = append(list, int32(at))
			continue
		}
		list = a.takeFrom(depth-1, at, t, list)
		level[i] = least((*[fan]Time)(a.levels[depth-1][at*fan:]))
	}
	return list
}
