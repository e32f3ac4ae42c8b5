package edges

import "sdse/kpn"

// chunk is a token: neighbouring pixels of a row, or what was computed for each.
type chunk[T any] [chunkPixels]T

// edgeBits is the token of the finished picture: a bit per pixel, lowest first.
type edgeBits uint32

// build makes the network that appends the runs of each frame to found.
func build(frames []frame, options Options, found *[][]Run) *kpn.Network {
	n := kpn.NewNetwork("edges")
	source, smooth, gradient := n.Process("source"), n.Process("smooth"), n.Process("gradient")
	thin, trace, code := n.Process("thin"), n.Process("trace"), n.Process("code")

	// Room for two strips of three chunks a row.
	bytes := func(token int64) kpn.ChannelOptions {
		return kpn.ChannelOptions{TokenBytes: token, Capacity: 2 * stripRows * 3}
	}
	grey := kpn.Connect[chunk[uint8]](n, "grey", source, smooth, bytes(chunkPixels))
	smoothed := kpn.Connect[chunk[uint8]](n, "smoothed", smooth, gradient, bytes(chunkPixels))
	gradients := kpn.Connect[chunk[int16]](n, "gradients", gradient, thin, bytes(2*chunkPixels))
	marks := kpn.Connect[chunk[uint8]](n, "marks", thin, trace, bytes(chunkPixels))
	bits := kpn.Connect[edgeBits](n, "edge_bits", trace, code, bytes(chunkPixels/8))

	width, height := frames[0].width, frames[0].height
	fetch, smoother, differ := newFetcher(n), newSmoother(n, width), newDiffer(n, width)
	thinner, tracer, coder := newThinner(n, width, options), newTracer(n, width, height), newCoder(n)

	source.Do(func() error { return fetch.run(source, frames, grey) })
	smooth.Do(func() error { return stencil(smooth, smoother, width, height, grey, smoothed) })
	gradient.Do(func() error { return stencil(gradient, differ, width, height, smoothed, gradients) })
	thin.Do(func() error { return stencil(thin, thinner, width, height, gradients, marks) })
	trace.Do(func() error { return tracer.run(trace, marks, bits) })
	code.Do(func() error { return coder.run(code, width, height, bits, found) })
	return n
}
