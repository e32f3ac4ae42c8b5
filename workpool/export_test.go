package workpool

// StartAt moves the positions of c's next batch to begin there. No batch of c
// is running.
func (c *Client) StartAt(position uint64) { c.batch.cur.Store(position) }

// Overshoot is how far the last batch of c, run to its end, was claimed beyond
// it. No batch of c is running.
func (c *Client) Overshoot() uint64 { return c.batch.cur.Load() - c.batch.end.Load() }

// Gate is c's gate: 0 between batches.
func (c *Client) Gate() uint64 { return c.batch.gate.Load() }

// LongestRun is the most jobs that a hart claims at once.
const LongestRun = longestRun
