package encoder

import "strings"

// huffman is a Huffman table: the symbols in the order of their codes, how many
// codes have each length, and for each symbol its code and the code's length.
type huffman struct {
	counts  [16]uint8
	symbols []uint8
	code    [256]uint16
	length  [256]uint8
}

// newHuffman makes a table from the symbols of each code length, 1 to 16, in
// hexadecimal. Codes are given out in order (T.81 annex C).
func newHuffman(lengths [16]string) (h huffman) {
	next := uint16(0)
	for i, line := range lengths {
		for _, digits := range strings.Fields(line) {
			symbol := hex(digits[0])<<4 | hex(digits[1])
			h.counts[i]++
			h.symbols = append(h.symbols, symbol)
			h.code[symbol], h.length[symbol] = next, uint8(i+1)
			next++
		}
		next <<= 1
	}
	return h
}

func hex(digit byte) uint8 {
	return uint8(strings.IndexByte("0123456789abcdef", digit))
}

// The typical tables of T.81 K.3. A symbol of an AC table is a run of zeros
// (0 to 15) and the size of the level after it; 00 ends the block, f0 is a run
// of 16 zeros.
var (
	// Table K.3.
	dcLuma = newHuffman([16]string{
		"",
		"00",
		"01 02 03 04 05",
		"06",
		"07",
		"08",
		"09",
		"0a",
		"0b",
	})
	// Table K.5.
	acLuma = newHuffman([16]string{
		"",
		"01 02",
		"03",
		"00 04 11",
		"05 12 21",
		"31 41",
		"06 13 51 61",
		"07 22 71",
		"14 32 81 91 a1",
		"08 23 42 b1 c1",
		"15 52 d1 f0",
		"24 33 62 72",
		"",
		"",
		"82",
		"09 0a 16 17 18 19 1a 25 26 27 28 29 2a 34 35 36 37 38 39 3a 43 44 45 46 " +
			"47 48 49 4a 53 54 55 56 57 58 59 5a 63 64 65 66 67 68 69 6a 73 74 75 76 " +
			"77 78 79 7a 83 84 85 86 87 88 89 8a 92 93 94 95 96 97 98 99 9a a2 a3 a4 " +
			"a5 a6 a7 a8 a9 aa b2 b3 b4 b5 b6 b7 b8 b9 ba c2 c3 c4 c5 c6 c7 c8 c9 ca " +
			"d2 d3 d4 d5 d6 d7 d8 d9 da e1 e2 e3 e4 e5 e6 e7 e8 e9 ea f1 f2 f3 f4 f5 " +
			"f6 f7 f8 f9 fa",
	})
	// Table K.4.
	dcChroma = newHuffman([16]string{
		"",
		"00 01 02",
		"03",
		"04",
		"05",
		"06",
		"07",
		"08",
		"09",
		"0a",
		"0b",
	})
	// Table K.6.
	acChroma = newHuffman([16]string{
		"",
		"00 01",
		"02",
		"03 11",
		"04 05 21 31",
		"06 12 41 51",
		"07 61 71",
		"13 22 32 81",
		"08 14 42 91 a1 b1 c1",
		"09 23 33 52 f0",
		"15 62 72 d1",
		"0a 16 24 34",
		"",
		"e1",
		"25 f1",
		"17 18 19 1a 26 27 28 29 2a 35 36 37 38 39 3a 43 44 45 46 47 48 49 4a 53 " +
			"54 55 56 57 58 59 5a 63 64 65 66 67 68 69 6a 73 74 75 76 77 78 79 7a 82 " +
			"83 84 85 86 87 88 89 8a 92 93 94 95 96 97 98 99 9a a2 a3 a4 a5 a6 a7 a8 " +
			"a9 aa b2 b3 b4 b5 b6 b7 b8 b9 ba c2 c3 c4 c5 c6 c7 c8 c9 ca d2 d3 d4 d5 " +
			"d6 d7 d8 d9 da e2 e3 e4 e5 e6 e7 e8 e9 ea f2 f3 f4 f5 f6 f7 f8 f9 fa",
	})
)
