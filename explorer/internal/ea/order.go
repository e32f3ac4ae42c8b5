package ea

import (
	"cmp"
	"slices"

	"sdse/explorer/pareto"
)

// order ranks the members and sorts them for selection: by level, within a level
// by crowding distance, the loneliest first, and what is still equal stays in its
// order. Each gets its place in the result.
func order(members []*genome, sorter pareto.Sorter) {
	points := make([]pareto.Point, len(members))
	for i, m := range members {
		points[i] = m.point()
	}
	levels := stack(members, sorter.ConstrainedFronts(points))
	for _, level := range levels {
		crowd(members, level)
	}
	slices.SortStableFunc(members, func(a, b *genome) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(b.crowding, a.crowding))
	})
	for i, m := range members {
		m.place, m.placed = float64(i), true
	}
}

// stack turns fronts into levels: a feasible member goes one level further back
// than its front for each member before it with the same objectives. A level
// holds no objective vector twice. Infeasible members come after all feasible
// ones, a level for each front.
func stack(members []*genome, fronts [][]int) [][]int {
	var levels [][]int
	put := func(i, level int) {
		for len(levels) <= level {
			levels = append(levels, nil)
		}
		members[i].Level = level
		levels[level] = append(levels[level], i)
	}
	for rank, front := range fronts {
		for _, i := range front {
			members[i].Rank = rank
		}
		if !members[front[0]].Feasible() {
			level := len(levels)
			for _, i := range front {
				put(i, level)
			}
			continue
		}
		// Equal vectors are neighbours in this order, the earlier member first.
		sorted := slices.Clone(front)
		slices.SortStableFunc(sorted, func(i, j int) int {
			return slices.Compare(members[i].Objectives, members[j].Objectives)
		})
		copies := 0
		for k, i := range sorted {
			if k > 0 && slices.Equal(members[i].Objectives, members[sorted[k-1]].Objectives) {
				copies++
			} else {
				copies = 0
			}
			put(i, rank+copies)
		}
	}
	return levels
}

// crowd sets the crowding distances of the members of one level.
func crowd(members []*genome, level []int) {
	if !members[level[0]].Feasible() {
		for _, i := range level {
			members[i].crowding = 0
		}
		return
	}
	vectors := make([][]float64, len(level))
	for k, i := range level {
		vectors[k] = members[i].Objectives
	}
	for k, distance := range pareto.Crowding(vectors) {
		members[level[k]].crowding = distance
	}
}
