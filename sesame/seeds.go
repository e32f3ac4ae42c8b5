package sesame

import "slices"

// Seeds returns designs that rules of thumb suggest, as gene vectors: for each
// processor, everything on it as far as it can run it; and the load balanced
// over all processors, at the default and at the lowest operating points. A
// search that starts beside them need not find the corners of the space.
func (m *Model) Seeds() [][]int {
	var seeds [][]int
	add := func(genes []int) {
		m.Canonical(genes)
		if !slices.ContainsFunc(seeds, func(o []int) bool { return slices.Equal(o, genes) }) {
			seeds = append(seeds, genes)
		}
	}
	for i := range m.Platform.Processors {
		if m.twins[i] == i {
			add(m.gathered(i))
		}
	}
	for i := range m.Platform.Processors {
		if m.twins[i] == i {
			add(m.lowered(m.gathered(i)))
		}
	}
	balanced := m.Balanced()
	add(slices.Clone(balanced))
	add(m.lowered(balanced))
	return seeds
}

// gathered puts every process on one processor, or on the first that can run it.
func (m *Model) gathered(processor int) []int {
	genes := make([]int, len(m.genome.bounds))
	for p, able := range m.capable {
		genes[p] = max(0, slices.Index(able, processor))
	}
	return genes
}

// Balanced returns a design that places the processes, heaviest first, where they would finish earliest if
// only computation counted.
func (m *Model) Balanced() []int {
	genes := make([]int, len(m.genome.bounds))
	order := make([]int, m.Processes())
	for p := range order {
		order[p] = p
	}
	work := func(p, processor int) Time { return m.work(p, m.row(processor, 0)) }
	slices.SortStableFunc(order, func(a, b int) int {
		wa, wb := work(a, m.capable[a][0]), work(b, m.capable[b][0])
		switch {
		case wa > wb:
			return -1
		case wa < wb:
			return 1
		}
		return 0
	})
	load := make([]Time, len(m.Platform.Processors))
	for _, p := range order {
		best := 0
		for i, processor := range m.capable[p] {
			if load[processor]+work(p, processor) < load[m.capable[p][best]]+work(p, m.capable[p][best]) {
				best = i
			}
		}
		genes[p] = best
		load[m.capable[p][best]] += work(p, m.capable[p][best])
	}
	return genes
}

// work is the time that a process computes in its first scenario's iteration,
// priced by a row of cost.
func (m *Model) work(process, row int) Time {
	a := m.ApplicationOfProcess(process)
	var sum Time
	for _, code := range m.streams[a][0][process-m.firstProcess[a]].codes {
		if code < uint32(len(m.execute)) {
			sum += m.cost[row][code]
		}
	}
	return sum
}

// lowered sets all processors to the operating point with the lowest frequency.
func (m *Model) lowered(genes []int) []int {
	genes = slices.Clone(genes)
	for i, processor := range m.genome.tuned {
		points := m.Platform.Types[m.Platform.Processors[processor].Type].Points
		lowest := 0
		for k := range points {
			if points[k].Frequency < points[lowest].Frequency {
				lowest = k
			}
		}
		genes[m.Processes()+m.Channels()+i] = lowest
	}
	return genes
}
