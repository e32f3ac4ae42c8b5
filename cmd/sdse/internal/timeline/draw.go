package timeline

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"sdse/sesame"
)

// Measures in pixels.
const (
	chartWidth = 1400
	plotLeft   = 204
	headHeight = 96
	axisHeight = 26
	footHeight = 26
	stateRow   = 14 // of a process
	gap        = 10 // between processors
)

// drawing is an SVG in the making.
type drawing struct {
	*chart
	out    *bufio.Writer
	y      int // top of what comes next
	bar    int // height of a processor's bar
	titles bool
	short  bool // there are marks that are narrower than a pixel
}

// mostTitles bounds the marks that tell what they are when they are pointed at.
const mostTitles = 4000

func (c *chart) draw(w io.Writer) error {
	d := &drawing{chart: c, out: bufio.NewWriter(w)}
	d.measure()
	d.paper(d.height())
	d.head()
	d.y = headHeight
	d.axis(true)
	d.iterations()
	d.y += gap / 2
	d.rows()
	d.axis(false)
	d.foot()
	d.out.WriteString("</svg>\n")
	return d.out.Flush()
}

// measure decides what depends on how much there is to draw.
func (d *drawing) measure() {
	marks, lanes := 0, 0
	for _, rows := range [][]*row{d.processors, d.processes, d.components} {
		for _, r := range rows {
			if r != nil {
				marks += len(r.marks)
				d.short = d.short || r.columns != nil
			}
		}
	}
	for _, r := range d.processors {
		if r != nil {
			lanes++
		}
	}
	d.titles = marks <= mostTitles
	switch {
	case lanes <= 24:
		d.bar = 26
	case lanes <= 96:
		d.bar = 18
	default:
		d.bar = 12
	}
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(d.out, format, args...) }

// escaped returns text as XML; what XML cannot hold becomes U+FFFD.
func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // writing to a strings.Builder cannot fail
	return out.String()
}

// shortened cuts the middle out of a text of more than n characters.
func shortened(text string, n int) string {
	letters := []rune(text)
	if len(letters) <= n {
		return text
	}
	head := (n - 1) / 2
	return string(letters[:head]) + "…" + string(letters[len(letters)-(n-1-head):])
}

func (d *drawing) text(class string, x, y px, anchor, text string) {
	if anchor != "" {
		anchor = ` text-anchor="` + anchor + `"`
	}
	d.printf("<text class=\"%s\" x=\"%v\" y=\"%v\"%s>%s</text>\n", class, x, y, anchor, escaped(text))
}

// height adds up what the rows take.
func (d *drawing) height() int {
	h := headHeight + 2*axisHeight + len(d.st.Applications)*applicationRow + footHeight
	for p, r := range d.processors {
		if r != nil {
			h += d.bar + gap + stateRow*len(d.on(p))
		}
	}
	for _, r := range d.components {
		if r != nil {
			h += componentHeight(r) + gap
		}
	}
	return h + gap/2
}

// on returns the processes of a processor that have a row.
func (d *drawing) on(processor int) (list []int) {
	for i, p := range d.s.Processes {
		if p.Processor == processor && d.processes[i] != nil {
			list = append(list, i)
		}
	}
	return list
}

func componentHeight(r *row) int { return max(14, 7*len(r.lanes)) }

func (d *drawing) paper(height int) {
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="tl" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="tl-t">`+"\n",
		chartWidth, height, chartWidth, height)
	d.printf("<title id=\"tl-t\">%s</title>\n<style>%s", escaped(d.title()), chartStyle)
	for i, p := range d.s.Processes {
		if p.Active {
			fill, white := colour(d.colours[i])
			d.printf(".tl .c%d{fill:%s}", i, fill)
			if white {
				d.printf(".tl .n%d{fill:#fff}", i)
			}
		}
	}
	d.printf("</style>\n<defs><pattern id=\"tl-w\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">" +
		"<rect class=\"hatched\" width=\"2\" height=\"5\"/></pattern></defs>\n")
	d.printf("<rect class=\"paper\" width=\"%d\" height=\"%d\" rx=\"10\"/>\n", chartWidth, height)
}

// chartStyle has the colours of both themes.
const chartStyle = `
.tl text{font-family:Inter,"Helvetica Neue","Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;font-size:12px;fill:#2b323c}
.tl .title{font-size:19px;font-weight:650;fill:#14181f}.tl .sub{font-size:13.5px}.tl .mut{fill:#5b6573}.tl .small{font-size:11px}.tl .name{font-weight:600}
.tl .op{font-size:11px;fill:#14181f}.tl .paper{fill:#fff}.tl .bar{fill:#f0f2f5}.tl .grid{stroke:#dfe3e9;stroke-width:1}.tl .axis{stroke:#8b95a3}
.tl .mark{stroke:#5b6573;stroke-width:1;stroke-dasharray:3 4;opacity:.55}.tl .ink{fill:#2b323c}.tl .late{fill:#d1350f}.tl .due{stroke:#d1350f;stroke-width:1.5;stroke-dasharray:2 2}
.tl .e{stroke:#fff;stroke-width:.6}.tl .t{fill-opacity:.55}.tl .q{fill-opacity:.34}.tl .w{fill:url(#tl-w)}.tl .hatched,.tl .d{fill:#4a5462}.tl .b{fill:#a2abb8}.tl .l{fill:#5b6573}
@media (prefers-color-scheme:dark){.tl text{fill:#d5dbe4}.tl .title{fill:#eceff4}.tl .mut{fill:#9aa6b6}.tl .op{fill:#14181f}
.tl .paper{fill:#12161d}.tl .bar{fill:#1b212a}.tl .grid{stroke:#2a323d}.tl .axis{stroke:#66717f}.tl .mark{stroke:#9aa6b6}.tl .ink{fill:#d5dbe4}
.tl .late{fill:#ff6b45}.tl .due{stroke:#ff6b45}.tl .e{stroke:#12161d}.tl .hatched,.tl .d{fill:#aab4c2}.tl .b{fill:#55606e}.tl .l{fill:#9aa6b6}}
`

func (d *drawing) title() string {
	return fmt.Sprintf("%s, %s, scenario %d, %s", d.s.Platform, d.s.Mapping, d.s.ScenarioID, d.s.Scenario)
}

// head writes what the chart is of.
func (d *drawing) head() {
	d.text("title", pixels(24), pixels(34), "", shortened(d.s.Platform, 60)+" · "+shortened(d.s.Mapping, 60))
	outcome := "makespan " + d.st.Makespan.String()
	if d.st.Failure != sesame.None {
		outcome = d.st.Failure.String() + " after " + d.scale.horizon.String()
	}
	d.text("sub", pixels(24), pixels(56), "", fmt.Sprintf("scenario %d, %s · %s", d.s.ScenarioID, shortened(d.s.Scenario, 120), outcome))
	d.text("mut", pixels(plotLeft+plotWidth), pixels(34), "end", "colours: processes")
	d.legend()
}

// legend says what marks mean.
func (d *drawing) legend() {
	x := 24
	legend := func(class string, width, height int, text string) {
		d.printf("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class, x, 80-height/2, width, height)
		d.text("mut", pixels(x+width+6), pixels(84), "", text)
		x += width + 6 + 63*len([]rune(text))/10 + 22
	}
	legend("l", 24, 14, "executes")
	legend("l t", 24, 10, "reads, writes")
	legend("w", 24, 10, "waits for memory or interconnect")
	legend("d", 3, 12, "dispatch")
	if d.hidden.processes == 0 {
		legend("l", 24, 6, "has its processor")
		legend("l q", 24, 6, "queued")
		legend("b", 24, 2, "blocked: no tokens")
		legend("late", 24, 2, "blocked: no room")
	}
	if len(d.st.Applications) > 0 {
		d.printf("<path class=\"ink\" d=\"M%d 76h8l-4 8z\"/>\n", x)
		d.text("mut", pixels(x+13), pixels(84), "", "iteration complete")
		x += 138
	}
	if slices.ContainsFunc(d.st.Applications, func(a sesame.ApplicationUse) bool { return a.Timing.Deadline > 0 }) {
		d.printf("<path class=\"due\" d=\"M%d 72v16\"/>\n", x)
		d.text("mut", pixels(x+7), pixels(84), "", "deadline")
	}
}

// axis writes the round instants, above or below the rows.
func (d *drawing) axis(above bool) {
	step, unit := d.scale.ticks()
	line, label := d.y+axisHeight-4, d.y+axisHeight-9
	if !above {
		line, label = d.y, d.y+16
	}
	bottom := d.height() - footHeight - axisHeight
	for t := sesame.Time(0); t <= d.scale.horizon; t += step {
		x := pixels(plotLeft) + d.scale.at(t)
		if above {
			d.printf("<path class=\"grid\" d=\"M%v %dV%d\"/>\n", x, line, bottom)
		}
		d.text("mut", x, pixels(label), "middle", unit.label(t))
	}
	d.printf("<path class=\"axis\" d=\"M%d %dh%d\"/>\n", plotLeft, line, plotWidth)
	d.text("mut", pixels(plotLeft-14), pixels(label), "end", "time in "+unit.name)
	d.y += axisHeight
}

// foot says what the picture does not show as it is.
func (d *drawing) foot() {
	var notes []string
	if d.short {
		notes = append(notes, fmt.Sprintf("What lasts less than a pixel (%v) is added up: the height of a colour is its share of the time, of dispatch a quarter of it.",
			sesame.Time(mulDiv(1, uint64(d.scale.horizon), plotWidth))))
	}
	note := func(n int, format string) {
		if n > 0 {
			notes = append(notes, fmt.Sprintf(format, n))
		}
	}
	note(d.hidden.processors, "Processors without a process, not shown: %d.")
	note(d.hidden.processes, "States of processes, not shown: %d.")
	note(d.hidden.components, "Memories and interconnects that transfers waited for, not shown: %d more.")
	d.text("mut small", pixels(24), pixels(d.y+10), "", fmt.Sprintf("%d spans. ", d.spans)+strings.Join(notes, " "))
}
