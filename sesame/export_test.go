package sesame

import "math/big"

// ExactOf returns an energy of a number of zeptojoules.
func ExactOf(zeptojoules *big.Int) Exact {
	hi := new(big.Int).Rsh(zeptojoules, 64)
	return Exact{hi: hi.Uint64(), lo: new(big.Int).And(zeptojoules, new(big.Int).SetUint64(1<<64-1)).Uint64()}
}

// Tokens returns how many tokens the last simulation wrote to and read from a
// channel, for the tests that look at what is conserved.
func (s *Simulator) Tokens(channel int) (written, read int64) {
	for k, times := range s.moved {
		switch move := &s.m.moves[k]; {
		case int(move.channel) != channel:
		case move.write:
			written += times * move.tokens
		default:
			read += times * move.tokens
		}
	}
	return written, read
}

// SimulateGeneral simulates with the general kernel.
func (s *Simulator) SimulateGeneral(scenario int) Outcome { return s.simulateAny(scenario) }

// SimulateFast simulates with the fast kernel, if it can.
func (s *Simulator) SimulateFast(scenario int) (Outcome, bool) {
	l := s.lanes[0]
	if !s.fastCan(l, s.genes, scenario) {
		return Outcome{}, false
	}
	l.run()
	return l.outcome()
}

// Steps returns how many steps the fast kernel takes.
func (s *Simulator) Steps(genes []int, scenario int) (n int) {
	l := s.lanes[0]
	if !s.fastCan(l, genes, scenario) {
		return 0
	}
	for {
		for l.step() {
			n++
		}
		if !l.resume() {
			return n
		}
	}
}

// LookAtEveryIteration makes the first lane look for repetition at every
// iteration, however short.
func (s *Simulator) LookAtEveryIteration() { s.lanes[0].skip.eager = true }

// Skipped reports whether the last simulation of the first lane skipped anything.
func (s *Simulator) Skipped() bool { return s.lanes[0].skip.jumps > 0 }
