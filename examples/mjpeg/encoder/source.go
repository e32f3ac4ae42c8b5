package encoder

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// fetcher is the source: it cuts frames into the pixels of MCUs.
type fetcher struct {
	fetch counted.Meter
}

func newFetcher(n *kpn.Network) *fetcher {
	s := &fetcher{}
	black := frame{width: 1, height: 1, rgb: make([]uint8, 3)}
	s.mcu(&black, 0, 0)
	s.fetch.Declare(n, "fetch_mcu")
	return s
}

func (s *fetcher) run(p *kpn.Node, frames []frame, out *kpn.Stream[pixels]) error {
	for i := range frames {
		f := &frames[i]
		for y := int32(0); y < f.height; y += 16 {
			for x := int32(0); x < f.width; x += 16 {
				token := s.mcu(f, x, y)
				s.fetch.Record(p)
				out.Write(token)
			}
		}
		p.EndIteration()
	}
	return s.fetch.Check()
}

// mcu gathers the 16 × 16 pixels at (x, y). Pixels outside the frame repeat
// those at its edge.
func (s *fetcher) mcu(f *frame, x, y int32) (token pixels) {
	m := s.fetch.Once()
	to := int32(0)
	for r := range m.Loop(16) {
		row := m.Mult(m.Min(m.Add(y, r), f.height-1), f.width)
		for c := range m.Loop(16) {
			at := m.Mult(m.Add(row, m.Min(m.Add(x, c), f.width-1)), 3)
			for k := range int32(3) { // unrolled: constant offsets
				counted.Store(m, token[:], to+k, counted.Load(m, f.rgb, at+k))
			}
			to = m.Add(to, 3)
		}
	}
	return token
}
