package kpn

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestNotation(t *testing.T) {
	ra, wb, eo := Event{Read, 0, 1}, Event{Write, 1, 1}, Event{Execute, 14, 1}
	cases := []struct {
		text string
		want []Event
	}{
		{"", nil},
		{" ;; \n\t; # only a comment", nil},
		{"4294967296*(4294967296*(3*(read a*0)))", nil},
		{"read a", []Event{ra}},
		{"read a; write b; exec o", []Event{ra, wb, eo}},
		{"read a\nwrite b\r\nexec o\n", []Event{ra, wb, eo}},
		{"\n ; read a ;;; write b;\n", []Event{ra, wb}},
		{"read a*3; write b * 4; exec o*\t5", []Event{{Read, 0, 3}, {Write, 1, 4}, {Execute, 14, 5}}},
		{"exec o*0", []Event{{Execute, 14, 0}}},
		{"exec o*4294967296", []Event{{Execute, 14, MaxCount}}},
		{"exec o*007", []Event{{Execute, 14, 7}}},
		{"read a*0; exec o; write b*0", []Event{eo}},
		{"2*(read a; exec o)", []Event{ra, eo, ra, eo}},
		{"2 * ( read a )", []Event{ra, ra}},
		{"2*(read a; 2*(exec o); write b)", []Event{ra, eo, eo, wb, ra, eo, eo, wb}},
		{"(read a; (exec o))", []Event{ra, eo}},
		{"0*(read a); exec o", []Event{eo}},
		{"3*(); 3*(read a*0); exec o", []Event{eo}},
		{"2*(\n  read a   # a ) that closes nothing; and \"\n  exec o )\n", []Event{ra, eo, ra, eo}},
		{"read a# a comment right behind\nexec o", []Event{ra, eo}},
		{`read "a"; exec "o"*2`, []Event{ra, {Execute, 14, 2}}},
		{`read "\u0061"; exec "\x6f"`, []Event{ra, eo}},
	}
	for _, c := range cases {
		f := spelled(t, c.text)
		if got := slices.Collect(f.Events()); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
		if f.Len() != int64(len(c.want)) {
			t.Errorf("%q has length %d, want %d", c.text, f.Len(), len(c.want))
		}
		if len(c.want) == 0 && f.body != nil {
			t.Errorf("%q is stored as %v", c.text, f.body)
		}
	}
}

func TestNotationCountsWithoutUnrolling(t *testing.T) {
	for text, want := range map[string]int64{
		"268435456*(exec a)":                                           MaxEvents,
		"16384*(16384*(exec a))":                                       MaxEvents,
		"2*(134217727*(exec a)); exec a; exec b":                       MaxEvents,
		"0*(1000*(exec a)); exec a":                                    1,
		strings.Repeat("1*(", 64) + "exec a" + strings.Repeat(")", 64): 1,
	} {
		if got := spelled(t, text).Len(); got != want {
			t.Errorf("%q has length %d, want %d", text, got, want)
		}
	}
}

func TestNotationMistakes(t *testing.T) {
	deep := strings.Repeat("(", 65)
	cases := []struct {
		text    string
		line    int
		message string
	}{
		{"reed a", 0, `expected read, write, exec or a loop like 3*(…), found "reed a"`},
		{"reed a\r\nread a", 0, `expected read, write, exec or a loop like 3*(…), found "reed a"`},
		{"read a\n\nREAD a", 2, `expected read, write, exec or a loop like 3*(…), found "READ a"`},
		{"* 3", 0, `expected read, write, exec or a loop like 3*(…), found "* 3"`},
		{"ein sehr langes Wort, länger noch", 0, `expected read, write, exec or a loop like 3*(…), found "ein sehr langes Wort…"`},
		{"neunzehn Zeichen - ü und so weiter", 0, `expected read, write, exec or a loop like 3*(…), found "neunzehn Zeichen - …"`},
		{"exec", 0, "expected a name, found the end of the line"},
		{"exec\r\na", 0, "expected a name, found the end of the line"},
		{"exec *3", 0, `expected a name, found "*3"`},
		{"read a;\nwrite c1", 1, "no c1"},
		{"exec a*", 0, "expected a number, found the end of the line"},
		{"exec a*x", 0, `expected a number, found "x"`},
		{"exec a*-1", 0, `expected a number, found "-1"`},
		{"exec a*4294967297", 0, "the number 4294967297 is too large"},
		{"exec a*99999999999999999999", 0, "the number 99999999999999999999 is too large"},
		{"exec a*1.5", 0, `expected ; or a new line between events, found ".5"`},
		{"exec a 3", 0, `expected ; or a new line between events, found "3"`},
		{"read a write b", 0, `expected ; or a new line between events, found "write b"`},
		{"(read a)(read a)", 0, `expected ; or a new line between events, found "(read a)"`},
		{"3(read a)", 0, `expected * after 3, found "(read a)"`},
		{"3*read a", 0, `expected ( to open the loop, found "read a"`},
		{"3*\n(read a)", 0, "expected ( to open the loop, found the end of the line"},
		{"read a\n3*(read a\nwrite b\n", 1, "the loop that is opened here is not closed; add )"},
		{"3*(read a\n 2*(write b)", 0, "the loop that is opened here is not closed; add )"},
		{"3*(read a # )", 0, "the loop that is opened here is not closed; add )"},
		{"read a\nwrite b)", 1, "this ) closes no loop"},
		{")", 0, "this ) closes no loop"},
		{`read "a`, 0, `the quoted name is not closed or has a wrong escape, found "\"a"`},
		{"read \"a\nb\"", 0, `the quoted name is not closed or has a wrong escape, found "\"a"`},
		{`read "\q"`, 0, `the quoted name is not closed or has a wrong escape, found "\"\\q\""`},
		{`exec "\xff"`, 0, `the name "\xff" is not valid UTF-8`},
		{"268435457*(exec a)", 0, "the trace unrolls to more than 268435456 events"},
		{"exec a\n268435456*(exec a)", 1, "the trace unrolls to more than 268435456 events"},
		{"16385*(\n16384*(exec a)\n)", 2, "the trace unrolls to more than 268435456 events"},
		{"4294967296*(4294967296*(exec a))", 0, "the trace unrolls to more than 268435456 events"},
		{deep, 0, "loops stand more than 64 deep in each other"},
	}
	for _, c := range cases {
		_, err := parseTrace(c.text, namesOf(alphabet()))
		var wrong *notationError
		if !errors.As(err, &wrong) {
			t.Errorf("%q: no mistake found", c.text)
		} else if wrong.line != c.line || wrong.message != c.message {
			t.Errorf("%q:\n got %d: %s\nwant %d: %s", c.text, wrong.line, wrong.message, c.line, c.message)
		}
	}
}

func TestNamesAreQuotedIfNeeded(t *testing.T) {
	app := &Application{}
	var events []Event
	names := []string{"a", "a-b_c.d/e", "3", "read", "ünï", "", " ", "a b", `say "hi"`, `back\slash`, "two\nlines", "a;b", "a*2", "(x)", "#1", "tab\t", "\x00"}
	for i, name := range names {
		app.Operations = append(app.Operations, Operation{Name: name})
		app.Channels = append(app.Channels, Channel{Name: name})
		events = append(events, Event{Execute, i, 2}, Event{Read, i, 1})
	}
	f := NewFragment(events)
	again, err := parseTrace(f.format(app), namesOf(app))
	if err != nil || !reflect.DeepEqual(f, again) {
		t.Errorf("%s reads back as %v (%v)", f.format(app), again, err)
	}
	if got, want := NewFragment(events[:10]).format(app), "exec a*2; read a; exec a-b_c.d/e*2; read a-b_c.d/e; exec 3*2; read 3; exec read*2; read read; exec ünï*2; read ünï"; got != want {
		t.Errorf("plain names are written %s", got)
	}
}

func FuzzParseTrace(f *testing.F) {
	for _, seed := range []string{
		"", "read a", "24*(read a; exec dct*6; write b)", "2*(3*(read a)\n\n write b*2) # done", `exec "a b"*3; read "my channel"`,
		"3*(read a", "read a)", "0*(read a); 4294967296*(exec x)", "((((exec y))))", "exec \"\\u00e9\\\"\"; exec é", "read a read b", "3*", "exec a*", "\r\n;\t#",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		app := &Application{Channels: []Channel{{Name: "a"}, {Name: "b"}, {Name: "my channel"}}}
		l := &loader{app: app}
		frag, err := parseTrace(text, resolver{channel: l.channel, operation: l.operation})
		var wrong *notationError
		if errors.As(err, &wrong) {
			if wrong.line < 0 || wrong.line > strings.Count(text, "\n") || wrong.message == "" {
				t.Fatalf("mistake %q on line %d", wrong.message, wrong.line)
			}
			return
		}
		if err != nil || frag.Len() < 0 || frag.Len() > MaxEvents {
			t.Fatalf("length %d, error %v", frag.Len(), err)
		}
		if frag.Len() < 1e4 {
			if got := len(slices.Collect(frag.Events())); int64(got) != frag.Len() {
				t.Fatalf("length %d, but %d events", frag.Len(), got)
			}
		}
		again, err := parseTrace(frag.format(app), namesOf(app))
		if err != nil || !reflect.DeepEqual(frag, again) {
			t.Fatalf("%q is written %q and read back as %v (%v)", text, frag.format(app), again, err)
		}
	})
}
