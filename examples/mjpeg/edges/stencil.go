package edges

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// rowKernel computes a row from three: the one above, the one at the same
// height and the one below, one after the other in rows.
type rowKernel[I, O any] interface {
	row(rows []I) []O
	meters() counted.Meters
}

// stencil is a process that applies a kernel to every row of every frame. It
// reads strips of rows, and writes the rows that it can compute so far.
func stencil[I, O any](p *kpn.Node, k rowKernel[I, O], width, height int, in *kpn.Stream[chunk[I]], out *kpn.Stream[chunk[O]]) error {
	strip := make([]chunk[I], stripRows*width/chunkPixels)
	for {
		var above, at []I // nil before the first rows
		for y := 0; y < height; y += stripRows {
			if in.ReadN(strip) == 0 {
				return k.meters().Check()
			}
			var results []chunk[O]
			compute := func(below []I) {
				if above == nil {
					above = at
				}
				if at != nil {
					results = append(results, chunks(k.row(join(above, at, below)))...)
				}
				above, at = at, below
			}
			for r := range stripRows {
				compute(pixels(strip[r*width/chunkPixels:], width))
			}
			if y+stripRows == height {
				compute(at)
			}
			k.meters().Record(p)
			out.WriteN(results)
		}
		p.EndIteration()
	}
}

// The kernels work on rows in memory; the functions below arrange tokens as
// rows and rows as tokens. That is what a transfer does anyway, so it is not
// counted.

func pixels[T any](tokens []chunk[T], width int) []T {
	row := make([]T, 0, width)
	for i := range width / chunkPixels {
		row = append(row, tokens[i][:]...)
	}
	return row
}

func chunks[T any](row []T) []chunk[T] {
	tokens := make([]chunk[T], len(row)/chunkPixels)
	for i := range tokens {
		copy(tokens[i][:], row[i*chunkPixels:])
	}
	return tokens
}

func join[T any](rows ...[]T) []T {
	var all []T
	for _, r := range rows {
		all = append(all, r...)
	}
	return all
}
