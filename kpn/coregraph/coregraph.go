// Package coregraph reads core graphs, with which networks on chip are compared:
// who sends how much to whom, and nothing else (Murali and De Micheli,
// "Bandwidth-constrained mapping of cores onto NoC architectures", DATE 2004).
//
// A file is a table in CSV form with the columns graph, source, target and
// bandwidth_mb_s (or bandwidth), in megabytes (10⁶ bytes) per second. Every graph
// becomes an application: a process per core, a channel per edge. An iteration
// stands for a stretch of time T: each core writes to all its outgoing edges, one
// token each, and then reads all its incoming ones; a token is what the edge moves
// in T. T is the shortest of 1 µs, 10 µs, 100 µs and 1 ms in which every edge of
// the graph moves whole bytes. It is the period of the application and its
// deadline, so a mapping whose bandwidth does not suffice misses it.
//
// Cores compute nothing: they run on any processor, and only the way of the data
// costs anything.
package coregraph

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"math/big"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sdse/kpn"
	"sdse/kpn/input"
)

// Load reads a file and makes an application of every graph in it, called like
// the graph. Of a [kpn.Reading] the number of iterations, the capacity (2 tokens
// if it says nothing), the firing rule and, if there is only one graph, the name
// count. What is wrong is added to problems; the result is nil then.
func Load(file string, how kpn.Reading, problems *input.Problems) []*kpn.Application {
	data, ok := input.ReadFile(file, problems)
	if !ok {
		return nil
	}
	return parse(file, data, how, problems)
}

// usualCapacity lets a core send before the one before has been read.
const usualCapacity = 2

// graph is what the rows of one name say.
type graph struct {
	name  string
	edges []edge
	cores []string // by name, numbers in their order
}

type edge struct {
	source, target string
	bandwidth      *big.Rat // MB/s
	line           int
}

// maxMistakes is after how many a table is given up.
const maxMistakes = 20

func parse(file string, data []byte, how kpn.Reading, problems *input.Problems) []*kpn.Application {
	before := problems.Len()
	p := &parser{file: file, problems: problems, byName: map[string]int{}}
	p.read(csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))))
	if problems.Len() > before {
		return nil
	}
	if len(p.graphs) == 0 {
		problems.Add(file, 0, "there is no edge in it")
		return nil
	}
	var apps []*kpn.Application
	for i := range p.graphs {
		g := &p.graphs[i]
		g.findCores()
		name := g.name
		if how.Name != "" && len(p.graphs) == 1 {
			name = how.Name
		}
		if name == "" {
			name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		}
		if app := p.build(g, name, how); app != nil {
			apps = append(apps, app)
		}
	}
	if problems.Len() > before {
		return nil
	}
	return apps
}

type parser struct {
	file     string
	problems *input.Problems
	graphs   []graph
	byName   map[string]int
}

// column names, in lower case.
var wanted = []string{"graph", "source", "target", "bandwidth"}

func (p *parser) read(r *csv.Reader) {
	r.TrimLeadingSpace = true
	header, err := r.Read()
	if err != nil {
		p.problems.Add(p.file, 1, "no core graph: expected the columns graph,source,target,bandwidth_mb_s")
		return
	}
	var at [4]int
	for i, name := range wanted {
		at[i] = slices.IndexFunc(header, func(h string) bool {
			h = strings.ToLower(h)
			return h == name || h == name+"_mb_s"
		})
		if at[i] < 0 && name != "graph" {
			p.problems.Add(p.file, 1, "column %s is missing; the columns are graph,source,target,bandwidth_mb_s", name)
		}
	}
	if slices.Min(at[1:]) < 0 {
		return
	}
	for before := p.problems.Len(); p.problems.Len()-before < maxMistakes; {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			p.problems.Add(p.file, wrong.Line, "%v", wrong.Err)
			if !errors.Is(err, csv.ErrFieldCount) {
				return
			}
			continue
		}
		line, _ := r.FieldPos(0)
		p.add(record, at, line)
	}
}

var decimal = regexp.MustCompile(`^[0-9]{1,12}(?:\.[0-9]{1,20})?$`)

func (p *parser) add(record []string, at [4]int, line int) {
	e := edge{source: record[at[1]], target: record[at[2]], line: line}
	name := ""
	if at[0] >= 0 {
		name = record[at[0]]
	}
	text := strings.TrimSpace(record[at[3]])
	switch {
	case e.source == "" || e.target == "":
		p.problems.Add(p.file, line, "source or target is empty; name the core")
		return
	case e.source == e.target:
		p.problems.Add(p.file, line, "core %q sends to itself; remove the edge, it needs no network", e.source)
		return
	case !decimal.MatchString(text):
		p.problems.Add(p.file, line, "bandwidth %q is no decimal number of MB/s", text)
		return
	}
	e.bandwidth, _ = new(big.Rat).SetString(text)
	i, ok := p.byName[name]
	if !ok {
		i = len(p.graphs)
		p.byName[name] = i
		p.graphs = append(p.graphs, graph{name: name})
	}
	p.graphs[i].edges = append(p.graphs[i].edges, e)
}

// findCores lists the cores: in the order of their numbers if all are numbers,
// else in that of the file.
func (g *graph) findCores() {
	seen := map[string]bool{}
	numbered := true
	for _, e := range g.edges {
		for _, c := range []string{e.source, e.target} {
			if !seen[c] {
				seen[c] = true
				g.cores = append(g.cores, c)
				_, err := strconv.ParseUint(c, 10, 32)
				numbered = numbered && err == nil
			}
		}
	}
	if numbered {
		slices.SortStableFunc(g.cores, func(a, b string) int {
			x, _ := strconv.Atoi(a)
			y, _ := strconv.Atoi(b)
			return cmp.Compare(x, y)
		})
	}
}

// bytesIn returns what an edge moves in a number of microseconds, or false if
// that are no whole bytes. A megabyte per second is a byte per microsecond.
func (e *edge) bytesIn(microseconds int64) (int64, bool) {
	v := new(big.Rat).Mul(e.bandwidth, big.NewRat(microseconds, 1))
	return v.Num().Int64(), v.IsInt()
}

// stretch returns the time that an iteration stands for, in µs, or 0.
func (g *graph) stretch() int64 {
	for _, t := range []int64{1, 10, 100, 1000} {
		if !slices.ContainsFunc(g.edges, func(e edge) bool { _, whole := e.bytesIn(t); return !whole }) {
			return t
		}
	}
	return 0
}

func (p *parser) build(g *graph, name string, how kpn.Reading) *kpn.Application {
	stretch := g.stretch()
	if stretch == 0 {
		p.problems.Add(p.file, g.edges[0].line, "graph %q has a bandwidth finer than 0.001 MB/s; round it", g.name)
		return nil
	}
	app := &kpn.Application{Name: name, File: p.file, Firing: how.Firing}
	app.Timing.Period = stretch * 1e6
	app.Timing.Deadline = app.Timing.Period
	index := map[string]int{}
	for _, c := range g.cores {
		index[c] = len(app.Processes)
		app.Processes = append(app.Processes, kpn.Process{Name: c})
	}
	capacity := how.Capacity
	if capacity == 0 {
		capacity = usualCapacity
	}
	in, out := make([][]kpn.Event, len(g.cores)), make([][]kpn.Event, len(g.cores))
	names, edges := map[string]bool{}, map[[2]string]bool{}
	for i, e := range g.edges {
		from, to := index[e.source], index[e.target]
		c := kpn.Channel{Name: e.source + "-" + e.target, Writer: from, Reader: to, Capacity: capacity}
		if edges[[2]string{e.source, e.target}] {
			p.problems.Add(p.file, e.line, "there are two edges from %s to %s; add their bandwidths up", e.source, e.target)
		}
		for names[c.Name] { // a-b to c, and a to b-c
			c.Name += "-"
		}
		names[c.Name], edges[[2]string{e.source, e.target}] = true, true
		c.TokenBytes, _ = e.bytesIn(stretch)
		app.Channels = append(app.Channels, c)
		out[from] = append(out[from], kpn.Event{Kind: kpn.Write, Arg: i, N: 1})
		in[to] = append(in[to], kpn.Event{Kind: kpn.Read, Arg: i, N: 1})
	}
	sc := kpn.Scenario{Name: "traffic", Weight: 1, Iterations: max(1, how.Iterations)}
	for i := range g.cores {
		sc.Traces = append(sc.Traces, kpn.NewFragment(slices.Concat(out[i], in[i])))
	}
	app.Scenarios = []kpn.Scenario{sc}
	return app
}
