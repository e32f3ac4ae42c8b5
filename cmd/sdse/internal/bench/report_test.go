package bench

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sdse/sesame/shapes"
)

func sample() *Report {
	t := Table{Name: "t", Title: "Some title", Note: "How to read it."}
	t.columns("size", "", "time", "ns")
	t.add("first", exactly(1234), Value{1.5, 1.25, 2, 3})
	plot := Plot{Title: "a < b", X: "size", Y: "time (ns)", Series: []Series{{Name: "one & only"}}}
	plot.Series[0].add(1000, Value{1.5, 1.25, 2, 3})
	plot.Series[0].add(1e7, Value{3, 2, 4, 3})
	cases := Plot{Title: "cases", X: "case", Y: "time (ns)", Cases: []string{"x<y", "z"}, Series: []Series{{Name: "s"}}}
	cases.Series[0].add(0, exactly(1))
	cases.Series[0].add(1, exactly(2))
	return &Report{Schema: Schema, Benchmark: "sample", Reps: 3, Tables: []Table{t}, Plots: []Plot{plot, cases, {Title: "nothing"}}}
}

func TestTablesShowMedianAndQuartiles(t *testing.T) {
	var b strings.Builder
	if err := sample().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Some title", "time (ns)", "1234", "1.50 [1.25, 2]", "How to read it.", "medians of 3 repetitions"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
}

// TestPictureIsWellFormed parses the picture and looks for what must be in it.
func TestPictureIsWellFormed(t *testing.T) {
	var b strings.Builder
	if err := sample().WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	elements := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
			for _, a := range token.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s: %s = %q", token.Name.Local, a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			text.Write(token)
		}
	}
	if elements["circle"] != 4 || elements["polyline"] != 1 {
		t.Errorf("%d points and %d lines, want 4 and 1", elements["circle"], elements["polyline"])
	}
	for _, want := range []string{"a < b", "one & only", "time (ns)", "size", "1000", "x<y"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestOnlyTheWantedPartsAreMeasured(t *testing.T) {
	var measured []string
	parts := []part{}
	for _, name := range []string{"a", "b", "c"} {
		parts = append(parts, part{name, func(*session) error { measured = append(measured, name); return nil }})
	}
	if _, err := run(context.Background(), "x", Options{Only: []string{"c", "a"}}, parts); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(measured, ""); got != "ac" {
		t.Errorf("measured %s", got)
	}
}

// TestLanesAreTheSameEveryTime writes the lanes twice.
func TestLanesAreTheSameEveryTime(t *testing.T) {
	dirs := []string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		if err := DumpLanes(dir, shapes.DefaultSeed); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(dirs[0])
	if err != nil || len(files) != 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		a, _ := os.ReadFile(filepath.Join(dirs[0], f.Name()))
		b, _ := os.ReadFile(filepath.Join(dirs[1], f.Name()))
		if string(a) != string(b) || strings.Count(string(a), "\nmakespan ") != shapes.Designs {
			t.Errorf("%s differs, or lacks designs", f.Name())
		}
	}
}

// TestNothingIsAllocated holds binding and simulating to what docs/benchmarks.md
// says, on all shapes.
func TestNothingIsAllocated(t *testing.T) {
	report, err := Simulator(context.Background(), Options{Quick: true, Reps: 1, Seed: shapes.DefaultSeed, Only: []string{"binding"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range report.Tables[0].Rows {
		if row.Values[2].Median != 0 || row.Values[3].Median != 0 {
			t.Errorf("%s: %v allocations to bind, %v to simulate", row.Case, row.Values[2], row.Values[3])
		}
	}
}
