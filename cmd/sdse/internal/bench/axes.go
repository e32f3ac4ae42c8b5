package bench

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// frame maps figures to places of a panel.
type frame struct {
	low, high   float64 // of X: logarithms, or numbers of cases
	least, most float64 // of Y: logarithms if log
	bottom      float64
	cases, log  bool
}

func (p *Plot) frame() frame {
	f := frame{cases: len(p.Cases) > 0, log: p.Log, bottom: panelHeight - 62}
	if f.cases {
		f.bottom = panelHeight - 128
	}
	p.scaleX(&f)
	p.scaleY(&f)
	room := f.bottom - top // the legend stands above the figures
	f.most = f.least + (f.most-f.least)*1.05*room/(room-float64(legendLine*len(p.Series)+4))
	return f
}

func (p *Plot) scaleX(f *frame) {
	if f.cases {
		f.low, f.high = -0.5, float64(len(p.Cases))-0.5
		return
	}
	f.low, f.high = math.Inf(1), math.Inf(-1)
	for _, s := range p.Series {
		for _, point := range s.Points {
			f.low, f.high = min(f.low, math.Log10(point.X)), max(f.high, math.Log10(point.X))
		}
	}
	f.low, f.high = f.low-0.1, f.high+0.1
}

func (p *Plot) scaleY(f *frame) {
	low, high := math.Inf(1), 0.0
	for _, s := range p.Series {
		for _, point := range s.Points {
			if !f.shows(point.Y) {
				continue
			}
			high = max(high, point.Y.High)
			low = min(low, point.Y.Median)
			if point.Y.Low > 0 {
				low = min(low, point.Y.Low)
			}
		}
	}
	switch {
	case high <= 0:
		f.least, f.most = 0, 1
	case f.log:
		f.least = math.Log10(low) - 0.05
		f.most = max(math.Log10(high), f.least+0.5)
	default:
		f.most = high
	}
}

// shows reports whether a figure can be drawn.
func (f *frame) shows(v Value) bool { return v.Missing == "" && (!f.log || v.Median > 0) }

func (f *frame) x(v float64) float64 {
	if !f.cases {
		v = math.Log10(v)
	}
	return left + (v-f.low)/(f.high-f.low)*(panelWidth-left-right)
}

// y is the place of a figure; what lies below the scale is drawn at its end.
func (f *frame) y(v float64) float64 {
	if f.log {
		v = math.Log10(max(v, 1e-300))
	}
	return f.bottom - (max(v, f.least)-f.least)/(f.most-f.least)*(f.bottom-top)
}

// drawY draws the lines at round figures.
func (p *Plot) drawY(b *strings.Builder, f *frame) {
	line := func(v float64) {
		fmt.Fprintf(b, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
			left, panelWidth-right, f.y(v), f.y(v), left-6, f.y(v)+4, label(v))
	}
	if f.log {
		for _, v := range steps(f.least, f.most) {
			line(v)
		}
	} else {
		step := math.Pow(10, math.Floor(math.Log10(f.most/4)))
		for _, by := range []float64{5, 2} {
			if by*step <= f.most/3.5 {
				step *= by
				break
			}
		}
		for i := 0; float64(i)*step <= f.most; i++ {
			line(float64(i) * step)
		}
	}
	fmt.Fprintf(b, "<text transform=\"translate(16 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n", (top+f.bottom)/2, html.EscapeString(p.Y))
}

// steps returns the powers of ten between two logarithms, and what is in the
// middle of them if they are few.
func steps(low, high float64) []float64 {
	var all []float64
	few := high-low < 3
	for e := int(math.Floor(low)); float64(e) <= high; e++ {
		for _, by := range []float64{1, 2, 5} {
			v := by * math.Pow(10, float64(e))
			if at := math.Log10(v); at >= low && at <= high && (by == 1 || few) {
				all = append(all, v)
			}
		}
	}
	return all
}

// label writes a round figure; large ones with powers of ten.
func label(v float64) string {
	switch {
	case v < 1e4:
		return fmt.Sprintf("%.4g", v)
	case v < 1e5:
		return fmt.Sprintf("%.0f", v)
	}
	e := math.Floor(math.Log10(v) + 1e-9)
	power := fmt.Sprintf("10<tspan dy=\"-5\" font-size=\"9\">%.0f</tspan>", e)
	if first := v / math.Pow(10, e); first > 1.001 {
		return fmt.Sprintf("%.3g·%s", first, power)
	}
	return power
}

// drawX draws the powers of ten, or the cases.
func (p *Plot) drawX(b *strings.Builder, f *frame) {
	fmt.Fprintf(b, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#222\"/>\n", left, panelWidth-right, f.bottom, f.bottom)
	for i, name := range p.Cases {
		fmt.Fprintf(b, "<text transform=\"translate(%.1f %.1f) rotate(-30)\" text-anchor=\"end\" font-size=\"11\">%s</text>\n", f.x(float64(i))+4, f.bottom+14, html.EscapeString(name))
	}
	if !f.cases {
		for _, v := range steps(f.low, f.high) {
			fmt.Fprintf(b, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#222\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
				f.x(v), f.x(v), f.bottom, f.bottom+5, f.x(v), f.bottom+20, label(v))
		}
	}
	fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", (left+panelWidth-right)/2, panelHeight-16, html.EscapeString(p.X))
}
