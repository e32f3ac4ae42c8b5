package counted

import (
	"iter"
	"math/bits"
	"slices"

	"sdse/kpn"
)

// Machine does arithmetic and counts it by instruction class.
type Machine struct {
	ALU, Mul, Load, Store, Branch int64
}

// Counts returns what was counted, in the form of an operation's signature.
func (m *Machine) Counts() []kpn.Count {
	all := []kpn.Count{
		{Class: "alu", N: m.ALU}, {Class: "branch", N: m.Branch}, {Class: "load", N: m.Load},
		{Class: "mul", N: m.Mul}, {Class: "store", N: m.Store},
	}
	return slices.DeleteFunc(all, func(c kpn.Count) bool { return c.N == 0 })
}

// Add returns a + b.
func (m *Machine) Add(a, b int32) int32 { m.ALU++; return a + b }

// Sub returns a − b.
func (m *Machine) Sub(a, b int32) int32 { m.ALU++; return a - b }

// Mult returns a × b.
func (m *Machine) Mult(a, b int32) int32 { m.Mul++; return a * b }

// Shl returns a shifted left by n bits.
func (m *Machine) Shl(a, n int32) int32 { m.ALU++; return a << uint(n) }

// Shr returns a shifted right by n bits, keeping the sign.
func (m *Machine) Shr(a, n int32) int32 { m.ALU++; return a >> uint(n) }

// And returns the bits set in both a and b.
func (m *Machine) And(a, b int32) int32 { m.ALU++; return a & b }

// Or returns the bits set in a or b.
func (m *Machine) Or(a, b int32) int32 { m.ALU++; return a | b }

// Xor returns the bits set in one of a and b.
func (m *Machine) Xor(a, b int32) int32 { m.ALU++; return a ^ b }

// Width returns the number of bits that a, which is not negative, needs.
func (m *Machine) Width(a int32) int32 { m.ALU++; return int32(bits.Len32(uint32(a))) }

// Min returns the smaller of a and b.
func (m *Machine) Min(a, b int32) int32 { m.ALU += 2; return min(a, b) }

// Max returns the larger of a and b.
func (m *Machine) Max(a, b int32) int32 { m.ALU += 2; return max(a, b) }

// Abs returns the absolute value of a, as (a xor s) − s with the sign s.
func (m *Machine) Abs(a int32) int32 {
	s := m.Shr(a, 31)
	return m.Sub(m.Xor(a, s), s)
}

// Sum returns the sum of all its operands.
func (m *Machine) Sum(a int32, more ...int32) int32 {
	for _, b := range more {
		a = m.Add(a, b)
	}
	return a
}

// Less branches on a < b.
func (m *Machine) Less(a, b int32) bool { m.ALU++; m.Branch++; return a < b }

// Equal branches on a = b.
func (m *Machine) Equal(a, b int32) bool { m.ALU++; m.Branch++; return a == b }

// Turn counts what one turn of a loop costs.
func (m *Machine) Turn() { m.ALU++; m.Branch++ }

// Loop yields 0 to n−1, a Turn each.
func (m *Machine) Loop(n int) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := range int32(n) {
			m.Turn()
			if !yield(i) {
				return
			}
		}
	}
}

// Integer is what arrays in memory hold.
type Integer interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32
}

// Load reads an array element.
func Load[T Integer](m *Machine, array []T, i int32) int32 { m.Load++; return int32(array[i]) }

// Store writes an array element; v has to fit.
func Store[T Integer](m *Machine, array []T, i, v int32) { m.Store++; array[i] = T(v) }
