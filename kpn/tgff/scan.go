package tgff

import (
	"math/big"
	"regexp"
	"strings"
)

// line is a line of the file that holds more than blanks.
type line struct {
	number  int
	words   []string
	comment string // what stands behind the first #
}

// split cuts a text into lines and words. Braces are words of their own.
func split(text string) []line {
	text = strings.TrimPrefix(text, "\xef\xbb\xbf")
	var lines []line
	spaced := strings.NewReplacer("{", " { ", "}", " } ")
	number := 0
	for raw := range strings.Lines(text) {
		number++
		code, comment, _ := strings.Cut(raw, "#")
		l := line{number: number, words: strings.Fields(spaced.Replace(code)), comment: strings.TrimSpace(comment)}
		if len(l.words) > 0 || l.comment != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

var (
	decimal    = regexp.MustCompile(`^[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?$`)
	columnName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_/().-]*$`)
)

// number returns the exact value of a decimal number, or nil.
func number(word string) *big.Rat {
	if !decimal.MatchString(word) {
		return nil
	}
	r, _ := new(big.Rat).SetString(word)
	return r
}

// columnNames returns the names of columns in a comment, in lower case, or nil
// if it cannot be a list of names.
func columnNames(comment string) []string {
	words := strings.Fields(strings.ToLower(comment))
	for _, w := range words {
		if !columnName.MatchString(w) {
			return nil
		}
	}
	return words
}
