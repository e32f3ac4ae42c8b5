package bench

import (
	"fmt"
	"html"
	"strings"
)

// Plot is a picture of figures over a scale of numbers or of cases. The figures
// begin at zero, or have a scale of logarithms.
type Plot struct {
	Title  string
	X, Y   string   // what the axes show, with the unit
	Log    bool     // figures on a scale of logarithms; those below zero are not drawn
	Cases  []string // if X is no number: what its values 0, 1, … stand for
	Series []Series
}

// Series is a line of a plot.
type Series struct {
	Name   string
	Ideal  bool // not measured but what would be best: a dashed grey line without points
	Fitted bool // not measured but computed from what was: a dashed line without points
	Points []Point
}

// Point is a figure at a place of X, which is above zero if X is a number.
type Point struct {
	X float64
	Y Value
}

func (s *Series) add(x float64, y Value) { s.Points = append(s.Points, Point{x, y}) }

// newPlot makes one with series of these names.
func newPlot(title, x, y string, series ...string) Plot {
	p := Plot{Title: title, X: x, Y: y}
	for _, name := range series {
		p.Series = append(p.Series, Series{Name: name})
	}
	return p
}

// ideal is the grey of lines that are not measured.
const ideal = "#888"

func (p *Plot) draw(b *strings.Builder) {
	f := p.frame()
	fmt.Fprintf(b, "<text x=\"%d\" y=\"22\" font-size=\"14\" font-weight=\"bold\">%s</text>\n", left, html.EscapeString(p.Title))
	p.drawY(b, &f)
	p.drawX(b, &f)
	for i := range p.Series {
		colour := colours[i%len(colours)]
		if p.Series[i].Ideal {
			colour = ideal
		}
		p.drawSeries(b, &f, i, colour)
		y := top + 8 + i*legendLine
		fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"%d\" paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"3\">%s</text>\n",
			left+10, y, colour, left+27, y+6, html.EscapeString(p.Series[i].Name))
	}
}

// drawSeries draws points with bars from quartile to quartile, joined by a line
// if X is a number and next to those of other series if it is a case.
func (p *Plot) drawSeries(b *strings.Builder, f *frame, i int, colour string) {
	s := &p.Series[i]
	beside := 0.0
	if f.cases {
		beside = float64(10*i) - 5*float64(len(p.Series)-1)
	}
	var line []string
	for _, point := range s.Points {
		if !f.shows(point.Y) {
			continue
		}
		x := f.x(point.X) + beside
		line = append(line, fmt.Sprintf("%.1f,%.1f", x, f.y(point.Y.Median)))
		if s.measured() {
			s.drawPoint(b, f, x, point.Y, colour)
		}
	}
	if len(line) < 2 || f.cases && s.measured() {
		return
	}
	dashes := ""
	if !s.measured() {
		dashes = ` stroke-dasharray="5 4"`
	}
	fmt.Fprintf(b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\"%s/>\n", strings.Join(line, " "), colour, dashes)
}

func (s *Series) measured() bool { return !s.Ideal && !s.Fitted }

func (s *Series) drawPoint(b *strings.Builder, f *frame, x float64, v Value, colour string) {
	fmt.Fprintf(b, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"1.5\"/>", x, x, f.y(v.Low), f.y(v.High), colour)
	for _, end := range []float64{v.Low, v.High} {
		fmt.Fprintf(b, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>", x-3, x+3, f.y(end), f.y(end), colour)
	}
	fmt.Fprintf(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s: %s</title></circle>\n", x, f.y(v.Median), colour,
		html.EscapeString(s.Name), v)
}
