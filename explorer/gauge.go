package explorer

import (
	"slices"

	"sdse/explorer/pareto"
)

// margin is how far beyond the worst feasible value the reference point lies, so
// that designs at the ends of a front count as well.
const margin = 1.1

// gauge measures fronts against a reference point that stays once it is fixed.
type gauge struct{ reference []float64 }

// fix sets the reference behind the vectors. Nothing happens when there are
// none, or when it is set.
func (g *gauge) fix(vectors [][]float64) {
	if g.reference == nil {
		g.reference = Reference(vectors)
	}
}

// Reference returns a point behind the vectors to measure hypervolumes from: 1.1
// times the worst value of each objective, or 1 where that is not positive. It is
// nil if there are no vectors.
func Reference(vectors [][]float64) []float64 {
	if len(vectors) == 0 {
		return nil
	}
	worst := slices.Clone(vectors[0])
	for _, vector := range vectors[1:] {
		for i, v := range vector {
			worst[i] = max(worst[i], v)
		}
	}
	for i, v := range worst {
		if v > 0 {
			worst[i] = float64(v * margin)
		} else {
			worst[i] = 1
		}
	}
	return worst
}

// share returns the share of the box between zero and the reference that the
// vectors cover.
func (g *gauge) share(vectors [][]float64) float64 {
	if g.reference == nil {
		return 0
	}
	scaled := make([][]float64, len(vectors))
	for k, vector := range vectors {
		scaled[k] = make([]float64, len(vector))
		for i, v := range vector {
			scaled[k][i] = max(0, v) / g.reference[i]
		}
	}
	ones := slices.Repeat([]float64{1}, len(g.reference))
	return pareto.Hypervolume(scaled, ones)
}
