package sesame

import (
	"encoding/binary"
	"math"
)

// firing is what an SDF firing claims when it starts.
type firing struct {
	events int32
	reads  []claim // tokens; their room is given back when the firing ends
	writes []claim // room
}

// claim is a number of tokens of a channel, those of several events added up.
type claim struct {
	channel int32
	tokens  int64
}

// findFirings cuts the codes of an iteration into firings, each the longest run
// of reads, then executes, then writes. The result says for each code which
// firing begins there (its number and one), or 0.
func (c *compiler) findFirings(codes []uint32) []uint32 {
	starts := make([]uint32, len(codes))
	for i := 0; i < len(codes); {
		end := i
		for _, kind := range []func(uint32) bool{c.isRead, c.isExecute, c.isWrite} {
			for end < len(codes) && kind(codes[end]) {
				end++
			}
		}
		starts[i] = c.firingOf(codes[i:end]) + 1
		i = end
	}
	return starts
}

func (c *compiler) isExecute(code uint32) bool { return code < uint32(len(c.m.execute)) }

func (c *compiler) isWrite(code uint32) bool {
	return !c.isExecute(code) && c.m.moves[code-uint32(len(c.m.execute))].write
}

func (c *compiler) isRead(code uint32) bool { return !c.isExecute(code) && !c.isWrite(code) }

// firingOf returns the number of the firing that consists of the codes.
func (c *compiler) firingOf(codes []uint32) uint32 {
	var key []byte
	for _, code := range codes {
		key = binary.LittleEndian.AppendUint32(key, code)
	}
	if n, ok := c.firingIndex[string(key)]; ok {
		return n
	}
	f := firing{events: int32(len(codes))}
	for _, code := range codes {
		if c.isExecute(code) {
			continue
		}
		move := &c.m.moves[code-uint32(len(c.m.execute))]
		if move.write {
			f.writes = addClaim(f.writes, move)
		} else {
			f.reads = addClaim(f.reads, move)
		}
	}
	n := uint32(len(c.m.firings))
	c.firingIndex[string(key)] = n
	c.m.firings = append(c.m.firings, f)
	return n
}

// addClaim adds what a transfer needs. Sums saturate: nobody ever has so many.
func addClaim(claims []claim, move *moveClass) []claim {
	for i := range claims {
		if claims[i].channel == move.channel {
			claims[i].tokens += min(move.tokens, math.MaxInt64-claims[i].tokens)
			return claims
		}
	}
	return append(claims, claim{channel: move.channel, tokens: move.tokens})
}
