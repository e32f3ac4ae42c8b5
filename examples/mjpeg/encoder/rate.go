package encoder

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// control is the rate control: from the size of a frame it chooses the quality
// of the next and makes its quantisation tables.
type control struct {
	decide, scale counted.Meter

	quality int32
	target  int32 // bytes, 0 for constant quality
	perByte int32 // 2¹⁶ × gain / target: change of quality per byte of error
}

// gain is the change of quality for an error as large as the target, and
// maxChange the largest change from one frame to the next.
const (
	gain      = 24
	maxChange = 16
)

func newControl(n *kpn.Network, options Options) *control {
	c := &control{}
	c.next(0)
	c.tables()
	c.decide.Declare(n, "choose_quality")
	c.scale.Declare(n, "scale_tables")
	c.quality, c.target = int32(options.Quality), int32(options.Target)
	if c.target > 0 {
		c.perByte = gain << 16 / c.target
	}
	return c
}

func (c *control) run(p *kpn.Node, sizes *kpn.Stream[int32], quantise, header *kpn.Stream[tables]) error {
	for {
		size, ok := sizes.Read()
		if !ok {
			return counted.Meters{&c.decide, &c.scale}.Check()
		}
		c.next(size)
		c.decide.Record(p)
		t := c.tables()
		c.scale.Record(p)
		quantise.Write(t)
		header.Write(t)
		p.EndIteration()
	}
}

// next changes the quality in proportion to the error of the last frame.
func (c *control) next(size int32) {
	m := c.decide.Once()
	excess := m.Max(m.Min(m.Sub(size, c.target), c.target), -c.target) // so that the product fits
	change := m.Shr(m.Add(m.Mult(excess, c.perByte), 1<<15), 16)
	change = m.Max(m.Min(change, maxChange), -maxChange)
	c.quality = m.Max(m.Min(m.Sub(c.quality, change), 100), 1)
}

// tables scales the example tables of T.81 K.1 to the quality, the way the
// IJG encoder does: a factor of 5000/q % below 50, of 200 − 2q % above.
func (c *control) tables() (t tables) {
	m := c.scale.Once()
	percent := counted.Load(m, percents[:], c.quality)
	for i := range m.Loop(64) {
		counted.Store(m, t.luma[:], i, scaleStep(m, counted.Load(m, base.luma[:], i), percent))
		counted.Store(m, t.chroma[:], i, scaleStep(m, counted.Load(m, base.chroma[:], i), percent))
	}
	return t
}

// scaleStep returns (step·percent + 50)/100, kept in 1 to 255. Up to 25,599,
// where the limit is reached, n·5243 >> 19 is exactly n/100 rounded down.
func scaleStep(m *counted.Machine, step, percent int32) int32 {
	n := m.Min(m.Add(m.Mult(step, percent), 50), 25599)
	return m.Max(m.Shr(m.Mult(n, 5243), 19), 1)
}

// scaled returns the tables of a quality.
func scaled(quality int) tables {
	c := control{quality: int32(quality)}
	return c.tables()
}

// percents holds the scaling factor for each quality.
var percents = func() (p [101]int16) {
	for q := int16(1); q <= 100; q++ {
		p[q] = 200 - 2*q
		if q < 50 {
			p[q] = 5000 / q
		}
	}
	return p
}()

// base holds the tables K.1 and K.2 of T.81, by rows.
var base = tables{
	luma: [64]uint8{
		16, 11, 10, 16, 24, 40, 51, 61,
		12, 12, 14, 19, 26, 58, 60, 55,
		14, 13, 16, 24, 40, 57, 69, 56,
		14, 17, 22, 29, 51, 87, 80, 62,
		18, 22, 37, 56, 68, 109, 103, 77,
		24, 35, 55, 64, 81, 104, 113, 92,
		49, 64, 78, 87, 103, 121, 120, 101,
		72, 92, 95, 98, 112, 100, 103, 99,
	},
	chroma: [64]uint8{
		17, 18, 24, 47, 99, 99, 99, 99,
		18, 21, 26, 66, 99, 99, 99, 99,
		24, 26, 56, 99, 99, 99, 99, 99,
		47, 66, 99, 99, 99, 99, 99, 99,
		99, 99, 99, 99, 99, 99, 99, 99,
		99, 99, 99, 99, 99, 99, 99, 99,
		99, 99, 99, 99, 99, 99, 99, 99,
		99, 99, 99, 99, 99, 99, 99, 99,
	},
}
