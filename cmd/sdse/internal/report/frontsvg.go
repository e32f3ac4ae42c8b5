package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Size of the picture and the rectangle that the points are drawn in.
const (
	pictureWidth, pictureHeight = 760.0, 500.0
	plotLeft, plotRight         = 84.0, 728.0
	plotTop, plotBottom         = 84.0, 432.0
	colourBarRoom               = 78.0 // taken from the right when a third objective is shown
)

// FrontSVG writes a still picture of the front of d: objective x to the right and
// y upwards, a third objective as colour if there is one, predicted values as
// hollow points tied to the true ones, and the knee point named. It follows the
// reader's light or dark theme and needs no fonts or files. Its size is 760 × 500.
// It returns an error that wraps [ErrDocument] for an inconsistent document, an
// objective that does not exist, or x equal to y; an empty front is no error.
func FrontSVG(w io.Writer, d *Document, x, y int) error {
	if err := d.check(); err != nil {
		return err
	}
	if x == y || min(x, y) < 0 || max(x, y) >= len(d.Objectives) {
		return fmt.Errorf("%w: axes %d and %d of %d objectives", ErrDocument, x, y, len(d.Objectives))
	}
	p := newPicture(d, x, y)
	p.frame()
	if len(p.points) == 0 {
		p.textf("fs-muted", (p.x.from+p.x.to)/2, (plotTop+plotBottom)/2, "middle", "no feasible design")
	} else {
		p.grid()
		p.envelope()
		p.drawPoints()
		p.kneeLabel()
		p.legend()
	}
	p.WriteString("</svg>\n")
	if _, err := io.WriteString(w, p.String()); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// picture is an SVG in the making.
type picture struct {
	strings.Builder
	d          *Document
	xo, yo, co int // objectives shown; co is -1 without a third
	x, y       axis
	low, high  float64 // range of the colour objective
	points     []point
	hasGuess   bool
}

// point is a design in the picture; guess is its predicted place, if it has one.
type point struct {
	design         int
	x, y, c        float64
	guessX, guessY float64
	guess          bool
}

func newPicture(d *Document, x, y int) *picture {
	p := &picture{d: d, xo: x, yo: y, co: -1}
	for o := range d.Objectives {
		if o != x && o != y && p.co < 0 {
			p.co = o
		}
	}
	var xs, ys []float64
	for i := range d.Designs {
		q, ok := p.newPoint(i)
		if !ok {
			continue
		}
		p.points = append(p.points, q)
		xs, ys = append(xs, q.x), append(ys, q.y)
		if q.guess {
			p.hasGuess = true
			xs, ys = append(xs, q.guessX), append(ys, q.guessY)
		}
	}
	right := plotRight
	if p.co >= 0 {
		right -= colourBarRoom
		p.low, p.high = p.colourRange()
	}
	p.x = newAxis(xs, plotLeft, right)
	p.y = newAxis(ys, plotBottom, plotTop)
	return p
}

// newPoint returns design i as a point; false if it has no place.
func (p *picture) newPoint(i int) (point, bool) {
	design := &p.d.Designs[i]
	q := point{design: i, x: p.d.shownValue(p.xo, design.True[p.xo]), y: p.d.shownValue(p.yo, design.True[p.yo])}
	if p.co >= 0 {
		q.c = p.d.shownValue(p.co, design.True[p.co])
	}
	if len(design.Predicted) > 0 {
		q.guessX = p.d.shownValue(p.xo, design.Predicted[p.xo])
		q.guessY = p.d.shownValue(p.yo, design.Predicted[p.yo])
		q.guess = finite(q.guessX) && finite(q.guessY)
	}
	return q, finite(q.x) && finite(q.y)
}

func (p *picture) colourRange() (low, high float64) {
	known := make([]float64, 0, len(p.points))
	for _, q := range p.points {
		if finite(q.c) {
			known = append(known, q.c)
		}
	}
	if len(known) == 0 {
		return 0, 0
	}
	return slices.Min(known), slices.Max(known)
}

// textf writes a line of text; what users wrote is escaped.
func (p *picture) textf(class string, x, y float64, anchor, format string, args ...any) {
	fmt.Fprintf(p, `<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">`, class, x, y, anchor)
	p.WriteString(escaped(fmt.Sprintf(format, args...)))
	p.WriteString("</text>\n")
}

// axisTitle is the name of an objective with its unit.
func (p *picture) axisTitle(o int) string {
	objective := p.d.Objectives[o]
	if objective.Unit == "" {
		return shorten(objective.Name, 60)
	}
	return shorten(objective.Name, 60) + " [" + shorten(objective.Unit, 16) + "]"
}

// shorten cuts a text after n characters.
func shorten(text string, n int) string {
	if letters := []rune(text); len(letters) > n {
		return string(letters[:n-1]) + "…"
	}
	return text
}

// onEnvelope returns the points that no other point beats in both axes, left to
// right: the outline of the front in this projection.
func (p *picture) onEnvelope() []point {
	sorted := slices.Clone(p.points)
	slices.SortStableFunc(sorted, func(a, b point) int {
		switch {
		case a.x < b.x || (a.x == b.x && a.y < b.y):
			return -1
		case a.x == b.x && a.y == b.y:
			return 0
		}
		return 1
	})
	var out []point
	for _, q := range sorted {
		if len(out) == 0 || q.y < out[len(out)-1].y {
			out = append(out, q)
		}
	}
	return out
}
