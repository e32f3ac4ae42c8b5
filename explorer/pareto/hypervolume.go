package pareto

import (
	"cmp"
	"slices"
)

// Hypervolume returns the volume of the space between the vectors and the
// reference point that at least one vector covers: the larger, the better the
// set (Zitzler and Thiele, Multiobjective Optimization Using Evolutionary
// Algorithms, 1998). It is exact up to rounding for any number of objectives,
// and its unit is the product of the objectives' units. Vectors that are not
// better than the reference in every objective contribute nothing, and neither
// do dominated ones; vectors and reference have the same length of one or more.
//
// One objective is a difference, two and three are sweeps of O(N log N)
// comparisons. From four on the exclusive volumes of While, Bradstreet and
// Barone are summed (A Fast Way of Calculating Exact Hypervolumes, 2012): N
// volumes of one objective less, exponential in the number of objectives in the
// worst case; a front of a thousand vectors of four objectives takes some tens of
// milliseconds.
func Hypervolume(vectors [][]float64, reference []float64) float64 {
	inside := make([][]float64, 0, len(vectors))
	for _, v := range vectors {
		if within(v, reference) {
			inside = append(inside, v)
		}
	}
	return volume(inside, reference)
}

// within reports whether the vector is better than the reference everywhere.
func within(vector, reference []float64) bool {
	for i, r := range reference {
		if !(vector[i] < r) {
			return false
		}
	}
	return true
}

// volume is Hypervolume for vectors that are all inside the reference. It may
// reorder the slice, not the vectors. Only the objectives that the reference has
// count: a shorter reference looks at the vectors' first objectives.
func volume(vectors [][]float64, reference []float64) float64 {
	if len(vectors) == 0 {
		return 0
	}
	switch len(reference) {
	case 0:
		return 0
	case 1:
		return reference[0] - slices.MinFunc(vectors, by(0))[0]
	case 2:
		return area(vectors, reference)
	case 3:
		return solid(vectors, reference)
	}
	return exclusive(vectors, reference)
}

// by compares vectors in objective m.
func by(m int) func(a, b []float64) int {
	return func(a, b []float64) int { return cmp.Compare(a[m], b[m]) }
}

// area sweeps the first objective upwards; each vector that is lower in the
// second than all before it adds a rectangle.
func area(vectors [][]float64, reference []float64) float64 {
	slices.SortFunc(vectors, by(0))
	total, top := 0.0, reference[1]
	for _, v := range vectors {
		if v[1] < top {
			total += float64((reference[0] - v[0]) * (top - v[1]))
			top = v[1]
		}
	}
	return total
}

// solid sweeps the third objective upwards and keeps the area that the vectors
// met so far cover in the other two.
func solid(vectors [][]float64, reference []float64) float64 {
	slices.SortFunc(vectors, by(2))
	var met staircase
	total, covered, height := 0.0, 0.0, vectors[0][2]
	for _, v := range vectors {
		if met.covers(v[0], v[1]) {
			continue
		}
		total += float64(covered * (v[2] - height))
		height = v[2]
		covered += met.gain(v[0], v[1], reference[0], reference[1])
		met.add(v[0], v[1])
	}
	return total + float64(covered*(reference[2]-height))
}

// exclusive sums what each vector covers alone among those that are not worse in
// the last objective. Limited to the box of one vector, all of those reach the
// box's full height, so that one objective less is left to measure.
func exclusive(vectors [][]float64, reference []float64) float64 {
	last := len(reference) - 1
	slices.SortFunc(vectors, func(a, b []float64) int { return cmp.Compare(b[last], a[last]) })
	floor := reference[:last]
	total := 0.0
	for i, v := range vectors {
		alone := box(v, floor) - volume(limit(vectors[i+1:], v[:last]), floor)
		total += float64((reference[last] - v[last]) * alone)
	}
	return total
}

// box returns the volume between a vector and the reference.
func box(vector, reference []float64) float64 {
	product := 1.0
	for i, r := range reference {
		product = float64(product * (r - vector[i]))
	}
	return product
}

// limit moves the vectors into the box that begins at corner, in as many
// objectives as the corner has, and leaves out those that others then cover.
func limit(vectors [][]float64, corner []float64) [][]float64 {
	moved := make([][]float64, 0, len(vectors))
	values := make([]float64, len(vectors)*len(corner))
	for i, v := range vectors {
		m := values[i*len(corner) : (i+1)*len(corner)]
		for k, c := range corner {
			m[k] = max(v[k], c)
		}
		if slices.ContainsFunc(moved, func(o []float64) bool { return covers(o, m) }) {
			continue
		}
		moved = slices.DeleteFunc(moved, func(o []float64) bool { return covers(m, o) })
		moved = append(moved, m)
	}
	return moved
}
