package kpn

import (
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// letters turns "aab" into three executes of the operations a, a and b.
func letters(word string) []Event {
	var list []Event
	for _, c := range word {
		list = append(list, Event{Execute, int(c - 'a'), 1})
	}
	return list
}

// alphabet has the operations and channels a to z, for writing fragments.
func alphabet() *Application {
	app := &Application{}
	for c := 'a'; c <= 'z'; c++ {
		app.Operations = append(app.Operations, Operation{Name: string(c)})
		app.Channels = append(app.Channels, Channel{Name: string(c)})
	}
	return app
}

// spelled reads a trace over the alphabet.
func spelled(t testing.TB, text string) *Fragment {
	t.Helper()
	f, err := parseTrace(text, namesOf(alphabet()))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return f
}

// namesOf resolves the names of an application without adding any.
func namesOf(app *Application) resolver {
	find := func(index func(string) int) func(string) (int, error) {
		return func(name string) (int, error) {
			if i := index(name); i >= 0 {
				return i, nil
			}
			return 0, fmt.Errorf("no %s", name)
		}
	}
	channel := func(name string) int {
		return slices.IndexFunc(app.Channels, func(c Channel) bool { return c.Name == name })
	}
	return resolver{channel: find(channel), operation: find(app.OperationIndex)}
}

func TestNewFragmentFoldsWhatRepeats(t *testing.T) {
	cases := []struct{ word, want string }{
		{"", ""},
		{"a", "exec a"},
		{"ab", "exec a; exec b"},
		{"aba", "exec a; exec b; exec a"},
		{"aa", "2*(exec a)"},
		{"aaaaa", "5*(exec a)"},
		{"abab", "2*(exec a; exec b)"},
		{"ababa", "2*(exec a; exec b); exec a"},
		{"xababy", "exec x; 2*(exec a; exec b); exec y"},
		{"abbabb", "2*(exec a; 2*(exec b))"},
		{"aabaab", "2*(2*(exec a); exec b)"}, // the longer block saves more than aa
		{"aaab", "3*(exec a); exec b"},
		{"abcbcabcbc", "2*(exec a; 2*(exec b; exec c))"},
		{"aabbaabbcaabbaabbc", "2*(2*(2*(exec a); 2*(exec b)); exec c)"},
	}
	for _, c := range cases {
		f := NewFragment(letters(c.word))
		if got := f.format(alphabet()); got != c.want {
			t.Errorf("%q folds to %q, want %q", c.word, got, c.want)
		}
		if f.Len() != int64(len(c.word)) {
			t.Errorf("%q has length %d", c.word, f.Len())
		}
	}
}

func TestFoldLooksForBlocksUpToItsLimit(t *testing.T) {
	block := func(n int) []Event {
		var list []Event
		for i := range n {
			list = append(list, Event{Execute, i, 1})
		}
		return slices.Repeat(list, 3)
	}
	if f := NewFragment(block(longestLoop)); len(f.body) != 1 || f.body[0].repeat != 3 {
		t.Errorf("a block of %d events is not folded", longestLoop)
	}
	if f := NewFragment(block(longestLoop + 1)); len(f.body) != 3*(longestLoop+1) {
		t.Errorf("a block of %d events is folded", longestLoop+1)
	}
}

func TestNewFragmentDropsTransfersOfNothing(t *testing.T) {
	recorded := []Event{{Read, 0, 0}, {Execute, 1, 0}, {Write, 0, 0}, {Write, 0, 2}, {Read, 3, 0}}
	before := slices.Clone(recorded)
	f := NewFragment(recorded)
	if want := []Event{{Execute, 1, 0}, {Write, 0, 2}}; !slices.Equal(slices.Collect(f.Events()), want) || f.Len() != 2 {
		t.Errorf("got %v, want %v", slices.Collect(f.Events()), want)
	}
	if !slices.Equal(recorded, before) {
		t.Error("the caller's events were changed")
	}
	recorded[3].N = 9
	if e := f.body[1].event; e.N != 2 {
		t.Error("the fragment shares the caller's memory")
	}
}

// drawEvents draws from few events, so that blocks repeat.
func drawEvents(t *rapid.T, label string) []Event {
	event := rapid.SampledFrom([]Event{{Execute, 0, 1}, {Read, 0, 1}, {Read, 0, 2}, {Write, 1, 1}, {Execute, 0, 7}})
	blocks := rapid.SliceOfN(rapid.SliceOfN(event, 0, 6), 0, 8).Draw(t, label)
	var list []Event
	for _, b := range blocks {
		list = append(list, slices.Repeat(b, rapid.IntRange(1, 4).Draw(t, "times"))...)
	}
	return list
}

func TestFragmentSaysWhatItWasMadeOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawEvents(t, "events")
		f := NewFragment(want)
		if got := slices.Collect(f.Events()); !slices.Equal(got, want) {
			t.Fatalf("yields %v, want %v", got, want)
		}
		if f.Len() != int64(len(want)) {
			t.Fatalf("length %d, want %d", f.Len(), len(want))
		}
		if !reflect.DeepEqual(f, NewFragment(want)) {
			t.Fatal("the same events give different fragments")
		}
		again, err := parseTrace(f.format(alphabet()), namesOf(alphabet()))
		if err != nil || !reflect.DeepEqual(f, again) {
			t.Fatalf("%s reads back as %s (%v)", f.format(alphabet()), again.format(alphabet()), err)
		}

		distinct := map[Event]bool{}
		for e := range f.Distinct() {
			distinct[e] = true
		}
		for _, e := range want {
			if !distinct[e] {
				t.Fatalf("Distinct forgets %v", e)
			}
		}
		if unique := uniqueEvents(want); len(distinct) != unique {
			t.Fatalf("Distinct yields %d different events, want %d", len(distinct), unique)
		}
	})
}

func uniqueEvents(list []Event) int {
	set := map[Event]bool{}
	for _, e := range list {
		set[e] = true
	}
	return len(set)
}

func TestIterationCanStopAnywhere(t *testing.T) {
	f := spelled(t, "exec a; 2*(exec b; 3*(exec c)); exec d")
	for stop := 1; stop <= int(f.Len()); stop++ {
		seen := 0
		for range f.Events() {
			if seen++; seen == stop {
				break
			}
		}
		if seen != stop {
			t.Errorf("stopped after %d, want %d", seen, stop)
		}
	}
	for range f.Distinct() {
		break
	}
}

func TestDistinctIsWhatIsWritten(t *testing.T) {
	f := spelled(t, "exec a; 20000000*(read b; 1*(exec a); (write c*2)); exec a*2")
	want := letters("a")
	want = append(want, Event{Read, 1, 1}, want[0], Event{Write, 2, 2}, Event{Execute, 0, 2})
	if got := slices.Collect(f.Distinct()); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestCursorRepeatsTheFragment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := drawEvents(t, "events")
		iterations := rapid.IntRange(0, 3).Draw(t, "iterations")
		c := &cursor{fragment: NewFragment(list), iterations: iterations}
		for i, want := range slices.Repeat(list, iterations) {
			if e, ok := c.next(); !ok || e != want {
				t.Fatalf("step %d: %v %t, want %v", i, e, ok, want)
			}
		}
		for range 2 {
			if e, ok := c.next(); ok {
				t.Fatalf("goes on with %v", e)
			}
		}
	})
}

func TestHashIsOfTheEventsNotOfTheLoops(t *testing.T) {
	same := [][]string{
		{"6*(exec a)", "2*(3*(exec a))", "3*(2*(exec a))", "exec a; 5*(exec a)", "(exec a; 4*(exec a)); exec a", strings.Repeat("exec a;", 6)},
		{"2*(read a; write b)", "read a; (write b; read a); write b", "read a\nwrite b\nread a\nwrite b"},
		{"", "()", "0*(exec a)", "read a*0", "3*(write a*0)"},
	}
	other := []string{"exec a*6", "5*(exec a)", "7*(exec a)", "6*(exec b)", "6*(read a)", "6*(write a)", "2*(write b; read a)"}
	group := map[[32]byte]string{}
	for _, spellings := range same {
		want := spelled(t, spellings[0]).Hash()
		for _, s := range spellings[1:] {
			if spelled(t, s).Hash() != want {
				t.Errorf("%q and %q hash differently", spellings[0], s)
			}
		}
		other = append(other, spellings[0])
	}
	for _, s := range other {
		h := spelled(t, s).Hash()
		if twin, ok := group[h]; ok {
			t.Errorf("%q and %q have the same hash", twin, s)
		}
		group[h] = s
	}
}

// The hash identifies fragments in stored data, so it may not change.
func TestHashIsStable(t *testing.T) {
	h := spelled(t, "exec b*3; 2*(read c)").Hash()
	// SHA-256 of 00 | 1 | 3, 01 | 2 | 1, 01 | 2 | 1: a byte and two little-endian 64-bit numbers each.
	const want = "58c202cd88ded49058e408ca8584df2190382505c012c0789d793a0722f44cc3"
	if got := hex.EncodeToString(h[:]); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
}

func TestKindsAreTheWordsOfTheNotation(t *testing.T) {
	if got := fmt.Sprint(Execute, Read, Write); got != "exec read write" {
		t.Error(got)
	}
}
