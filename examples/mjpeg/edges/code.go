package edges

import (
	"sdse/examples/mjpeg/counted"
	"sdse/kpn"
)

// coder finds the runs of edge pixels in each row.
type coder struct {
	scan, change, endRow counted.Meter

	changes []int32 // of one row: the columns where runs start and end, in turn
	count   int32   // of changes
	inside  int32   // 1 within a run
}

func newCoder(n *kpn.Network) *coder {
	c := &coder{}
	c.row([]edgeBits{0b0110})
	c.scan.Declare(n, "runs_32")
	c.change.Declare(n, "run_change")
	c.endRow.Declare(n, "run_end_row")
	return c
}

func (c *coder) run(p *kpn.Node, width, height int, in *kpn.Stream[edgeBits], found *[][]Run) error {
	meters := counted.Meters{&c.scan, &c.change, &c.endRow}
	rowChunks := width / chunkPixels
	strip := make([]edgeBits, stripRows*rowChunks)
	for {
		var runs []Run
		for y := 0; y < height; y += stripRows {
			if in.ReadN(strip) == 0 {
				return meters.Check()
			}
			for r := range stripRows {
				changes := c.row(strip[r*rowChunks : (r+1)*rowChunks])
				for i := 0; i < len(changes); i += 2 {
					runs = append(runs, Run{Row: y + r, Start: int(changes[i]), End: int(changes[i+1])})
				}
			}
			meters.Record(p)
		}
		*found = append(*found, runs)
		p.EndIteration()
	}
}

// row returns the columns where runs start and end, in turn.
func (c *coder) row(tokens []edgeBits) []int32 {
	end := int32(len(tokens) * chunkPixels)
	c.changes = make([]int32, end+1)
	c.count, c.inside = 0, 0
	for k, token := range tokens {
		m := c.scan.Once()
		for i := range m.Loop(chunkPixels) {
			bit := m.And(m.Shr(int32(token), i), 1)
			if !m.Equal(bit, c.inside) {
				m := c.change.Once()
				c.note(m, int32(k*chunkPixels)+i, 1)
				c.inside = bit
			}
		}
	}
	// A run may reach the end of the row.
	c.note(c.endRow.Once(), end, c.inside)
	return c.changes[:c.count]
}

// note writes a column behind the changes and counts it if one is 1.
func (c *coder) note(m *counted.Machine, column, one int32) {
	counted.Store(m, c.changes, c.count, column)
	c.count = m.Add(c.count, one)
}
