package edges

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// A gradient is four times its magnitude plus its sector, the direction it is
// nearest to: 0 along the row, 1 to the lower right, 2 down, 3 to the lower
// left, or the opposite of these.

// differ takes the gradient by Sobel's differences.
type differ struct {
	width      int
	difference counted.Meter
}

func newDiffer(n *kpn.Network, width int) *differ {
	d := &differ{width: width}
	d.row(make([]uint8, 3*width))
	d.difference.Declare(n, "gradient_32")
	return d
}

func (d *differ) meters() counted.Meters { return counted.Meters{&d.difference} }

func (d *differ) row(rows []uint8) []int16 {
	result := make([]int16, d.width)
	for first := 0; first < d.width; first += chunkPixels {
		m := d.difference.Once()
		for i := range m.Loop(chunkPixels) {
			x := m.Add(int32(first), i)
			counted.Store(m, result, x, d.gradient(m, rows, x))
		}
	}
	return result
}

func (d *differ) gradient(m *counted.Machine, rows []uint8, x int32) int32 {
	left, right := neighbours(m, x, d.width)
	above, at, below := rows[:d.width], rows[d.width:2*d.width], rows[2*d.width:]
	corner1, corner2 := counted.Load(m, above, left), counted.Load(m, above, right)
	corner3, corner4 := counted.Load(m, below, left), counted.Load(m, below, right)
	across := m.Sub(counted.Load(m, at, right), counted.Load(m, at, left))
	down := m.Sub(counted.Load(m, below, x), counted.Load(m, above, x))
	diagonal1, diagonal2 := m.Sub(corner4, corner1), m.Sub(corner2, corner3)
	gx := m.Sum(m.Shl(across, 1), diagonal1, diagonal2)
	gy := m.Sub(m.Add(m.Shl(down, 1), diagonal1), diagonal2)
	ax, ay := m.Abs(gx), m.Abs(gy)
	return m.Or(m.Shl(m.Add(ax, ay), 2), sector(m, gx, gy, ax, ay))
}

// sector compares with 53/128, the tangent of 22.5°. It computes with masks,
// all ones if a comparison holds, so that its cost is fixed.
func sector(m *counted.Machine, gx, gy, ax, ay int32) int32 {
	flat := m.Shr(m.Sub(m.Shl(ay, 7), m.Mult(ax, 53)), 31)
	steep := m.Shr(m.Sub(m.Shl(ax, 7), m.Mult(ay, 53)), 31)
	slanted := m.Xor(m.Or(flat, steep), -1)
	rising := m.And(m.Shr(m.Xor(gx, gy), 31), 2) // the signs differ
	return m.Or(m.And(steep, 2), m.And(slanted, m.Or(rising, 1)))
}
