package timeline

import (
	"cmp"
	"slices"

	"sdse/sesame"
)

// style is what a mark looks like: what it means and whose it is.
type style struct {
	kind    markKind
	process int
}

// compare orders styles as they are stacked in a column.
func (s style) compare(o style) int {
	return cmp.Or(cmp.Compare(s.kind, o.kind), cmp.Compare(s.process, o.process))
}

type markKind uint8

// The kinds of marks.
const (
	executes markKind = iota
	transfers
	waits
	dispatches
	passes // a component
	runs   // the state of a process: at hand of its processor
	queues
	lacksTokens
	lacksRoom
)

// mark is a part of a row that looks the same from start to end.
type mark struct {
	style
	operation  string // that is executed, if it is one
	start, end sesame.Time
	lane       int
}

// row is a line of the chart. Marks that are at least a pixel wide are kept, of
// others only how much of each column they fill.
type row struct {
	scale   scale
	lanes   []lastMark // several in rows in which marks overlap
	marks   []mark
	columns [][]portion // nil as long as there are no short marks
}

// lastMark is the mark that was added last, which may go on.
type lastMark struct {
	mark
	is bool
}

// portion is how long a style lasts within a column.
type portion struct {
	style
	lasts sesame.Time
}

func newRow(s scale, lanes int) *row { return &row{scale: s, lanes: make([]lastMark, max(1, lanes))} }

// add adds a mark. Marks of one lane come in the order of time; one that goes on
// where the last of its look has ended is the same mark. (But what is executed
// again is seen as such, if it is wide enough.)
func (r *row) add(m mark) {
	last := &r.lanes[m.lane]
	goesOn := last.is && last.end == m.start && last.style == m.style && last.operation == m.operation
	if goesOn && !(m.kind == executes && r.wide(m) && r.wide(last.mark)) {
		last.end = m.end
		return
	}
	r.keep(last)
	*last = lastMark{m, true}
}

// lane returns the lane that is free from an instant on and was used last, or a
// last one if all are taken.
func (r *row) lane(from sesame.Time) int {
	best := -1
	for i := range r.lanes {
		if l := &r.lanes[i]; l.end <= from && (best < 0 || l.end > r.lanes[best].end) {
			best = i
		}
	}
	if best < 0 {
		return len(r.lanes) - 1
	}
	return best
}

// finish keeps the last marks.
func (r *row) finish() {
	for i := range r.lanes {
		r.keep(&r.lanes[i])
	}
	for _, c := range r.columns {
		slices.SortFunc(c, func(a, b portion) int { return a.compare(b.style) })
	}
}

// wide reports whether a mark is at least a pixel wide.
func (r *row) wide(m mark) bool { return r.scale.at(m.end)-r.scale.at(m.start) >= pixels(1) }

func (r *row) keep(last *lastMark) {
	if !last.is {
		return
	}
	last.is = false
	m := last.mark
	if r.wide(m) {
		r.marks = append(r.marks, m)
		return
	}
	if r.columns == nil {
		r.columns = make([][]portion, plotWidth)
	}
	for at := m.start; at < m.end; {
		c := r.scale.column(at)
		until := m.end
		if c < plotWidth-1 {
			until = min(until, r.scale.edge(c+1))
		}
		r.columns[c] = addPortion(r.columns[c], m.style, until-at)
		at = until
	}
}

func addPortion(list []portion, s style, lasts sesame.Time) []portion {
	for i := range list {
		if list[i].style == s {
			list[i].lasts += lasts
			return list
		}
	}
	return append(list, portion{s, lasts})
}

// share returns the part of a column, which is cut into parts, that something
// takes that lasts so long in it; lanes share the column.
func (r *row) share(column int, lasts sesame.Time, parts px) px {
	whole := r.scale.edge(column+1) - r.scale.edge(column)
	if whole == 0 {
		return 0
	}
	return min(parts, px(mulDiv(uint64(lasts), uint64(parts), uint64(whole)*uint64(len(r.lanes)))))
}
