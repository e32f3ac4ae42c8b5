package sdf3

import "strings"

// sequence is a rate or an execution time per phase of an actor; a shorter one
// repeats. An sdf actor has one phase.
type sequence []int64

func (s sequence) at(phase int) int64 { return s[phase%len(s)] }

func (s sequence) sum() (sum int64) {
	for _, n := range s {
		sum += n
	}
	return sum
}

// sequence reads "3*1,2", which is 1,1,1,2. A plain number is a sequence of one.
// The result is nil if it is wrong, which has then been told.
func (r *reader) sequence(e *element, attribute, text string, most int64) sequence {
	var s sequence
	for _, item := range strings.Split(text, ",") {
		times := int64(1)
		value := strings.TrimSpace(item)
		if count, rest, ok := strings.Cut(value, "*"); ok {
			value = strings.TrimSpace(rest)
			if times, ok = r.number(e, attribute, strings.TrimSpace(count), maxPhases); !ok {
				return nil
			}
		}
		n, ok := r.number(e, attribute, value, most)
		if !ok {
			return nil
		}
		if !r.keep(e, attribute, times) {
			return nil
		}
		for range times {
			s = append(s, n)
		}
	}
	if len(s) == 0 {
		r.problem(e, "%s=%q of <%s> is a sequence of nothing", attribute, short(text), e.name)
	}
	return s
}

// keep counts numbers of a sequence against what a file may make sdse keep.
func (r *reader) keep(e *element, what string, n int64) bool {
	if n > int64(r.phases) {
		r.problem(e, "with %s of <%s> the sequences of the file are longer than %d phases", what, e.name, maxPhases)
		return false
	}
	r.phases -= int(n)
	return true
}
