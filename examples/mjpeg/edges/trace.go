package edges

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// tracer makes weak pixels strong that are connected to strong ones. It needs
// the whole frame in memory.
type tracer struct {
	width, height                   int
	gather, seed, visit, grow, pack counted.Meter

	marks []uint8 // with a border of one pixel all around
	stack []int32 // strong pixels whose neighbours were not looked at yet
	top   int32
}

func newTracer(n *kpn.Network, width, height int) *tracer {
	t := &tracer{width: width, height: height}
	t.start()
	t.take(&chunk[uint8]{3: strong, 4: weak}, 0, 0)
	t.follow()
	t.bits(0, 0)
	t.gather.Declare(n, "gather_32")
	t.seed.Declare(n, "trace_seed")
	t.visit.Declare(n, "trace_visit")
	t.grow.Declare(n, "trace_grow")
	t.pack.Declare(n, "pack_32")
	return t
}

func (t *tracer) run(p *kpn.Node, in *kpn.Stream[chunk[uint8]], out *kpn.Stream[edgeBits]) error {
	meters := counted.Meters{&t.gather, &t.seed, &t.visit, &t.grow, &t.pack}
	strip := make([]chunk[uint8], stripRows*t.width/chunkPixels)
	for {
		t.start()
		for y := 0; y < t.height; y += stripRows {
			if in.ReadN(strip) == 0 {
				return meters.Check()
			}
			for i := range strip {
				t.take(&strip[i], i*chunkPixels%t.width, y+i*chunkPixels/t.width)
			}
			meters.Record(p)
		}
		t.follow()
		meters.Record(p)
		for y := 0; y < t.height; y += stripRows {
			bits := make([]edgeBits, len(strip))
			for i := range bits {
				bits[i] = t.bits(i*chunkPixels%t.width, y+i*chunkPixels/t.width)
			}
			meters.Record(p)
			out.WriteN(bits)
		}
		p.EndIteration()
	}
}

// start forgets the last frame.
func (t *tracer) start() {
	t.marks = make([]uint8, (t.width+2)*(t.height+2))
	t.stack = make([]int32, t.width*t.height) // a pixel is pushed once
	t.top = 0
}

func (t *tracer) index(x, y int) int32 { return int32((y+1)*(t.width+2) + x + 1) }

// take stores a chunk and pushes its strong pixels.
func (t *tracer) take(token *chunk[uint8], x, y int) {
	m := t.gather.Once()
	first := t.index(x, y)
	for i := range m.Loop(chunkPixels) {
		mark := counted.Load(m, token[:], i)
		counted.Store(m, t.marks, m.Add(first, i), mark)
		if m.Equal(mark, strong) {
			t.push(t.seed.Once(), first+i)
		}
	}
}

func (t *tracer) push(m *counted.Machine, at int32) {
	counted.Store(m, t.stack, t.top, at)
	t.top = m.Add(t.top, 1)
}

// follow visits all strong pixels, also those that it makes strong.
func (t *tracer) follow() {
	row := int32(t.width + 2)
	around := []int32{-row - 1, -row, -row + 1, -1, 1, row - 1, row, row + 1}
	for t.top > 0 {
		m := t.visit.Once()
		m.Turn()
		t.top = m.Sub(t.top, 1)
		at := counted.Load(m, t.stack, t.top)
		for i := range m.Loop(len(around)) {
			next := m.Add(at, counted.Load(m, around, i))
			if m.Equal(counted.Load(m, t.marks, next), weak) {
				m := t.grow.Once()
				counted.Store(m, t.marks, next, strong)
				t.push(m, next)
			}
		}
	}
}

// bits packs the strong pixels of a chunk.
func (t *tracer) bits(x, y int) edgeBits {
	m := t.pack.Once()
	first := t.index(x, y)
	var bits int32
	for i := range m.Loop(chunkPixels) {
		isStrong := m.Shr(counted.Load(m, t.marks, m.Add(first, i)), 1)
		bits = m.Or(bits, m.Shl(isStrong, i))
	}
	return edgeBits(uint32(bits))
}
