package timeline

// flows follows the tokens of channels from the writes to the reads.
//
// An observer is told of transfers by spans and of their effect by the tokens
// that are visible, and at one instant in any order. So the two are paired: each
// change of a channel belongs to the oldest transfer in that direction that had
// no effect yet. What remains unpaired when the instant is over took no time.
type flows struct {
	ends    [2][]transferEnd // read ends and write ends, per channel
	changes []change         // of this instant, in the order in which they were told
	written [][]written      // per channel: writes whose tokens have not all been read, in order
}

// transferEnd is one end of a channel.
type transferEnd struct {
	under []slice // transfers without effect so far: one, or the issues of DMA transfers
	waits int     // changes that wait for their transfer
}

// change is a number of tokens that were read or written.
type change struct {
	channel int
	write   bool
	tokens  int64
	of      slice
	known   bool // of is
}

// written are tokens in a buffer, and the write they came from.
type written struct {
	tokens  int64
	of      slice
	nowhere bool // they were there at the start
}

func newFlows(channels []Channel) *flows {
	f := &flows{written: make([][]written, len(channels))}
	for i := range f.ends {
		f.ends[i] = make([]transferEnd, len(channels))
	}
	for i, c := range channels {
		if c.Initial > 0 {
			f.written[i] = []written{{tokens: c.Initial, nowhere: true}}
		}
	}
	return f
}

func (f *flows) end(channel int, write bool) *transferEnd {
	if write {
		return &f.ends[1][channel]
	}
	return &f.ends[0][channel]
}

// seen tells of a transfer, or of a hop of it; issue means that it goes on by
// itself.
func (f *flows) seen(channel int, write, issue bool, s slice) {
	e := f.end(channel, write)
	if e.waits > 0 {
		for i := range f.changes {
			if c := &f.changes[i]; c.channel == channel && c.write == write && !c.known {
				c.of, c.known = s, true
				e.waits--
				return
			}
		}
	}
	if !issue { // one at a time; of several hops the last counts
		e.under = e.under[:0]
	}
	e.under = append(e.under, s)
}

// fill tells that tokens have become visible, or have gone if change is negative.
func (f *flows) fill(channel int, tokens int64) {
	c := change{channel: channel, write: tokens > 0, tokens: max(tokens, -tokens)}
	e := f.end(channel, c.write)
	if len(e.under) > 0 {
		c.of, c.known = e.under[0], true
		e.under = append(e.under[:0], e.under[1:]...)
	} else {
		e.waits++
	}
	f.changes = append(f.changes, c)
}

// settle ends an instant: instant makes a slice for a transfer that took no time,
// arrow draws an arrow.
func (f *flows) settle(instant func(channel int, write bool, tokens int64) slice, arrow func(channel int, tokens int64, from, to *slice)) {
	for i := range f.changes {
		c := &f.changes[i]
		if !c.known {
			f.end(c.channel, c.write).waits--
			c.of = instant(c.channel, c.write, c.tokens)
		}
		if c.write {
			f.written[c.channel] = append(f.written[c.channel], written{tokens: c.tokens, of: c.of})
			continue
		}
		f.read(c, arrow)
	}
	f.changes = f.changes[:0]
}

// read takes tokens out of a buffer, the oldest first.
func (f *flows) read(c *change, arrow func(channel int, tokens int64, from, to *slice)) {
	queue := f.written[c.channel]
	left := c.tokens
	for left > 0 && len(queue) > 0 {
		w := &queue[0]
		taken := min(left, w.tokens)
		if !w.nowhere {
			arrow(c.channel, taken, &w.of, &c.of)
		}
		left -= taken
		if w.tokens -= taken; w.tokens == 0 {
			queue = queue[1:]
		}
	}
	f.written[c.channel] = queue
}
