package encoder

import (
	"math"
	"strings"
	"testing"

	"sdse/examples/mjpeg/counted"
	"sdse/kpn"

	"pgregory.net/rapid"
)

// The transform against its definition (T.81 A.3.3) in floating point.
func TestTransform(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var in samples
		for i := range in {
			in[i] = rapid.Int8().Draw(rt, "sample")
		}
		var out block
		(&transformer{}).block(&in, &out)
		for v := range 8 {
			for u := range 8 {
				want := definition(&in, u, v)
				if got := float64(out[8*v+u]); math.Abs(got-want) > 0.9 {
					rt.Errorf("coefficient %d, %d is %v, want %.2f", u, v, got, want)
				}
			}
		}
	})
}

func definition(in *samples, u, v int) (sum float64) {
	scale := func(k int) float64 {
		if k == 0 {
			return math.Sqrt2 / 4
		}
		return 0.5
	}
	for y := range 8 {
		for x := range 8 {
			sum += float64(in[8*y+x]) * math.Cos(float64((2*x+1)*u)*math.Pi/16) * math.Cos(float64((2*y+1)*v)*math.Pi/16)
		}
	}
	return scale(u) * scale(v) * sum
}

// Division by multiplication is exact for all that can occur.
func TestQuantiseDividesExactly(t *testing.T) {
	for divisor := 1; divisor < 256; divisor++ {
		var table [64]uint8
		for i := range table {
			table[i] = uint8(divisor)
		}
		for first := -1024; first <= 1024; first += 64 {
			var in, out block
			for i := range in {
				in[i] = int16(min(first+i, 1024))
			}
			(&quantiser{}).block(&in, &table, &out)
			for i := range in {
				want := math.Round(float64(in[i]) / float64(divisor)) // halves away from zero
				if float64(out[i]) != want {
					t.Fatalf("%d / %d gives %d, want %v", in[i], divisor, out[i], want)
				}
			}
		}
	}
}

func TestTablesOfAQuality(t *testing.T) {
	for quality := 1; quality <= 100; quality++ {
		got := scaled(quality)
		percent := 200 - 2*quality
		if quality < 50 {
			percent = 5000 / quality
		}
		for i := range 64 {
			luma := min(max((int(base.luma[i])*percent+50)/100, 1), 255)
			chroma := min(max((int(base.chroma[i])*percent+50)/100, 1), 255)
			if int(got.luma[i]) != luma || int(got.chroma[i]) != chroma {
				t.Fatalf("quality %d, step %d: %d and %d, want %d and %d", quality, i, got.luma[i], got.chroma[i], luma, chroma)
			}
		}
	}
}

// No code is the beginning of another, none is all ones, and there is one for
// every symbol that baseline coding can ask for.
func TestHuffmanTables(t *testing.T) {
	for name, h := range map[string]*huffman{"dcLuma": &dcLuma, "dcChroma": &dcChroma, "acLuma": &acLuma, "acChroma": &acChroma} {
		for i, a := range h.symbols {
			if h.code[a]+1 == 1<<h.length[a] {
				t.Errorf("%s: the code of %02x is all ones", name, a)
			}
			for _, b := range h.symbols[i+1:] {
				if h.code[b]>>(h.length[b]-h.length[a]) == h.code[a] {
					t.Errorf("%s: the code of %02x begins that of %02x", name, a, b)
				}
			}
		}
		want, symbols := 12, 0
		if strings.HasPrefix(name, "ac") {
			want = 16*10 + 2
		}
		for symbol := range h.length {
			if h.length[symbol] > 0 {
				symbols++
			}
		}
		if symbols != want || len(h.symbols) != want {
			t.Errorf("%s: %d symbols, want %d", name, symbols, want)
		}
	}
}

// Signatures that can be counted by hand from the formulas.
func TestSignatures(t *testing.T) {
	n := kpn.NewNetwork("n")
	newFetcher(n)
	newConverter(n)
	newTransformer(n)
	newQuantiser(n)
	n.Process("p").Do(func() error { return nil })
	rec, err := n.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		operation, class string
		want             int64
	}{
		{"fetch_mcu", "load", 256 * 3},
		{"fetch_mcu", "mul", 16 + 256},
		{"rgb_to_luma_16x16", "mul", 256 * 3},
		{"rgb_to_luma_16x16", "store", 256},
		{"rgb_to_chroma_8x8", "load", 64 * 4 * 3},
		{"rgb_to_chroma_8x8", "mul", 64*2*3 + 8},
		{"fdct_8x8", "mul", 16 * 22},
		{"fdct_8x8", "load", 2 * 64},
		// Per transform of eight: 8 sums and differences, 4 + 2 for frequencies 0
		// and 4, 2 + 2 for 2 and 6, 4 × 3 for the odd ones, rounding and shift for
		// each of 8; then the two loops and the start of each row.
		{"fdct_8x8", "alu", 16*(8+2+2+2+2+4*3+8*2) + 16 + 8},
		{"fdct_8x8", "branch", 16},
		{"quantise_8x8", "mul", 64},
		{"quantise_8x8", "load", 64 * 3},
		{"quantise_8x8", "alu", 64 * (1 + 2 + 2 + 1 + 2 + 1)},
	} {
		op := rec.Application.Operations[rec.Application.OperationIndex(c.operation)]
		var got int64
		for _, count := range op.Signature {
			if count.Class == c.class {
				got = count.N
			}
		}
		if got != c.want {
			t.Errorf("%s: %d %s, want %d", c.operation, got, c.class, c.want)
		}
	}
}

// One block coded by hand: T.81 tables K.3 and K.5.
func TestCoderBits(t *testing.T) {
	c := coder{}
	c.block(&block{0: 5, 1: -2, 8: 1}, 0, &dcLuma, &acLuma)
	// DC 5: size 3 → 100, 101. AC −2 without zeros: 01 → size 2 → 01, bits 01.
	// Then zig-zag position 2 is row 1: 1 → size 1 → 00, 1. End of block: 1010.
	var got strings.Builder
	for _, b := range c.packet.bytes[:c.packet.used] {
		for i := 7; i >= 0; i-- {
			got.WriteByte('0' + b>>i&1)
		}
	}
	for i := c.held - 1; i >= 0; i-- {
		got.WriteByte('0' + byte(c.acc>>i&1))
	}
	if want := "100101" + "0101" + "001" + "1010"; got.String() != want {
		t.Errorf("got %s, want %s", got.String(), want)
	}
	for meter, want := range map[*counted.Meter]int64{&c.scan: 1, &c.symbol: 3, &c.zero: 61, &c.end: 1, &c.octet: 2, &c.zeros16: 0} {
		if got := meter.Times(); got != want {
			t.Errorf("an operation was done %d times, want %d", got, want)
		}
	}
	// 17 bits: the last one is filled up with ones.
	c.finish()
	if last := c.packet.bytes[2]; c.packet.used != 3 || last != 0b0111_1111 {
		t.Errorf("%d bytes, the last is %08b", c.packet.used, last)
	}
}
