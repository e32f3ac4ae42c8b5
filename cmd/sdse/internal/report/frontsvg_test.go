package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expected files in testdata")

func drawn(t *testing.T, d *Document, x, y int) string {
	t.Helper()
	var b bytes.Buffer
	if err := FrontSVG(&b, d, x, y); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// small is a front that can be checked by eye: three designs, one predicted.
func small() *Document {
	return &Document{
		Title: "Small <front> & more", Seed: 5, Platform: Platform{Name: "two cores"},
		Objectives: []Objective{{"makespan", "ms", 1e-9}, {"energy", "mJ", 0}, {"cost", "", 1}},
		Designs: []Design{
			{ID: 1, True: []float64{10e9, 40, 3}, Predicted: []float64{12e9, 38, 3}},
			{ID: 2, True: []float64{15e9, 15, 2}},
			{ID: 3, True: []float64{50e9, 10, 1}},
		},
	}
}

func TestFrontSVGGolden(t *testing.T) {
	const file = "testdata/front.svg"
	got := drawn(t, small(), 0, 1)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the picture changed; look at it, then run the test with -update\n%s", got)
	}
}

// TestFrontSVGIsXML parses the picture of every sample and counts its points.
func TestFrontSVGIsXML(t *testing.T) {
	for name, d := range samples() {
		for x := range d.Objectives {
			for y := range d.Objectives {
				if x == y {
					continue
				}
				count := classes(t, drawn(t, d, x, y))
				legend := 0
				if len(d.Designs) > 0 && d.Designs[0].Predicted != nil {
					legend = 1
				}
				if n := count["fs-true"]; n != len(d.Designs)+legend {
					t.Errorf("%s: %d true points, want %d", name, n, len(d.Designs)+legend)
				}
				if n := count["fs-guess"]; n != (len(d.Designs)+1)*legend {
					t.Errorf("%s: %d predicted points, want %d", name, n, (len(d.Designs)+1)*legend)
				}
			}
		}
	}
}

// classes parses a picture strictly and counts its elements by class.
func classes(t *testing.T, picture string) map[string]int {
	t.Helper()
	count := make(map[string]int)
	decoder := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return count
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, picture)
		}
		if element, ok := token.(xml.StartElement); ok {
			for _, a := range element.Attr {
				if a.Name.Local == "class" {
					count[a.Value]++
				}
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("attribute %s=%q", a.Name.Local, a.Value)
				}
			}
		}
	}
}

func TestFrontSVGAxesMustExist(t *testing.T) {
	for _, axes := range [][2]int{{0, 0}, {-1, 0}, {0, 3}, {3, 1}} {
		if err := FrontSVG(io.Discard, small(), axes[0], axes[1]); !errors.Is(err, ErrDocument) {
			t.Errorf("axes %v: %v", axes, err)
		}
	}
}

func TestFrontSVGDegenerate(t *testing.T) {
	flat := small() // all values of one objective equal, another unknown
	for i := range flat.Designs {
		flat.Designs[i].True[1] = 0
		flat.Designs[i].True[2] = math.NaN()
	}
	if n := classes(t, drawn(t, flat, 0, 1))["fs-true"]; n != 4 {
		t.Errorf("%d points with a flat axis, want 3 and one in the legend", n)
	}
	if picture := drawn(t, flat, 0, 2); !strings.Contains(picture, "no feasible design") {
		t.Error("a front without places must say so")
	}
	empty := small()
	empty.Designs = nil
	if picture := drawn(t, empty, 0, 1); !strings.Contains(picture, "no feasible design") {
		t.Error("an empty front must say so")
	}
}

// TestEnvelope: of the points (1,5) (2,5) (2,3) (3,4) (4,1) (5,1) only (1,5), (2,3) and
// (4,1) bound the front.
func TestEnvelope(t *testing.T) {
	p := &picture{points: []point{{x: 4, y: 1}, {x: 2, y: 5}, {x: 1, y: 5}, {x: 3, y: 4}, {x: 2, y: 3}, {x: 5, y: 1}}}
	got := p.onEnvelope()
	want := [][2]float64{{1, 5}, {2, 3}, {4, 1}}
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i, q := range got {
		if q.x != want[i][0] || q.y != want[i][1] {
			t.Errorf("point %d is %g,%g, want %v", i, q.x, q.y, want[i])
		}
	}
}
