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

// of is a figure of three repetitions.
func of(low, median, high float64) Value { return Value{Median: median, Low: low, High: high, N: 3} }

func sample() *Document {
	t := Table{Name: "t", Title: "Some title", Clock: Wall, Note: "How to read it."}
	t.columns("size", "", "time", "ns")
	t.add("first", exactly(1234), of(1.25, 1.5, 2))
	t.add("second", missing("no such counter"), exactly(7))
	t.without("third", "not permitted: root only")
	t.published("42 cycles", "Somebody 2004")
	plot := newPlot("a < b", "size", "time (ns)", "one & only")
	plot.Series[0].add(1000, of(1.25, 1.5, 2))
	plot.Series[0].add(1e7, of(2, 3, 4))
	cases := Plot{Title: "cases", X: "case", Y: "time (ns)", Cases: []string{"x<y", "z"}, Series: []Series{{Name: "s"}}}
	cases.Series[0].add(0, exactly(1))
	cases.Series[0].add(1, exactly(2))
	scaling := newPlot("scaling", "workers", "speed-up", "measured", "linear")
	scaling.Log = true
	scaling.Series[1].Ideal = true
	for _, x := range []float64{1, 100} {
		scaling.Series[0].add(x, of(-x, 0.9*x, x))
		scaling.Series[1].add(x, exactly(x))
	}
	scaling.Series[0].add(10, missing("no time"))
	scaling.Series[0].add(20, exactly(0)) // has no logarithm
	return &Document{Schema: Schema, Size: Quick, Reports: []*Report{
		{Benchmark: "sample", Reps: 3, Tables: []Table{t}, Plots: []Plot{plot, cases, {Title: "nothing"}}},
		{Benchmark: "without plots", Reps: 1},
		{Benchmark: "other", Reps: 5, Plots: []Plot{scaling}},
	}}
}

func TestTablesShowMedianAndQuartiles(t *testing.T) {
	var b strings.Builder
	if err := sample().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Some title", "time (ns)", "1234", "1.50 [1.25, 2]", "How to read it.", "sample: 3 repetitions",
		"(wall time)", "second  –     7", "– unavailable: no such counter", "third   not permitted: root only", "published: 42 cycles (Somebody 2004)"} {
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
	if elements["circle"] != 6 || elements["polyline"] != 3 {
		t.Errorf("%d points and %d lines, want 6 and 3", elements["circle"], elements["polyline"])
	}
	for _, want := range []string{"a < b", "one & only", "time (ns)", "size", "1000", "x<y", "bench sample", "bench other"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestLabelsOfAxes(t *testing.T) {
	for v, want := range map[float64]string{0.05: "0.05", 2: "2", 50_000: "50000", 1e5: `10<tspan dy="-5" font-size="9">5</tspan>`, 2e6: `2·10<tspan dy="-5" font-size="9">6</tspan>`} {
		if got := label(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

func TestOnlyTheWantedPartsAreMeasured(t *testing.T) {
	var measured []string
	parts := []part{}
	for _, name := range []string{"a", "b", "c"} {
		parts = append(parts, part{name, func(*session) error { measured = append(measured, name); return nil }})
	}
	o := Options{Only: []string{"c", "a"}, Begin: func(benchmark, part string) { measured = append(measured, benchmark) }}
	if _, err := Measure(context.Background(), o, Benchmark{Name: "x", parts: parts}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(measured, ""); got != "xaxc" {
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
	o := Options{Size: Quick, Reps: 1, Seed: shapes.DefaultSeed, Only: []string{"binding"}}
	d, err := Measure(context.Background(), o, simulator())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range d.Reports[0].Tables[0].Rows {
		if row.Values[2].Median != 0 || row.Values[3].Median != 0 {
			t.Errorf("%s: %v allocations to bind, %v to simulate", row.Case, row.Values[2], row.Values[3])
		}
	}
}
