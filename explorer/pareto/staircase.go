package pareto

import (
	"slices"
	"sort"
)

// A staircase holds the minimal points of a set in the plane: ascending in x,
// descending in y, strictly in both. It answers in logarithmic time whether the
// set covers a further point, which is what the sweeps over three objectives ask
// about the two that are not swept.
type staircase []step

type step struct{ x, y float64 }

// covers reports whether some step is nowhere worse than (x, y).
func (s staircase) covers(x, y float64) bool {
	// Of the steps that are not to the right of x, the last is the lowest.
	right := sort.Search(len(s), func(k int) bool { return s[k].x > x })
	return right > 0 && s[right-1].y <= y
}

// shadow returns the range of steps that (x, y) covers.
func (s staircase) shadow(x, y float64) (from, to int) {
	from = sort.Search(len(s), func(k int) bool { return s[k].x >= x })
	to = from + sort.Search(len(s)-from, func(k int) bool { return s[from+k].y < y })
	return from, to
}

// add enters (x, y), which must not be covered, and removes what it covers.
func (s *staircase) add(x, y float64) {
	from, to := s.shadow(x, y)
	*s = slices.Replace(*s, from, to, step{x, y})
}

// gain returns the area between (x, y) and the corner (right, top) that no step
// covers yet. The point must not be covered, and lies below and left of the
// corner, as all steps do.
func (s staircase) gain(x, y, right, top float64) float64 {
	from, to := s.shadow(x, y)
	if from > 0 {
		top = s[from-1].y
	}
	area := 0.0
	for _, covered := range s[from:to] {
		area += float64((covered.x - x) * (top - y))
		x, top = covered.x, covered.y
	}
	if to < len(s) {
		right = s[to].x
	}
	return area + float64((right-x)*(top-y))
}
