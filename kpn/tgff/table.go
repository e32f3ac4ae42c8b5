package tgff

import (
	"math/big"
	"slices"
	"strings"
)

// The columns of tables of processing elements and of quantities where no
// comment names them.
var (
	rowColumns      = []string{"type", "version", "valid", "task_time", "preempt_time", "code_bits", "task_power"}
	quantityColumns = []string{"type", "quantity"}
)

// inSeconds are columns that only tables in seconds and watts have.
var inSeconds = []string{"preempt_time", "code_bits", "task_power",
	"preempt_power", "commun_energ_bit", "commun_energy_bit", "io_energy_bit", "idle_power", "bit_time"}

// table reads a block of numbers. The last comment before them names the
// columns: if the first one is called type, of rows, else of the attributes of
// the resource.
func (p *parser) table(label, index string, line int, body []line) {
	t := Table{Name: strings.TrimSpace(label + " " + index), label: label, Line: line}
	var header []string
	headed, warned := false, false
	for i := range body {
		l := &body[i]
		if len(l.words) == 0 {
			if names := columnNames(l.comment); names != nil {
				header = names
			}
			if t.Title == "" && !headed && strings.Trim(l.comment, "-=#* \t") != "" {
				t.Title, headed = l.comment, true
			}
			continue
		}
		values := p.numbers(l, t.Name)
		if values == nil {
			continue
		}
		r := row{columns: header, values: values, line: l.number}
		if t.Title != "" && slices.Equal(columnNames(t.Title), header) {
			t.Title = ""
		}
		if len(header) != len(r.values) {
			r.columns = t.usualColumns(len(r.values))
			if !warned {
				p.warn(l.number, "no comment names the %d columns of table %s; taken to be: %s", len(r.values), t.Name, strings.Join(r.columns, " "))
				warned = true
			}
		}
		t.add(r)
	}
	p.tables = append(p.tables, t)
}

// numbers reads a line of numbers; the result is nil if it holds anything else.
func (p *parser) numbers(l *line, table string) []*big.Rat {
	var values []*big.Rat
	for _, w := range l.words {
		v := number(w)
		if v == nil {
			p.wrong(l.number, "expected a number in table %s, found %q", table, short(w))
			return nil
		}
		values = append(values, v)
	}
	return values
}

// usualColumns are the columns of the next row by their position.
func (t *Table) usualColumns(n int) []string {
	usual := rowColumns
	switch {
	case strings.Contains(t.label, "QUANT"):
		usual = quantityColumns
	case len(t.attributes.values) == 0 && len(t.rows) == 0:
		usual = []string{"price"}
	}
	return usual[:min(n, len(usual))]
}

func (t *Table) add(r row) {
	if len(r.columns) > 0 && r.columns[0] == "type" {
		t.rows = append(t.rows, r)
	} else if len(t.attributes.values) == 0 {
		t.attributes = r
	}
}

// sortTables tells tables of processing elements from others and finds out
// whether the file counts in seconds.
func (p *parser) sortTables() {
	f := p.result
	for _, t := range p.tables {
		f.Seconds = f.Seconds || slices.ContainsFunc(t.attributes.columns, isInSeconds)
		for i := range t.rows {
			f.Seconds = f.Seconds || slices.ContainsFunc(t.rows[i].columns, isInSeconds)
		}
		if t.isProcessor() {
			f.Processors = append(f.Processors, t)
		} else {
			f.Others = append(f.Others, t)
		}
	}
	p.indexRows()
}

// indexRows finds the rows of each type. The first quantity of a type counts.
func (p *parser) indexRows() {
	p.quantities, p.prices = map[int64]*row{}, map[int64][]priced{}
	for i := range p.result.Others {
		for k := range p.result.Others[i].rows {
			r := &p.result.Others[i].rows[k]
			if kind, ok := r.kind(); ok && r.get("quantity") != nil && p.quantities[kind] == nil {
				p.quantities[kind] = r
			}
		}
	}
	for i := range p.result.Processors {
		for k := range p.result.Processors[i].rows {
			r := &p.result.Processors[i].rows[k]
			if kind, ok := r.kind(); ok && r.valid() && r.time() != nil {
				p.prices[kind] = append(p.prices[kind], priced{i, r})
			}
		}
	}
}

// kind returns the type of task or arc that a row is about.
func (r *row) kind() (int64, bool) {
	kind := r.get("type")
	if kind == nil || !kind.IsInt() || !kind.Num().IsInt64() {
		return 0, false
	}
	return kind.Num().Int64(), true
}

func isInSeconds(column string) bool { return slices.Contains(inSeconds, column) }

func (t *Table) isProcessor() bool {
	for _, of := range []string{"COMM", "LINK", "QUANT", "WIRING", "BUS"} {
		if strings.Contains(t.label, of) {
			return false
		}
	}
	return slices.ContainsFunc(t.rows, func(r row) bool { return r.time() != nil })
}

// time, power and valid are what a row of a processing element says.
func (r *row) time() *big.Rat { return r.get("task_time", "exec_time", "execution_time", "time") }

func (r *row) power() *big.Rat { return r.get("task_power", "power") }

func (r *row) valid() bool {
	v := r.get("valid")
	return v == nil || v.Sign() > 0
}
