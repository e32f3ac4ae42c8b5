package ea

import (
	"math/rand"
	randv2 "math/rand/v2"
)

// stream separates this package's random numbers from those that others draw
// from generators of the same seed.
const stream = 0x6e73676132 // "nsga2"

// newRand returns the generator of a run. eaopt speaks math/rand; the numbers
// come from the PCG of math/rand/v2, which is quick to seed and whose sequence is
// fixed by its documentation.
func newRand(seed uint64) *rand.Rand {
	return rand.New(source{randv2.NewPCG(seed, stream)})
}

// source makes a PCG a math/rand source.
type source struct{ *randv2.PCG }

// Int63 returns the upper 63 bits of the next number.
func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }

// Seed restarts the sequence.
func (s source) Seed(seed int64) { s.PCG.Seed(uint64(seed), stream) }
