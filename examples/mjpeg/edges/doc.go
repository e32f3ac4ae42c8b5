// Package edges is an edge detector written as a Kahn process network, after
// J. Canny, "A Computational Approach to Edge Detection" (PAMI 1986): smooth,
// take gradients, keep the crests of the gradient, follow strong edges through
// weak ones. It describes the edges of each frame by the runs of edge pixels in
// its rows, and records the traces of its processes while it does.
//
//	source ─► smooth ─► gradient ─► thin ─► trace ─► code
//
// Unlike the encoder beside it, it streams rows: three of the processes need
// the row below the one they compute, so they lag a row behind their input and
// transfer different numbers of tokens. A token is a chunk of 32 pixels, a strip
// of four rows one transfer. How much thin, trace and code do depends on the
// picture and on the thresholds.
//
// Each process has a file of its own. The kernels are written in the arithmetic
// of package counted, so the signatures of the operations are measured. Pixels
// outside a picture repeat those at its edge.
package edges
