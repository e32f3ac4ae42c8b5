package evaluate

import (
	"testing"

	"sdse/sesame"
)

// The memo forgets the half that was not asked for, keeps what was, and never
// mixes up restricted mappings.
func TestMemoForgets(t *testing.T) {
	m := newMemo(4) // two outcomes a half
	put := func(name string, makespan sesame.Time) memoKey {
		m.turn()
		key := memoKey{m.number([]byte(name)), 0}
		m.put(key, sesame.Outcome{Makespan: makespan})
		return key
	}
	a, b := put("a", 1), put("b", 2)
	c := put("c", 3) // a and b are old now
	if n := m.number([]byte("a")); n != a.restricted {
		t.Fatalf("a became number %d, it was %d", n, a.restricted)
	}
	if o, ok := m.get(a); !ok || o.Makespan != 1 {
		t.Fatalf("a is %v, %v", o, ok)
	}
	put("d", 4) // the young half has a and c: it becomes the old one, b is forgotten
	if _, ok := m.get(b); ok {
		t.Error("b is remembered although nobody asked for it")
	}
	for key, want := range map[memoKey]sesame.Time{a: 1, c: 3} {
		if o, ok := m.get(key); !ok || o.Makespan != want {
			t.Errorf("%v is %v, %v", key, o, ok)
		}
	}
	if n := m.number([]byte("a")); n != a.restricted {
		t.Errorf("a became number %d, it was %d", n, a.restricted)
	}
	if n := m.number([]byte("b")); n == a.restricted || n == c.restricted {
		t.Errorf("b, forgotten, came back as %d, which is taken", n)
	}
	if held := len(m.young.outcomes) + len(m.old.outcomes); held > 2*4 {
		t.Errorf("%d outcomes held, the bound is 4 and what was found again", held)
	}
}
