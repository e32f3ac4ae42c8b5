package kpn

import (
	"math"
	"slices"
	"testing"
)

func TestRepeatAndSequenceUnroll(t *testing.T) {
	a := NewFragment([]Event{{Kind: Read, Arg: 1, N: 2}, {Kind: Execute, N: 1}})
	b := NewFragment([]Event{{Kind: Write, Arg: 3, N: 1}})
	got := slices.Collect(Sequence(a.Repeat(2), b.Repeat(0), b, b.Repeat(3)).Events())
	r, x, w := Event{Kind: Read, Arg: 1, N: 2}, Event{Kind: Execute, N: 1}, Event{Kind: Write, Arg: 3, N: 1}
	if want := []Event{r, x, r, x, w, w, w, w}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if a.Repeat(1) != a {
		t.Error("once is not the fragment itself")
	}
}

func TestRepeatedFragmentHasTheHashOfWhatItSays(t *testing.T) {
	events := []Event{{Kind: Execute, N: 1}, {Kind: Write, N: 4}}
	long := NewFragment(append(slices.Clone(events), events...))
	if long.Hash() != NewFragment(events).Repeat(2).Hash() {
		t.Error("the same events have different hashes")
	}
}

func TestRepeatCountsWithoutOverflow(t *testing.T) {
	f := NewFragment([]Event{{Kind: Execute, N: 1}, {Kind: Execute, N: 2}})
	if got := f.Repeat(1 << 40).Len(); got != 1<<41 {
		t.Errorf("counted %d", got)
	}
	huge := f.Repeat(1 << 40).Repeat(1 << 40)
	if huge.Len() != math.MaxInt64 || Sequence(huge, huge).Len() != math.MaxInt64 {
		t.Errorf("counted %d and %d", huge.Len(), Sequence(huge, huge).Len())
	}
}
