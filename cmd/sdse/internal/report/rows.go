package report

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// row is one design of the front in the table.
type row struct {
	Design     int // index into the front
	ID         int
	Labels     string // why it is worth a look, empty for most
	Cells      []cell // one per objective
	Processors int    // how many it uses
}

// cell is one objective of a design: texts for people, keys for sorting. Keys are
// empty for unknown values.
type cell struct {
	True, TrueKey           string
	Predicted, PredictedKey string
	Error, ErrorKey         string // relative error of the prediction
}

func rows(d *Document) []row {
	labels := make([]string, len(d.Designs))
	for _, p := range picks(d) {
		labels[p.Design] = strings.Join(p.Labels, ", ")
	}
	columns := make([]int, len(d.Objectives))
	for o := range columns {
		columns[o] = d.decimals(o)
	}
	out := make([]row, len(d.Designs))
	for i := range d.Designs {
		design := &d.Designs[i]
		out[i] = row{Design: i, ID: design.ID, Labels: labels[i], Processors: processorsUsed(design)}
		for o, decimals := range columns {
			out[i].Cells = append(out[i].Cells, d.newCell(design, o, decimals))
		}
	}
	return out
}

func (d *Document) newCell(design *Design, o, decimals int) cell {
	value := d.shownValue(o, design.True[o])
	c := cell{True: number(value, decimals), TrueKey: key(value), Predicted: unknown, Error: unknown}
	if len(design.Predicted) == 0 {
		return c
	}
	guess := d.shownValue(o, design.Predicted[o])
	c.Predicted, c.PredictedKey = number(guess, decimals), key(guess)
	off := 100 * (guess - value) / math.Abs(value)
	if finite(off) {
		c.Error, c.ErrorKey = signed(off), key(math.Abs(off))
	}
	return c
}

// signed formats a percentage with its sign.
func signed(v float64) string {
	text := number(v, 1)
	switch {
	case text == "-0.0" || text == "0.0":
		return "0.0 %"
	case v > 0:
		return "+" + text + " %"
	}
	return "−" + text[1:] + " %"
}

// key formats a value for sorting.
func key(v float64) string {
	if !finite(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func processorsUsed(design *Design) int {
	used := slices.Clone(design.ProcessorOf)
	slices.Sort(used)
	used = slices.Compact(used)
	if len(used) > 0 && used[0] < 0 {
		used = used[1:]
	}
	return len(used)
}

func predicted(d *Document) bool {
	return slices.ContainsFunc(d.Designs, func(design Design) bool { return len(design.Predicted) > 0 })
}

// reason says how many of the infeasible designs share a cause.
type reason struct {
	Text  string
	Count int
}

// reasons counts the causes of infeasibility, the most frequent first.
func reasons(d *Document) []reason {
	if len(d.Designs) > 0 {
		return nil
	}
	var out []reason
	place := make(map[string]int)
	for _, design := range d.Infeasible {
		text := design.Reason
		if text == "" {
			text = "no reason given"
		}
		i, seen := place[text]
		if !seen {
			i = len(out)
			place[text] = i
			out = append(out, reason{Text: text})
		}
		out[i].Count++
	}
	slices.SortStableFunc(out, func(a, b reason) int { return b.Count - a.Count })
	return out
}

// nearRow is one infeasible design in the table that replaces the front's.
type nearRow struct {
	Design       int // index into the infeasible designs
	ID           int
	Violation    string
	ViolationKey string
	Reason       string
	Processors   int
}

func nearRows(d *Document) []nearRow {
	if len(d.Designs) > 0 {
		return nil
	}
	violations := make([]float64, len(d.Infeasible))
	for i := range d.Infeasible {
		violations[i] = d.Infeasible[i].Violation
	}
	places := decimals(violations)
	out := make([]nearRow, len(d.Infeasible))
	for i := range d.Infeasible {
		design := &d.Infeasible[i]
		out[i] = nearRow{i, design.ID, number(design.Violation, places), key(design.Violation), design.Reason, processorsUsed(design)}
	}
	return out
}
