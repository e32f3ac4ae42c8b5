package timeline

import (
	"fmt"
	"strings"

	"sdse/sesame"
)

// applicationRow is the height of the row that shows the iterations of an
// application.
const applicationRow = 22

// iterations draws for each application when its iterations were complete, and
// what deadlines they had.
func (d *drawing) iterations() {
	for i := range d.st.Applications {
		use := &d.st.Applications[i]
		name := fmt.Sprintf("%s: %d iterations", shortened(use.Name, 12), len(use.Completed))
		if len(use.Completed) == 1 {
			name = strings.TrimSuffix(name, "s")
		}
		if use.Misses > 0 {
			name += fmt.Sprintf(", %d late", use.Misses)
		}
		d.text("mut small", pixels(plotLeft-14), pixels(d.y+14), "end", name)
		const apart = 9 // pixels from one to the next, in the mean, that each needs to be seen
		if len(use.Completed) <= plotWidth/apart {
			d.completions(use)
		} else {
			d.manyCompletions(use)
		}
		d.y += applicationRow
	}
}

// due returns the deadline of an iteration, if it has one.
func due(use *sesame.ApplicationUse, iteration int) (at sesame.Time, has bool) {
	if use.Timing.Deadline == 0 || iteration >= len(use.Starts) {
		return 0, false
	}
	return use.Starts[iteration] + sesame.Time(use.Timing.Deadline), true
}

// completions marks each iteration and its deadline, with a line through the
// whole chart.
func (d *drawing) completions(use *sesame.ApplicationUse) {
	bottom := d.height() - footHeight - axisHeight
	free := pixels(-100) // up to here nothing is in the way of a number
	for k, at := range use.Completed {
		x := pixels(plotLeft) + d.scale.at(at)
		class := "ink"
		if end, has := due(use, k); has {
			if at > end {
				class = "late"
			}
			if end <= d.scale.horizon {
				d.printf("<path class=\"due\" d=\"M%v %dv16\"/>\n", pixels(plotLeft)+d.scale.at(end), d.y+2)
			}
		}
		d.printf("<path class=\"mark\" d=\"M%v %dV%d\"/>\n", x, d.y+12, bottom)
		d.printf("<path class=\"%s\" d=\"M%v %dh8l-4 8z\"/>\n", class, x-pixels(4), d.y+4)
		if number := fmt.Sprint(k); x-free > pixels(10+7*len(number)) {
			d.text("mut small", x-pixels(6), pixels(d.y+14), "end", number)
			free = x
		}
	}
}

// manyCompletions marks the columns in which iterations were complete, and those
// in which one of them was late.
func (d *drawing) manyCompletions(use *sesame.ApplicationUse) {
	done, late := make([]bool, plotWidth), make([]bool, plotWidth)
	for k, at := range use.Completed {
		c := d.scale.column(at)
		done[c] = true
		if end, has := due(use, k); has && at > end {
			late[c] = true
		}
	}
	for _, marked := range []struct {
		class string
		is    []bool
	}{{"ink", done}, {"late", late}} {
		d.printf("<path class=\"%s\" d=\"", marked.class)
		for c, is := range marked.is {
			if is {
				d.printf("M%d %dh1v8h-1z", plotLeft+c, d.y+6)
			}
		}
		d.printf("\"/>\n")
	}
}
