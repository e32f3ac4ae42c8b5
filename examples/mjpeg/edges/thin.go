package edges

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// The marks of pixels.
const (
	none   = 0
	weak   = 1 // on a crest, above the low threshold
	strong = 2 // above the high threshold too; tracing adds more
)

// thinner keeps the pixels where the gradient is above the low threshold and
// on a crest: larger than in one of the two neighbours along the gradient and
// not smaller than in the other, so that of two equal pixels one stays.
type thinner struct {
	width               int
	low, high           int32
	scan, compare, keep counted.Meter
}

func newThinner(n *kpn.Network, width int, options Options) *thinner {
	t := &thinner{width: width}
	trial := make([]int16, 3*width)
	trial[width+1] = 4
	t.row(trial) // one pixel on a crest
	t.scan.Declare(n, "thin_32")
	t.compare.Declare(n, "thin_compare")
	t.keep.Declare(n, "thin_keep")
	t.low, t.high = int32(options.Low), int32(options.High)
	return t
}

func (t *thinner) meters() counted.Meters {
	return counted.Meters{&t.scan, &t.compare, &t.keep}
}

func (t *thinner) row(rows []int16) []uint8 {
	result := make([]uint8, t.width)
	at := rows[t.width:]
	for first := 0; first < t.width; first += chunkPixels {
		m := t.scan.Once()
		for i := range m.Loop(chunkPixels) {
			x := m.Add(int32(first), i)
			gradient := counted.Load(m, at, x)
			magnitude := m.Shr(gradient, 2)
			counted.Store(m, result, x, none)
			if m.Less(t.low, magnitude) && t.onCrest(rows, x, magnitude, gradient) {
				m := t.keep.Once()
				above := m.Shr(m.Sub(t.high, magnitude), 31) // −1 if above
				counted.Store(m, result, x, m.Sub(weak, above))
			}
		}
	}
	return result
}

// The neighbours of a sector: a column and a row further, and the opposite.
var (
	sectorColumn = [4]int8{1, 1, 0, -1}
	sectorRow    = [4]int8{0, 1, 1, 1}
)

func (t *thinner) onCrest(rows []int16, x, magnitude, gradient int32) bool {
	m := t.compare.Once()
	sector := m.And(gradient, 3)
	dx, dy := counted.Load(m, sectorColumn[:], sector), counted.Load(m, sectorRow[:], sector)
	before := t.magnitude(m, rows, m.Sub(x, dx), m.Sub(1, dy))
	after := t.magnitude(m, rows, m.Add(x, dx), m.Add(1, dy))
	// Both conditions in one sign: before < magnitude, after ≤ magnitude.
	not := m.Or(m.Xor(m.Sub(before, magnitude), -1), m.Sub(magnitude, after))
	return m.Less(-1, not)
}

// magnitude is that of a pixel in one of the three rows, or of the nearest one
// in the row.
func (t *thinner) magnitude(m *counted.Machine, rows []int16, x, row int32) int32 {
	x = m.Max(m.Min(x, int32(t.width-1)), 0)
	return m.Shr(counted.Load(m, rows, m.Add(m.Mult(row, int32(t.width)), x)), 2)
}
