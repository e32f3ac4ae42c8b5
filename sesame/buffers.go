package sesame

import (
	"math"
	"math/bits"

	"sdse/kpn"
)

// bytesOf is the bytes of a number of tokens, or the largest number there is.
func bytesOf(tokens, tokenBytes int64) int64 {
	if hi, bytes := bits.Mul64(uint64(tokens), uint64(tokenBytes)); hi == 0 && bytes < math.MaxInt64 {
		return int64(bytes)
	}
	return math.MaxInt64
}

// checkTransfers refuses transfers over unbounded channels that are too large to
// compute with; others are no larger than the channel's buffer.
func (c *compiler) checkTransfers(a int, app *kpn.Application) {
	seen := map[*kpn.Fragment]bool{}
	told := map[int]bool{}
	for s := range app.Scenarios {
		for p, f := range app.Scenarios[s].Traces {
			if seen[f] {
				continue
			}
			seen[f] = true
			for e := range f.Distinct() {
				if e.Kind == kpn.Execute || told[e.Arg] {
					continue
				}
				ch := &app.Channels[e.Arg]
				if ch.Capacity == kpn.Unbounded && bytesOf(e.N, ch.TokenBytes) > maxBuffer {
					told[e.Arg] = true
					c.failProcess(a, p, "a transfer of %d tokens of %d B over channel %q is larger than the %d B that sdse computes with",
						e.N, ch.TokenBytes, ch.Name, int64(maxBuffer))
				}
			}
		}
	}
}
