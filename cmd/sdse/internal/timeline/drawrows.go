package timeline

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// bars says where in the bar of a processor, of 26 parts, a kind of mark lies.
var bars = map[markKind]struct{ top, height int }{executes: {0, 26}, transfers: {6, 14}, waits: {6, 14}, dispatches: {10, 6}}

// states does so in the row of a process, in tenths of a pixel.
var states = map[markKind]struct{ top, height int }{runs: {40, 70}, queues: {50, 50}, lacksTokens: {70, 15}, lacksRoom: {70, 15}}

// class returns how marks of a style are drawn.
func (s style) class() string {
	switch s.kind {
	case executes, passes:
		return fmt.Sprintf("e c%d", s.process)
	case runs:
		return fmt.Sprintf("c%d", s.process)
	case transfers:
		return fmt.Sprintf("t c%d", s.process)
	case queues:
		return fmt.Sprintf("q c%d", s.process)
	case waits:
		return "w"
	case dispatches:
		return "d"
	case lacksRoom:
		return "late"
	}
	return "b"
}

// rows draws the processors with their processes, and then the components.
func (d *drawing) rows() {
	for i, r := range d.processors {
		if r == nil {
			continue
		}
		d.lane(d.s.Processors[i], "name", d.bar)
		d.columns(r, pixels(d.y), pixels(d.bar))
		d.marks(r, func(m *mark) (top, height px) {
			at := bars[m.kind]
			return pixels(d.y) + px(at.top*100*d.bar/26), px(at.height * 100 * d.bar / 26)
		})
		d.operations(r)
		d.y += d.bar + 2
		for _, p := range d.on(i) {
			d.process(p)
		}
		d.y += gap - 2
	}
	for i, r := range d.components {
		if r == nil {
			continue
		}
		h := componentHeight(r)
		d.lane(d.s.Components[i], "", h)
		d.columns(r, pixels(d.y), pixels(h))
		each := pixels(h) / px(len(r.lanes))
		d.marks(r, func(m *mark) (top, height px) { return pixels(d.y) + px(m.lane)*each, each - px(len(r.lanes)-1)*5 })
		d.y += h + gap
	}
}

// lane draws the ground of a lane and its name.
func (d *drawing) lane(name, class string, height int) {
	d.printf("<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", plotLeft, d.y, plotWidth, height)
	d.text(class, pixels(plotLeft-14), pixels(d.y)+px(50*height)+pixels(4), "end", shortened(name, 26))
}

// process draws the states of a process.
func (d *drawing) process(p int) {
	d.text("mut small", pixels(plotLeft-26), pixels(d.y+11), "end", shortened(d.s.Processes[p].Name, 27))
	d.printf("<rect class=\"c%d\" x=\"%d\" y=\"%d\" width=\"8\" height=\"8\" rx=\"1\"/>\n", p, plotLeft-22, d.y+3)
	r := d.processes[p]
	d.columns(r, pixels(d.y+4), pixels(7))
	d.marks(r, func(m *mark) (top, height px) {
		at := states[m.kind]
		return pixels(d.y) + px(10*at.top), px(10 * at.height)
	})
	d.y += stateRow
}

// marks draws what is at least a pixel wide.
func (d *drawing) marks(r *row, place func(*mark) (top, height px)) {
	paths := newPaths()
	for i := range r.marks {
		m := &r.marks[i]
		top, height := place(m)
		x := d.scale.at(m.start)
		width := d.scale.at(m.end) - x
		x += pixels(plotLeft)
		if !d.titles {
			paths.add(m.style, "M%v %vh%vv%vh-%vz", x, top, width, height, width)
			continue
		}
		d.printf("<rect class=\"%s\" x=\"%v\" y=\"%v\" width=\"%v\" height=\"%v\"><title>%s</title></rect>\n", m.class(), x, top, width, height, escaped(d.tell(m)))
	}
	paths.write(d)
}

// tell says what a mark is.
func (d *drawing) tell(m *mark) string {
	process := d.s.process(m.process)
	what := map[markKind]string{executes: process + " executes " + m.operation, transfers: process + " reads or writes",
		waits: "waits for a memory or an interconnect", dispatches: "dispatch", passes: "a transfer of " + process, runs: process + " has its processor",
		queues: process + " is queued", lacksTokens: process + " is blocked for want of tokens", lacksRoom: process + " is blocked for want of room"}[m.kind]
	unit := unitOf(d.scale.horizon)
	return fmt.Sprintf("%s: %s to %s %s, %v", what, unit.label(m.start), unit.label(m.end), unit.name, m.end-m.start)
}

// columns draws what is narrower than a pixel: in each column as much of each
// style as it has of the time, stacked from below. Neighbours of one height are
// one area.
func (d *drawing) columns(r *row, top, height px) {
	areas := map[style]*area{}
	paths := newPaths()
	for i, portions := range r.columns {
		below := top + height
		for _, p := range portions {
			next := area{i, i + 1, 0, r.share(i, p.lasts, height) / quarter * quarter}
			switch {
			case p.kind >= lacksTokens: // a line, if it is most of the column
				if next.height <= height/2 {
					continue
				}
				next.y, next.height = top+height/2-px(50), px(150)
			case p.kind == dispatches:
				next.height = next.height * 6 / 26
				fallthrough
			default:
				below -= next.height
				next.y = below
			}
			if areas[p.style] == nil {
				areas[p.style] = &area{}
			}
			if at := areas[p.style]; !at.join(next) {
				at.write(paths, p.style)
				*at = next
			}
		}
	}
	for s, at := range areas { // paths are written in an order of their own
		at.write(paths, s)
	}
	paths.write(d)
}

// quarter of a pixel: what heights are rounded to.
const quarter = 25

// area is a rectangle over several columns.
type area struct {
	from, to  int
	y, height px
}

// join makes an area one with the next one, if they look like one.
func (a *area) join(next area) bool {
	if a.to != next.from || a.y != next.y || a.height != next.height {
		return false
	}
	a.to = next.to
	return true
}

func (a *area) write(to paths, s style) {
	if a.to > a.from && a.height > 0 {
		to.add(s, "M%d %vh%dv%vh-%dz", plotLeft+a.from, a.y, a.to-a.from, a.height, a.to-a.from)
	}
}

// paths collects areas by their look.
type paths map[style]*strings.Builder

func newPaths() paths { return paths{} }

func (p paths) add(s style, format string, args ...any) {
	if p[s] == nil {
		p[s] = &strings.Builder{}
	}
	fmt.Fprintf(p[s], format, args...)
}

func (p paths) write(d *drawing) {
	for _, s := range slices.SortedFunc(maps.Keys(p), style.compare) {
		class := strings.TrimPrefix(s.class(), "e ") // thin areas have no outline
		d.printf("<path class=\"%s\" d=\"%s\"/>\n", class, p[s])
	}
}

// operations writes what is executed where there is room for it.
func (d *drawing) operations(r *row) {
	if d.bar < 18 {
		return
	}
	for i := range r.marks {
		m := &r.marks[i]
		if m.kind != executes {
			continue
		}
		x := d.scale.at(m.start)
		width := d.scale.at(m.end) - x
		for _, text := range []string{d.s.process(m.process) + ": " + m.operation, m.operation} {
			if width >= px(640*len([]rune(text)))+pixels(8) {
				d.text(fmt.Sprintf("op n%d", m.process), pixels(plotLeft)+x+width/2, pixels(d.y)+px(50*d.bar)+pixels(4), "middle", text)
				break
			}
		}
	}
}
