package encoder

import (
	"slices"

	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// assembler puts an image together: headers, the coded bytes with byte stuffing
// (T.81 F.1.2.3), the end.
type assembler struct {
	header, emit, stuff, finish counted.Meter

	fixed []byte // the headers of every frame, with room for the tables
	mcus  int
	image []uint8 // the image in memory
	size  int32
}

func newAssembler(n *kpn.Network, f *frame) *assembler {
	a := &assembler{fixed: headers(f), mcus: f.mcus()}
	a.start(&tables{})
	a.packet(&packet{used: 2, bytes: [packetBytes]uint8{0xFF, 0x01}})
	a.end()
	a.header.Declare(n, "write_headers")
	a.emit.Declare(n, "write_byte")
	a.stuff.Declare(n, "stuff_byte")
	a.finish.Declare(n, "write_end")
	return a
}

func (a *assembler) run(p *kpn.Node, in *kpn.Stream[packet], control *kpn.Stream[tables], sizes *kpn.Stream[int32], encoded *[][]byte) error {
	for {
		token, ok := in.Read()
		if !ok {
			return counted.Meters{&a.header, &a.emit, &a.stuff, &a.finish}.Check()
		}
		table, _ := control.Read()
		a.start(&table)
		a.header.Record(p)
		for {
			a.packet(&token)
			a.emit.Record(p)
			a.stuff.Record(p)
			if token.last {
				break
			}
			token, _ = in.Read()
		}
		a.end()
		a.finish.Record(p)
		*encoded = append(*encoded, slices.Clone(a.image[:a.size]))
		sizes.Write(a.size)
		p.EndIteration()
	}
}

// mostBytes is more than an MCU can take: 64 levels in each of six blocks, none
// longer than 16 + 11 bits, every byte stuffed.
const mostBytes = 6 * 64 * 27 / 8 * 2

// start writes the headers, with the tables in zig-zag order.
func (a *assembler) start(t *tables) {
	a.image = make([]uint8, len(a.fixed)+a.mcus*mostBytes+4)
	m := a.header.Once()
	for i := range m.Loop(len(a.fixed)) {
		counted.Store(m, a.image, i, counted.Load(m, a.fixed, i))
	}
	for i := range m.Loop(64) {
		from := counted.Load(m, zigzag[:], i)
		counted.Store(m, a.image, lumaTable+i, counted.Load(m, t.luma[:], from))
		counted.Store(m, a.image, chromaTable+i, counted.Load(m, t.chroma[:], from))
	}
	a.size = int32(len(a.fixed))
}

// packet writes coded bytes, and a zero after each 0xFF so that it is no marker.
func (a *assembler) packet(token *packet) {
	for i := range int32(token.used) {
		m := a.emit.Once()
		m.Turn()
		v := counted.Load(m, token.bytes[:], i)
		counted.Store(m, a.image, a.size, v)
		a.size = m.Add(a.size, 1)
		if m.Equal(v, 0xFF) {
			m := a.stuff.Once()
			counted.Store(m, a.image, a.size, 0)
			a.size = m.Add(a.size, 1)
		}
	}
}

// end writes the end-of-image marker.
func (a *assembler) end() {
	m := a.finish.Once()
	counted.Store(m, a.image, a.size, 0xFF)
	counted.Store(m, a.image, a.size+1, 0xD9)
	a.size = m.Add(a.size, 2)
}
