package sdf3

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sdse/kpn"
)

// instants says how much later than each of the instants before an iteration
// something happens: it happens at the latest of them. An instants is never
// changed once it is made.
type instants []int64

// never stands where something does not depend on an instant.
const never = math.MinInt64

// latest returns the later of two.
func latest(a, b instants) instants {
	if a == nil || &a[0] == &b[0] {
		return b
	}
	c := make(instants, len(a))
	for i := range a {
		c[i] = max(a[i], b[i])
	}
	return c
}

// after returns an instant that is so much later.
func (a instants) after(time int64) instants {
	if time == 0 {
		return a
	}
	c := make(instants, len(a))
	for i := range a {
		c[i] = never
		if a[i] != never {
			c[i] = a[i] + time
		}
	}
	return c
}

// queue is what of a channel becomes free when, oldest first.
type queue []lot

type lot struct {
	at instants
	n  int64
}

func (q queue) has(n int64) bool {
	for i := 0; i < len(q) && n > 0; i++ {
		n -= q[i].n
	}
	return n <= 0
}

// take takes n and returns the latest of an instant and theirs.
func (q *queue) take(n int64, at instants) instants {
	for n > 0 {
		first := &(*q)[0]
		at = latest(at, first.at)
		k := min(n, first.n)
		first.n -= k
		if n -= k; first.n == 0 {
			*q = (*q)[1:]
		}
	}
	return at
}

func (q *queue) put(n int64, at instants) {
	if last := len(*q) - 1; last >= 0 && &(*q)[last].at[0] == &at[0] {
		(*q)[last].n += n
		return
	}
	*q = append(*q, lot{at, n})
}

// iteration is a scenario that is carried out on symbols.
type iteration struct {
	w             *worstCase
	tokens, rooms []queue
	processes     []symbolic
}

// symbolic is a process: what it has still to do, and when it ended what it did.
type symbolic struct {
	firings [][]kpn.Event
	at      instants
}

// iterate carries out an iteration of a scenario that finds so many tokens.
func (w *worstCase) iterate(s int, fill []int64) (*iteration, error) {
	it := &iteration{w: w}
	if err := it.begin(s, fill); err != nil {
		return nil, err
	}
	for moved := true; moved; {
		moved = false
		for p := range it.processes {
			for it.step(&it.processes[p]) {
				moved = true
			}
		}
	}
	for p := range it.processes {
		if len(it.processes[p].firings) > 0 {
			return nil, fmt.Errorf("scenario %q deadlocks when process %q waits", w.app.Scenarios[s].Name, w.app.Processes[p].Name)
		}
	}
	return it, nil
}

// begin gives every process, token and free place an instant of its own.
func (it *iteration) begin(s int, fill []int64) error {
	w := it.w
	size, next := w.size(fill), 0
	unit := func() instants {
		u := make(instants, size)
		for i := range u {
			u[i] = never
		}
		u[next] = 0
		next++
		return u
	}
	for p := range w.app.Processes {
		firings, err := w.firings(w.app.Scenarios[s].Traces[p])
		if err != nil {
			return err
		}
		it.processes = append(it.processes, symbolic{firings, unit()})
	}
	for i, n := range fill {
		var tokens, rooms queue
		for range n {
			tokens.put(1, unit())
		}
		if it.isBounded(i) {
			for range w.app.Channels[i].Capacity - n {
				rooms.put(1, unit())
			}
		}
		it.tokens, it.rooms = append(it.tokens, tokens), append(it.rooms, rooms)
	}
	return nil
}

// firings cuts a trace into what happens as one: under the rule of Kahn every
// event, under that of SDF3 reads, executes and writes in a row.
func (w *worstCase) firings(f *kpn.Fragment) (firings [][]kpn.Event, err error) {
	order := [...]int{kpn.Read: 0, kpn.Execute: 1, kpn.Write: 2}
	var events []kpn.Event
	for e := range f.Events() {
		if e.Kind == kpn.Execute {
			if err := w.count(e); err != nil {
				return nil, err
			}
		}
		if n := len(events); n > 0 && (w.app.Firing == kpn.KahnFiring || order[e.Kind] < order[events[n-1].Kind]) {
			firings, events = append(firings, events), nil
		}
		events = append(events, e)
	}
	if len(events) > 0 {
		firings = append(firings, events)
	}
	return firings, nil
}

// count adds the time of an execute to that of all, which must stay a number that
// can be computed with.
func (w *worstCase) count(e kpn.Event) error {
	cost := w.costs[e.Arg]
	switch {
	case cost < 0:
		return fmt.Errorf("operation %q has no cost on processors of type %q", w.app.Operations[e.Arg].Name, w.processor)
	case cost > 0 && e.N > (maxTotal-w.total)/cost:
		return errors.New("the times are too large to be compared exactly")
	}
	w.total += cost * e.N
	return nil
}

// step does the next firing of a process, if it can begin.
func (it *iteration) step(p *symbolic) bool {
	if len(p.firings) == 0 {
		return false
	}
	firing := p.firings[0]
	for _, e := range firing {
		if e.Kind == kpn.Read && !it.tokens[e.Arg].has(e.N) || e.Kind == kpn.Write && it.isBounded(e.Arg) && !it.rooms[e.Arg].has(e.N) {
			return false
		}
	}
	time := int64(0)
	for _, e := range firing {
		switch {
		case e.Kind == kpn.Read:
			p.at = it.tokens[e.Arg].take(e.N, p.at)
		case e.Kind == kpn.Execute:
			time += e.N * it.w.costs[e.Arg]
		case it.isBounded(e.Arg):
			p.at = it.rooms[e.Arg].take(e.N, p.at)
		}
	}
	p.at = p.at.after(time)
	for _, e := range firing {
		switch {
		case e.Kind == kpn.Write:
			it.tokens[e.Arg].put(e.N, p.at)
		case e.Kind == kpn.Read && it.isBounded(e.Arg):
			it.rooms[e.Arg].put(e.N, p.at)
		}
	}
	p.firings = p.firings[1:]
	return true
}

func (it *iteration) isBounded(channel int) bool {
	return it.w.app.Channels[channel].Capacity < kpn.Unbounded
}

// fill returns how many tokens are left in the channels.
func (it *iteration) fill() []int64 {
	fill := make([]int64, len(it.tokens))
	for i := range it.tokens {
		for _, l := range it.tokens[i] {
			fill[i] += l.n
		}
	}
	return fill
}

// end returns the instants behind the iteration, in the order in which iterate
// numbers those before it.
func (it *iteration) end() (rows []instants) {
	for p := range it.processes {
		rows = append(rows, it.processes[p].at)
	}
	for i := range it.tokens {
		for _, l := range slices.Concat(it.tokens[i], it.rooms[i]) {
			for range l.n {
				rows = append(rows, l.at)
			}
		}
	}
	return rows
}
