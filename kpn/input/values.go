package input

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// This file holds the methods of Table that read the value of a key.

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

// Energy reads an energy in femtojoules.
func (t *Table) Energy(key string) (int64, bool) { return t.quantity(key, &energy) }

// EnergyPerByte reads an energy per byte in femtojoules per byte.
func (t *Table) EnergyPerByte(key string) (int64, bool) { return t.quantity(key, &energyPerByte) }

// Voltage reads a voltage in microvolts.
func (t *Table) Voltage(key string) (int64, bool) { return t.quantity(key, &voltage) }

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
