package bench

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// Plot is a picture of figures over a scale of numbers or of cases. The figures
// begin at zero.
type Plot struct {
	Title  string
	X, Y   string   // what the axes show, with the unit
	Cases  []string // if X is no number: what its values 0, 1, … stand for
	Series []Series
}

// Series is a line of a plot.
type Series struct {
	Name   string
	Points []Point
}

// Point is a figure at a place of X, which is above zero if X is a number.
type Point struct {
	X float64
	Y Value
}

func (s *Series) add(x float64, y Value) { s.Points = append(s.Points, Point{x, y}) }

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

// WriteSVG writes the plots of a report as one picture.
func (r *Report) WriteSVG(w io.Writer) error {
	rows := (len(r.Plots) + columns - 1) / columns
	width, height := columns*panelWidth, caption+max(1, rows)*panelHeight
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#222">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height)
	fmt.Fprintf(&b, "<text x=\"12\" y=\"22\" fill=\"#555\">sdse bench %s: %s, %s; medians of %d repetitions, bars from quartile to quartile</text>\n",
		html.EscapeString(r.Benchmark), html.EscapeString(r.Machine.CPU), html.EscapeString(r.Machine.Go), r.Reps)
	for i := range r.Plots {
		fmt.Fprintf(&b, "<g transform=\"translate(%d %d)\">\n", i%columns*panelWidth, caption+i/columns*panelHeight)
		r.Plots[i].draw(&b)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return nil
}

// frame maps figures to places of a panel.
type frame struct {
	low, high float64 // of X: logarithms, or numbers of cases
	most      float64 // of Y
	bottom    float64
	cases     bool
}

func (p *Plot) frame() frame {
	f := frame{low: math.Inf(1), high: math.Inf(-1), cases: len(p.Cases) > 0, bottom: panelHeight - 62}
	if f.cases {
		f.low, f.high = -0.5, float64(len(p.Cases))-0.5
		f.bottom = panelHeight - 112
	}
	for _, s := range p.Series {
		for _, point := range s.Points {
			f.most = max(f.most, point.Y.High)
			if !f.cases {
				f.low, f.high = min(f.low, math.Log10(point.X)), max(f.high, math.Log10(point.X))
			}
		}
	}
	if !f.cases {
		f.low, f.high = f.low-0.1, f.high+0.1
	}
	if f.most <= 0 {
		f.most = 1
	}
	room := f.bottom - top
	f.most *= 1.05 * room / (room - float64(legendLine*len(p.Series)+4)) // the legend stands above the figures
	return f
}

func (f *frame) x(v float64) float64 {
	if !f.cases {
		v = math.Log10(v)
	}
	return left + (v-f.low)/(f.high-f.low)*(panelWidth-left-right)
}

func (f *frame) y(v float64) float64 { return f.bottom - v/f.most*(f.bottom-top) }

func (p *Plot) draw(b *strings.Builder) {
	f := p.frame()
	fmt.Fprintf(b, "<text x=\"%d\" y=\"22\" font-size=\"14\" font-weight=\"bold\">%s</text>\n", left, html.EscapeString(p.Title))
	p.drawY(b, &f)
	p.drawX(b, &f)
	for i := range p.Series {
		colour := colours[i%len(colours)]
		p.drawSeries(b, &f, i, colour)
		y := top + 8 + i*legendLine
		fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"%d\" paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"3\">%s</text>\n",
			left+10, y, colour, left+27, y+6, html.EscapeString(p.Series[i].Name))
	}
}

// drawY draws the lines at round figures.
func (p *Plot) drawY(b *strings.Builder, f *frame) {
	step := math.Pow(10, math.Floor(math.Log10(f.most/4)))
	for _, by := range []float64{5, 2} {
		if by*step <= f.most/3.5 {
			step *= by
			break
		}
	}
	for i := 0; float64(i)*step <= f.most; i++ {
		v := float64(i) * step
		fmt.Fprintf(b, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4g</text>\n",
			left, panelWidth-right, f.y(v), f.y(v), left-6, f.y(v)+4, v)
	}
	fmt.Fprintf(b, "<text transform=\"translate(16 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n", (top+f.bottom)/2, html.EscapeString(p.Y))
}

// drawX draws the powers of ten, or the cases.
func (p *Plot) drawX(b *strings.Builder, f *frame) {
	fmt.Fprintf(b, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#222\"/>\n", left, panelWidth-right, f.bottom, f.bottom)
	for i, name := range p.Cases {
		fmt.Fprintf(b, "<text transform=\"translate(%.1f %.1f) rotate(-30)\" text-anchor=\"end\" font-size=\"11\">%s</text>\n", f.x(float64(i))+4, f.bottom+14, html.EscapeString(name))
	}
	if len(p.Cases) == 0 {
		few := f.high-f.low < 3
		for e := int(math.Floor(f.low)); float64(e) <= f.high; e++ {
			for _, by := range []float64{1, 2, 5} {
				v := by * math.Pow(10, float64(e))
				if at := math.Log10(v); at < f.low || at > f.high || by > 1 && !few {
					continue
				}
				label := fmt.Sprintf("%.0f", v)
				if v >= 1e5 {
					label = fmt.Sprintf("10<tspan dy=\"-5\" font-size=\"9\">%d</tspan>", e)
				}
				fmt.Fprintf(b, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#222\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
					f.x(v), f.x(v), f.bottom, f.bottom+5, f.x(v), f.bottom+20, label)
			}
		}
	}
	fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", (left+panelWidth-right)/2, panelHeight-16, html.EscapeString(p.X))
}

// drawSeries draws points with bars from quartile to quartile, joined by a line
// if X is a number and next to those of other series if it is a case.
func (p *Plot) drawSeries(b *strings.Builder, f *frame, i int, colour string) {
	beside := 0.0
	if f.cases {
		beside = float64(10*i) - 5*float64(len(p.Series)-1)
	}
	var line []string
	for _, point := range p.Series[i].Points {
		x := f.x(point.X) + beside
		fmt.Fprintf(b, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"1.5\"/>", x, x, f.y(point.Y.Low), f.y(point.Y.High), colour)
		for _, end := range []float64{point.Y.Low, point.Y.High} {
			fmt.Fprintf(b, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>", x-3, x+3, f.y(end), f.y(end), colour)
		}
		fmt.Fprintf(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s: %s</title></circle>\n", x, f.y(point.Y.Median), colour,
			html.EscapeString(p.Series[i].Name), point.Y)
		line = append(line, fmt.Sprintf("%.1f,%.1f", x, f.y(point.Y.Median)))
	}
	if !f.cases && len(line) > 1 {
		fmt.Fprintf(b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\"/>\n", strings.Join(line, " "), colour)
	}
}
