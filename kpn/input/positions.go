package input

import (
	"strconv"
	"strings"
)

// positions says on which line of a TOML document everything stands. Keys,
// tables and array elements are addressed by path, see join.
type positions struct {
	lines map[string]int
	// texts holds, for every string value, the line in the document of each of
	// its own lines: they differ by more than an offset if it is a string of
	// several lines that escapes line ends, or has line ends written as \n.
	texts map[string][]int
}

// join appends a key or an index to a path. The path of the document is "".
func join(path, element string) string { return path + "\x00" + element }

func index(i int) string { return "#" + strconv.Itoa(i) }

// longestPath bounds the paths that are kept, so that a document that nests
// without end takes memory in proportion to its length. Everything below gets
// the line of what it stands in.
const longestPath = 300

// scanner follows the structure of a document that the TOML parser has
// accepted already; what it does with others is only that it ends.
type scanner struct {
	text   string
	at     int
	line   int
	found  positions
	arrays map[string]int // array-of-tables path → elements so far
}

func locate(text string) positions {
	s := &scanner{text: text, line: 1, arrays: map[string]int{},
		found: positions{lines: map[string]int{}, texts: map[string][]int{}}}
	prefix := ""
	for {
		s.space(true)
		switch {
		case s.at >= len(s.text):
			return s.found
		case s.peek() == '[':
			prefix = s.header()
		default:
			s.pair(prefix)
		}
	}
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *scanner) next() byte {
	c := s.peek()
	if c == '\n' {
		s.line++
	}
	s.at = min(s.at+1, len(s.text))
	return c
}

func (s *scanner) skip(bytes int) {
	for range bytes {
		s.next()
	}
}

// space skips blanks and, if lines is set, line ends and comments.
func (s *scanner) space(lines bool) {
	for s.at < len(s.text) {
		switch c := s.peek(); {
		case c == ' ' || c == '\t' || c == '\r':
		case lines && c == '\n':
		case lines && c == '#':
			for s.at < len(s.text) && s.peek() != '\n' {
				s.at++
			}
			continue
		default:
			return
		}
		s.next()
	}
}

// header reads [a.b] or [[a.b]] and returns the path of the keys that follow.
func (s *scanner) header() string {
	line := s.line
	s.next()
	array := s.peek() == '['
	if array {
		s.next()
	}
	keys := s.keys()
	for s.peek() == ']' {
		s.next()
	}
	path := ""
	for i, key := range keys {
		path = s.below(path, key)
		n, isArray := s.arrays[path]
		switch {
		case i == len(keys)-1 && array:
			s.arrays[path] = n + 1
			s.note(path, line)
			path = s.below(path, index(n))
		case isArray:
			path = s.below(path, index(n-1))
		}
		s.note(path, line)
	}
	return path
}

func (s *scanner) note(path string, line int) {
	if _, ok := s.found.lines[path]; !ok {
		s.found.lines[path] = line
	}
}

// below is join, but for paths that get too long.
func (s *scanner) below(path, element string) string {
	if len(path) > longestPath {
		return path
	}
	return join(path, element)
}

// keys reads a dotted key.
func (s *scanner) keys() []string {
	var keys []string
	for {
		s.space(false)
		keys = append(keys, s.key())
		s.space(false)
		if s.peek() != '.' {
			return keys
		}
		s.next()
	}
}

func (s *scanner) key() string {
	if c := s.peek(); c == '"' || c == '\'' {
		text, _ := s.quoted()
		return text
	}
	start := s.at
	for s.at < len(s.text) && !strings.ContainsRune(" \t.=]\r\n", rune(s.text[s.at])) {
		s.at++
	}
	return s.text[start:s.at]
}

// quoted reads a string of any of the four kinds. It returns what it says and
// the line on which each of its lines begins.
func (s *scanner) quoted() (text string, starts []int) {
	quote := string(s.next())
	if long := strings.Repeat(quote, 2); strings.HasPrefix(s.text[s.at:], long) {
		quote += long
		s.skip(2)
		if s.peek() == '\r' {
			s.next()
		}
		if s.peek() == '\n' {
			s.next() // a line end right behind the quotes is not content
		}
	}
	starts = []int{s.line}
	var b strings.Builder
	begun := 0 // length of the text where its last line begins
	for s.at < len(s.text) && !s.closes(quote) {
		c := s.character(quote)
		b.WriteString(c)
		if c == "" && b.Len() == begun {
			starts[len(starts)-1] = s.line // nothing stood on the lines before
		}
		if c == "\n" {
			starts = append(starts, s.line)
			begun = b.Len()
		}
	}
	s.skip(len(quote))
	return b.String(), starts
}

// closes reports whether a string ends here. One or two more quotes in front of
// the three that end a long string belong to it.
func (s *scanner) closes(quote string) bool {
	rest := s.text[s.at:]
	return strings.HasPrefix(rest, quote) && (len(quote) == 1 || !strings.HasPrefix(rest[1:], quote))
}

// character reads a byte of a string, or what is written as an escape.
func (s *scanner) character(quote string) string {
	if s.peek() == '\\' && quote[0] == '"' {
		return s.escape()
	}
	return string([]byte{s.next()})
}

// escape reads a backslash and what belongs to it, and returns what it stands
// for: nothing, if it escapes a line end and the blanks that follow.
func (s *scanner) escape() string {
	s.next()
	rest := s.text[s.at:]
	blanks := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	if strings.Contains(rest[:blanks], "\n") {
		s.skip(blanks)
		return ""
	}
	c := s.next()
	if i := strings.IndexByte("btnfre", c); i >= 0 {
		return "\b\t\n\f\r\x1b"[i : i+1]
	}
	if i := strings.IndexByte("xuU", c); i >= 0 {
		digits := s.text[s.at:min(s.at+2<<i, len(s.text))]
		s.skip(len(digits))
		code, _ := strconv.ParseUint(digits, 16, 32) // the parser has seen that they are digits
		return string(rune(code))
	}
	return string([]byte{c})
}

// pair reads key = value below a table.
func (s *scanner) pair(prefix string) {
	path, line := prefix, s.line
	for _, key := range s.keys() {
		path = s.below(path, key)
		s.note(path, line)
	}
	s.space(false)
	s.next() // =
	s.space(false)
	s.value(path)
}

func (s *scanner) value(path string) {
	switch s.peek() {
	case '"', '\'':
		_, starts := s.quoted()
		s.found.texts[path] = starts
	case '[':
		s.next()
		for i := 0; s.item(); i++ {
			element := s.below(path, index(i))
			if s.peek() == '{' {
				s.note(element, s.line)
			}
			s.value(element)
		}
	case '{':
		s.next()
		for s.item() {
			s.pair(path)
		}
	default:
		for s.at < len(s.text) && !strings.ContainsRune(",]}#\n", rune(s.peek())) {
			s.at++
		}
	}
}

// item skips to the next element of an array or inline table; it returns false
// behind the closing bracket.
func (s *scanner) item() bool {
	for {
		s.space(true)
		switch c := s.peek(); {
		case c == ',':
			s.next()
		case c == ']' || c == '}' || s.at >= len(s.text):
			s.next()
			return false
		default:
			return true
		}
	}
}
