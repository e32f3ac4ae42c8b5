package sdf3

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Bounds of a document. SDF3 nests eight deep; the largest public graph has some
// ten thousand elements.
const (
	maxDepth    = 64
	maxElements = 1 << 20
	maxText     = 256 // bytes of text that are kept of an element
)

// element is an element of a document. Names are local: SDF3's dialects differ
// in their namespaces only by accident.
type element struct {
	name     string
	line     int
	attrs    []xml.Attr
	children []*element
	text     string
}

// syntaxError is why a document cannot be read at all, and where.
type syntaxError struct {
	line    int
	message string
}

func (e *syntaxError) Error() string { return e.message }

// parse reads a document into its root element. Entities other than the five of
// XML and character references are refused, and so is any document type: SDF3
// has none, and nothing that expands is wanted.
func parse(data []byte) (*element, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	p := &parser{decoder: xml.NewDecoder(bytes.NewReader(data))}
	for {
		line, _ := p.decoder.InputPos()
		token, err := p.decoder.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, p.syntax(err)
		}
		if err := p.take(token, line); err != nil {
			return nil, err
		}
	}
	switch {
	case len(p.open) > 0:
		last := p.open[len(p.open)-1]
		return nil, &syntaxError{last.line, fmt.Sprintf("<%s> is not closed; add </%s>", last.name, last.name)}
	case p.root == nil:
		return nil, &syntaxError{0, "holds no XML element"}
	}
	return p.root, nil
}

type parser struct {
	decoder *xml.Decoder
	root    *element
	open    []*element
	count   int
}

func (p *parser) syntax(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return &syntaxError{syntax.Line, "not valid XML: " + syntax.Msg}
	}
	line, _ := p.decoder.InputPos()
	return &syntaxError{line, "not valid XML: " + strings.TrimPrefix(err.Error(), "xml: ")}
}

// take adds a token to the tree. RawToken leaves it to us that tags match.
func (p *parser) take(token xml.Token, line int) error {
	switch t := token.(type) {
	case xml.StartElement:
		return p.start(t, line)
	case xml.EndElement:
		if len(p.open) == 0 || p.open[len(p.open)-1].name != t.Name.Local {
			return &syntaxError{line, fmt.Sprintf("not valid XML: </%s> closes nothing here", t.Name.Local)}
		}
		p.open = p.open[:len(p.open)-1]
	case xml.CharData:
		if text := strings.TrimSpace(string(t)); text != "" && len(p.open) > 0 {
			e := p.open[len(p.open)-1]
			e.text += text[:min(len(text), maxText-len(e.text))]
		}
	case xml.Directive:
		return &syntaxError{line, "a document type or another <!…> declaration is not read; remove it"}
	}
	return nil
}

func (p *parser) start(t xml.StartElement, line int) error {
	if p.root != nil && len(p.open) == 0 {
		return &syntaxError{line, fmt.Sprintf("not valid XML: <%s> stands beside the root element", t.Name.Local)}
	}
	if p.count += 1 + len(t.Attr); p.count > maxElements {
		return &syntaxError{line, fmt.Sprintf("more than %d elements and attributes", maxElements)}
	}
	if len(p.open) == maxDepth {
		return &syntaxError{line, fmt.Sprintf("nested more than %d deep", maxDepth)}
	}
	e := &element{name: t.Name.Local, line: line, attrs: t.Attr}
	if p.root == nil {
		p.root = e
	} else {
		above := p.open[len(p.open)-1]
		above.children = append(above.children, e)
	}
	p.open = append(p.open, e)
	return nil
}

// attr returns the value of an attribute.
func (e *element) attr(name string) (string, bool) {
	for _, a := range e.attrs {
		if a.Name.Local == name && a.Name.Space != "xmlns" {
			return strings.TrimSpace(a.Value), true
		}
	}
	return "", false
}

// all returns the children of a name.
func (e *element) all(name string) []*element {
	if e == nil {
		return nil
	}
	var list []*element
	for _, c := range e.children {
		if c.name == name {
			list = append(list, c)
		}
	}
	return list
}

// child returns the first child of a name, or nil.
func (e *element) child(name string) *element {
	if e == nil {
		return nil
	}
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}
