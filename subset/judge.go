package subset

import "cmp"

// score is how well a subset does in an exam; less is better in both.
type score struct {
	wrong     int     // pairs of training designs whose Pareto relation differs from the truth
	deviation float64 // decides between equals, see judge.deviation
}

func (a score) compare(b score) int {
	return cmp.Or(cmp.Compare(a.wrong, b.wrong), cmp.Compare(a.deviation, b.deviation))
}

// judge scores subsets in an exam, one after the other. It keeps running sums
// per training design, so that a scenario enters or leaves in O(designs ·
// objectives), and allocates nothing once made. It belongs to one job at a
// time.
type judge struct {
	exam   *exam
	set    []int     // the subset that the sums are over, ascending; never written
	sum    []float64 // [design][objective]: of weight × value over the set
	weight float64   // of the set
}

func newJudge(e *exam) *judge {
	return &judge{exam: e, sum: make([]float64, e.designs*e.objectives)}
}

// score moves the judge to a subset, ascending ids, and scores it there.
func (j *judge) score(set []int) score {
	j.move(set)
	return score{wrong: j.wrong(), deviation: j.deviation()}
}

// move exchanges the scenarios in which the new subset differs from the present
// one.
func (j *judge) move(to []int) {
	old, next := j.set, to
	for len(old) > 0 || len(next) > 0 {
		switch {
		case len(next) == 0 || len(old) > 0 && old[0] < next[0]:
			j.shift(old[0], -1)
			old = old[1:]
		case len(old) == 0 || next[0] < old[0]:
			j.shift(next[0], +1)
			next = next[1:]
		default:
			old, next = old[1:], next[1:]
		}
	}
	j.set = to
}

// shift adds a scenario to the sums (sign +1) or takes it away (sign −1).
func (j *judge) shift(scenario int, sign float64) {
	part := j.exam.part[scenario*len(j.sum):][:len(j.sum)]
	for i, p := range part {
		j.sum[i] += sign * p // exact, fused or not
	}
	j.weight += sign * j.exam.weight[scenario]
}

// design returns the sums of one design. All designs share the divisor that
// would make predictions of them, the weight of the set, so the sums compare
// like the predictions.
func (j *judge) design(i int) []float64 {
	return j.sum[i*j.exam.objectives:][:j.exam.objectives]
}

// wrong counts the misclassified pairs.
func (j *judge) wrong() int {
	wrong, truth := 0, j.exam.truth
	for i := range j.exam.designs {
		first := j.design(i)
		for k := i + 1; k < j.exam.designs; k++ {
			if relate(first, j.design(k)) != truth[0] {
				wrong++
			}
			truth = truth[1:]
		}
	}
	return wrong
}

// deviation returns the variance over the designs of predicted − true, each
// objective divided by its extent, summed over the objectives. That is the mean
// squared error of the *differences* between designs, on which their relations
// depend; a shift that all designs share costs nothing. With few training
// designs many subsets get all pairs right by chance, and among those the one
// that also predicts well holds better for other designs.
func (j *judge) deviation() float64 {
	var sum float64
	for o, extent := range j.exam.extent {
		if extent == 0 {
			continue // an objective in which the designs do not differ
		}
		var mean float64
		for i := o; i < len(j.sum); i += j.exam.objectives {
			mean += j.sum[i]/j.weight - j.exam.mean[i]
		}
		mean /= float64(j.exam.designs)
		for i := o; i < len(j.sum); i += j.exam.objectives {
			off := (j.sum[i]/j.weight - j.exam.mean[i] - mean) / extent
			sum += float64(off * off)
		}
	}
	return sum / float64(j.exam.designs)
}
