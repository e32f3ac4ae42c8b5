package timeline

import "fmt"

// palette has the colours of Okabe and Ito ("Color universal design", 2008), which
// colour-blind people can tell apart, without black and without the yellow that
// vanishes on white.
var palette = [...][3]int{{0, 114, 178}, {230, 159, 0}, {0, 158, 115}, {204, 121, 167}, {86, 180, 233}, {213, 94, 0}, {140, 140, 60}}

// colour returns the fill of the n-th process, and whether text on it has to be
// white. After the palette come its colours lightened, then darkened, then all
// again: names stand beside them.
func colour(n int) (fill string, whiteText bool) {
	base := palette[n%len(palette)]
	var mixed [3]int
	var light int
	for i, v := range base {
		switch n / len(palette) % 3 {
		case 0:
			mixed[i] = v
		case 1:
			mixed[i] = v + (255-v)*11/20
		case 2:
			mixed[i] = v * 11 / 20
		}
		light += [...]int{299, 587, 114}[i] * mixed[i]
	}
	return fmt.Sprintf("#%02x%02x%02x", mixed[0], mixed[1], mixed[2]), light < 128*1000
}
