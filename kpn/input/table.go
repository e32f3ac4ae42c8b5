package input

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"

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
	data, err := os.ReadFile(file)
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		problems.Add(file, 0, "cannot be read: %v", err)
		return nil
	}
	return Parse(file, data, problems)
}

// Parse reads a document that is already in memory; file is its name in messages.
func Parse(file string, data []byte, problems *Problems) *Table {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
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

// String reads a string.
func (t *Table) String(key string) (string, bool) {
	v, ok := t.value(key)
	if !ok {
		return "", false
	}
	s, ok := v.(string)
	if !ok {
		t.Problem(key, "%s must be a text in quotes, not %s", key, describe(v))
	}
	return s, ok
}

// IsText reports whether the value of a key is a text.
func (t *Table) IsText(key string) bool {
	v, _ := t.value(key)
	_, ok := v.(string)
	return ok
}

// Name reads a string that must be there and not be empty.
func (t *Table) Name(key string) (string, bool) {
	if !t.Has(key) {
		t.Problem("", "%s is missing; every %s needs one", key, t.kind())
		return "", false
	}
	s, ok := t.String(key)
	if ok && s == "" {
		t.Problem(key, "%s is empty", key)
		return "", false
	}
	return s, ok
}

// Choice reads one of the given words, the first of which is the default.
func (t *Table) Choice(key string, words ...string) string {
	s, ok := t.String(key)
	if !ok {
		return words[0]
	}
	if !slices.Contains(words, s) {
		t.Problem(key, "%s = %q is unknown%s", key, s, DidYouMean(s, words))
		return words[0]
	}
	return s
}

// Bool reads true or false.
func (t *Table) Bool(key string, otherwise bool) bool {
	v, ok := t.value(key)
	if !ok {
		return otherwise
	}
	b, ok := v.(bool)
	if !ok {
		t.Problem(key, "%s must be true or false, not %s", key, describe(v))
		return otherwise
	}
	return b
}

// Int reads a whole number of at least least.
func (t *Table) Int(key string, least int64) (int64, bool) {
	v, ok := t.value(key)
	if !ok {
		return 0, false
	}
	n, ok := v.(int64)
	if !ok {
		t.Problem(key, "%s must be a whole number, not %s", key, describe(v))
		return 0, false
	}
	if n < least {
		t.Problem(key, "%s = %d is too small; it must be at least %d", key, n, least)
		return 0, false
	}
	return n, true
}

// Float reads a finite number of at least 0.
func (t *Table) Float(key string) (float64, bool) {
	v, ok := t.value(key)
	if !ok {
		return 0, false
	}
	f, isFloat := v.(float64)
	n, isInt := v.(int64)
	if isInt {
		f = float64(n)
	}
	if !isFloat && !isInt || math.IsNaN(f) || math.IsInf(f, 0) {
		t.Problem(key, "%s must be a number, not %s", key, describe(v))
		return 0, false
	}
	if f < 0 {
		t.Problem(key, "%s = %v is negative; it must be 0 or more", key, f)
		return 0, false
	}
	return f, true
}

// Thousandths reads a decimal number with at most three places, in thousandths.
func (t *Table) Thousandths(key string) (int64, bool) {
	v, ok := t.value(key)
	if !ok {
		return 0, false
	}
	var text string
	switch x := v.(type) {
	case int64:
		text = strconv.FormatInt(x, 10)
	case float64:
		text = strconv.FormatFloat(x, 'f', -1, 64)
	}
	r, isNumber := new(big.Rat).SetString(text)
	if !isNumber {
		t.Problem(key, "%s must be a number, not %s", key, describe(v))
		return 0, false
	}
	n, err := integer(text, r.Mul(r, big.NewRat(1000, 1)))
	if err != nil {
		t.Problem(key, "%s: %v", key, err)
		return 0, false
	}
	return n, true
}

// Frequency reads a frequency in Hz.
func (t *Table) Frequency(key string) (int64, bool) { return t.quantity(key, &frequency) }

// Duration reads a duration in picoseconds.
func (t *Table) Duration(key string) (int64, bool) { return t.quantity(key, &duration) }

// Size reads a size in bytes.
func (t *Table) Size(key string) (int64, bool) { return t.quantity(key, &size) }

// Power reads a power in nanowatts.
func (t *Table) Power(key string) (int64, bool) { return t.quantity(key, &power) }

// EnergyPerByte reads an energy per byte in femtojoules per byte.
func (t *Table) EnergyPerByte(key string) (int64, bool) { return t.quantity(key, &energyPerByte) }

func (t *Table) quantity(key string, d *dimension) (int64, bool) {
	v, ok := t.value(key)
	if !ok {
		return 0, false
	}
	text, ok := v.(string)
	if !ok {
		t.Problem(key, "%s must be %s with its unit in quotes, like %q, not %s", key, d.name, d.example, describe(v))
		return 0, false
	}
	n, err := d.parse(text)
	if err != nil {
		t.Problem(key, "%s: %v", key, err)
		return 0, false
	}
	return n, true
}

// Strings reads a list of strings; a single string is a list of one.
func (t *Table) Strings(key string) []string {
	v, ok := t.value(key)
	if !ok {
		return nil
	}
	if s, ok := v.(string); ok {
		return []string{s}
	}
	list, ok := v.([]any)
	if !ok {
		t.Problem(key, "%s must be a list of texts, not %s", key, describe(v))
		return nil
	}
	texts := make([]string, 0, len(list))
	for _, item := range list {
		s, ok := item.(string)
		if !ok {
			t.Problem(key, "%s must hold texts only, not %s", key, describe(item))
			return nil
		}
		texts = append(texts, s)
	}
	return texts
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

// describe names a value of the wrong type the way its writer sees it.
func describe(v any) string {
	switch x := v.(type) {
	case string:
		return fmt.Sprintf("the text %q", x)
	case int64, bool:
		return fmt.Sprint(x)
	case float64:
		return decimal(x)
	case map[string]any:
		return "a table"
	case []map[string]any:
		return "a list of tables"
	case []any:
		return "a list"
	default:
		return "a date or time"
	}
}

// decimal writes a float so that it does not look like a whole number.
func decimal(x float64) string {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if x == math.Trunc(x) && !strings.ContainsAny(text, "e.I") {
		text += ".0"
	}
	return text
}
