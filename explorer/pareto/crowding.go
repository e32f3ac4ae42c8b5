package pareto

import (
	"cmp"
	"math"
	"slices"
)

// Crowding returns the crowding distance of each vector of one front: how much
// room its neighbours leave it, summed over the objectives, each scaled to the
// front's extent in it (Deb et al. 2002, section III-B). A vector at either end
// of an objective has infinite distance, so that extremes are kept; in a front of
// one or two everything is an end. An objective in which the whole front agrees
// adds nothing and has no ends.
//
// Distances are taken among distinct vectors, and of several equal ones the first
// has the distance and the others have zero (Fortin and Parizeau, Revisiting the
// NSGA-II Crowding-Distance Computation, 2013): a copy adds no diversity. Where
// vectors tie in one objective the rest of the vector decides the order, so the
// result does not depend on the order of the input.
func Crowding(vectors [][]float64) []float64 {
	distance := make([]float64, len(vectors))
	order := distinct(vectors)
	if len(order) <= 2 {
		for _, i := range order {
			distance[i] = math.Inf(1)
		}
		return distance
	}
	for m := range vectors[0] {
		// A stable sort of the lexicographic order lets the rest of the vector
		// decide between equals.
		by := slices.Clone(order)
		slices.SortStableFunc(by, func(i, j int) int {
			return cmp.Compare(vectors[i][m], vectors[j][m])
		})
		addGaps(distance, vectors, by, m)
	}
	return distance
}

// addGaps adds to each distance the gap between the neighbours in objective m;
// by lists the front in that objective's order.
func addGaps(distance []float64, vectors [][]float64, by []int, m int) {
	first, last := by[0], by[len(by)-1]
	extent := vectors[last][m] - vectors[first][m]
	if extent == 0 {
		return
	}
	distance[first], distance[last] = math.Inf(1), math.Inf(1)
	for k := 1; k < len(by)-1; k++ {
		distance[by[k]] += (vectors[by[k+1]][m] - vectors[by[k-1]][m]) / extent
	}
}

// distinct returns the index of the first of each group of equal vectors, in
// lexicographic order.
func distinct(vectors [][]float64) []int {
	return slices.CompactFunc(lexicographic(vectors), func(i, j int) bool {
		return slices.Equal(vectors[i], vectors[j])
	})
}
