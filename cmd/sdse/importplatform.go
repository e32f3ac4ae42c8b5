package main

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"sdse/kpn"
	"sdse/kpn/tgff"
)

// foundType is what a file says about a processor type. Numbers of 0 are not known.
type foundType struct {
	name, title string
	file        string
	line        int
	hertz       int64
	static      int64 // nW
	cost        int64 // thousandths
}

// foundLink is what a file says about an interconnect.
type foundLink struct {
	name, title string
	hertz       int64 // at a byte per cycle; 0: not known
	perByte     int64 // fJ
	cost        int64 // thousandths
}

// typesOfTGFF makes a processor type of every table of processing elements.
func typesOfTGFF(file string, f *tgff.File) []foundType {
	var types []foundType
	for i := range f.Processors {
		t := &f.Processors[i]
		found := foundType{name: t.Name, title: t.Title, file: file, line: t.Line, cost: inUnit(t.Attribute("price"), 1000)}
		if f.Seconds {
			found.hertz = inUnit(t.Attribute("max_freq"), 1)
			found.static = inUnit(t.Attribute("idle_power"), 1e9)
		}
		types = append(types, found)
	}
	return types
}

// linksOfTGFF makes a bus of every table that says how long a bit takes.
func linksOfTGFF(f *tgff.File) []foundLink {
	var links []foundLink
	for i := range f.Others {
		t := &f.Others[i]
		bit := t.Attribute("bit_time")
		if bit == nil || !f.Seconds {
			continue
		}
		link := foundLink{name: t.Name, title: t.Title, cost: inUnit(t.Attribute("use_price"), 1000)}
		if perByte := new(big.Rat).Mul(bit, big.NewRat(8, 1)); perByte.Sign() > 0 {
			link.hertz = inUnit(perByte.Inv(perByte), 1)
			if power := t.Attribute("power"); power != nil {
				link.perByte = inUnit(new(big.Rat).Mul(power, new(big.Rat).Mul(bit, big.NewRat(8, 1))), 1e15)
			}
		}
		links = append(links, link)
	}
	return links
}

// inUnit returns a value in a finer unit, rounded, and 0 if it is not there or
// beyond what sdse computes with.
func inUnit(v *big.Rat, scale int64) int64 {
	if v == nil || v.Sign() <= 0 {
		return 0
	}
	r := new(big.Rat).Mul(v, big.NewRat(scale, 1))
	r.Add(r, big.NewRat(1, 2))
	n := new(big.Int).Quo(r.Num(), r.Denom())
	if !n.IsInt64() || n.Int64() > 1e13 {
		return 0
	}
	return n.Int64()
}

// platform writes a platform file for what was found.
func (f *found) platform(name string, files []string) string {
	b := &strings.Builder{}
	if strings.Trim(name, "./\\") == "" {
		name = "imported"
	}
	fmt.Fprintf(b, "# A platform to start from. What the imported files do not say is assumed.\n\nname = %s\n", tomlText(name))
	quoted := make([]string, len(files))
	for i := range files {
		quoted[i] = tomlText(files[i])
	}
	fmt.Fprintf(b, "applications = [%s]\nstatic = \"used\"\n", strings.Join(quoted, ", "))
	types := f.allTypes()
	for i := range types {
		f.writeType(b, &types[i])
	}
	columns, rows := f.writeProcessors(b, types)
	if f.mesh {
		fmt.Fprintf(b, "\n[[network]]\nname = \"noc\"\nsize = \"%dx%d\"\nprocessors = \"core\"\nfrequency = \"1 GHz\"  # assumed\nhop = 1  # assumed\nwidth = 4  # assumed\nenergy = \"1 pJ/B\"  # assumed\n", columns, rows)
		fmt.Fprintf(b, "\n# Cores that talk to each other need tiles of their own: no path stays within one.\n[[path]]\nname = \"over-noc\"\nbetween = \"different\"\nwrite = \"noc\"\n")
		return b.String()
	}
	f.writeLinks(b)
	return b.String()
}

// defaultType is the type on which an SDF3 graph has a time for everything.
const defaultType = "default"

// runsWithoutDefault reports whether every process has a type with a cost for
// everything that it executes, other than the default one.
func (f *found) runsWithoutDefault() bool {
	for _, app := range f.apps {
		for p := range app.Processes {
			if !runsSomewhere(app, p) {
				return false
			}
		}
	}
	return true
}

func runsSomewhere(app *kpn.Application, p int) bool {
	operations := map[int]bool{}
	on := map[string]int{} // how many of them a type has a cost for
	for s := range app.Scenarios {
		for e := range app.Scenarios[s].Traces[p].Distinct() {
			if e.Kind != kpn.Execute || operations[e.Arg] {
				continue
			}
			operations[e.Arg] = true
			for _, c := range app.Operations[e.Arg].Costs {
				on[c.Type]++
			}
		}
	}
	delete(on, defaultType)
	return len(operations) == 0 || slices.Contains(slices.Collect(maps.Values(on)), len(operations))
}

// allTypes are the types that files describe, and those that operations have
// costs on.
func (f *found) allTypes() []foundType {
	types := slices.Clone(f.types)
	known := func(name string) bool {
		return slices.ContainsFunc(types, func(t foundType) bool { return t.name == name })
	}
	for _, app := range f.apps {
		for _, op := range app.Operations {
			for _, c := range op.Costs {
				if !known(c.Type) {
					types = append(types, foundType{name: c.Type})
				}
			}
		}
	}
	if known(defaultType) && len(f.types) == 0 { // SDF3 graphs have times on it beside those on the types they name
		if f.runsWithoutDefault() {
			types = slices.DeleteFunc(types, func(t foundType) bool { return t.name == defaultType })
		} else {
			types = []foundType{{name: defaultType}}
		}
	}
	if len(types) == 0 {
		types = []foundType{{name: "core"}}
	}
	return types
}

func (f *found) writeType(b *strings.Builder, t *foundType) {
	b.WriteString("\n")
	if t.title != "" {
		fmt.Fprintf(b, "# %s\n", comment(t.title))
	}
	fmt.Fprintf(b, "[[processor_type]]\nname = %s\n", tomlText(t.name))
	if t.hertz > 0 {
		fmt.Fprintf(b, "frequency = \"%d Hz\"\n", t.hertz)
	} else {
		fmt.Fprintf(b, "frequency = \"1 GHz\"  # assumed\n")
	}
	if f.inUnits(t.name) {
		fmt.Fprintf(b, "unit = 1  # cycles that a unit of time of the applications lasts: assumed\n")
	}
	if t.static > 0 {
		fmt.Fprintf(b, "static_power = \"%d nW\"\n", t.static)
	}
}

// inUnits reports whether some operation has a cost in units of time on a type.
func (f *found) inUnits(name string) bool {
	for _, app := range f.apps {
		for _, op := range app.Operations {
			if slices.ContainsFunc(op.Costs, func(c kpn.TypeCost) bool { return c.Type == name && c.Units > 0 }) {
				return true
			}
		}
	}
	return false
}

// writeProcessors writes one processor of each type or, if there is only one
// type, a few of it; for a network as many as the largest application needs, and
// returns the columns and rows that this takes.
func (f *found) writeProcessors(b *strings.Builder, types []foundType) (columns, rows int) {
	most := 1
	for _, app := range f.apps {
		most = max(most, len(app.Processes))
	}
	columns = 2 // a network has two tiles at least
	for columns*columns < most {
		columns++
	}
	rows = (most + columns - 1) / columns
	count := min(4, max(2, most)) // a path needs two
	if f.mesh {
		count = columns * rows
	}
	for i, t := range types {
		name := fmt.Sprint("cpu", i)
		if f.mesh {
			name = "core"
		}
		fmt.Fprintf(b, "\n[[processor]]\nname = %s\ntype = %s\n", tomlText(name), tomlText(t.name))
		if len(types) == 1 {
			fmt.Fprintf(b, "count = %d  # assumed\n", count)
		}
		if t.cost > 0 {
			fmt.Fprintf(b, "cost = %s\n", thousandths(t.cost))
		}
		if f.mesh {
			break
		}
	}
	return columns, rows
}

// writeLinks writes a bus for each link that is known, else one that is assumed.
func (f *found) writeLinks(b *strings.Builder) {
	links := f.links
	if len(links) == 0 {
		fmt.Fprintf(b, "\n[[bus]]\nname = \"bus\"\nfrequency = \"100 MHz\"  # assumed\nwidth = 4  # assumed\n")
		links = []foundLink{{name: "bus"}}
	} else {
		for _, l := range links {
			b.WriteString("\n")
			if l.title != "" {
				fmt.Fprintf(b, "# %s\n", comment(l.title))
			}
			fmt.Fprintf(b, "[[bus]]\nname = %s\n", tomlText(l.name))
			if l.hertz > 0 {
				fmt.Fprintf(b, "frequency = \"%d Hz\"\nwidth = 1\n", l.hertz)
			}
			if l.perByte > 0 {
				fmt.Fprintf(b, "energy = \"%d fJ/B\"\n", l.perByte)
			}
			if l.cost > 0 {
				fmt.Fprintf(b, "cost = %s\n", thousandths(l.cost))
			}
		}
	}
	fmt.Fprintf(b, "\n[[path]]\nname = \"inside\"\nbetween = \"same\"  # takes no time: assumed\n")
	for _, l := range links {
		fmt.Fprintf(b, "\n[[path]]\nname = %s\nbetween = \"different\"\nwrite = %s\n", tomlText("over "+l.name), tomlText(l.name))
	}
}

// comment keeps a text from a file on one line.
func comment(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// thousandths writes a number of thousandths as a decimal number.
func thousandths(n int64) string {
	text := fmt.Sprintf("%d.%03d", n/1000, n%1000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// tomlText writes a text as TOML has it.
func tomlText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "?") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
