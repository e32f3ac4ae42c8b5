package kpn

import (
	"fmt"
	"strconv"
	"strings"
)

// This file writes values and keys of TOML.

// duration writes a time in picoseconds in the largest unit that it is a whole
// number of.
func duration(ps int64) string { return quantity(ps, "ps", "ns", "us", "ms", "s") }

// energy writes an energy in femtojoules likewise.
func energy(fJ int64) string { return quantity(fJ, "fJ", "pJ", "nJ", "uJ", "mJ") }

// quantity writes a number with a unit; each unit is a thousand of the one before.
func quantity(n int64, units ...string) string {
	for n != 0 && n%1000 == 0 && len(units) > 1 {
		n, units = n/1000, units[1:]
	}
	return fmt.Sprintf("\"%d %s\"", n, units[0])
}

// thousandths writes a decimal number with up to three places.
func thousandths(n int64) string {
	if n%1000 == 0 {
		return strconv.FormatInt(n/1000, 10)
	}
	return strings.TrimRight(fmt.Sprintf("%d.%03d", n/1000, n%1000), "0")
}

// quote writes a TOML basic string.
func quote(s string) string {
	b := []byte{'"'}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < 0x20 || c == 0x7f:
			b = fmt.Appendf(b, "\\u%04X", c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// quoteKey writes a TOML key, bare if it may be.
func quoteKey(s string) string {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-') {
			return quote(s)
		}
	}
	if s == "" {
		return `""`
	}
	return s
}
