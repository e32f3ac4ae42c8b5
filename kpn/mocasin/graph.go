package mocasin

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"sdse/kpn/input"
)

// network is the graph as the file has it.
type network struct {
	file      string
	channels  []channel
	processes []process
	problems  *input.Problems
}

type channel struct {
	name    string
	bytes   int64
	sized   bool
	line    int
	writer  int   // index into processes, -1 for none
	readers []int // likewise, in file order
}

type process struct {
	name    string
	line    int
	in, out []end
}

// end is a channel that a process names.
type end struct {
	channel string
	line    int
}

// maxDepth bounds how deep elements stand in each other.
const maxDepth = 100

// parseNetwork reads the XML form. Elements may stand anywhere and others than
// those that matter are passed over.
func parseNetwork(file string, data []byte, problems *input.Problems) *network {
	before := problems.Len()
	n := &network{file: file, problems: problems}
	p := &walker{n: n, decoder: xml.NewDecoder(bytes.NewReader(data))}
	if line, err := p.walk(); err != nil {
		problems.Add(file, line, "not valid XML: %v", err)
		return nil
	}
	if len(n.processes) == 0 {
		problems.Add(file, 0, "there is no process in it; a process network has elements PNprocess and PNchannel")
		return nil
	}
	n.connect()
	if problems.Len() > before {
		return nil
	}
	return n
}

// walker goes through the elements.
type walker struct {
	n       *network
	decoder *xml.Decoder
	path    []string // local names of the open elements
	text    strings.Builder
}

func (w *walker) walk() (line int, err error) {
	for {
		token, err := w.decoder.Token()
		line, _ := w.decoder.InputPos()
		var syntax *xml.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			return 0, nil
		case errors.As(err, &syntax):
			return syntax.Line, errors.New(syntax.Msg)
		case err != nil:
			return line, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			if len(w.path) == maxDepth {
				return line, errors.New("elements stand more than " + strconv.Itoa(maxDepth) + " deep in each other")
			}
			w.path = append(w.path, e.Name.Local)
			w.open(line)
		case xml.CharData:
			if w.text.Len()+len(e) <= maxText {
				w.text.Write(e)
			}
		case xml.EndElement:
			w.close(line)
			w.path = w.path[:len(w.path)-1]
			w.text.Reset()
		}
	}
}

// maxText bounds the text of an element.
const maxText = 1 << 12

func (w *walker) open(line int) {
	w.text.Reset()
	switch w.path[len(w.path)-1] {
	case "PNchannel":
		w.n.channels = append(w.n.channels, channel{line: line, writer: -1})
	case "PNprocess":
		w.n.processes = append(w.n.processes, process{line: line})
	}
}

// close takes the text of an element to where it belongs.
func (w *walker) close(line int) {
	text := strings.TrimSpace(w.text.String())
	element, parent := w.path[len(w.path)-1], ""
	if len(w.path) > 1 {
		parent = w.path[len(w.path)-2]
	}
	switch {
	case parent == "PNchannel" && element == "Name":
		w.n.channels[len(w.n.channels)-1].name = text
	case parent == "PNchannel" && element == "EntrySizeHint":
		c := &w.n.channels[len(w.n.channels)-1]
		c.sized = true
		bytes, err := strconv.ParseInt(text, 10, 64)
		if err != nil || bytes < 0 || bytes > maxBytes {
			w.n.problems.Add(w.n.file, line, "EntrySizeHint %q is no number of bytes", text)
		}
		c.bytes = bytes
	case parent == "PNprocess" && element == "Name":
		w.n.processes[len(w.n.processes)-1].name = text
	case element == "Expr" && (parent == "PNin" || parent == "PNout") && slices.Contains(w.path, "PNprocess"):
		p := &w.n.processes[len(w.n.processes)-1]
		if parent == "PNin" {
			p.in = append(p.in, end{text, line})
		} else {
			p.out = append(p.out, end{text, line})
		}
	}
}

// maxBytes bounds a token, so that a buffer of many can be counted.
const maxBytes = 1 << 40

// connect finds who writes and reads each channel.
func (n *network) connect() {
	channels, processes := map[string]int{}, map[string]bool{}
	for i := range n.channels {
		c := &n.channels[i]
		if _, ok := channels[c.name]; ok || c.name == "" {
			n.problems.Add(n.file, c.line, "the name of channel %q is missing or taken; every PNchannel needs a Name of its own", c.name)
		}
		if !c.sized {
			n.problems.Add(n.file, c.line, "channel %q has no EntrySizeHint; add it with the bytes of a token", c.name)
		}
		channels[c.name] = i
	}
	for i := range n.processes {
		p := &n.processes[i]
		if processes[p.name] || p.name == "" {
			n.problems.Add(n.file, p.line, "the name of process %q is missing or taken; every PNprocess needs a Name of its own", p.name)
		}
		processes[p.name] = true
		for _, e := range p.in {
			if c := n.find(channels, p, e); c != nil {
				c.readers = append(c.readers, i)
			}
		}
		for _, e := range p.out {
			c := n.find(channels, p, e)
			if c != nil && c.writer >= 0 {
				n.problems.Add(n.file, e.line, "processes %q and %q both write to channel %q; a channel has one writer", n.processes[c.writer].name, p.name, e.channel)
			} else if c != nil {
				c.writer = i
			}
		}
	}
	for i := range n.channels {
		n.checkEnds(&n.channels[i])
	}
}

func (n *network) checkEnds(c *channel) {
	if c.writer < 0 {
		n.problems.Add(n.file, c.line, "no process writes to channel %q; name it in a PNout or remove it", c.name)
	}
	if len(c.readers) == 0 {
		n.problems.Add(n.file, c.line, "no process reads channel %q; name it in a PNin or remove it", c.name)
	}
	for i, r := range c.readers {
		if slices.Contains(c.readers[:i], r) {
			n.problems.Add(n.file, n.processes[r].line, "process %q reads channel %q twice; remove one Expr", n.processes[r].name, c.name)
		}
	}
}

func (n *network) find(channels map[string]int, p *process, e end) *channel {
	i, ok := channels[e.channel]
	if !ok {
		n.problems.Add(n.file, e.line, "process %q uses channel %q, which no PNchannel describes", p.name, e.channel)
		return nil
	}
	return &n.channels[i]
}
