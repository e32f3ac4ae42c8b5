package encoder

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// coder turns levels into the bits of the entropy-coded segment (T.81 F.1):
// zig-zag scan, runs of zeros, Huffman codes. It packs the bits into packets.
type coder struct {
	scan, zero, symbol, zeros16, end, octet, flush counted.Meter

	dc       [3]int16 // of the last block of each component
	acc      int32    // bits not yet in a byte are the lowest
	held     int32    // how many
	packet   packet
	complete []packet
}

func newCoder(n *kpn.Network) *coder {
	c := &coder{}
	c.block(&block{0: 100, 63: 1}, 0, &dcLuma, &acLuma) // 62 zeros before a level
	c.block(&block{0: 100, 1: -900}, 1, &dcChroma, &acChroma)
	c.finish()
	c.scan.Declare(n, "vlc_block")
	c.zero.Declare(n, "vlc_zero")
	c.symbol.Declare(n, "vlc_symbol")
	c.zeros16.Declare(n, "vlc_16_zeros")
	c.end.Declare(n, "vlc_end")
	c.octet.Declare(n, "vlc_byte")
	c.flush.Declare(n, "vlc_flush")
	c.start()
	return c
}

func (c *coder) run(p *kpn.Node, mcus int, in *kpn.Stream[mcu], out *kpn.Stream[packet]) error {
	for {
		for i := range mcus {
			token, ok := in.Read()
			if !ok {
				return c.meters().Check()
			}
			c.mcu(&token)
			if i == mcus-1 {
				c.finish()
			}
			c.meters().Record(p)
			out.WriteN(c.complete)
			c.complete = nil
		}
		c.start()
		p.EndIteration()
	}
}

func (c *coder) meters() counted.Meters {
	return counted.Meters{&c.scan, &c.zero, &c.symbol, &c.zeros16, &c.end, &c.octet, &c.flush}
}

// start prepares for a frame.
func (c *coder) start() {
	c.dc, c.acc, c.held, c.packet, c.complete = [3]int16{}, 0, 0, packet{}, nil
}

func (c *coder) mcu(token *mcu) {
	for i := range 4 {
		c.block(&token[i], 0, &dcLuma, &acLuma)
	}
	c.block(&token[4], 1, &dcChroma, &acChroma)
	c.block(&token[5], 2, &dcChroma, &acChroma)
}

// block codes a block of a component.
func (c *coder) block(b *block, component int32, dc, ac *huffman) {
	m := c.scan.Once()
	level := counted.Load(m, b[:], 0)
	difference := m.Sub(level, counted.Load(m, c.dc[:], component))
	counted.Store(m, c.dc[:], component, level)
	c.level(dc, 0, difference)
	run := int32(0)
	for k := range m.Loop(63) {
		level := counted.Load(m, b[:], counted.Load(m, zigzag[:], k+1))
		if m.Equal(level, 0) {
			run = c.zero.Once().Add(run, 1)
			continue
		}
		c.level(ac, run, level)
		run = 0
	}
	if m.Less(0, run) {
		m := c.end.Once()
		c.put(m, counted.Load(m, ac.code[:], 0), counted.Load(m, ac.length[:], 0))
	}
}

// level codes a level and the zeros before it: a Huffman code for the run and
// the level's size, then as many bits of the level (T.81 F.1.2).
func (c *coder) level(table *huffman, run, level int32) {
	m := c.symbol.Once()
	for long := m.Less(15, run); long; {
		m := c.zeros16.Once()
		c.put(m, counted.Load(m, table.code[:], 0xF0), counted.Load(m, table.length[:], 0xF0))
		run = m.Sub(run, 16)
		long = m.Less(15, run)
	}
	sign := m.Shr(level, 31)
	size := m.Width(m.Sub(m.Xor(level, sign), sign))
	symbol := m.Or(m.Shl(run, 4), size)
	c.put(m, counted.Load(m, table.code[:], symbol), counted.Load(m, table.length[:], symbol))
	mask := m.Sub(m.Shl(1, size), 1)
	c.put(m, m.And(m.Add(level, sign), mask), size)
}

// put appends the lowest n ≤ 16 bits.
func (c *coder) put(m *counted.Machine, bits, n int32) {
	c.acc = m.Or(m.Shl(c.acc, n), bits)
	c.held = m.Add(c.held, n)
	for full := m.Less(7, c.held); full; {
		full = c.byte()
	}
}

// byte moves eight bits to the packet; it returns whether there are eight more.
func (c *coder) byte() bool {
	m := c.octet.Once()
	c.held = m.Sub(c.held, 8)
	counted.Store(m, c.packet.bytes[:], int32(c.packet.used), m.And(m.Shr(c.acc, c.held), 0xFF))
	c.packet.used = uint8(m.Add(int32(c.packet.used), 1))
	if m.Equal(int32(c.packet.used), packetBytes) {
		c.complete = append(c.complete, c.packet)
		c.packet = packet{}
	}
	return m.Less(7, c.held)
}

// finish fills the last byte with ones and ends the last packet, which may be
// empty.
func (c *coder) finish() {
	c.put(c.flush.Once(), 0x7F, 7)
	c.packet.last = true
	c.complete = append(c.complete, c.packet)
}

// zigzag is the order in which the coefficients of a block are coded.
var zigzag = [64]uint8{
	0, 1, 8, 16, 9, 2, 3, 10,
	17, 24, 32, 25, 18, 11, 4, 5,
	12, 19, 26, 33, 40, 48, 41, 34,
	27, 20, 13, 6, 7, 14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36,
	29, 22, 15, 23, 30, 37, 44, 51,
	58, 59, 52, 45, 38, 31, 39, 46,
	53, 60, 61, 54, 47, 55, 62, 63,
}
