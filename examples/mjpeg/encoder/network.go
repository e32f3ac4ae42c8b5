package encoder

import "sdse/kpn"

// What tokens are made of. A minimum coded unit (MCU) is 16 × 16 pixels: four
// blocks of luma (upper left, upper right, lower left, lower right) and, at half
// the resolution, one each of blue and red chroma.
type (
	pixels  [16 * 16 * 3]uint8 // red, green, blue by rows
	samples [64]int8           // a block with 128 subtracted, by rows
	block   [64]int16          // coefficients, then levels, by rows
	mcu     [6]block           // in the order of the bit stream
	tables  struct{ luma, chroma [64]uint8 }
	packet  struct {
		bytes [packetBytes]uint8
		used  uint8
		last  bool // of the frame
	}
)

// packetBytes makes a packet of the coded stream 64 bytes with its two flags.
const packetBytes = 62

// build makes the network that encodes the frames and appends the images to
// encoded.
func build(frames []frame, options Options, encoded *[][]byte) *kpn.Network {
	n := kpn.NewNetwork("mjpeg")
	source, colour := n.Process("source"), n.Process("colour")
	dctLuma, dctChroma := n.Process("dct_luma"), n.Process("dct_chroma")
	quantise, entropy := n.Process("quantise"), n.Process("entropy")
	assemble, rate := n.Process("assemble"), n.Process("rate")

	bytes := func(token, capacity int64) kpn.ChannelOptions {
		return kpn.ChannelOptions{TokenBytes: token, Capacity: capacity}
	}
	first := scaled(options.Quality)
	pixels := kpn.Connect[pixels](n, "pixels", source, colour, bytes(16*16*3, 2))
	luma := kpn.Connect[[]samples](n, "luma", colour, dctLuma, bytes(4*64, 2))
	chroma := kpn.Connect[[]samples](n, "chroma", colour, dctChroma, bytes(2*64, 2))
	lumaOut := kpn.Connect[[]block](n, "luma_blocks", dctLuma, quantise, bytes(4*128, 2))
	chromaOut := kpn.Connect[[]block](n, "chroma_blocks", dctChroma, quantise, bytes(2*128, 2))
	levels := kpn.Connect[mcu](n, "levels", quantise, entropy, bytes(6*128, 2))
	packets := kpn.Connect[packet](n, "packets", entropy, assemble, bytes(packetBytes+2, 8))
	sizes := kpn.Connect[int32](n, "sizes", assemble, rate, bytes(4, 1))
	quantTables := kpn.Connect(n, "quantise_tables", rate, quantise, bytes(2*64, 1), first)
	headTables := kpn.Connect(n, "header_tables", rate, assemble, bytes(2*64, 1), first)

	fetcher, converter, quantiser, coder := newFetcher(n), newConverter(n), newQuantiser(n), newCoder(n)
	lumaTransformer := newTransformer(n)
	chromaTransformer := lumaTransformer // the same operation
	assembler, control := newAssembler(n, &frames[0]), newControl(n, options)

	mcus := frames[0].mcus()
	source.Do(func() error { return fetcher.run(source, frames, pixels) })
	colour.Do(func() error { return converter.run(colour, mcus, pixels, luma, chroma) })
	dctLuma.Do(func() error { return lumaTransformer.run(dctLuma, mcus, luma, lumaOut) })
	dctChroma.Do(func() error { return chromaTransformer.run(dctChroma, mcus, chroma, chromaOut) })
	quantise.Do(func() error { return quantiser.run(quantise, mcus, lumaOut, chromaOut, quantTables, levels) })
	entropy.Do(func() error { return coder.run(entropy, mcus, levels, packets) })
	assemble.Do(func() error { return assembler.run(assemble, packets, headTables, sizes, encoded) })
	rate.Do(func() error { return control.run(rate, sizes, quantTables, headTables) })
	return n
}
