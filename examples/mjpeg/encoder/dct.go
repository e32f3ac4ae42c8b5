package encoder

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// transformer does the forward discrete cosine transform of T.81 A.3.3.
type transformer struct {
	fdct counted.Meter
}

// newTransformer returns a transformer; copies of it do the same operation.
func newTransformer(n *kpn.Network) transformer {
	t := transformer{}
	t.block(&samples{}, &block{})
	t.fdct.Declare(n, "fdct_8x8")
	return t
}

func (t *transformer) run(p *kpn.Node, mcus int, in *kpn.Stream[[]samples], out *kpn.Stream[[]block]) error {
	for {
		for range mcus {
			token, ok := in.Read()
			if !ok {
				return t.fdct.Check()
			}
			blocks := make([]block, len(token))
			for i := range token {
				t.block(&token[i], &blocks[i])
			}
			t.fdct.Record(p)
			out.Write(blocks)
		}
		p.EndIteration()
	}
}

// The transform's factors cos(kπ/16)/2 as fractions of 2¹³.
const (
	cos1 = 4017
	cos2 = 3784
	cos3 = 3406
	cos4 = 2896
	cos5 = 2276
	cos6 = 1567
	cos7 = 799
)

// extra is the number of fraction bits that rows hand to columns.
const extra = 3

// block transforms the rows, then the columns.
func (t *transformer) block(in *samples, out *block) {
	m := t.fdct.Once()
	var rows block
	for i := range m.Loop(8) {
		transform(m, in[:], rows[:], m.Shl(i, 3), 1, 13-extra)
	}
	for i := range m.Loop(8) {
		transform(m, rows[:], out[:], i, 8, 13+extra)
	}
}

// transform does eight samples at the given distance from each other. Pairs of
// samples at equal distance from the middle have the same factor for the even
// frequencies and opposite ones for the odd, so each half needs the four sums
// or the four differences only (22 multiplications instead of 64).
func transform[T counted.Integer](m *counted.Machine, in []T, out []int16, first, step, shift int32) {
	var s, d [4]int32
	for i := range int32(4) { // unrolled: constant offsets
		a, b := counted.Load(m, in, first+i*step), counted.Load(m, in, first+(7-i)*step)
		s[i], d[i] = m.Add(a, b), m.Sub(a, b)
	}
	put := func(k, sum int32) {
		counted.Store(m, out, first+k*step, m.Shr(m.Add(sum, 1<<(shift-1)), shift))
	}
	dot := func(f0, f1, f2, f3 int32) int32 {
		return m.Sum(m.Mult(d[0], f0), m.Mult(d[1], f1), m.Mult(d[2], f2), m.Mult(d[3], f3))
	}
	outer, inner := m.Add(s[0], s[3]), m.Add(s[1], s[2])
	put(0, m.Mult(m.Add(outer, inner), cos4))
	put(4, m.Mult(m.Sub(outer, inner), cos4))
	outer, inner = m.Sub(s[0], s[3]), m.Sub(s[1], s[2])
	put(2, m.Add(m.Mult(outer, cos2), m.Mult(inner, cos6)))
	put(6, m.Sub(m.Mult(outer, cos6), m.Mult(inner, cos2)))
	put(1, dot(cos1, cos3, cos5, cos7))
	put(3, dot(cos3, -cos7, -cos1, -cos5))
	put(5, dot(cos5, -cos1, cos7, cos3))
	put(7, dot(cos7, -cos5, cos3, -cos1))
}
