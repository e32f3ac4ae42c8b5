package edges

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// smoother averages each pixel with its neighbours, weighted 1 2 1 both ways.
type smoother struct {
	width  int
	smooth counted.Meter
}

func newSmoother(n *kpn.Network, width int) *smoother {
	s := &smoother{width: width}
	s.row(make([]uint8, 3*width))
	s.smooth.Declare(n, "smooth_32")
	return s
}

func (s *smoother) meters() counted.Meters { return counted.Meters{&s.smooth} }

func (s *smoother) row(rows []uint8) []uint8 {
	result := make([]uint8, s.width)
	for first := 0; first < s.width; first += chunkPixels {
		m := s.smooth.Once()
		for i := range m.Loop(chunkPixels) {
			x := m.Add(int32(first), i)
			left, right := neighbours(m, x, s.width)
			above := weigh(m, rows, 0, left, x, right)
			at := weigh(m, rows, s.width, left, x, right)
			below := weigh(m, rows, 2*s.width, left, x, right)
			sum := m.Sum(above, m.Shl(at, 1), below, 8)
			counted.Store(m, result, x, m.Shr(sum, 4))
		}
	}
	return result
}

// neighbours returns the columns left and right of x, within the row.
func neighbours(m *counted.Machine, x int32, width int) (left, right int32) {
	return m.Max(m.Sub(x, 1), 0), m.Min(m.Add(x, 1), int32(width-1))
}

// weigh returns three pixels of the row that begins at start, weighted 1 2 1.
func weigh(m *counted.Machine, rows []uint8, start int, a, b, c int32) int32 {
	row := rows[start:]
	return m.Sum(counted.Load(m, row, a), m.Shl(counted.Load(m, row, b), 1), counted.Load(m, row, c))
}
