package kpn

import "math"

// Sequence returns the fragment that does fragments one after the other. It
// shares their loops, so it costs no more than their number.
func Sequence(parts ...*Fragment) *Fragment {
	var body []node
	for _, f := range parts {
		body = append(body, f.body...)
	}
	return &Fragment{body: body, events: countSafe(body)}
}

// Repeat returns the fragment that does this one a number of times, as a loop;
// 0 times or fewer are no events. What would be more events than an int64
// counts is counted as the most there are: see [MaxEvents] for what can be used.
func (f *Fragment) Repeat(times int64) *Fragment {
	switch {
	case times <= 0 || f.events == 0:
		return &Fragment{}
	case times == 1:
		return f
	}
	body := []node{{repeat: times, body: f.body}}
	return &Fragment{body: body, events: countSafe(body)}
}

// countSafe counts events like count, but ends at the largest number there is.
func countSafe(body []node) int64 {
	var sum int64
	for i := range body {
		n := int64(1)
		if times := body[i].repeat; times > 0 {
			n = countSafe(body[i].body)
			if n > math.MaxInt64/times {
				return math.MaxInt64
			}
			n *= times
		}
		if sum > math.MaxInt64-n {
			return math.MaxInt64
		}
		sum += n
	}
	return sum
}
