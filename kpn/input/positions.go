package input

import "strings"

// positions maps the path of every key, table and array element of a TOML
// document to the line it stands on. The document must already have been
// accepted by the TOML parser: this scanner only follows its structure.
type positions map[string]int

// join appends a key or an index to a path.
func join(path, element string) string {
	if path == "" {
		return element
	}
	return path + "\x00" + element
}

func index(i int) string { return "#" + itoa(i) }

func itoa(i int) string {
	if i < 10 {
		return string(rune('0' + i))
	}
	return itoa(i/10) + string(rune('0'+i%10))
}

type scanner struct {
	text   string
	at     int
	line   int
	found  positions
	arrays map[string]int // array-of-tables path → elements so far

	content int // line on which the content of the last string began
}

// contentKey stands for the content of a string in a path: it may begin on a
// later line than its key.
const contentKey = "="

func locate(text string) positions {
	s := &scanner{text: text, line: 1, found: positions{}, arrays: map[string]int{}}
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
	s.at++
	return c
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
		path = join(path, key)
		n, isArray := s.arrays[path]
		switch {
		case i == len(keys)-1 && array:
			s.arrays[path] = n + 1
			s.note(path, line)
			path = join(path, index(n))
		case isArray:
			path = join(path, index(n-1))
		}
		s.note(path, line)
	}
	return path
}

func (s *scanner) note(path string, line int) {
	if _, ok := s.found[path]; !ok {
		s.found[path] = line
	}
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
		return s.quoted()
	}
	start := s.at
	for s.at < len(s.text) && !strings.ContainsRune(" \t.=]\r\n", rune(s.text[s.at])) {
		s.at++
	}
	return s.text[start:s.at]
}

// quoted skips a string of any of the four kinds and returns what stands
// between the quotes; escapes are kept as written except \" and \\.
func (s *scanner) quoted() string {
	quote := s.next()
	long := strings.HasPrefix(s.text[s.at:], strings.Repeat(string(quote), 2))
	if long {
		s.at += 2
		if s.peek() == '\n' || strings.HasPrefix(s.text[s.at:], "\r\n") {
			s.space(false)
			s.next() // a line end right behind the quotes is not content
		}
	}
	s.content = s.line
	var b strings.Builder
	for s.at < len(s.text) {
		if s.peek() == quote && (!long || strings.HasPrefix(s.text[s.at:], strings.Repeat(string(quote), 3))) {
			s.next()
			if long {
				s.at += 2
				for s.peek() == quote { // up to two quotes may end the content
					s.next()
				}
			}
			break
		}
		c := s.next()
		if c == '\\' && quote == '"' {
			c = s.next()
		}
		b.WriteByte(c)
	}
	return b.String()
}

// pair reads key = value below a table.
func (s *scanner) pair(prefix string) {
	path, line := prefix, s.line
	for _, key := range s.keys() {
		path = join(path, key)
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
		s.quoted()
		s.note(join(path, contentKey), s.content)
	case '[':
		s.next()
		for i := 0; s.item(']'); i++ {
			element := join(path, index(i))
			s.note(element, s.line)
			s.value(element)
		}
	case '{':
		s.next()
		for s.item('}') {
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
func (s *scanner) item(closing byte) bool {
	for {
		s.space(true)
		switch c := s.peek(); {
		case c == ',':
			s.next()
		case c == closing || s.at >= len(s.text):
			s.next()
			return false
		default:
			return true
		}
	}
}
