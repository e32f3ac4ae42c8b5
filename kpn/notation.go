package kpn

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The trace notation, in which the TOML form writes fragments:
//
//	trace = item { separator item }          separator: ";" or a line end
//	item  = [ count "*" ] "(" trace ")"      a loop
//	      | "read"  channel   [ "*" tokens ]
//	      | "write" channel   [ "*" tokens ]
//	      | "exec"  operation [ "*" times ]
//
// A name that is more than letters, digits and _ - . / stands in double
// quotes, in which Go's escapes hold (\" \\ \n \u00e9). "# …" to the end of the
// line is a comment. Separators may be doubled and may stand at either end.

// resolver turns the names in a trace into indices. exec names an operation and
// may add it.
type resolver struct {
	channel   func(name string) (int, error)
	operation func(name string) (int, error)
}

// notationError is a mistake in a trace, by line within the trace (0 first).
type notationError struct {
	line    int
	message string
}

func (e *notationError) Error() string { return e.message }

// maxNesting bounds how deep loops may stand in each other.
const maxNesting = 64

type notation struct {
	text  string
	at    int
	line  int
	depth int
	names resolver
}

// parseTrace reads the trace notation.
func parseTrace(text string, resolve resolver) (*Fragment, error) {
	p := &notation{text: text, names: resolve}
	body, events, err := p.sequence()
	if err == nil && p.at < len(p.text) {
		err = p.fail("this ) closes no loop")
	}
	if err != nil {
		return nil, err
	}
	return &Fragment{body: body, events: events}, nil
}

func (p *notation) fail(format string, args ...any) error {
	return &notationError{line: p.line, message: fmt.Sprintf(format, args...)}
}

// found shows where the parser stands.
func (p *notation) found() string {
	const shown = 20
	rest, _, _ := strings.Cut(p.text[p.at:], "\n")
	if rest = strings.TrimSuffix(rest, "\r"); rest == "" {
		return "found the end of the line"
	}
	if len(rest) > shown {
		cut := shown
		for cut > 0 && !utf8.RuneStart(rest[cut]) {
			cut--
		}
		rest = rest[:cut] + "…"
	}
	return fmt.Sprintf("found %q", rest)
}

// space skips blanks and comments, and separators if they may stand here.
func (p *notation) space(separators bool) {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == ' ' || c == '\t' || c == '\r':
		case separators && c == ';':
		case separators && c == '\n':
			p.line++
		case c == '#':
			for p.at+1 < len(p.text) && p.text[p.at+1] != '\n' {
				p.at++
			}
		default:
			return
		}
		p.at++
	}
}

func (p *notation) sequence() (body []node, events int64, err error) {
	if p.depth++; p.depth > maxNesting+1 { // the trace itself is one sequence
		return nil, 0, p.fail("loops stand more than %d deep in each other", maxNesting)
	}
	defer func() { p.depth-- }()
	for p.space(true); !p.done(); p.space(true) {
		n, length, err := p.item()
		if err != nil {
			return nil, 0, err
		}
		if p.space(false); !p.done() && p.text[p.at] != ';' && p.text[p.at] != '\n' {
			return nil, 0, p.fail("expected ; or a new line between events, %s", p.found())
		}
		if n == nil {
			continue
		}
		if events += length; events > MaxEvents {
			return nil, 0, p.fail("the trace unrolls to more than %d events", int64(MaxEvents))
		}
		body = append(body, *n)
	}
	return body, events, nil
}

// done reports whether the sequence ends here.
func (p *notation) done() bool { return p.at == len(p.text) || p.text[p.at] == ')' }

// item reads an event or a loop and returns it with the number of its events;
// the node is nil if it stands for no event at all.
func (p *notation) item() (*node, int64, error) {
	if c := p.text[p.at]; c == '(' || c >= '0' && c <= '9' {
		return p.loop()
	}
	start := p.at
	switch p.word() {
	case "read":
		return p.event(Read, p.names.channel)
	case "write":
		return p.event(Write, p.names.channel)
	case "exec":
		return p.event(Execute, p.names.operation)
	}
	p.at = start
	return nil, 0, p.fail("expected read, write, exec or a loop like 3*(…), %s", p.found())
}

func (p *notation) loop() (*node, int64, error) {
	times := int64(1)
	if p.text[p.at] != '(' {
		var err error
		if times, err = p.number(); err != nil {
			return nil, 0, err
		}
		p.space(false)
		if !p.take('*') {
			return nil, 0, p.fail("expected * after %d, %s", times, p.found())
		}
		p.space(false)
	}
	if !p.take('(') {
		return nil, 0, p.fail("expected ( to open the loop, %s", p.found())
	}
	opened := p.line
	body, events, err := p.sequence()
	if err != nil {
		return nil, 0, err
	}
	if !p.take(')') {
		return nil, 0, &notationError{opened, "the loop that is opened here is not closed; add )"}
	}
	if times == 0 || len(body) == 0 {
		return nil, 0, nil
	}
	return &node{repeat: times, body: body}, events * times, nil // at most MaxEvents * MaxCount
}

func (p *notation) event(kind Kind, resolve func(string) (int, error)) (*node, int64, error) {
	p.space(false)
	name, err := p.name()
	if err != nil {
		return nil, 0, err
	}
	arg, err := resolve(name)
	if err != nil {
		return nil, 0, p.fail("%v", err)
	}
	times := int64(1)
	p.space(false)
	if p.take('*') {
		p.space(false)
		if times, err = p.number(); err != nil {
			return nil, 0, err
		}
	}
	n := &node{event: Event{Kind: kind, Arg: arg, N: times}}
	if isNothing(n.event) {
		return nil, 0, nil
	}
	return n, 1, nil
}

func (p *notation) take(c byte) bool {
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *notation) number() (int64, error) {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	if start == p.at {
		return 0, p.fail("expected a number, %s", p.found())
	}
	n, err := strconv.ParseInt(p.text[start:p.at], 10, 64)
	if err != nil || n > MaxCount {
		return 0, p.fail("the number %s is too large", p.text[start:p.at])
	}
	return n, nil
}

func (p *notation) name() (string, error) {
	if strings.HasPrefix(p.text[p.at:], `"`) {
		quoted, err := strconv.QuotedPrefix(p.text[p.at:])
		if err != nil {
			return "", p.fail("the quoted name is not closed or has a wrong escape, %s", p.found())
		}
		name, err := strconv.Unquote(quoted)
		if err != nil || !utf8.ValidString(name) {
			return "", p.fail("the name %s is not valid UTF-8", quoted)
		}
		p.at += len(quoted)
		return name, nil
	}
	if name := p.word(); name != "" {
		return name, nil
	}
	return "", p.fail("expected a name, %s", p.found())
}

func (p *notation) word() string {
	start := p.at
	for p.at < len(p.text) && isNameByte(p.text[p.at]) {
		p.at++
	}
	return p.text[start:p.at]
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '_' || c == '-' || c == '.' || c == '/' || c >= utf8.RuneSelf
}

// format writes the fragment in the trace notation.
func (f *Fragment) format(app *Application) string {
	var b strings.Builder
	writeNodes(&b, f.body, app)
	return b.String()
}

func writeNodes(b *strings.Builder, body []node, app *Application) {
	for i := range body {
		if i > 0 {
			b.WriteString("; ")
		}
		n := &body[i]
		if n.repeat > 0 {
			fmt.Fprintf(b, "%d*(", n.repeat)
			writeNodes(b, n.body, app)
			b.WriteByte(')')
			continue
		}
		b.WriteString(n.event.Kind.String())
		b.WriteByte(' ')
		if n.event.Kind == Execute {
			writeName(b, app.Operations[n.event.Arg].Name)
		} else {
			writeName(b, app.Channels[n.event.Arg].Name)
		}
		if n.event.N != 1 {
			fmt.Fprintf(b, "*%d", n.event.N)
		}
	}
}

func writeName(b *strings.Builder, name string) {
	if !isWord(name) {
		name = strconv.Quote(name)
	}
	b.WriteString(name)
}

// isWord reports whether a name needs no quotes.
func isWord(name string) bool {
	for i := 0; i < len(name); i++ {
		if !isNameByte(name[i]) {
			return false
		}
	}
	return name != ""
}
