package report

import "math"

// pick is a design of the front worth showing first, and why.
type pick struct {
	Labels []string `json:"labels"`
	Design int      `json:"design"` // index into the front
}

// picks returns the best design of each objective and the knee point, each design
// once, objectives first. Designs with unknown values are never picked.
//
// The knee is the design closest to the ideal point when every objective is
// scaled to the range that the front spans (compromise programming, Zeleny 1973).
// Equal candidates are decided by that same distance, then by their order.
func picks(d *Document) []pick {
	distance := idealDistances(d)
	knee := smallest(distance, nil)
	if knee < 0 {
		return nil
	}
	if len(d.Designs) == 1 {
		return []pick{{Labels: []string{"only design"}, Design: knee}}
	}
	var found []pick
	for o := range d.Objectives {
		values := make([]float64, len(d.Designs))
		for i, design := range d.Designs {
			values[i] = design.True[o]
		}
		found = addPick(found, "best "+d.Objectives[o].Name, smallest(values, distance))
	}
	return addPick(found, "knee point", knee)
}

// start returns the design that is shown first: the knee, else the first of the
// front, else the one nearest to feasible, else -1. The index is into the front, or
// into the infeasible designs if there is no front.
func start(d *Document) int {
	if len(d.Designs) > 0 {
		return max(0, smallest(idealDistances(d), nil))
	}
	violations := make([]float64, len(d.Infeasible))
	for i := range d.Infeasible {
		violations[i] = d.Infeasible[i].Violation
	}
	return smallest(violations, nil)
}

// addPick adds a label to the design's pick, or a new pick.
func addPick(found []pick, label string, design int) []pick {
	for i := range found {
		if found[i].Design == design {
			found[i].Labels = append(found[i].Labels, label)
			return found
		}
	}
	return append(found, pick{Labels: []string{label}, Design: design})
}

// idealDistances returns per design of the front its squared distance to the
// ideal point in scaled objectives; NaN where a value is unknown.
func idealDistances(d *Document) []float64 {
	distance := make([]float64, len(d.Designs))
	for o := range d.Objectives {
		low, high := math.Inf(1), math.Inf(-1)
		for i := range d.Designs {
			if v := d.Designs[i].True[o]; finite(v) {
				low, high = min(low, v), max(high, v)
			}
		}
		for i := range d.Designs {
			v := d.Designs[i].True[o]
			switch {
			case !finite(v):
				distance[i] = math.NaN()
			case high > low:
				scaled := (v - low) / (high - low)
				distance[i] += float64(scaled * scaled) // no fused multiply-add: same knee everywhere
			}
		}
	}
	return distance
}

// smallest returns the index of the smallest value; among equal values that of the
// smallest tie value, if ties are given; then the first. It passes over entries
// whose value or tie value is unknown and returns -1 if there are no others.
func smallest(values, ties []float64) int {
	if ties == nil {
		ties = make([]float64, len(values))
	}
	best := -1
	for i, v := range values {
		if !finite(v) || !finite(ties[i]) {
			continue
		}
		if best < 0 || v < values[best] || (v == values[best] && ties[i] < ties[best]) {
			best = i
		}
	}
	return best
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
