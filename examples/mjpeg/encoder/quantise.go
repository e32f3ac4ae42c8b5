package encoder

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// quantiser divides coefficients by the tables that the rate control sends.
type quantiser struct {
	quantise counted.Meter
}

func newQuantiser(n *kpn.Network) *quantiser {
	q := &quantiser{}
	table := scaled(50)
	q.block(&block{}, &table.luma, &block{})
	q.quantise.Declare(n, "quantise_8x8")
	return q
}

func (q *quantiser) run(p *kpn.Node, mcus int, luma, chroma *kpn.Stream[[]block], control *kpn.Stream[tables], out *kpn.Stream[mcu]) error {
	for {
		var table tables
		for i := range mcus {
			y, ok := luma.Read()
			if !ok {
				return q.quantise.Check()
			}
			if i == 0 {
				table, _ = control.Read()
			}
			var token mcu
			for k := range y {
				q.block(&y[k], &table.luma, &token[k])
			}
			q.quantise.Record(p)
			cbcr, _ := chroma.Read()
			for k := range cbcr {
				q.block(&cbcr[k], &table.chroma, &token[len(y)+k])
			}
			q.quantise.Record(p)
			out.Write(token)
		}
		p.EndIteration()
	}
}

// reciprocals holds 2¹⁹/q, rounded up: constants in the memory of the process.
// For n < 2¹¹ and q < 2⁸, n·reciprocals[q] >> 19 is exactly n/q rounded down,
// since the rounding adds less than n/2¹⁹ < 1/q to the quotient.
var reciprocals = func() (r [256]int32) {
	for q := int32(1); q < 256; q++ {
		r[q] = (1<<19 + q - 1) / q
	}
	return r
}()

// block divides and rounds to nearest, halves away from zero. A coefficient is
// at most 1,024 and half a divisor at most 127, below the 2¹¹ allowed.
func (q *quantiser) block(in *block, table *[64]uint8, out *block) {
	m := q.quantise.Once()
	for i := range m.Loop(64) {
		c := counted.Load(m, in[:], i)
		divisor := counted.Load(m, table[:], i)
		sign := m.Shr(c, 31)
		magnitude := m.Sub(m.Xor(c, sign), sign)
		n := m.Add(magnitude, m.Shr(divisor, 1))
		level := m.Shr(m.Mult(n, counted.Load(m, reciprocals[:], divisor)), 19)
		counted.Store(m, out[:], i, m.Sub(m.Xor(level, sign), sign))
	}
}
