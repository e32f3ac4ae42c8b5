package report

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// ramp is the viridis colour map (van der Walt and Smith 2015) without its ends,
// which would vanish on dark and on light paper: even steps for the eye, also for
// colour-blind ones and in grey print.
var ramp = [...][3]float64{{70, 50, 127}, {54, 92, 141}, {39, 127, 142}, {31, 161, 135}, {74, 193, 109}, {159, 218, 58}, {218, 226, 25}}

// colour returns the ramp's colour at part, 0 to 1.
func colour(part float64) string {
	place := min(max(part, 0), 1) * float64(len(ramp)-1)
	i := min(int(place), len(ramp)-2)
	rest := place - float64(i)
	mix := func(k int) int { return int(ramp[i][k] + float64(rest*(ramp[i+1][k]-ramp[i][k])) + 0.5) }
	return fmt.Sprintf("#%02x%02x%02x", mix(0), mix(1), mix(2))
}

// rampColours returns the ramp's own colours, low to high.
func rampColours() []string {
	out := make([]string, len(ramp))
	for i := range ramp {
		out[i] = colour(float64(i) / float64(len(ramp)-1))
	}
	return out
}

// escaped returns text as XML character data; what XML cannot hold becomes U+FFFD.
func escaped(text string) string {
	var out strings.Builder
	// Writing to a strings.Builder cannot fail.
	_ = xml.EscapeText(&out, []byte(text))
	return out.String()
}
