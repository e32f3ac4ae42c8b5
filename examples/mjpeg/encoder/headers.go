package encoder

// Where the quantisation tables stand in the headers.
const (
	lumaTable   = 2 + 18 + 5
	chromaTable = lumaTable + 64 + 1
)

// headers returns all marker segments up to the coded data (T.81 B.2) for
// frames of this size, with zeros for the quantisation tables.
func headers(f *frame) []byte {
	high := func(v int32) byte { return byte(v >> 8) }
	low := func(v int32) byte { return byte(v) }
	h := []byte{0xFF, 0xD8} // start of image
	h = append(h, segment(0xE0, []byte("JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x00\x00"))...)

	quantisation := make([]byte, 2*65)
	quantisation[65] = 1 // number of the second table
	h = append(h, segment(0xDB, quantisation)...)

	h = append(h, segment(0xC0, []byte{ // baseline frame
		8, high(f.height), low(f.height), high(f.width), low(f.width),
		3, // components: number, sampling factors, quantisation table
		1, 0x22, 0,
		2, 0x11, 1,
		3, 0x11, 1,
	})...)

	var codes []byte
	for _, t := range []struct {
		class byte // and number
		table *huffman
	}{{0x00, &dcLuma}, {0x10, &acLuma}, {0x01, &dcChroma}, {0x11, &acChroma}} {
		codes = append(codes, t.class)
		codes = append(codes, t.table.counts[:]...)
		codes = append(codes, t.table.symbols...)
	}
	h = append(h, segment(0xC4, codes)...)

	return append(h, segment(0xDA, []byte{ // scan
		3, // components: number, Huffman tables
		1, 0x00,
		2, 0x11,
		3, 0x11,
		0, 63, 0, // all coefficients at full precision
	})...)
}

// segment returns a marker segment: marker, length, content.
func segment(marker byte, content []byte) []byte {
	length := len(content) + 2
	return append([]byte{0xFF, marker, byte(length >> 8), byte(length)}, content...)
}
