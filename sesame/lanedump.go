package sesame

import (
	"bufio"
	"fmt"
	"io"
)

// This file writes what the fast kernel works on, so that the same kernel, and
// simulators of other kinds, can be tried in other languages (docs/bench).

// WriteLanes writes a scenario and a number of designs as the fast kernel sees
// them: once the traces, then for each design the state of a lane at time 0 and
// what a simulation of it ends with. It is a text of words and whole numbers;
// docs/bench/README.md describes it. It fails if the fast kernel cannot do one
// of the simulations.
func (s *Simulator) WriteLanes(w io.Writer, name string, designs [][]int, scenario int) error {
	b := bufio.NewWriter(w)
	l := s.lanes[0]
	if l == nil {
		return fmt.Errorf("the fast kernel cannot simulate %s", name)
	}
	fmt.Fprintf(b, "sdse-lanes 1\nname %s\nevents %d\n", name, s.m.Events(scenario))
	numbers(b, "words", l.words)
	numbers(b, "tails", l.tails)
	fmt.Fprintf(b, "designs %d\n", len(designs))
	for i, genes := range designs {
		if !s.fastCan(l, genes, scenario) {
			return fmt.Errorf("the fast kernel cannot simulate design %d of %s", i, name)
		}
		l.skip.guide = nil
		l.write(b)
		l.run()
		outcome, ok := l.outcome()
		if !ok || outcome.Failure != None {
			return fmt.Errorf("design %d of %s comes to no end: %v", i, name, outcome.Failure)
		}
		fmt.Fprintf(b, "makespan %d\n", outcome.Makespan)
		var waited []uint64
		for r := range l.ranks[:l.used] {
			waited = append(waited, l.ranks[r].waited)
		}
		numbers(b, "waited", waited)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write lanes: %w", err)
	}
	return nil
}

func numbers[T ~uint32 | ~uint64](b *bufio.Writer, what string, list []T) {
	fmt.Fprintf(b, "%s %d", what, len(list))
	for _, n := range list {
		fmt.Fprint(b, " ", uint64(n))
	}
	b.WriteByte('\n')
}

// write writes the state of a lane that is at time 0. Addresses become indices.
func (l *lane) write(b *bufio.Writer) {
	slots := l.group * l.used
	resources := len(l.m.fast.resources) + l.used
	free, rows, ends := indices(l.free[:resources]), indices(l.rows[:l.rowsUsed]), indices(l.ends[:l.endsUsed])
	fmt.Fprintf(b, "lane %d %d %d %d\n", l.used, l.group, l.blocks, l.left)
	numbers(b, "due", l.due[:8*l.blocks])
	numbers(b, "first", l.first[:l.blocks])
	numbers(b, "keys", l.keys[:slots])
	fmt.Fprintf(b, "ranks %d\n", l.used)
	for r := range l.ranks[:l.used] {
		rank := &l.ranks[r]
		fmt.Fprintln(b, rank.best, rank.back, rank.pick, rank.keep, rank.slot, rank.placed)
	}
	fmt.Fprintf(b, "procs %d\n", slots)
	for i := range l.procs[:slots] {
		p := procState{}
		if i%l.group < int(l.ranks[i/l.group].placed) {
			p = l.procs[i]
		}
		fmt.Fprintln(b, p.clock, p.tail, rows[p.row], p.next, p.rows, p.tails, p.start, p.times)
	}
	fmt.Fprintf(b, "resources %d\n", resources)
	for i := range l.free[:resources] {
		fmt.Fprintln(b, l.free[i].sooner, l.free[i].later)
	}
	units := uint32(2)
	fmt.Fprintf(b, "ends %d\n", l.endsUsed)
	for i := range l.ends[:l.endsUsed] {
		e := &l.ends[i]
		units = max(units, uint32(e.ring)+uint32(e.mask)+1)
		fmt.Fprintln(b, e.supply, e.demand, e.need, e.ring, e.mask, e.slot, e.rank)
	}
	fmt.Fprintf(b, "rows %d\n", l.rowsUsed)
	for i := range l.rows[:l.rowsUsed] {
		row := &l.rows[i]
		fmt.Fprintln(b, row.duration, free[row.first], free[row.second], ends[row.own], ends[row.peer], row.units)
	}
	numbers(b, "ring", l.ring[:units])
}

// indices maps the addresses of elements to their indices. The address of
// nothing is mapped to 0.
func indices[T any](list []T) map[*T]int {
	index := make(map[*T]int, len(list))
	for i := range list {
		index[&list[i]] = i
	}
	return index
}
