package input

import (
	"bytes"
	"errors"
	"slices"

	"github.com/BurntSushi/toml"
)

// Table is one table of a document, read key by key. Methods that read a key
// return ok = false if it is absent or wrong; a wrong value has then been
// recorded as a problem, an absent one only by the methods that demand it.
type Table struct {
	file     string
	path     string
	line     int
	values   map[string]any
	asked    []string
	where    positions
	problems *Problems
}

// Open reads a file. If it cannot be read or is no TOML, the problem is
// recorded and the result is nil.
func Open(file string, problems *Problems) *Table {
	data, ok := ReadFile(file, problems)
	if !ok {
		return nil
	}
	return Parse(file, data, problems)
}

// maxDepth bounds how deep lists and inline tables stand in each other: the TOML
// library takes time and memory that grow with the square of it.
const maxDepth = 100

// tooDeep returns the line on which brackets stand more than maxDepth deep in
// each other, or 0. It counts brackets in texts too, which real texts are far
// from noticing.
func tooDeep(data []byte) int {
	depth, line := 0, 1
	for _, c := range data {
		switch c {
		case '\n':
			line++
		case '{', '[':
			if depth++; depth > maxDepth {
				return line
			}
		case '}', ']':
			depth = max(0, depth-1)
		}
	}
	return 0
}

// Parse reads a document that is already in memory; file is its name in messages.
func Parse(file string, data []byte, problems *Problems) *Table {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if line := tooDeep(data); line > 0 {
		problems.Add(file, line, "nested more than %d deep", maxDepth)
		return nil
	}
	values := map[string]any{}
	if _, err := toml.Decode(string(data), &values); err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			problems.Add(file, parse.Position.Line, "not valid TOML: %s", parse.Message)
		} else {
			problems.Add(file, 0, "not valid TOML: %v", err)
		}
		return nil
	}
	return &Table{file: file, line: 1, values: values, where: locate(string(data)), problems: problems}
}

// File returns the name of the document.
func (t *Table) File() string { return t.file }

// Line returns the line of a key, or of the table if the key is absent or "".
func (t *Table) Line(key string) int {
	if key == "" {
		return t.line
	}
	if line, ok := t.where.lines[join(t.path, key)]; ok {
		return line
	}
	return t.line
}

// Problem records that the value of a key is wrong. The key "" means the table.
func (t *Table) Problem(key, format string, args ...any) {
	t.problems.Add(t.file, t.Line(key), format, args...)
}

// ProblemWithin records that a line of a text is wrong, counted from 0 at the
// first line of the text.
func (t *Table) ProblemWithin(key string, below int, format string, args ...any) {
	line := t.Line(key)
	if starts := t.where.texts[join(t.path, key)]; below < len(starts) {
		line = starts[below]
	}
	t.problems.Add(t.file, line, format, args...)
}

// Problems returns how many mistakes are known so far, in all inputs.
func (t *Table) Problems() int { return t.problems.Len() }

// Failed reports whether a mistake in this document is known.
func (t *Table) Failed() bool { return t.problems.in(t.file) }

// Has reports whether the key is there.
func (t *Table) Has(key string) bool {
	t.ask(key)
	_, ok := t.values[key]
	return ok
}

func (t *Table) ask(key string) {
	if !slices.Contains(t.asked, key) {
		t.asked = append(t.asked, key)
	}
}

func (t *Table) value(key string) (any, bool) {
	t.ask(key)
	v, ok := t.values[key]
	return v, ok
}

// Done records every key that nobody asked for.
func (t *Table) Done() {
	for _, key := range t.Keys() {
		if !slices.Contains(t.asked, key) {
			t.Problem(key, "unknown key %q%s", key, DidYouMean(key, t.asked))
		}
	}
}

// Keys returns the keys of the table in the order in which they stand in the file.
func (t *Table) Keys() []string {
	keys := make([]string, 0, len(t.values))
	for key := range t.values {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if d := t.Line(a) - t.Line(b); d != 0 {
			return d
		}
		return slices.Compare([]byte(a), []byte(b))
	})
	return keys
}

// Table reads a sub-table. Absent, it is an empty one.
func (t *Table) Table(key string) *Table {
	v, ok := t.value(key)
	child, isTable := v.(map[string]any)
	if ok && !isTable {
		t.Problem(key, "%s must be a table, not %s", key, describe(v))
	}
	return t.child(join(t.path, key), t.Line(key), child)
}

// Tables reads an array of tables, in file order.
func (t *Table) Tables(key string) []*Table {
	v, ok := t.value(key)
	if !ok {
		return nil
	}
	var items []any
	switch list := v.(type) {
	case []map[string]any:
		for _, m := range list {
			items = append(items, m)
		}
	case []any:
		items = list
	default:
		t.Problem(key, "%s must be a list of tables ([[%s]]), not %s", key, key, describe(v))
		return nil
	}
	var tables []*Table
	for i, item := range items {
		m, ok := item.(map[string]any)
		if !ok {
			t.Problem(key, "%s must hold tables only, not %s", key, describe(item))
			return nil
		}
		path := join(join(t.path, key), index(i))
		line, known := t.where.lines[path]
		if !known {
			line = t.Line(key)
		}
		tables = append(tables, t.child(path, line, m))
	}
	return tables
}

func (t *Table) child(path string, line int, values map[string]any) *Table {
	return &Table{file: t.file, path: path, line: line, values: values, where: t.where, problems: t.problems}
}

// kind is the word for a table in messages: the last key of its path.
func (t *Table) kind() string {
	word := "file"
	for _, part := range bytes.Split([]byte(t.path), []byte{0}) {
		if len(part) > 0 && part[0] != '#' {
			word = string(part)
		}
	}
	return word
}
