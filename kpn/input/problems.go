package input

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
)

// Problem is one mistake in an input: where it is and what to do about it.
type Problem struct {
	File    string // "" if the thing was not read from a file
	Line    int    // 1-based; 0 if the whole file is meant
	Message string
}

// Error returns "file:line: message".
func (p Problem) Error() string {
	if p.File == "" {
		return p.Message
	}
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Problems collects the mistakes of one or more inputs, and which files were
// read. The zero value is ready to use.
type Problems struct {
	list  []Problem
	files []File
}

// File is a file that was read, with the SHA-256 of the bytes that were found.
type File struct {
	Name   string
	SHA256 [sha256.Size]byte
}

// Files returns the files that were opened so far, in that order.
func (p *Problems) Files() []File { return p.files }

// Add records a mistake.
func (p *Problems) Add(file string, line int, format string, args ...any) {
	p.list = append(p.list, Problem{File: file, Line: line, Message: fmt.Sprintf(format, args...)})
}

// Len returns how many mistakes there are so far.
func (p *Problems) Len() int { return len(p.list) }

func (p *Problems) in(file string) bool {
	return slices.ContainsFunc(p.list, func(q Problem) bool { return q.File == file })
}

// Err returns nil if nothing is wrong, else an *Error that holds all problems:
// files in the order in which they were first complained about, lines within
// a file ascending.
func (p *Problems) Err() error {
	if len(p.list) == 0 {
		return nil
	}
	order := map[string]int{}
	for _, q := range p.list {
		if _, ok := order[q.File]; !ok {
			order[q.File] = len(order)
		}
	}
	sorted := slices.Clone(p.list)
	slices.SortStableFunc(sorted, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(order[a.File], order[b.File]), cmp.Compare(a.Line, b.Line))
	})
	return &Error{Problems: slices.Compact(sorted)}
}

// Error is everything that is wrong with some inputs.
type Error struct {
	Problems []Problem
}

// Error returns one line per problem.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// nearest returns the candidate that the word was most likely meant to be, or
// "" if none is close.
func nearest(word string, candidates []string) string {
	const longest = 100 // comparing takes time in the product of the lengths
	best, limit := "", 1+len(word)/3
	for _, c := range candidates {
		if max(len(word), len(c)) > longest {
			continue
		}
		if d := distance(strings.ToLower(word), strings.ToLower(c)); d <= limit {
			best, limit = c, d-1
		}
	}
	return best
}

// DidYouMean returns ", did you mean …?" for the nearest candidate, or "; known: …".
func DidYouMean(word string, candidates []string) string {
	if n := nearest(word, candidates); n != "" {
		return fmt.Sprintf(", did you mean %q?", n)
	}
	if len(candidates) == 0 {
		return ""
	}
	const most = 12
	shown := candidates
	tail := ""
	if len(shown) > most {
		shown, tail = shown[:most], ", …"
	}
	return "; known: " + strings.Join(shown, ", ") + tail
}

// distance is the number of insertions, deletions, substitutions and swaps of
// neighbours between two words (optimal string alignment).
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	before, prev := make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := range s {
		row := make([]int, len(t)+1)
		row[0] = i + 1
		for j := range t {
			change := 1
			if s[i] == t[j] {
				change = 0
			}
			row[j+1] = min(prev[j+1]+1, row[j]+1, prev[j]+change)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, prev = prev, row
	}
	return prev[len(t)]
}
