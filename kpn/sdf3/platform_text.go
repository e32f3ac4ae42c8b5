package sdf3

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
)

// WritePlatform writes an architecture graph as a platform file (docs/formats.md)
// for a unit of time of so many picoseconds, and application files that run on it.
//
// A tile is a processor of the tile's name, at one cycle per unit, with a memory of
// its own that holds the buffers between its processes and costs no time. A
// connection is a fifo that nobody else waits for: its delay is paid by the
// producer, and so are the bytes, at the smaller one of the bandwidths of the two
// network interfaces. The applications' own execution times hold: a processor
// type is like the type of the same name in their files.
func (a *Architecture) WritePlatform(w io.Writer, unit int64, applications ...string) error {
	if unit < 1 {
		return fmt.Errorf("sdf3: a unit of time of %d ps", unit)
	}
	t := &platformText{a: a, unit: unit, taken: map[string]bool{}}
	t.header(applications)
	t.types()
	t.tiles()
	t.connections()
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("sdf3: write platform %q: %w", a.Name, err)
	}
	return nil
}

type platformText struct {
	b     strings.Builder
	a     *Architecture
	unit  int64
	taken map[string]bool
	names []string // of the tiles, as the platform calls them
}

func (t *platformText) line(format string, args ...any) { fmt.Fprintf(&t.b, format+"\n", args...) }

func (t *platformText) header(applications []string) {
	name := t.a.Name
	if name == "" {
		name = "architecture"
	}
	quoted := make([]string, len(applications))
	for i, file := range applications {
		quoted[i] = quote(file)
	}
	t.line("name = %s", quote(name))
	if len(quoted) > 0 {
		t.line("applications = [%s]", strings.Join(quoted, ", "))
	}
}

// types writes the types of the processors, in the order of the tiles.
func (t *platformText) types() {
	var seen []string
	for i := range t.a.Tiles {
		kind := t.a.Tiles[i].ProcessorType
		if slices.Contains(seen, kind) {
			continue
		}
		seen = append(seen, kind)
		t.line("\n[[processor_type]]\nname = %s\nlike = %s\nunit = \"%d ps\"\nfrequency = %q", quote(kind), quote(kind), t.unit, hertz(big.NewRat(t.unit, 1)))
	}
}

func (t *platformText) tiles() {
	for i := range t.a.Tiles {
		tile := &t.a.Tiles[i]
		name, memory := t.unique(tile.Name), t.unique(tile.Name+".memory")
		t.names = append(t.names, name)
		t.line("\n[[processor]]\nname = %s\ntype = %s", quote(name), quote(tile.ProcessorType))
		t.line("\n[[memory]]\nname = %s\nexclusive = false", quote(memory))
		if tile.Memory > 0 {
			t.line("capacity = \"%d B\"", tile.Memory)
		}
		t.line("\n[[path]]\nname = %s\nfrom = %s\nto = %s\nwrite = %s\nread = %s", quote(memory), quote(name), quote(name), quote(memory), quote(memory))
	}
}

func (t *platformText) connections() {
	for i := range t.a.Connections {
		c := &t.a.Connections[i]
		if c.From == c.To {
			continue // the tile's memory does that
		}
		from, to := t.names[c.From], t.names[c.To]
		name := t.unique(from + "." + to)
		t.line("\n[[fifo]]\nname = %s\nfrom = %s\nto = %s", quote(name), quote(from), quote(to))
		if c.Delay > 0 {
			t.line("write_latency = \"%s ps\"", new(big.Int).Mul(big.NewInt(c.Delay), big.NewInt(t.unit)))
		}
		if bits := smaller(t.a.Tiles[c.From].Out, t.a.Tiles[c.To].In); bits != nil {
			width, units := bits.Num(), new(big.Int).Mul(bits.Denom(), big.NewInt(8)) // so many bytes in so many units
			if eight := new(big.Rat).Quo(bits, big.NewRat(8, 1)); eight.IsInt() {
				width, units = eight.Num(), big.NewInt(1)
			}
			period := new(big.Rat).SetInt(units.Mul(units, big.NewInt(t.unit)))
			t.line("frequency = %q\nwrite_width = %s", hertz(period), width)
		}
		t.line("\n[[path]]\nname = %s\nfrom = %s\nto = %s\nwrite = %s", quote(name), quote(from), quote(to), quote(name))
	}
}

// smaller returns the smaller one of two bandwidths, nil if both are unlimited.
func smaller(a, b *big.Rat) *big.Rat {
	if a == nil || b != nil && b.Cmp(a) < 0 {
		return b
	}
	return a
}

// hertz returns the frequency of a clock with a period in picoseconds, to whole
// hertz and at least one.
func hertz(period *big.Rat) string {
	f := new(big.Rat).Quo(big.NewRat(1e12, 1), period)
	f.Add(f, big.NewRat(1, 2))
	whole := new(big.Int).Quo(f.Num(), f.Denom())
	if whole.Sign() == 0 {
		whole.SetInt64(1)
	}
	return whole.String() + " Hz"
}

// unique returns a name for a part of the platform. An @ would say something in
// paths.
func (t *platformText) unique(name string) string {
	return unique(strings.ReplaceAll(name, "@", "_"), t.taken)
}

// quote writes a text of TOML.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, "\\u%04X", c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String() + `"`
}
