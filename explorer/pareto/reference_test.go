package pareto_test

import (
	"math"
	"math/rand/v2"

	"pgregory.net/rapid"

	"sdse/explorer/pareto"
)

// The slow and obvious twins that the package is compared with, and the inputs.

// peel sorts points into fronts by the definition: take away whatever nothing
// that is left is preferred to, and again.
func peel(points []pareto.Point) [][]int {
	front := make([]int, len(points))
	for i := range front {
		front[i] = -1
	}
	var fronts [][]int
	for range points { // at most a front for each
		var now []int
		for i := range points {
			if front[i] >= 0 {
				continue
			}
			free := true
			for j := range points {
				free = free && (front[j] >= 0 || !pareto.ConstrainedDominates(points[j], points[i]))
			}
			if free {
				now = append(now, i)
			}
		}
		if len(now) == 0 {
			break
		}
		for _, i := range now {
			front[i] = len(fronts)
		}
		fronts = append(fronts, now)
	}
	return fronts
}

// cells counts the unit cells of an integer grid that lie between some vector
// and the reference: the hypervolume of integer vectors.
func cells(vectors [][]float64, reference []float64) float64 {
	corner := make([]float64, len(reference))
	count := 0.0
	for {
		for _, v := range vectors {
			inside := true
			for m, c := range corner {
				inside = inside && v[m] <= c
			}
			if inside {
				count++
				break
			}
		}
		m := 0
		for ; m < len(corner); m++ {
			if corner[m]++; corner[m] < reference[m] {
				break
			}
			corner[m] = 0
		}
		if m == len(corner) {
			return count
		}
	}
}

// inclusionExclusion adds and subtracts the boxes of all subsets of vectors.
func inclusionExclusion(vectors [][]float64, reference []float64) float64 {
	total := 0.0
	for set := 1; set < 1<<len(vectors); set++ {
		sign, volume := -1.0, 1.0
		for i := range vectors {
			if set>>i&1 == 1 {
				sign = -sign
			}
		}
		for m, r := range reference {
			low := math.Inf(-1)
			for i, v := range vectors {
				if set>>i&1 == 1 {
					low = max(low, v[m])
				}
			}
			volume *= max(0, r-low)
		}
		total += sign * volume
	}
	return total
}

// integerVectors draws up to most vectors with values from 0 to high, so small
// that ties and equal vectors are common.
func integerVectors(t *rapid.T, most, objectives, high int) [][]float64 {
	n := rapid.IntRange(0, most).Draw(t, "vectors")
	vectors := make([][]float64, n)
	for i := range vectors {
		vectors[i] = make([]float64, objectives)
		for m := range vectors[i] {
			vectors[i][m] = float64(rapid.IntRange(0, high).Draw(t, "value"))
		}
	}
	return vectors
}

func points(vectors [][]float64) []pareto.Point {
	ps := make([]pareto.Point, len(vectors))
	for i, v := range vectors {
		ps[i] = pareto.Point{Objectives: v}
	}
	return ps
}

// uniform returns n random vectors of the unit cube; sphere returns n that are
// all in one front.
func uniform(n, objectives int) [][]float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	vectors := make([][]float64, n)
	for i := range vectors {
		vectors[i] = make([]float64, objectives)
		for m := range vectors[i] {
			vectors[i][m] = rng.Float64()
		}
	}
	return vectors
}

func sphere(n, objectives int) [][]float64 {
	vectors := uniform(n, objectives)
	for _, v := range vectors {
		norm := 0.0
		for m := range v {
			norm += v[m] * v[m]
		}
		for m := range v {
			v[m] = 1 - v[m]/math.Sqrt(norm)
		}
	}
	return vectors
}
