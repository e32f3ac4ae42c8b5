package input

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestProblemsAreSortedByFileAndLine(t *testing.T) {
	var p Problems
	if p.Err() != nil || p.Len() != 0 {
		t.Error("nothing is wrong, but", p.Err())
	}
	p.Add("z.toml", 9, "ninth")
	p.Add("a.toml", 2, "second, %d%%", 50)
	p.Add("z.toml", 1, "first")
	p.Add("z.toml", 9, "ninth, said later")
	p.Add("a.toml", 0, "the whole file")
	p.Add("", 0, "of no file")
	p.Add("z.toml", 1, "first")
	want := `z.toml:1: first
z.toml:9: ninth
z.toml:9: ninth, said later
a.toml: the whole file
a.toml:2: second, 50%
of no file`
	var all *Error
	if !errors.As(p.Err(), &all) || all.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", p.Err(), want)
	}
	if p.Len() != 7 || p.list[0].Message != "ninth" {
		t.Error("asking for the error changed the list")
	}
	if !p.in("a.toml") || p.in("b.toml") {
		t.Error("which files are wrong?")
	}
}

func TestNearest(t *testing.T) {
	words := []string{"capacity", "token", "from", "to", "name", "initial"}
	for word, want := range map[string]string{
		"capacity": "capacity", "capacty": "capacity", "CAPACITY": "capacity", "cpaacity": "capacity", "capacities": "capacity",
		"tokens": "token", "form": "from", "tokne": "token", "t": "to", "nmae": "name", "": "", "x": "", "iteration": "", "color": "",
	} {
		if got := nearest(word, words); got != want {
			t.Errorf("%q is nearest to %q, want %q", word, got, want)
		}
	}
	if got := nearest("ab", []string{"ac", "ab", "ad"}); got != "ab" {
		t.Errorf("the word itself is not the nearest, but %q", got)
	}
	long := strings.Repeat("x", 1_000_000)
	if got := nearest(long, []string{long + "y", "x"}); got != "" {
		t.Error("a very long word is compared")
	}
}

func TestDidYouMean(t *testing.T) {
	many := strings.Fields("a b c d e f g h i j k l m n")
	for _, c := range []struct {
		word  string
		known []string
		want  string
	}{
		{"sorce", []string{"sink", "source"}, `, did you mean "source"?`},
		{"elsewhere", []string{"sink", "source"}, `; known: sink, source`},
		{"elsewhere", nil, ``},
		{"elsewhere", many[:12], `; known: a, b, c, d, e, f, g, h, i, j, k, l`},
		{"elsewhere", many, `; known: a, b, c, d, e, f, g, h, i, j, k, l, …`},
	} {
		if got := DidYouMean(c.word, c.known); got != c.want {
			t.Errorf("%q: %s, want %s", c.word, got, c.want)
		}
	}
}

// simpleDistance is the recursion that distance computes with a table.
func simpleDistance(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	change := 1
	if a[0] == b[0] {
		change = 0
	}
	d := min(simpleDistance(a[1:], b)+1, simpleDistance(a, b[1:])+1, simpleDistance(a[1:], b[1:])+change)
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		d = min(d, simpleDistance(a[2:], b[2:])+1)
	}
	return d
}

func TestDistance(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abcü")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		if got, want := distance(a, b), simpleDistance([]rune(a), []rune(b)); got != want {
			t.Fatalf("from %q to %q it is %d, want %d", a, b, got, want)
		}
	})
}
