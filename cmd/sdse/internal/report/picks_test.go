package report

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// front returns a document with designs of these values and nothing else.
func front(values ...[]float64) *Document {
	d := &Document{}
	for i, v := range values {
		d.Designs = append(d.Designs, Design{ID: i, True: v})
		if i == 0 {
			for o := range v {
				d.Objectives = append(d.Objectives, Objective{Name: string(rune('a' + o))})
			}
		}
	}
	return d
}

func TestPicks(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		d    *Document
		want []pick
	}{
		// Scaled to 0…1 the inner points are (0.5, 0.6) and (0.25, 0.2): 0.61 and 0.1025.
		"knee": {front([]float64{0, 10}, []float64{2, 6}, []float64{1, 2}, []float64{4, 0}),
			[]pick{{[]string{"best a"}, 0}, {[]string{"best b"}, 3}, {[]string{"knee point"}, 2}}},
		"one":  {front([]float64{3, 4}), []pick{{[]string{"only design"}, 0}}},
		"none": {front(), nil},
		// Both are best in b; the second is nearer to the ideal point.
		"tie": {front([]float64{9, 1, 5}, []float64{2, 1, 6}, []float64{1, 8, 7}),
			[]pick{{[]string{"best a"}, 2}, {[]string{"best b", "knee point"}, 1}, {[]string{"best c"}, 0}}},
		"constant": {front([]float64{1, 7}, []float64{1, 7}), []pick{{[]string{"best a", "best b", "knee point"}, 0}}},
		"unknown":  {front([]float64{nan, 0}, []float64{2, 3}, []float64{3, 1}), []pick{{[]string{"best a", "knee point"}, 1}, {[]string{"best b"}, 2}}},
	} {
		if got := picks(c.d); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestPicksAreNotDominated: whatever the designs, none is better than a pick in
// everything, and no design is picked twice.
func TestPicksAreNotDominated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 3).Draw(t, "objectives")
		values := rapid.SliceOfN(rapid.SliceOfN(rapid.Float64Range(0, 4), m, m), 1, 12).Draw(t, "values")
		for _, v := range values {
			for o := range v {
				v[o] = math.Round(v[o]) // many ties
			}
		}
		d := front(values...)
		seen := make(map[int]bool)
		for _, p := range picks(d) {
			if seen[p.Design] {
				t.Fatalf("design %d picked twice", p.Design)
			}
			seen[p.Design] = true
			for i := range values {
				if dominates(values[i], values[p.Design]) {
					t.Fatalf("%v: %v is picked but dominated by %v", p.Labels, values[p.Design], values[i])
				}
			}
		}
	})
}

func dominates(a, b []float64) bool {
	better := false
	for o := range a {
		if a[o] > b[o] {
			return false
		}
		better = better || a[o] < b[o]
	}
	return better
}

func TestStart(t *testing.T) {
	if got := start(front([]float64{0, 10}, []float64{1, 1}, []float64{10, 0})); got != 1 {
		t.Errorf("a front starts with design %d, want the knee, 1", got)
	}
	d := &Document{Infeasible: []Design{{Violation: 3}, {Violation: 0.5}, {Violation: math.NaN()}}}
	if got := start(d); got != 1 {
		t.Errorf("infeasible designs start with %d, want the nearest, 1", got)
	}
	if got := start(&Document{}); got != -1 {
		t.Errorf("without designs: %d, want -1", got)
	}
}

func TestRows(t *testing.T) {
	d := small()
	d.Processes = []Process{{"p", "a"}, {"q", "a"}, {"r", "a"}}
	d.Designs[0].ProcessorOf = []int{1, -1, 1}
	got := rows(d)
	want := row{Design: 0, ID: 1, Labels: "best makespan", Processors: 1, Cells: []cell{
		{"10", "10", "12", "12", "+20.0 %", "20"}, {"40", "40", "38", "38", "−5.0 %", "5"}, {"3", "3", "3", "3", "0.0 %", "0"}}}
	if !reflect.DeepEqual(got[0], want) {
		t.Errorf("%+v\nwant %+v", got[0], want)
	}
	if c := got[2].Cells[1]; c != (cell{"10", "10", unknown, "", unknown, ""}) || got[2].Labels != "best energy, best cost" {
		t.Errorf("third row: %+v %q", c, got[2].Labels)
	}
}

func TestReasons(t *testing.T) {
	d := &Document{Infeasible: []Design{{Reason: "b"}, {Reason: "a"}, {Reason: "a"}, {}}}
	want := []reason{{"a", 2}, {"b", 1}, {"no reason given", 1}}
	if got := reasons(d); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestOnlyUsedPathsAreWritten: paths are numbered by first use, and designs refer
// to the same path as before.
func TestOnlyUsedPathsAreWritten(t *testing.T) {
	d := meshSample(8, 20)
	got := newData(d)
	if most := len(d.Designs) * len(d.Channels); len(got.Paths) > most {
		t.Errorf("%d paths, at most %d are used", len(got.Paths), most)
	}
	for i, design := range d.Designs {
		for k, path := range design.PathOf {
			if name := got.Paths[got.Designs[i].PathOf[k]].Name; name != d.Platform.Paths[path].Name {
				t.Fatalf("design %d, channel %d: path %q, want %q", i, k, name, d.Platform.Paths[path].Name)
			}
		}
	}
}
