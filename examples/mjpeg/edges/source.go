package edges

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// fetcher is the source: it cuts frames into chunks.
type fetcher struct {
	fetch counted.Meter
}

func newFetcher(n *kpn.Network) *fetcher {
	s := &fetcher{}
	s.chunk(make([]uint8, chunkPixels))
	s.fetch.Declare(n, "fetch_32")
	return s
}

func (s *fetcher) run(p *kpn.Node, frames []frame, out *kpn.Stream[chunk[uint8]]) error {
	for _, f := range frames {
		stripPixels := stripRows * f.width
		for at := 0; at < len(f.grey); at += stripPixels {
			var strip []chunk[uint8]
			for i := at; i < at+stripPixels; i += chunkPixels {
				strip = append(strip, s.chunk(f.grey[i:]))
			}
			s.fetch.Record(p)
			out.WriteN(strip)
		}
		p.EndIteration()
	}
	return s.fetch.Check()
}

func (s *fetcher) chunk(from []uint8) (token chunk[uint8]) {
	m := s.fetch.Once()
	for i := range m.Loop(chunkPixels) {
		counted.Store(m, token[:], i, counted.Load(m, from, i))
	}
	return token
}
