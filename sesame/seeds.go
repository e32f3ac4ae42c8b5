package sesame

import (
	"cmp"
	"slices"
)

// maxSeeds bounds the designs that Seeds returns: they should start a search,
// not fill its population.
const maxSeeds = 16

// Seeds returns designs that rules of thumb suggest, as gene vectors, at most 16
// and no twins: first the load balanced over all processors; then, for the
// first processor of each type and after that for every other one that is no
// twin of one before, everything on it as far as it can run it; each at the
// default and then at the lowest operating points. A search that starts beside
// them need not find the corners of the space.
func (m *Model) Seeds() [][]int {
	var seeds [][]int
	add := func(genes []int) {
		m.Canonical(genes)
		if len(seeds) < maxSeeds && !slices.ContainsFunc(seeds, func(o []int) bool { return slices.Equal(o, genes) }) {
			seeds = append(seeds, genes)
		}
	}
	balanced := m.Balanced()
	add(slices.Clone(balanced))
	add(m.lowered(balanced))
	for _, i := range m.representatives() {
		if len(seeds) == maxSeeds {
			break
		}
		gathered := m.gathered(i)
		add(slices.Clone(gathered))
		add(m.lowered(gathered))
	}
	return seeds
}

// representatives returns the first processor of each type, then the others of
// which no twin stands before them.
func (m *Model) representatives() []int {
	var firsts, others []int
	seen := make([]bool, len(m.Platform.Types))
	for i, p := range m.Platform.Processors {
		switch {
		case !seen[p.Type]:
			seen[p.Type] = true
			firsts = append(firsts, i)
		case m.twins[i] == i:
			others = append(others, i)
		}
	}
	return append(firsts, others...)
}

// gathered puts every process on one processor, or on the first that can run it.
func (m *Model) gathered(processor int) []int {
	genes := make([]int, len(m.genome.bounds))
	for p, able := range m.capable {
		genes[p] = max(0, slices.Index(able, processor))
	}
	return genes
}

// Balanced returns a design that places the processes, heaviest first, where
// they would finish earliest if only computation counted.
func (m *Model) Balanced() []int {
	table := m.workTable()
	work := func(p, processor int) Time { return table[p][m.row(processor, 0)] }
	order := make([]int, m.Processes())
	for p := range order {
		order[p] = p
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(work(b, m.capable[b][0]), work(a, m.capable[a][0]))
	})
	genes := make([]int, len(m.genome.bounds))
	load := make([]Time, len(m.Platform.Processors))
	for _, p := range order {
		best, earliest := 0, never
		for i, processor := range m.capable[p] {
			if finish := load[processor].plus(work(p, processor)); finish < earliest {
				best, earliest = i, finish
			}
		}
		genes[p] = best
		load[m.capable[p][best]] = earliest
	}
	return genes
}

// workTable returns, per process and row of executeFor, the time that the
// process computes in an iteration of its first scenario, at most MaxTime.
func (m *Model) workTable() [][]Time {
	var table [][]Time
	for a := range m.Space.Applications {
		for _, stream := range m.streams[a][0] {
			times := make([]uint64, len(m.execute))
			for _, code := range stream.codes {
				if code < uint32(len(m.execute)) {
					times[code]++
				}
			}
			work := make([]Time, len(m.executeFor))
			for row, durations := range m.executeFor {
				for k, n := range times {
					work[row] = work[row].plus(durations[k].times(n))
				}
			}
			table = append(table, work)
		}
	}
	return table
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

// Suggest returns a design to begin with: the first feasible one of Balanced and
// Seeds, or Balanced if none of them is.
func (m *Model) Suggest() []int {
	balanced := m.Balanced()
	mapping := m.NewMapping()
	for _, genes := range append([][]int{balanced}, m.Seeds()...) {
		m.Decode(genes, mapping)
		if violation, _ := m.Check(mapping); violation == 0 {
			return genes
		}
	}
	return balanced
}
