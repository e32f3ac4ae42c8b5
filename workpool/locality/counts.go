package locality

// Counts are accesses by block and by who made them: by hart as a Sampler hands
// them out, or by node. Blocks and columns are numbered from 0.
type Counts struct {
	columns int
	n       []int64 // block by block
}

// NewCounts returns counts of 0 for so many blocks and columns.
func NewCounts(blocks, columns int) *Counts {
	return &Counts{columns: columns, n: make([]int64, blocks*columns)}
}

// Blocks returns the number of blocks.
func (c *Counts) Blocks() int { return len(c.n) / max(1, c.columns) }

// Add counts n more accesses of a block by a column.
func (c *Counts) Add(block, column int, n int64) { c.row(block)[column] += n }

// Of returns how often a column accessed a block.
func (c *Counts) Of(block, column int) int64 { return c.row(block)[column] }

// Total returns how often a block was accessed.
func (c *Counts) Total(block int) (sum int64) {
	for _, n := range c.row(block) {
		sum += n
	}
	return sum
}

// Shares returns the part that each column has in the accesses of a block. They
// sum to one, or are all 0 if the block was not accessed.
func (c *Counts) Shares(block int) []float64 {
	shares := make([]float64, c.columns)
	if total := c.Total(block); total > 0 {
		for i, n := range c.row(block) {
			shares[i] = float64(n) / float64(total)
		}
	}
	return shares
}

// ByNode returns the counts with the harts of a node in one column; nodeOf holds
// the node of every hart.
func (c *Counts) ByNode(nodeOf []int, nodes int) *Counts {
	by := NewCounts(c.Blocks(), nodes)
	for block := range c.Blocks() {
		for hart, n := range c.row(block) {
			by.Add(block, nodeOf[hart], n)
		}
	}
	return by
}

func (c *Counts) row(block int) []int64 { return c.n[block*c.columns : (block+1)*c.columns] }
