package tgff

import (
	"fmt"
	"math/big"
	"path/filepath"
	"strconv"
	"strings"

	"sdse/kpn"
	"sdse/kpn/input"
)

// Load reads a file and makes an application of every task graph in it. What is
// wrong is added to problems; the result is nil then.
func Load(file string, how kpn.Reading, problems *input.Problems) *File {
	data, ok := input.ReadFile(file, problems)
	if !ok {
		return nil
	}
	return parse(file, string(data), how, problems)
}

func parse(file, text string, how kpn.Reading, problems *input.Problems) *File {
	p := &parser{file: file, lines: split(text), result: &File{}, problems: problems, before: problems.Len()}
	p.blocks()
	if p.failed() {
		return nil
	}
	if len(p.result.Graphs) == 0 {
		p.wrong(0, "there is no task graph in it; a TGFF file has blocks like @TASK_GRAPH 0 { TASK t TYPE 0 }")
		return nil
	}
	p.sortTables()
	base := how.Name
	if base == "" {
		base = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	for i := range p.result.Graphs {
		g := &p.result.Graphs[i]
		name := base
		if len(p.result.Graphs) > 1 {
			name = base + "-" + g.Index
		}
		p.build(g, name, how)
	}
	if p.failed() {
		return nil
	}
	return p.result
}

type parser struct {
	file     string
	lines    []line
	at       int
	result   *File
	tables   []Table
	problems *input.Problems
	before   int // problems of other files

	quantities map[int64]*row     // by type of arc
	prices     map[int64][]priced // by type of task: the valid rows, in file order
}

// priced is a row of a table of processing elements.
type priced struct {
	table int // index into File.Processors
	row   *row
}

func (p *parser) failed() bool { return p.problems.Len() > p.before }

func (p *parser) wrong(line int, format string, args ...any) {
	if !p.hopeless() {
		p.problems.Add(p.file, line, format, args...)
	}
}

// maxMistakes is after how many mistakes a file is given up: it is something else.
const maxMistakes = 20

func (p *parser) hopeless() bool { return p.problems.Len()-p.before >= maxMistakes }

func (p *parser) warn(line int, format string, args ...any) {
	p.result.Warnings = append(p.result.Warnings, input.Problem{File: p.file, Line: line, Message: fmt.Sprintf(format, args...)})
}

// blocks reads the whole file.
func (p *parser) blocks() {
	taken := map[string]int{}
	for ; p.at < len(p.lines); p.at++ {
		if p.hopeless() {
			p.problems.Add(p.file, p.lines[p.at].number, "given up here after %d mistakes; is it a TGFF file?", maxMistakes)
			return
		}
		l := &p.lines[p.at]
		if len(l.words) == 0 {
			continue
		}
		if !strings.HasPrefix(l.words[0], "@") {
			p.wrong(l.number, "expected a block like @TASK_GRAPH 0 { … }, found %q", short(l.words[0]))
			continue
		}
		label := strings.ToUpper(l.words[0][1:])
		index, body, ok := p.opening()
		if !ok {
			continue
		}
		name := strings.TrimSpace(label + " " + index)
		if first, ok := taken[name]; ok {
			p.wrong(l.number, "there are two blocks @%s; the first is in line %d", name, first)
		}
		taken[name] = l.number
		p.block(label, index, l.number, body)
	}
}

// opening reads what stands behind a label. If it opens a block, the result is
// its number and its lines, and the parser stands at its closing brace.
func (p *parser) opening() (index string, body []line, block bool) {
	l := &p.lines[p.at]
	words := l.words[1:]
	if len(words) == 1 && words[0] != "{" && p.at+1 < len(p.lines) && len(p.lines[p.at+1].words) > 0 && p.lines[p.at+1].words[0] == "{" {
		p.at++ // the brace stands on the next line
		words = append(words, p.lines[p.at].words...)
	}
	for i, w := range words {
		if w == "{" {
			index = strings.Join(words[:i], " ")
			return index, p.body(l.number, words[i+1:]), true
		}
		if number(w) == nil {
			p.wrong(l.number, "expected numbers or { behind %s, found %q", short(l.words[0]), short(w))
			return "", nil, false
		}
	}
	return "", nil, false // a number with a name, such as @HYPERPERIOD 300
}

// body returns the lines up to the brace that closes the block.
func (p *parser) body(opened int, rest []string) []line {
	var body []line
	current := line{number: p.lines[p.at].number, words: rest, comment: p.lines[p.at].comment}
	for {
		for i, w := range current.words {
			if w != "}" {
				continue
			}
			if len(current.words) > i+1 {
				p.wrong(current.number, "unexpected %q behind }", short(current.words[i+1]))
			}
			current.words = current.words[:i]
			return append(body, current)
		}
		body = append(body, current)
		if p.at++; p.at == len(p.lines) {
			p.wrong(opened, "the block that is opened here is not closed; add }")
			return body
		}
		current = p.lines[p.at]
	}
}

// block reads a block as a task graph if it begins with one of the words of one,
// else as a table.
func (p *parser) block(label, index string, line int, body []line) {
	for i := range body {
		if len(body[i].words) == 0 {
			continue
		}
		if _, ok := statements[strings.ToUpper(body[i].words[0])]; ok || label == "TASK_GRAPH" {
			p.graph(label, index, line, body)
			return
		}
		break
	}
	if label == "TASK_GRAPH" {
		p.graph(label, index, line, body)
		return
	}
	p.table(label, index, line, body)
}

// statements are those of a task graph, each with its further words; a word in
// capitals is a keyword, others stand for names and numbers.
var statements = map[string][]string{
	"PERIOD":        {"number"},
	"TASK":          {"name", "TYPE", "kind"},
	"ARC":           {"name", "FROM", "task", "TO", "task", "TYPE", "kind"},
	"HARD_DEADLINE": {"name", "ON", "task", "AT", "number"},
	"SOFT_DEADLINE": {"name", "ON", "task", "AT", "number"},
}

// graph reads a task graph. Arcs and deadlines may stand before the tasks.
func (p *parser) graph(label, index string, line int, body []line) {
	g := Graph{Label: label, Index: index, Line: line}
	names := map[string]int{}
	var later []statement
	for i := range body {
		for _, s := range p.statementsOf(&body[i]) {
			if s.keyword != "TASK" {
				later = append(later, s)
				continue
			}
			if _, ok := names[s.words[0]]; ok {
				p.wrong(s.line, "there are two tasks named %q in graph %s; rename one", short(s.words[0]), index)
			}
			names[s.words[0]] = len(g.tasks)
			g.tasks = append(g.tasks, task{name: s.words[0], kind: p.kind(s.line, s.words[2]), line: s.line})
		}
	}
	if len(g.tasks) == 0 {
		p.wrong(line, "graph %s has no task; add TASK name TYPE number", index)
	}
	for _, s := range later {
		p.relation(&g, s, names)
	}
	p.result.Graphs = append(p.result.Graphs, g)
}

type statement struct {
	keyword string
	words   []string
	line    int
}

// statementsOf cuts a line into statements.
func (p *parser) statementsOf(l *line) []statement {
	var list []statement
	for words := l.words; len(words) > 0; {
		keyword := strings.ToUpper(words[0])
		form, ok := statements[keyword]
		if !ok {
			p.wrong(l.number, "expected PERIOD, TASK, ARC, HARD_DEADLINE or SOFT_DEADLINE, found %q", short(words[0]))
			return list
		}
		for i, want := range form {
			if isKeyword := want == strings.ToUpper(want); len(words) < i+2 || isKeyword && !strings.EqualFold(words[i+1], want) {
				p.wrong(l.number, "incomplete: write %s %s", keyword, strings.Join(form, " "))
				return list
			}
		}
		list = append(list, statement{keyword, words[1 : 1+len(form)], l.number})
		words = words[1+len(form):]
	}
	return list
}

// relation adds an arc, a deadline or the period.
func (p *parser) relation(g *Graph, s statement, names map[string]int) {
	at := func(name string) int {
		i, ok := names[name]
		if !ok && !p.hopeless() {
			p.wrong(s.line, "there is no task %q in graph %s%s", short(name), g.Index, input.DidYouMean(name, taskNames(g)))
		}
		return i
	}
	switch s.keyword {
	case "PERIOD":
		if g.Period = p.positive(s.line, s.words[0]); g.Period != nil && g.Period.Sign() == 0 {
			g.Period = nil
		}
	case "ARC":
		g.arcs = append(g.arcs, arc{name: s.words[0], from: at(s.words[2]), to: at(s.words[4]), kind: p.kind(s.line, s.words[6]), line: s.line})
	default:
		d := Deadline{Task: at(s.words[2]), Hard: s.keyword == "HARD_DEADLINE", line: s.line}
		if d.At = p.positive(s.line, s.words[4]); d.At != nil {
			g.Deadlines = append(g.Deadlines, d)
		}
	}
}

func taskNames(g *Graph) []string {
	var names []string
	for i := range g.tasks {
		names = append(names, g.tasks[i].name)
	}
	return names
}

// kind reads the number of a type.
func (p *parser) kind(line int, word string) int64 {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n < 0 {
		p.wrong(line, "expected the number of a type, found %q", short(word))
	}
	return n
}

func (p *parser) positive(line int, word string) *big.Rat {
	r := number(word)
	if r == nil || r.Sign() < 0 {
		p.wrong(line, "expected a time of 0 or more, found %q", short(word))
		return nil
	}
	return r
}

// short keeps a word from filling the screen.
func short(word string) string {
	const most = 40
	if len(word) <= most {
		return word
	}
	return strings.ToValidUTF8(word[:most], "") + "…"
}
