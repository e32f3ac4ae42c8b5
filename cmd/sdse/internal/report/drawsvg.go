package report

import (
	"fmt"
	"strings"
)

// pictureStyle has the colours of both themes. Class names carry a prefix because
// the picture is also put inside pages.
const pictureStyle = `<style>
.fs text{font-family:Inter,"Helvetica Neue","Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;font-size:12.5px}
.fs .fs-title{font-size:19px;font-weight:650;fill:#14181f}.fs .fs-muted{fill:#5b6573}.fs .fs-label{font-size:13px;font-weight:600;fill:#2b323c}
.fs .fs-paper{fill:#fff}.fs .fs-grid{stroke:#e6e9ee}.fs .fs-axis{stroke:#aeb6c2}
.fs .fs-env{fill:none;stroke:#9aa5b4;stroke-width:1.4}.fs .fs-tie{stroke:#9aa5b4;stroke-width:1;stroke-dasharray:2 2}
.fs .fs-true{fill:#2456d6;stroke:#fff;stroke-width:1.2}.fs .fs-guess{fill:none;stroke:#7b8696;stroke-width:1.3}
.fs .fs-knee{fill:none;stroke:#14181f;stroke-width:1.6}
@media (prefers-color-scheme:dark){.fs .fs-title{fill:#eceff4}.fs .fs-muted{fill:#9aa6b6}.fs .fs-label{fill:#d5dbe4}
.fs .fs-paper{fill:#12161d}.fs .fs-grid{stroke:#242b35}.fs .fs-axis{stroke:#4b5665}.fs .fs-env,.fs .fs-tie{stroke:#5f6b7b}
.fs .fs-true{fill:#7aa2ff;stroke:#dfe5ee;stroke-width:.7}.fs .fs-guess{stroke:#8b97a8}.fs .fs-knee{stroke:#eceff4}}
</style>
`

// frame writes everything but the plot: paper, title, what the picture is of.
func (p *picture) frame() {
	fmt.Fprintf(p, `<svg xmlns="http://www.w3.org/2000/svg" class="fs" viewBox="0 0 %g %g" width="%g" height="%g" role="img" aria-labelledby="fs-t">`+"\n",
		pictureWidth, pictureHeight, pictureWidth, pictureHeight)
	about := "Pareto front of " + p.d.Title + ": " + p.axisTitle(p.xo) + " against " + p.axisTitle(p.yo)
	p.WriteString(`<title id="fs-t">` + escaped(about) + "</title>\n" + pictureStyle)
	fmt.Fprintf(p, `<rect class="fs-paper" width="%g" height="%g" rx="10"/>`+"\n", pictureWidth, pictureHeight)
	p.textf("fs-title", 28, 38, "start", "%s", shorten(p.d.Title, 64))
	facts := []string{fmt.Sprintf("%d Pareto-optimal mappings", len(p.d.Designs))}
	if len(p.d.Designs) == 1 {
		facts[0] = "1 Pareto-optimal mapping"
	}
	if p.d.Platform.Name != "" {
		facts = append(facts, shorten(p.d.Platform.Name, 48))
	}
	facts = append(facts, fmt.Sprintf("seed %d", p.d.Seed))
	p.textf("fs-muted", 28, 59, "start", "%s", strings.Join(facts, " · "))
}

// grid writes the axes with round values, their names and units.
func (p *picture) grid() {
	for _, v := range p.x.ticks() {
		p.line("fs-grid", p.x.at(v), plotTop, p.x.at(v), plotBottom)
		p.textf("fs-muted", p.x.at(v), plotBottom+19, "middle", "%s", p.x.label(v))
	}
	for _, v := range p.y.ticks() {
		p.line("fs-grid", p.x.from, p.y.at(v), p.x.to, p.y.at(v))
		p.textf("fs-muted", p.x.from-9, p.y.at(v)+4.3, "end", "%s", p.y.label(v))
	}
	p.line("fs-axis", p.x.from, plotBottom, p.x.to, plotBottom)
	p.line("fs-axis", p.x.from, plotTop, p.x.from, plotBottom)
	p.textf("fs-label", (p.x.from+p.x.to)/2, plotBottom+43, "middle", "%s", p.axisTitle(p.xo))
	middle := (plotTop + plotBottom) / 2
	fmt.Fprintf(p, `<g transform="rotate(-90 26 %.1f)">`, middle)
	p.textf("fs-label", 26, middle, "middle", "%s", p.axisTitle(p.yo))
	p.WriteString("</g>\n")
}

func (p *picture) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(p, `<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", class, x1, y1, x2, y2)
}

// envelope writes the staircase below which nothing was found.
func (p *picture) envelope() {
	var path strings.Builder
	for i, q := range p.onEnvelope() {
		if i == 0 {
			fmt.Fprintf(&path, "M%.1f %.1f", p.x.at(q.x), plotTop)
		} else {
			fmt.Fprintf(&path, "H%.1f", p.x.at(q.x))
		}
		fmt.Fprintf(&path, "V%.1f", p.y.at(q.y))
	}
	fmt.Fprintf(p, `<path class="fs-env" d="%sH%.1f"/>`+"\n", path.String(), p.x.to)
}

// drawPoints writes predicted points below true ones.
func (p *picture) drawPoints() {
	radius := 5.0
	if len(p.points) > 80 {
		radius = 3.6
	}
	for _, q := range p.points {
		if q.guess {
			p.line("fs-tie", p.x.at(q.guessX), p.y.at(q.guessY), p.x.at(q.x), p.y.at(q.y))
			fmt.Fprintf(p, `<circle class="fs-guess" cx="%.1f" cy="%.1f" r="%.1f"/>`+"\n", p.x.at(q.guessX), p.y.at(q.guessY), radius-1)
		}
	}
	for _, q := range p.points {
		fmt.Fprintf(p, `<circle class="fs-true" cx="%.1f" cy="%.1f" r="%.1f"%s/>`+"\n", p.x.at(q.x), p.y.at(q.y), radius, p.fill(q))
	}
}

// fill is the style attribute of a point coloured by the third objective.
func (p *picture) fill(q point) string {
	if p.co < 0 || !finite(q.c) {
		return ""
	}
	part := 0.0
	if p.high > p.low {
		part = (q.c - p.low) / (p.high - p.low)
	}
	return fmt.Sprintf(` style="fill:%s"`, colour(part))
}

// kneeLabel rings the knee point and names it.
func (p *picture) kneeLabel() {
	chosen := picks(p.d)
	if len(p.points) < 3 || len(chosen) == 0 {
		return
	}
	best := chosen[len(chosen)-1] // the knee has a pick of its own, at the end, or shares an earlier one
	for _, c := range chosen {
		if c.Labels[len(c.Labels)-1] == "knee point" {
			best = c
		}
	}
	for _, q := range p.points {
		if q.design == best.Design {
			x, y := p.x.at(q.x), p.y.at(q.y)
			fmt.Fprintf(p, `<circle class="fs-knee" cx="%.1f" cy="%.1f" r="9"/>`+"\n", x, y)
			if x+140 < p.x.to {
				p.textf("fs-label", x+13, y-9, "start", "knee: design %d", p.d.Designs[q.design].ID)
			} else {
				p.textf("fs-label", x+4, y-15, "end", "knee: design %d", p.d.Designs[q.design].ID)
			}
		}
	}
}

// legend says what hollow points are and what colours mean.
func (p *picture) legend() {
	x := p.x.to
	if p.hasGuess {
		p.textf("fs-muted", x, plotTop-14, "end", "predicted by the subset")
		fmt.Fprintf(p, `<circle class="fs-guess" cx="%.1f" cy="%.1f" r="4"/>`+"\n", x-142, plotTop-18.3)
		p.textf("fs-muted", x-158, plotTop-14, "end", "true")
		fill := ""
		if p.co >= 0 {
			fill = p.fill(point{c: (p.low + p.high) / 2})
		}
		fmt.Fprintf(p, `<circle class="fs-true" cx="%.1f" cy="%.1f" r="5"%s/>`+"\n", x-192, plotTop-18.3, fill)
	}
	if p.co < 0 {
		return
	}
	const steps, top, bottom = 24, plotTop + 24, plotBottom - 24
	for i := range steps {
		height := (bottom - top) / float64(steps)
		fmt.Fprintf(p, `<rect x="%.1f" y="%.1f" width="12" height="%.1f" fill="%s"/>`+"\n",
			x+26, bottom-float64(height*float64(i+1)), height+0.4, colour((float64(i)+0.5)/steps))
	}
	places := p.d.decimals(p.co)
	p.textf("fs-muted", x+26, bottom+18, "start", "%s", number(p.low, places))
	p.textf("fs-muted", x+26, top-9, "start", "%s", number(p.high, places))
	middle := float64(top+bottom) / 2
	fmt.Fprintf(p, `<g transform="rotate(90 %.1f %.1f)">`, x+52, middle)
	p.textf("fs-label", x+52, middle, "middle", "%s", p.axisTitle(p.co))
	p.WriteString("</g>\n")
}
