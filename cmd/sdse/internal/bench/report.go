package bench

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Schema is that of a Document in JSON.
const Schema = "sdse.bench/2"

// Document is what benchmarks found that ran one after the other.
type Document struct {
	Schema  string    `json:"schema"`
	Version string    `json:"version"`
	Machine Machine   `json:"machine"`
	Seed    uint64    `json:"seed"`
	Size    Size      `json:"size"`
	Reports []*Report `json:"reports"`
}

// Report is what a benchmark found.
type Report struct {
	Benchmark string  `json:"benchmark"`
	Reps      int     `json:"reps"`
	Jobs      int     `json:"jobs,omitempty"`    // as the user wanted
	Workers   []int   `json:"workers,omitempty"` // as the user wanted
	Tables    []Table `json:"tables"`
	Plots     []Plot  `json:"-"`
}

// Table is a number of figures that belong together.
type Table struct {
	Name      string      `json:"name"`
	Title     string      `json:"title"`
	Clock     Clock       `json:"clock"`
	Note      string      `json:"note"` // what a row is, and how to read it
	Columns   []Column    `json:"columns"`
	Rows      []Row       `json:"rows"`
	Published []Published `json:"published,omitempty"`
}

// Clock is what the times of a table are.
type Clock string

// The clocks.
const (
	CPU     Clock = "CPU time"
	Wall    Clock = "wall time"
	Both    Clock = "CPU time and wall time"
	Counted Clock = "counted" // a table without times
)

// Published is a figure that others have published, of their program on their
// machine. It stands beside ours and is never mixed with them.
type Published struct {
	Figure string `json:"figure"` // in words
	Source string `json:"source"`
}

// Column says what a column holds.
type Column struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
}

// Row holds the figures of one case, in the order of the columns, or tells why
// there are none.
type Row struct {
	Case    string  `json:"case"`
	Values  []Value `json:"values,omitempty"`
	Missing string  `json:"missing,omitempty"`
}

func (t *Table) add(name string, values ...Value) {
	t.Rows = append(t.Rows, Row{Case: name, Values: values})
}

// without adds a case that could not be measured.
func (t *Table) without(name, why string) {
	t.Rows = append(t.Rows, Row{Case: name, Missing: why})
}

// columns appends columns: pairs of a name and a unit.
func (t *Table) columns(names ...string) {
	for i := 0; i < len(names); i += 2 {
		t.Columns = append(t.Columns, Column{names[i], names[i+1]})
	}
}

// published adds a figure of others.
func (t *Table) published(figure, source string) {
	t.Published = append(t.Published, Published{figure, source})
}

// WriteText writes the reports as tables for people.
func (d *Document) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\nmedians of repetitions, variants in turns [quartiles]; seed %d\n", d.Machine.text(), d.Seed)
	for _, r := range d.Reports {
		if err == nil {
			err = r.writeText(w)
		}
	}
	if err != nil {
		return fmt.Errorf("write the tables: %w", err)
	}
	return nil
}

func (r *Report) writeText(w io.Writer) error {
	heading := fmt.Sprintf("sdse bench %s: %d repetitions", r.Benchmark, r.Reps)
	_, err := fmt.Fprintf(w, "\n%s\n%s\n", heading, strings.Repeat("=", len(heading)))
	above := ""
	for i := range r.Tables {
		if err == nil {
			err = r.Tables[i].writeText(w, above)
		}
		above = r.Tables[i].Note
	}
	return err
}

// writeText writes the table, and its note unless that stands above already.
func (t *Table) writeText(w io.Writer, above string) error {
	fmt.Fprintf(w, "\n%s (%s)\n\n", t.Title, t.Clock)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(tab, "  ")
	for _, c := range t.Columns {
		fmt.Fprintf(tab, "\t%s", c.Name)
		if c.Unit != "" {
			fmt.Fprintf(tab, " (%s)", c.Unit)
		}
	}
	fmt.Fprintln(tab)
	for i := range t.Rows {
		t.Rows[i].writeText(tab)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	note := t.Note
	if note == above {
		note = "To be read like the table above."
	}
	_, err := fmt.Fprintf(w, "\n  %s\n", strings.ReplaceAll(note, "\n", "\n  "))
	for _, why := range t.reasons() {
		fmt.Fprintf(w, "  – unavailable: %s\n", why)
	}
	for _, p := range t.Published {
		_, err = fmt.Fprintf(w, "  published: %s (%s)\n", p.Figure, p.Source)
	}
	return err
}

func (r *Row) writeText(w io.Writer) {
	fmt.Fprintf(w, "  %s", r.Case)
	if r.Missing != "" {
		fmt.Fprintf(w, "\t%s", r.Missing) // the last of its line, so no column becomes wider
	}
	for _, v := range r.Values {
		fmt.Fprintf(w, "\t%s", v)
	}
	fmt.Fprintln(w)
}

// reasons returns why single figures are missing, each reason once.
func (t *Table) reasons() []string {
	var all []string
	seen := map[string]bool{}
	for _, row := range t.Rows {
		for _, v := range row.Values {
			if v.Missing != "" && !seen[v.Missing] {
				seen[v.Missing] = true
				all = append(all, v.Missing)
			}
		}
	}
	return all
}

// String writes the figure with three digits, and its quartiles if it has any.
func (v Value) String() string {
	switch {
	case v.Missing != "":
		return "–"
	case v.N <= 1:
		return digits(v.Median)
	}
	return fmt.Sprintf("%s [%s, %s]", digits(v.Median), digits(v.Low), digits(v.High))
}

// digits writes three digits, and all those before the point; of small figures two.
func digits(x float64) string {
	switch {
	case x == float64(int64(x)):
		return strconv.FormatInt(int64(x), 10)
	case x >= 100 || x <= -100:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 10 || x <= -10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case x < 0.1 && x > -0.1:
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}
