// Package encoder is a Motion-JPEG encoder written as a Kahn process network.
// It turns frames into baseline JPEG images (ITU-T T.81) in JFIF, 4:2:0, and
// records the traces of its processes while it does.
//
// Each process has a file of its own, with the kernels it is made of; network.go
// connects them:
//
//	source ─► colour ─► dct_luma ───► quantise ─► entropy ─► assemble ─► rate
//	               └──► dct_chroma ─────▲ ▲                   ▲   (size)  │
//	                                      └───── (tables) ────┴───────────┘
//
// The rate control closes a loop: the size of each frame decides the
// quantisation tables of the next, so one initial token holds the tables of the
// first.
//
// The kernels are written in the arithmetic of package counted, so the
// signatures of the operations are measured. This is an example to record
// traces from, not a fast encoder: no colour spaces, subsamplings or Huffman
// tables but the usual ones.
package encoder
