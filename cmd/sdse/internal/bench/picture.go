package bench

import (
	"fmt"
	"html"
	"io"
	"strings"
)

// The measures of a picture, in pixels.
const (
	panelWidth, panelHeight = 560, 380
	left, right, top        = 64, 16, 40 // around the field of a panel
	columns                 = 2
	caption                 = 34
	legendLine              = 16
)

// colours of the series, told apart also by people who do not see all colours
// (Okabe and Ito 2008).
var colours = [...]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"}

// height is that of the plots of a report, with the caption above them; none if
// there are no plots.
func (r *Report) height() int {
	if len(r.Plots) == 0 {
		return 0
	}
	return caption + (len(r.Plots)+columns-1)/columns*panelHeight
}

// WriteSVG writes the plots of all reports as one picture.
func (d *Document) WriteSVG(w io.Writer) error {
	width, height := columns*panelWidth, 0
	for _, r := range d.Reports {
		height += r.height()
	}
	var b strings.Builder
	height = max(height, caption)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#222">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height)
	y := 0
	for _, r := range d.Reports {
		if len(r.Plots) > 0 {
			r.draw(&b, y, d.Machine)
		}
		y += r.height()
	}
	b.WriteString("</svg>\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return nil
}

// draw draws the plots of a report below y.
func (r *Report) draw(b *strings.Builder, y int, m Machine) {
	fmt.Fprintf(b, "<text x=\"12\" y=\"%d\" fill=\"#555\">sdse bench %s: %s, %s; medians of %d repetitions, bars from quartile to quartile</text>\n",
		y+22, html.EscapeString(r.Benchmark), html.EscapeString(m.CPU), html.EscapeString(m.Go), r.Reps)
	for i := range r.Plots {
		fmt.Fprintf(b, "<g transform=\"translate(%d %d)\">\n", i%columns*panelWidth, y+caption+i/columns*panelHeight)
		r.Plots[i].draw(b)
		b.WriteString("</g>\n")
	}
}
