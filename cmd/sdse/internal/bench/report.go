package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Schema is that of a Report in JSON.
const Schema = "sdse.bench/1"

// Options say how a benchmark is to be run.
type Options struct {
	Reps  int      // repetitions; the default is up to the benchmark if 0
	Seed  uint64   // of what is drawn at random
	Quick bool     // a few seconds: fewer and smaller cases, for a look and for tests
	Only  []string // names of parts; empty: all
	Begin func(part string)
}

// Report is what a benchmark found.
type Report struct {
	Schema    string  `json:"schema"`
	Benchmark string  `json:"benchmark"`
	Version   string  `json:"version"`
	Machine   Machine `json:"machine"`
	Reps      int     `json:"reps"`
	Seed      uint64  `json:"seed"`
	Quick     bool    `json:"quick"`
	Tables    []Table `json:"tables"`
	Plots     []Plot  `json:"-"`
}

// Table is a number of figures that belong together.
type Table struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Note    string   `json:"note"` // how to read it
	Columns []Column `json:"columns"`
	Rows    []Row    `json:"rows"`
}

// Column says what a column holds.
type Column struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
}

// Row holds the figures of one case, in the order of the columns.
type Row struct {
	Case   string  `json:"case"`
	Values []Value `json:"values"`
}

func (t *Table) add(name string, values ...Value) {
	t.Rows = append(t.Rows, Row{name, values})
}

// part is a section of a benchmark.
type part struct {
	name    string
	measure func(*session) error
}

// session is a benchmark that is being run.
type session struct {
	clock
	Options
	report *Report
}

// run measures the parts that are wanted.
func run(ctx context.Context, name string, o Options, parts []part) (*Report, error) {
	s := &session{clock: clock{ctx, o.Reps, sampleTime, cpuTime}, Options: o,
		report: &Report{Schema: Schema, Benchmark: name, Machine: ThisMachine(), Reps: o.Reps, Seed: o.Seed, Quick: o.Quick}}
	if o.Quick {
		s.least = quickSampleTime
	}
	for _, p := range parts {
		if len(o.Only) > 0 && !slices.Contains(o.Only, p.name) {
			continue
		}
		if o.Begin != nil {
			o.Begin(p.name)
		}
		if err := p.measure(s); err != nil {
			return nil, fmt.Errorf("measure %s: %w", p.name, err)
		}
	}
	return s.report, nil
}

// WriteText writes the report as tables for people.
func (r *Report) WriteText(w io.Writer) error {
	m := r.Machine
	pgo := "without profile"
	if m.PGO {
		pgo = "with a profile (PGO)"
	}
	fmt.Fprintf(w, "%s, %d cores, %s/%s %s, %s, %s, load %s\n", m.CPU, m.Cores, m.OS, m.Arch, m.GOAMD64, m.Go, pgo, m.Load)
	_, err := fmt.Fprintf(w, "CPU time; medians of %d repetitions, variants in turns [quartiles]; seed %d\n", r.Reps, r.Seed)
	for i := range r.Tables {
		if err == nil {
			err = r.Tables[i].writeText(w)
		}
	}
	if err != nil {
		return fmt.Errorf("write the tables: %w", err)
	}
	return nil
}

func (t *Table) writeText(w io.Writer) error {
	fmt.Fprintf(w, "\n%s\n\n", t.Title)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(tab, "  ")
	for _, c := range t.Columns {
		fmt.Fprintf(tab, "\t%s", c.Name)
		if c.Unit != "" {
			fmt.Fprintf(tab, " (%s)", c.Unit)
		}
	}
	fmt.Fprintln(tab)
	for _, row := range t.Rows {
		fmt.Fprintf(tab, "  %s", row.Case)
		for _, v := range row.Values {
			fmt.Fprintf(tab, "\t%s", v)
		}
		fmt.Fprintln(tab)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n  %s\n", strings.ReplaceAll(t.Note, "\n", "\n  "))
	return err
}

// String writes the figure with three digits, and its quartiles if it has any.
func (v Value) String() string {
	if v.N <= 1 {
		return digits(v.Median)
	}
	return fmt.Sprintf("%s [%s, %s]", digits(v.Median), digits(v.Low), digits(v.High))
}

// digits writes at least three digits, and all those before the point.
func digits(x float64) string {
	switch {
	case x == float64(int64(x)):
		return strconv.FormatInt(int64(x), 10)
	case x >= 100 || x <= -100:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 10 || x <= -10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}
