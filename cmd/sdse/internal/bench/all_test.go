package bench

import (
	"context"
	"strings"
	"testing"

	"sdse/sesame/shapes"
)

// TestEveryBenchmarkRuns has one repetition of each at its smallest: its tables
// are those of its parts, every row has a figure or a reason for each column, and
// every table says how to read it.
func TestEveryBenchmarkRuns(t *testing.T) {
	names := map[string]bool{}
	for _, b := range All() {
		if names[b.Name] || b.Usage == "" || b.Description == "" {
			t.Errorf("%q is there twice, or does not say what it is", b.Name)
		}
		names[b.Name] = true
		if b.Name == simulator().Name {
			continue // half a minute under the race detector; the command's script runs it
		}
		t.Run(b.Name, func(t *testing.T) {
			d, err := Measure(context.Background(), Options{Size: Quick, Reps: 1, Seed: shapes.DefaultSeed}, b)
			if err != nil {
				t.Fatal(err)
			}
			known := b.Parts()
			for i := range d.Reports[0].Tables {
				checkTable(t, &d.Reports[0].Tables[i], known)
			}
			for _, p := range d.Reports[0].Plots {
				for _, s := range p.Series {
					if len(p.Cases) > 0 && !s.Ideal && len(s.Points) > len(p.Cases) {
						t.Errorf("plot %s, %s: %d points for %d cases", p.Title, s.Name, len(s.Points), len(p.Cases))
					}
				}
			}
			var picture strings.Builder
			if err := d.WriteSVG(&picture); err != nil || strings.Contains(picture.String(), "NaN") {
				t.Errorf("the picture holds what is no number; %v", err)
			}
		})
	}
}

func checkTable(t *testing.T, table *Table, parts []string) {
	t.Helper()
	known := false
	for _, p := range parts {
		known = known || p == table.Name
	}
	if !known || table.Title == "" || table.Clock == "" || table.Note == "" || len(table.Rows) == 0 {
		t.Errorf("table %q is of no part, or lacks a title, a clock, a note or rows", table.Name)
	}
	for _, row := range table.Rows {
		if (row.Missing == "") != (len(row.Values) == len(table.Columns)) {
			t.Errorf("table %s, row %s: %d figures in %d columns, missing because %q", table.Name, row.Case, len(row.Values), len(table.Columns), row.Missing)
		}
	}
}
