package sdf3

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"sdse/kpn"
	"sdse/kpn/input"
)

// reader is the state of reading one file.
type reader struct {
	file     string
	how      kpn.Reading
	problems *input.Problems
	out      *File
	phases   int // how many numbers of sequences may still be kept
	told     map[string]bool
	hints    int // suggestions made so far
}

// suggest names the candidate that was most likely meant, for the first mistakes
// of a file: looking takes time in the number of candidates.
func (r *reader) suggest(word string, candidates func() []string) string {
	const most = 100
	if r.hints++; r.hints > most {
		return ""
	}
	return input.DidYouMean(short(word), candidates())
}

// maxPhases bounds the numbers of all sequences of a file once they are written
// out.
const maxPhases = 1 << 22

func (r *reader) problem(at *element, format string, args ...any) {
	line := 0
	if at != nil {
		line = at.line
	}
	r.problems.Add(r.file, line, format, args...)
}

func (r *reader) warn(at *element, format string, args ...any) {
	var one input.Problems
	one.Add(r.file, at.line, format, args...)
	if w := one.Err().(*input.Error).Problems[0]; !r.told[w.Error()] {
		r.told[w.Error()] = true
		r.out.Warnings = append(r.out.Warnings, w)
	}
}

// name reads an attribute that must be there and not be empty.
func (r *reader) name(e *element, attribute string) (string, bool) {
	text, ok := e.attr(attribute)
	if !ok {
		r.problem(e, "<%s> has no %s; add %s=\"…\"", e.name, attribute, attribute)
		return "", false
	}
	if text == "" {
		r.problem(e, "%s of <%s> is empty", attribute, e.name)
		return "", false
	}
	return text, true
}

// count reads a whole number from 0 to most; ok is false if it is absent or
// wrong, and what is wrong has been told.
func (r *reader) count(e *element, attribute string, most int64) (n int64, ok bool) {
	text, ok := e.attr(attribute)
	if !ok {
		return 0, false
	}
	return r.number(e, attribute, text, most)
}

func (r *reader) number(e *element, attribute, text string, most int64) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil && isInteger(text) || err == nil && n > most:
		r.problem(e, "%s=%q of <%s> is too large; the most is %d", attribute, short(text), e.name, most)
	case err != nil:
		r.problem(e, "%s=%q of <%s> is no whole number", attribute, short(text), e.name)
	case n < 0:
		r.problem(e, "%s=%q of <%s> is negative; it must be 0 or more", attribute, text, e.name)
	default:
		return n, true
	}
	return 0, false
}

var integer = regexp.MustCompile(`^[+-]?[0-9]+$`)

func isInteger(text string) bool { return integer.MatchString(text) }

// short keeps what a message shows of a value readable.
func short(text string) string {
	const shown = 40
	if r := []rune(text); len(r) > shown {
		return string(r[:shown]) + "…"
	}
	return text
}

// decimal is a number as the files write reals. An exponent of more digits would
// be more zeros than anybody means.
var decimal = regexp.MustCompile(`^[+-]?([0-9]{1,40}(\.[0-9]{0,60})?|\.[0-9]{1,60})([eE][+-]?[0-9]{1,3})?$`)

// fraction reads a real number exactly.
func (r *reader) fraction(e *element, what, text string) (*big.Rat, bool) {
	text = strings.TrimSpace(text)
	if !decimal.MatchString(text) {
		r.problem(e, "%s=%q is no number", what, short(text))
		return nil, false
	}
	value, ok := new(big.Rat).SetString(text)
	if !ok || value.Sign() < 0 {
		r.problem(e, "%s=%q is negative; it must be 0 or more", what, short(text))
		return nil, false
	}
	return value, true
}

// thousandths reads a real number with at most three places.
func (r *reader) thousandths(e *element, attribute, text string) (int64, bool) {
	value, ok := r.fraction(e, attribute, text)
	if !ok {
		return 0, false
	}
	value.Mul(value, big.NewRat(1000, 1))
	switch {
	case !value.IsInt():
		r.problem(e, "%s=%q is finer than the thousandths that sdse computes with; round it, or scale all times of the file", attribute, short(text))
	case !value.Num().IsInt64() || value.Num().Int64() > maxTime*1000:
		r.problem(e, "%s=%q is too large; the most is %d", attribute, short(text), int64(maxTime))
	default:
		return value.Num().Int64(), true
	}
	return 0, false
}

// maxTime bounds an execution time in units of time, so that thousandths of it,
// added up over an iteration, are far from the end of an int64.
const maxTime = 1 << 43
