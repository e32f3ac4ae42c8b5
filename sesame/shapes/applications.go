package shapes

import (
	"math/rand/v2"
	"strings"

	"sdse/kpn"
)

// encoder is an MJPEG encoder: eight processes, ten channels, and per frame a
// number of macroblocks whose work depends on the data.
func encoder(r *rand.Rand, name string, frames, macroblocks int) *kpn.Application {
	g := newGraph(name, strings.Fields("vin dmux rgb2yuv dct q vle ob vout")...)
	const vin, dmux, rgb, dct, q, vle, ob, vout = 0, 1, 2, 3, 4, 5, 6, 7
	pixels := g.channel(vin, dmux, 192, 2)
	blocks := g.channel(dmux, rgb, 64, 6)
	types := g.channel(dmux, q, 4, 4)
	yuv := g.channel(rgb, dct, 128, 4)
	levels := g.channel(dct, q, 128, 4)
	coded := g.channel(q, vle, 128, 4)
	bits := g.channel(vle, ob, 64, 4)
	stream := g.channel(ob, vout, 64, 4)
	tables := g.channel(ob, q, 128, 1)
	codes := g.channel(ob, vle, 512, 1)
	for range frames {
		g.write(ob, tables, 1).write(ob, codes, 1).read(q, tables, 1).read(vle, codes, 1)
		for range macroblocks {
			g.exec(vin, 6).write(vin, pixels, 1)
			g.read(dmux, pixels, 1).exec(dmux, 3).write(dmux, blocks, 3).write(dmux, types, 1)
			g.read(rgb, blocks, 3)
			g.read(q, types, 1)
			for range 2 {
				g.exec(rgb, 8).write(rgb, yuv, 1)
				g.read(dct, yuv, 1).exec(dct, 32).write(dct, levels, 1)
				g.read(q, levels, 1).exec(q, 4+r.IntN(8)).exec(q, 1+r.IntN(4)).write(q, coded, 1)
				work := 2 + r.IntN(30)
				g.read(vle, coded, 1).exec(vle, work).exec(vle, 1+work/4).write(vle, bits, 1)
				g.read(ob, bits, 1).exec(ob, 2).write(ob, stream, 1)
				g.read(vout, stream, 1).exec(vout, 1+r.IntN(3))
			}
		}
	}
	return g.done()
}

// macroblocksPerFrame is what a frame of 128 × 96 has.
const macroblocksPerFrame = 48

// randomDAG is a chain of eight processes with five channels across.
func randomDAG(r *rand.Rand, name string) *kpn.Application {
	g := newGraph(name, strings.Fields("p0 p1 p2 p3 p4 p5 p6 p7")...)
	const n = 8
	type arc struct{ from, to, channel int }
	var arcs []arc
	for i := 1; i < n; i++ {
		arcs = append(arcs, arc{i - 1, i, g.channel(i-1, i, int64(16<<r.IntN(4)), int64(1+r.IntN(4)))})
	}
	for range 5 {
		from := r.IntN(n - 2)
		to := from + 2 + r.IntN(n-from-2)
		arcs = append(arcs, arc{from, to, g.channel(from, to, int64(16<<r.IntN(4)), 8)})
	}
	for range 640 {
		for p := range n {
			for _, a := range arcs {
				if a.to == p {
					g.read(p, a.channel, 1)
				}
			}
			g.exec(p, 1+r.IntN(40))
			for _, a := range arcs {
				if a.from == p {
					g.write(p, a.channel, 1)
				}
			}
		}
	}
	return g.done()
}
