package timeline

import (
	"bufio"
	"io"
	"strconv"
	"unicode/utf8"

	"sdse/sesame"
)

// events writes a file in the Trace Event Format, the JSON that Chrome's tracing
// and Perfetto read: an object whose traceEvents are objects with a phase (ph),
// an instant (ts, in µs), a group (pid) and a track in it (tid).
//
// Three things are done for the sake of what Perfetto's importer does. A slice
// is a pair of B and E and not an X with a duration: it reads numbers as floats
// and rounds them down to nanoseconds, so that the end of an X, which is a sum,
// may come out later than the beginning of the next slice, which would then be
// shown as if it were inside; equal texts are equal instants. (A slice without
// duration is an X, because an arrow needs to find it.) Every track has a number of
// its own, whatever its group. And there is no displayTimeUnit, which old
// versions took for the unit of ts.
type events struct {
	out   *bufio.Writer
	line  []byte // scratch
	first bool   // nothing was written yet
	next  int    // number of the next track
}

// track is where an event is shown.
type track struct{ group, number int }

func newEvents(w io.Writer) *events {
	e := &events{out: bufio.NewWriterSize(w, 1<<16), first: true, next: 100}
	e.out.WriteString(`{"traceEvents":[`)
	return e
}

// end completes the file.
func (e *events) end() error {
	e.out.WriteString("\n]}\n")
	return e.out.Flush()
}

// begin starts an event.
func (e *events) begin(phase byte, at sesame.Time, on track) {
	e.line = e.line[:0]
	if !e.first {
		e.line = append(e.line, ',')
	}
	e.first = false
	e.line = append(e.line, "\n{\"ph\":\""...)
	e.line = append(e.line, phase, '"')
	e.time("ts", at)
	e.whole("pid", int64(on.group))
	e.whole("tid", int64(on.number))
}

// done ends an event.
func (e *events) done() {
	e.line = append(e.line, '}')
	e.out.Write(e.line)
}

func (e *events) key(key string) {
	e.line = append(e.line, ',', '"')
	e.line = append(e.line, key...)
	e.line = append(e.line, '"', ':')
}

func (e *events) whole(key string, v int64) {
	e.key(key)
	e.line = strconv.AppendInt(e.line, v, 10)
}

// time writes picoseconds as microseconds, all places of them.
func (e *events) time(key string, t sesame.Time) {
	e.key(key)
	e.line = appendMicroseconds(e.line, t)
}

func appendMicroseconds(line []byte, t sesame.Time) []byte {
	const perMicrosecond = 1_000_000
	line = strconv.AppendUint(line, uint64(t/perMicrosecond), 10)
	line = append(line, '.')
	rest := t % perMicrosecond
	for unit := sesame.Time(perMicrosecond / 10); unit > 0; unit /= 10 {
		line = append(line, byte('0'+rest/unit%10))
	}
	return line
}

// text writes a text that consists of parts.
func (e *events) text(key string, parts ...string) {
	e.key(key)
	e.line = append(e.line, '"')
	for _, part := range parts {
		e.line = appendEscaped(e.line, part)
	}
	e.line = append(e.line, '"')
}

// appendEscaped writes what a JSON text may contain: everything but quotes,
// backslashes and control characters, in UTF-8.
func appendEscaped(line []byte, text string) []byte {
	const hex = "0123456789abcdef"
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			line = append(line, '\\', byte(r))
		case r < ' ' || r == 0x7f:
			line = append(line, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			line = utf8.AppendRune(line, r) // what is not UTF-8 has become U+FFFD
		}
	}
	return line
}

// args starts the arguments of an event and closes them after fill.
func (e *events) args(fill func()) {
	e.key("args")
	e.line = append(e.line, '{')
	start := len(e.line)
	fill()
	if len(e.line) > start { // the first has no comma before it
		e.line = append(e.line[:start], e.line[start+1:]...)
	}
	e.line = append(e.line, '}')
}

// metadata names a group or a track, or gives its place among the others.
func (e *events) metadata(on track, what, key string, value any) {
	e.begin('M', 0, on)
	e.text("name", what)
	e.args(func() {
		switch v := value.(type) {
		case string:
			e.text(key, v)
		case int:
			e.whole(key, int64(v))
		}
	})
	e.done()
}

// group names a group of tracks.
func (e *events) group(number int, name string) {
	on := track{number, number}
	e.metadata(on, "process_name", "name", name)
	e.metadata(on, "process_sort_index", "sort_index", number)
}

// track adds a track to a group, at a place among its others.
func (e *events) track(group, place int, name string) track {
	on := track{group, e.next}
	e.next++
	e.metadata(on, "thread_name", "name", name)
	e.metadata(on, "thread_sort_index", "sort_index", place)
	return on
}

// slice is something that lasted.
type slice struct {
	on         track
	start, end sesame.Time
	category   string
	tokens     int64 // 0: none
	times      int64 // of an execute; 0: none
}

// write writes a slice under a name that consists of parts.
func (e *events) write(s *slice, name ...string) {
	phase := byte('B')
	if s.start == s.end {
		phase = 'X'
	}
	e.begin(phase, s.start, s.on)
	if phase == 'X' {
		e.whole("dur", 0)
	}
	e.text("cat", s.category)
	e.text("name", name...)
	if s.tokens > 0 || s.times > 0 {
		e.args(func() {
			if s.tokens > 0 {
				e.whole("tokens", s.tokens)
			}
			if s.times > 0 {
				e.whole("times", s.times)
			}
		})
	}
	e.done()
	if phase == 'B' {
		e.begin('E', s.end, s.on)
		e.done()
	}
}

// arrow leads from inside a slice to inside another.
func (e *events) arrow(id int64, channel string, tokens int64, from, to *slice) {
	for _, end := range []struct {
		phase byte
		of    *slice
	}{{'s', from}, {'f', to}} {
		e.begin(end.phase, end.of.start+(end.of.end-end.of.start)/2, end.of.on)
		e.whole("id", id)
		if end.phase == 'f' {
			e.text("bp", "e") // to the slice around it, not to the next one
		}
		e.text("cat", "tokens")
		e.text("name", channel)
		e.args(func() { e.whole("tokens", tokens) })
		e.done()
	}
}

// counter tells how much of something there is from an instant on.
func (e *events) counter(group int, at sesame.Time, name string, tokens int64) {
	e.begin('C', at, track{group, group})
	e.text("name", name)
	e.args(func() { e.whole("tokens", tokens) })
	e.done()
}

// iteration shows an iteration of an application. They may overlap, so each is a
// pair of asynchronous events under a number of its own.
func (e *events) iteration(id int, application string, number int, start, end sesame.Time, late bool) {
	for _, edge := range []struct {
		phase byte
		at    sesame.Time
	}{{'b', start}, {'e', end}} {
		e.begin(edge.phase, edge.at, track{iterationsGroup, iterationsGroup})
		e.whole("id", int64(id))
		e.text("cat", "iteration")
		e.text("name", application)
		if edge.phase == 'b' {
			e.args(func() {
				e.whole("iteration", int64(number))
				if late {
					e.text("deadline", "missed")
				}
			})
		}
		e.done()
	}
}
