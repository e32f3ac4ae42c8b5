package bench

// law is the universal scalability law (Gunther 2007): with n workers the
// speed-up is
//
//	n / (1 + contention·(n-1) + coherence·n·(n-1))
//
// Contention is the share of the work that cannot be done in parallel, coherence
// what each pair of workers costs; with both at 0 the speed-up is n.
type law struct{ contention, coherence float64 }

func (l law) speedup(n float64) float64 {
	return n / (1 + l.contention*(n-1) + l.coherence*n*(n-1))
}

// fitLaw fits the law to speed-ups by numbers of workers. It needs two numbers
// above 1 to tell the coefficients apart; ok is false if there are fewer.
//
// The law is linear in its coefficients once it is turned over: n/speed-up - 1 =
// contention·(n-1) + coherence·n·(n-1). What is minimised are the squares of the
// errors of the speed-up, to first order, which are speed-up²/n times those of the
// left side. A coefficient that would come out below 0 is 0.
func fitLaw(workers, speedups []float64) (l law, ok bool) {
	var aa, ab, bb, ay, by float64
	var seen [2]float64
	for i, n := range workers {
		if n <= 1 {
			continue
		}
		switch {
		case seen[0] == 0:
			seen[0] = n
		case n != seen[0]:
			seen[1] = n
		}
		weight := speedups[i] * speedups[i] / n
		a, b, y := weight*(n-1), weight*n*(n-1), weight*(n/speedups[i]-1)
		aa, ab, bb, ay, by = aa+a*a, ab+a*b, bb+b*b, ay+a*y, by+b*y
	}
	if seen[1] == 0 {
		return law{}, false
	}
	det := aa*bb - ab*ab
	l = law{(ay*bb - by*ab) / det, (by*aa - ay*ab) / det}
	switch {
	case l.contention < 0:
		l = law{0, max(0, by/bb)}
	case l.coherence < 0:
		l = law{max(0, ay/aa), 0}
	}
	return l, true
}
