package explorer

import (
	"cmp"
	"slices"

	"sdse/explorer/internal/ea"
	"sdse/explorer/pareto"
)

// former remembers members that were in the population's front under the
// snapshot of their time and no longer are: crowded out, beaten by a newcomer, or
// put aside when the subset changed. Under all scenarios they may be the better
// designs after all. See [Settings.Archive] for its bound.
type former struct {
	bound   int
	front   []ea.Member // of the latest generation, by genes
	version int         // of the snapshot that it is from
	entries []entry     // by genes, none of them in front
}

type entry struct {
	ea.Member
	version int     // of the snapshot that its outcome is from
	left    int     // the generation in which it was no longer in the front
	covered bool    // something in the same snapshot dominates it
	room    float64 // crowding distance among what the present snapshot has
}

// update takes the front of the next generation.
func (f *former) update(front []ea.Member, under Snapshot, generation int) {
	if f.bound == 0 {
		return
	}
	front = slices.SortedFunc(slices.Values(front), byGenes)
	for _, member := range f.front {
		if !contains(front, member) {
			f.entries = append(f.entries, entry{Member: member, version: f.version, left: generation})
		}
	}
	f.entries = slices.DeleteFunc(f.entries, func(e entry) bool { return contains(front, e.Member) })
	f.front, f.version = front, under.Version
	f.compare(under)
	f.trim()
}

// compare finds the entries of the present snapshot that are dominated. Under all
// scenarios that is final and they leave; under a subset they stay to be judged
// in the end, as long as there is room. The others learn how crowded they are.
func (f *former) compare(under Snapshot) {
	vectors := make([][]float64, 0, len(f.front)+len(f.entries))
	for _, member := range f.front {
		vectors = append(vectors, member.Objectives)
	}
	var present []int // entries whose vectors follow
	for i, e := range f.entries {
		if e.version == f.version {
			present = append(present, i)
			vectors = append(vectors, e.Objectives)
		}
	}
	for rank, front := range pareto.Fronts(vectors) {
		members := make([][]float64, len(front))
		for k, i := range front {
			members[k] = vectors[i]
		}
		room := pareto.Crowding(members)
		for k, i := range front {
			if i >= len(f.front) {
				e := &f.entries[present[i-len(f.front)]]
				e.covered = rank > 0
				e.room = room[k]
			}
		}
	}
	if under.isFull() {
		f.entries = slices.DeleteFunc(f.entries, func(e entry) bool {
			return e.covered && e.version == f.version
		})
	}
}

// trim keeps the bound and the order of the entries.
func (f *former) trim() {
	if excess := len(f.entries) - f.bound; excess > 0 {
		slices.SortFunc(f.entries, f.expendable)
		f.entries = slices.Delete(f.entries, 0, excess)
	}
	slices.SortFunc(f.entries, func(a, b entry) int { return byGenes(a.Member, b.Member) })
}

// expendable puts what can best be done without first.
func (f *former) expendable(a, b entry) int {
	class := func(e entry) int {
		switch {
		case e.covered:
			return 0
		case e.version != f.version:
			return 1
		}
		return 2
	}
	if c := cmp.Compare(class(a), class(b)); c != 0 {
		return c
	}
	if class(a) < 2 {
		return cmp.Or(cmp.Compare(a.left, b.left), byGenes(a.Member, b.Member))
	}
	return cmp.Or(cmp.Compare(a.room, b.room), byGenes(a.Member, b.Member))
}

func byGenes(a, b ea.Member) int { return slices.Compare(a.Genes, b.Genes) }

// contains reports whether members, which are sorted by genes, hold the design.
func contains(members []ea.Member, design ea.Member) bool {
	_, found := slices.BinarySearchFunc(members, design, byGenes)
	return found
}
