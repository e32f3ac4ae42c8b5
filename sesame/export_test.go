package sesame

import (
	"math/big"

	"sdse/scenarios"
)

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

// Events returns how many events a simulation of a scenario handles.
func (m *Model) Events(scenario int) (n int64) {
	for _, member := range m.Space.At(scenario).Members {
		sc := &m.Space.Applications[member.Application].Scenarios[member.Scenario]
		for _, f := range sc.Traces {
			n += f.Len() * int64(sc.Iterations)
		}
	}
	return n
}

// CompileWithin compiles like Compile, but only so many components may be passed
// by all routes together.
func CompileWithin(platform *Platform, space *scenarios.Space, mostPassed int) (*Model, error) {
	return compile(platform, space, mostPassed)
}
