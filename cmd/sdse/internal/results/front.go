package results

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"sdse/sesame"
)

// Schemas of the JSON documents; the number rises when a field changes its meaning.
const (
	FrontSchema    = "sdse.front/1"
	ManifestSchema = "sdse.manifest/1"
)

// Front is the result of an exploration.
type Front struct {
	Schema     string      `json:"schema"`
	Objectives []Objective `json:"objectives"`
	Designs    []Design    `json:"designs"`              // Pareto-optimal, by the first objective
	Lost       int         `json:"lost"`                 // designs that the subset predicted to be optimal and that are not
	Infeasible []Design    `json:"infeasible,omitempty"` // the nearest to feasible, if no design is feasible
}

// Objective is a minimised quantity.
type Objective struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
}

// Design is a mapping and what it costs, over all scenarios and as the subset
// predicted it; the values are in the order of the objectives.
type Design struct {
	ID        int           `json:"id"` // from 1
	True      []float64     `json:"true,omitempty"`
	Predicted []float64     `json:"predicted,omitempty"`
	Violation float64       `json:"violation,omitempty"`
	Reason    string        `json:"reason,omitempty"`
	Mapping   sesame.Naming `json:"mapping"`
}

// WriteJSON writes a document with indentation and a line end.
func WriteJSON(w io.Writer, document any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(document)
}

// WriteCSV writes the front, one row per design. names lists all processes,
// channels and processors with several operating points in the order of the columns.
func (f *Front) WriteCSV(w io.Writer, names Columns) error {
	c := csv.NewWriter(w)
	header := []string{"id"}
	for _, prefix := range []string{"", "predicted_"} {
		for _, o := range f.Objectives {
			header = append(header, prefix+column(o))
		}
	}
	header = append(header, prefixed("process ", names.Processes)...)
	header = append(header, prefixed("channel ", names.Channels)...)
	header = append(header, prefixed("point ", names.Tuned)...)
	if err := c.Write(header); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	for i := range f.Designs {
		if err := c.Write(f.Designs[i].row(len(f.Objectives), names)); err != nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	c.Flush()
	return c.Error()
}

// Columns are the names that the columns of a mapping bear.
type Columns struct {
	Processes, Channels, Tuned []string
}

// column names an objective with its unit, as in makespan_ps.
func column(o Objective) string {
	if o.Unit == "" {
		return o.Name
	}
	return o.Name + "_" + o.Unit
}

func prefixed(prefix string, names []string) []string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = prefix + n
	}
	return list
}

func (d *Design) row(objectives int, names Columns) []string {
	row := []string{strconv.Itoa(d.ID)}
	for _, values := range [][]float64{d.True, d.Predicted} {
		for k := range objectives {
			if k < len(values) {
				row = append(row, number(values[k]))
			} else {
				row = append(row, "")
			}
		}
	}
	for _, n := range names.Processes {
		row = append(row, d.Mapping.Processes[n])
	}
	for _, n := range names.Channels {
		row = append(row, d.Mapping.Channels[n])
	}
	for _, n := range names.Tuned {
		row = append(row, d.Mapping.Points[n])
	}
	return row
}

// number writes the shortest decimal that reads back as the same value, without
// an exponent; NaN, which means unknown, is empty.
func number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
