package subset

import (
	"math/rand/v2"
	"slices"
)

// sampler makes random subsets of a fixed size. A subset is a sorted slice of
// scenario ids without repetition, and is never changed once made. A sampler
// belongs to one goroutine, the one that coordinates a search: jobs of the pool
// draw no random numbers, so that the number of workers cannot change what is
// drawn.
type sampler struct {
	line
	likely []int // the scenarios that may be chosen, ascending
	size   int
	rng    *rand.Rand

	order  []int  // scratch: the loose scenarios, shuffled
	member []bool // scratch by scenario: all false between calls
}

func newSampler(shares []float64, likely []int, size int, rng *rand.Rand) *sampler {
	line := layLine(shares, likely, size)
	return &sampler{
		line: line, likely: likely, size: size, rng: rng,
		order: slices.Clone(line.loose), member: make([]bool, len(shares)),
	}
}

// spread draws a subset that is spread evenly over the scenario ids. Ids are
// enumerated by mixed radix, so neighbours are much alike, and an even spread
// meets every application and every active set.
func (d *sampler) spread() []int { return d.sample(d.loose, d.rng.Float64()) }

// shuffled draws a subset without regard to the order of ids. Only this way are
// all subsets within reach: a spread has no more than one degree of freedom.
func (d *sampler) shuffled() []int {
	d.rng.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
	return d.sample(d.order, d.rng.Float64())
}

// line is the frame of systematic sampling without replacement (Madow, On the
// theory of systematic sampling II, 1949). Scenarios lie end to end on a line,
// each as long as the others; points at equal distances choose the scenarios
// they fall into. A scenario that carries no less than a point's share of the
// weight is chosen beforehand, for to miss it costs most; the line has the others.
//
// The others have equal chances although their weights differ: the prediction
// weighs its members, and to draw by weight as well would count heavy scenarios
// twice and shift every prediction.
type line struct {
	certain []int // in every sample
	loose   []int // on the line, ascending
	points  int   // that choose among the loose
}

func layLine(weights []float64, likely []int, size int) line {
	l := line{loose: slices.Clone(likely), points: size}
	for l.points > 0 {
		var length float64
		for _, s := range l.loose {
			length += weights[s]
		}
		share := length / float64(l.points)
		before := l.points
		l.loose = slices.DeleteFunc(l.loose, func(s int) bool {
			certain := weights[s] >= share && l.points > 0
			if certain {
				l.certain = append(l.certain, s)
				l.points--
			}
			return certain
		})
		if l.points == before {
			break
		}
	}
	return l
}

// sample draws with the loose scenarios on the line in the given order, the
// first point at start ∈ [0, 1) of the distance between two points.
func (l *line) sample(order []int, start float64) []int {
	chosen := append(make([]int, 0, len(l.certain)+l.points), l.certain...)
	distance := float64(len(order)) / float64(l.points)
	for k := range l.points {
		at := int(float64((float64(k) + start) * distance))
		chosen = append(chosen, order[min(at, len(order)-l.points+k)]) // rounding must not run out of scenarios
	}
	slices.Sort(chosen)
	return chosen
}

// cross returns a child that has every scenario on which both parents agree,
// and random ones of those that only one of them has.
func (d *sampler) cross(a, b []int) []int {
	child, differ := make([]int, 0, d.size), make([]int, 0, 2*d.size)
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			child = append(child, a[0])
			a, b = a[1:], b[1:]
		case a[0] < b[0]:
			differ = append(differ, a[0])
			a = a[1:]
		default:
			differ = append(differ, b[0])
			b = b[1:]
		}
	}
	differ = append(append(differ, a...), b...)
	d.rng.Shuffle(len(differ), func(i, j int) { differ[i], differ[j] = differ[j], differ[i] })
	child = append(child, differ[:d.size-len(child)]...)
	slices.Sort(child)
	return child
}

// mutate returns the subset with each member exchanged with the given
// probability for a scenario outside.
func (d *sampler) mutate(set []int, probability float64) []int {
	return d.exchange(set, func(int) bool { return d.rng.Float64() < probability })
}

// swap returns the subset with one random member exchanged for a scenario
// outside.
func (d *sampler) swap(set []int) []int {
	leaves := d.rng.IntN(len(set))
	return d.exchange(set, func(i int) bool { return i == leaves })
}

// exchange replaces the members at the positions that leave. Whoever comes in
// is drawn evenly, not by weight: light scenarios must be within reach of the
// search.
func (d *sampler) exchange(set []int, leaves func(position int) bool) []int {
	if d.size == len(d.likely) {
		return set // nobody is outside
	}
	next := slices.Clone(set)
	for _, s := range next {
		d.member[s] = true
	}
	for i, s := range next {
		if !leaves(i) {
			continue
		}
		enters := s
		for d.member[enters] {
			enters = d.likely[d.rng.IntN(len(d.likely))]
		}
		d.member[s], d.member[enters] = false, true
		next[i] = enters
	}
	for _, s := range next {
		d.member[s] = false
	}
	slices.Sort(next)
	return next
}
