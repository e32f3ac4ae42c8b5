package pareto

import (
	"iter"
	"slices"
)

// Archive keeps the vectors that nothing offered so far dominates, each with an
// item of the caller's. The zero value is an empty archive. No two members are
// equal, and none dominates another. It has no bound, and an insertion looks at
// every member. Not safe for concurrent use.
type Archive[T any] struct {
	members []member[T]
}

type member[T any] struct {
	vector []float64
	item   T
}

// Insert offers a vector and reports whether it was taken. It is turned away when
// a member dominates it or equals it: a newcomer never replaces a member of the
// same value, so the archive does not churn. Members that it dominates leave. The
// archive keeps the slice; the caller must not change it afterwards.
func (a *Archive[T]) Insert(vector []float64, item T) bool {
	for _, m := range a.members {
		if covers(m.vector, vector) {
			return false
		}
	}
	a.members = slices.DeleteFunc(a.members, func(m member[T]) bool { return covers(vector, m.vector) })
	a.members = append(a.members, member[T]{vector, item})
	return true
}

// Len returns the number of members.
func (a *Archive[T]) Len() int { return len(a.members) }

// All yields the members' vectors and items in the order of their insertion.
func (a *Archive[T]) All() iter.Seq2[[]float64, T] {
	return func(yield func([]float64, T) bool) {
		for _, m := range a.members {
			if !yield(m.vector, m.item) {
				return
			}
		}
	}
}
