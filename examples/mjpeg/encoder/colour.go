package encoder

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// converter turns red, green and blue into luma and, at half the resolution,
// the two chroma components (JFIF 1.02: the full range of ITU-R BT.601), all
// with 128 subtracted as T.81 A.3.1 asks.
type converter struct {
	luma, chroma counted.Meter
}

func newConverter(n *kpn.Network) *converter {
	c := &converter{}
	c.toLuma(&pixels{})
	c.toChroma(&pixels{})
	c.luma.Declare(n, "rgb_to_luma_16x16")
	c.chroma.Declare(n, "rgb_to_chroma_8x8")
	return c
}

func (c *converter) run(p *kpn.Node, mcus int, in *kpn.Stream[pixels], luma, chroma *kpn.Stream[[]samples]) error {
	for {
		for range mcus {
			token, ok := in.Read()
			if !ok {
				return counted.Meters{&c.luma, &c.chroma}.Check()
			}
			y := c.toLuma(&token)
			c.luma.Record(p)
			luma.Write(y)
			cbcr := c.toChroma(&token)
			c.chroma.Record(p)
			chroma.Write(cbcr)
		}
		p.EndIteration()
	}
}

// The weights are fractions of 2¹⁶: 0.299, 0.587, 0.114 for luma and so on.

// toLuma returns the four blocks of an MCU: upper left, upper right, lower
// left, lower right.
func (c *converter) toLuma(rgb *pixels) []samples {
	m := c.luma.Once()
	blocks := make([]samples, 4)
	from := int32(0)
	for y := range m.Loop(16) {
		row := m.Shl(m.And(y, 7), 3)
		for x := range m.Loop(16) {
			r, g, b := load3(m, rgb, from)
			sum := m.Sum(m.Mult(r, 19595), m.Mult(g, 38470), m.Mult(b, 7471), 1<<15-128<<16)
			which := m.Or(m.And(m.Shr(y, 2), 2), m.Shr(x, 3))
			counted.Store(m, blocks[which][:], m.Or(row, m.And(x, 7)), m.Shr(sum, 16))
			from = m.Add(from, 3)
		}
	}
	return blocks
}

// toChroma returns the blue and the red difference of an MCU, each taken from
// the sum of 2 × 2 pixels.
func (c *converter) toChroma(rgb *pixels) []samples {
	m := c.chroma.Once()
	blocks := make([]samples, 2)
	to := int32(0)
	for y := range m.Loop(8) {
		from := m.Mult(y, 2*16*3)
		for range m.Loop(8) {
			r, g, b := load3(m, rgb, from)
			for _, offset := range [3]int32{3, 16 * 3, 17 * 3} { // unrolled
				r1, g1, b1 := load3(m, rgb, from+offset)
				r, g, b = m.Add(r, r1), m.Add(g, g1), m.Add(b, b1)
			}
			// Rounding down just below one half keeps 127.5 in range.
			blue := m.Sum(m.Mult(r, -11056), m.Mult(g, -21712), m.Mult(b, 32768), 1<<17-1)
			red := m.Sum(m.Mult(r, 32768), m.Mult(g, -27440), m.Mult(b, -5328), 1<<17-1)
			counted.Store(m, blocks[0][:], to, m.Shr(blue, 18))
			counted.Store(m, blocks[1][:], to, m.Shr(red, 18))
			from, to = m.Add(from, 6), m.Add(to, 1)
		}
	}
	return blocks
}

func load3(m *counted.Machine, rgb *pixels, at int32) (r, g, b int32) {
	return counted.Load(m, rgb[:], at), counted.Load(m, rgb[:], at+1), counted.Load(m, rgb[:], at+2)
}
