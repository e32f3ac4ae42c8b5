package input

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// dimension is a kind of quantity: the integer unit it is stored in and what
// may be written. There are two signs for micro, U+00B5 and the Greek letter.
type dimension struct {
	name    string            // "a frequency"
	example string            // "1.4 GHz"
	factors map[string]string // written unit → how many stored units it is
}

var (
	frequency = dimension{"a frequency", "1.4 GHz", map[string]string{
		"Hz": "1", "kHz": "1e3", "MHz": "1e6", "GHz": "1e9"}}
	duration = dimension{"a duration", "120 ns", map[string]string{
		"ps": "1", "ns": "1e3", "us": "1e6", "µs": "1e6", "μs": "1e6", "ms": "1e9", "s": "1e12"}}
	size = dimension{"a size", "32 KiB", map[string]string{
		"B": "1", "KiB": "1024", "MiB": "1048576", "GiB": "1073741824", "kB": "1e3", "MB": "1e6", "GB": "1e9"}}
	power = dimension{"a power", "0.32 W", map[string]string{
		"nW": "1", "uW": "1e3", "µW": "1e3", "μW": "1e3", "mW": "1e6", "W": "1e9"}}
	energy = dimension{"an energy", "3 nJ", map[string]string{
		"fJ": "1", "pJ": "1e3", "nJ": "1e6", "uJ": "1e9", "µJ": "1e9", "μJ": "1e9", "mJ": "1e12"}}
	energyPerByte = dimension{"an energy per byte", "5 pJ/B", map[string]string{
		"fJ/B": "1", "pJ/B": "1e3", "nJ/B": "1e6"}}
	voltage = dimension{"a voltage", "0.9 V", map[string]string{
		"mV": "1e3", "V": "1e6"}}
)

var written = regexp.MustCompile(`^([+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?)\s*((?:[^0-9\s]\S*)?)$`)

// parse returns the quantity in the dimension's stored unit.
func (d *dimension) parse(text string) (int64, error) {
	m := written.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return 0, fmt.Errorf("%q is not %s; write it like %q", text, d.name, d.example)
	}
	if m[2] == "" {
		return 0, fmt.Errorf("%q has no unit; write %s like %q", text, d.name, d.example)
	}
	factor, ok := d.factors[m[2]]
	if !ok {
		return 0, fmt.Errorf("%q is not a unit of %s%s", m[2], d.name[strings.Index(d.name, " ")+1:], d.hint(m[2]))
	}
	value, _ := new(big.Rat).SetString(m[1])
	scale, _ := new(big.Rat).SetString(factor)
	return integer(text, value.Mul(value, scale))
}

// hint guesses a unit only if nothing but its capitals are wrong: a letter more
// or less is a factor of a thousand.
func (d *dimension) hint(unit string) string {
	known := d.units()
	for _, u := range known {
		if strings.EqualFold(u, unit) {
			return fmt.Sprintf(", did you mean %q?", u)
		}
	}
	return "; known: " + strings.Join(known, ", ")
}

func (d *dimension) units() []string {
	units := make([]string, 0, len(d.factors))
	for u := range d.factors {
		units = append(units, u)
	}
	slices.SortFunc(units, func(a, b string) int {
		x, _ := new(big.Rat).SetString(d.factors[a])
		y, _ := new(big.Rat).SetString(d.factors[b])
		if c := x.Cmp(y); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	return units
}

// integer refuses what is negative, finer than the stored unit or too large.
func integer(text string, value *big.Rat) (int64, error) {
	switch {
	case value.Sign() < 0:
		return 0, fmt.Errorf("%q is negative; it must be 0 or more", text)
	case !value.IsInt():
		return 0, fmt.Errorf("%q is finer than sdse computes; give fewer digits", text)
	case !value.Num().IsInt64():
		return 0, fmt.Errorf("%q is too large", text)
	}
	return value.Num().Int64(), nil
}
