package input

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"pgregory.net/rapid"
)

// writer writes a random document that describes itself; it counts lines.
type writer struct {
	t    *rapid.T
	b    strings.Builder
	line int
	keys int
	end  string // line end
}

func (w *writer) write(text string) {
	w.line += strings.Count(text, "\n")
	w.b.WriteString(strings.ReplaceAll(text, "\n", w.end))
}

func (w *writer) pick(label string, choices ...string) string {
	return rapid.SampledFrom(choices).Draw(w.t, label)
}

func (w *writer) chance(label string) bool { return rapid.IntRange(0, 2).Draw(w.t, label) == 0 }

// gap writes what may stand between two lines, or between elements.
func (w *writer) gap(label string) {
	w.write(w.pick(label, "", "", "\n", " # [ ' \" ] } =\n", "\n\t\n", "#\n \n"))
}

// key writes a new key in any of its forms, dotted or not.
func (w *writer) key() {
	w.keys++
	name := fmt.Sprint("k", w.keys)
	w.write(w.pick("key", name, `"`+name+`"`, "'"+name+"'", `"\u006b`+name[1:]+`"`, `" \"=] `+name+`"`, "'#."+name+"\"'",
		name+".x", name+` . "y.z"`, `"`+name+`".'a'.b`))
	w.write(w.pick("equals", " = ", "=", "\t=  "))
}

func (w *writer) number() { w.write(fmt.Sprint(w.line)) }

// pair writes a key and a value that refers to the line of the key.
func (w *writer) pair(depth int) {
	line := w.line
	w.key()
	switch kind := rapid.IntRange(0, 6).Draw(w.t, "value"); {
	case kind == 0:
		w.write(w.pick("other", "1.5", "true", "1979-05-27T07:32:00Z", "+inf", "[]", "{}", "''", `""`, `""""""`, "''''''"))
	case kind == 1 && depth < 3:
		w.table(line, depth+1)
	case kind == 2 && depth < 3:
		w.list(func() { w.table(w.line, depth+1) })
	case kind == 3:
		w.list(func() { w.write(fmt.Sprint(line)) })
	case kind == 4:
		w.text()
	default:
		w.number()
	}
}

// table writes an inline table; a value of a key begins where its key stands.
func (w *writer) table(begins, depth int) {
	w.write("{")
	w.gap("open")
	w.write(fmt.Sprintf("begins = %d", begins))
	for range rapid.IntRange(0, 3).Draw(w.t, "pairs") {
		w.gap("before comma")
		w.write(", ")
		w.gap("behind comma")
		w.pair(depth)
	}
	w.gap("close")
	w.write("}")
}

func (w *writer) list(element func()) {
	w.write("[")
	for range rapid.IntRange(0, 3).Draw(w.t, "elements") {
		w.gap("before element")
		element()
		w.gap("behind element")
		w.write(",")
	}
	w.gap("close")
	w.write("]")
}

// text writes a string of any kind.
func (w *writer) text() {
	rest := map[string][]string{
		`"`:   {"", ` [#'`, ` \" \\`, ` \u00e9\x41`},
		"'":   {"", ` [#"`, ` \`, ` = }`},
		`"""`: {"", ` " ""`, ` \""" \\`, ` '''#`, " \\\n  goes on", " \\  \n\n\t goes on"},
		"'''": {"", ` ' '' `, ` \`, ` """#`},
	}
	quote := w.pick("quote", `"`, "'", `"""`, "'''")
	w.write(quote)
	if len(quote) == 3 {
		w.write(w.pick("first line", "", "\n"))
		if quote == `"""` {
			w.write(w.pick("start", "", "\\\n", "\\ \n\n "))
		}
	}
	w.number()
	w.write(w.pick("rest", rest[quote]...))
	for range rapid.IntRange(0, 3).Draw(w.t, "lines") {
		switch {
		case quote[0] == '"' && (len(quote) == 1 || w.chance("written")):
			w.write(w.pick("line end", `\n`, `\r\n`, `\u000a`, `\x0A`))
		case len(quote) == 3:
			w.write("\n")
		default:
			continue
		}
		w.number()
		w.write(w.pick("rest", rest[quote]...))
	}
	if len(quote) == 3 {
		w.write(w.pick("last", "", " "+quote[:1], " "+quote[:2]))
	}
	w.write(quote)
}

// body writes the pairs below a header.
func (w *writer) body() {
	line := w.line
	w.write(w.pick("behind header", "\n", " # ]\n"))
	w.gap("first")
	w.write(fmt.Sprintf("begins = %d", line))
	w.pairs()
}

func (w *writer) pairs() {
	for range rapid.IntRange(0, 3).Draw(w.t, "pairs") {
		w.write("\n")
		w.gap("line")
		w.pair(0)
	}
	w.write("\n")
}

// section writes a table or an element of a list of tables, old or new, and
// what stands in it.
func (w *writer) section(lists int) {
	open, closing := "[[", "]]"
	path := fmt.Sprint("l", rapid.IntRange(0, lists-1).Draw(w.t, "list"))
	if w.chance("table") {
		open, closing = "[", "]"
		w.keys++
		path = fmt.Sprint("t", w.keys)
	}
	w.write(open + path + closing)
	w.body()
	for range rapid.IntRange(0, 2).Draw(w.t, "sections") {
		if w.chance("nested list") {
			w.write(w.pick("header", "[[ "+path+" . 'n' ]]", "[["+path+".n]]"))
		} else {
			w.keys++
			w.write(fmt.Sprintf("[%s.\"s %d\"]", path, w.keys))
		}
		w.body()
		if w.chance("comment") {
			w.write("  # [c]\n")
		}
	}
}

func TestPositionsOfRandomDocuments(t *testing.T) {
	checks := 0
	rapid.Check(t, func(t *rapid.T) {
		w := &writer{t: t, line: 1, end: rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line ends")}
		w.gap("start")
		w.pairs()
		for range rapid.IntRange(0, 5).Draw(t, "sections") {
			w.section(3)
		}
		d := describing{t: t, name: "random"}
		d.document(w.b.String())
		checks += d.checks
	})
	if checks < 500 {
		t.Errorf("only %d positions were looked at", checks)
	}
}

var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// FuzzLocate: locate ends on anything, and knows the line of every key of what
// the TOML parser accepts.
func FuzzLocate(f *testing.F) {
	f.Add(number(everyConstruct))
	f.Add(strings.ReplaceAll(number(everyConstruct), "\n", "\r\n"))
	for _, seed := range []string{
		"", "a", "[", "[[a", "a = [", "a = {b = ", "a = '''", `a = """\`, `a = "\u00`, "[a]]\n", "a = ]", "a = [}", "# only", "\xef\xbb\xbfa=1",
		"a = 1\r\nb = '''\r\n'''\r\n", `"" = 1` + "\n" + `[""]`, "a.b = 1\n[a.c]\n[[d]]\n[d.e]\n[[d.f]]\n[[d]]\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found := locate(text)
		values := map[string]any{}
		if _, err := toml.Decode(text, &values); err != nil || text != "" && text[0] >= 0x80 {
			return // what a byte order mark does is the business of Parse
		}
		lines := strings.Split(text, "\n")
		var check func(path string, values map[string]any)
		check = func(path string, values map[string]any) {
			for key, value := range values {
				below := join(path, key)
				if len(below) > longestPath || strings.Contains(key, "\x00") {
					continue
				}
				line, ok := found.lines[below]
				if !ok || line < 1 || line > len(lines) {
					t.Fatalf("%q is on line %d (%t)", below, line, ok)
				}
				if bareKey.MatchString(key) && !strings.Contains(text, `\`) && !strings.Contains(lines[line-1], key) {
					t.Fatalf("%q does not stand on line %d: %q", below, line, lines[line-1])
				}
				switch v := value.(type) {
				case map[string]any:
					check(below, v)
				case []map[string]any:
					for i := range v {
						check(join(below, index(i)), v[i])
					}
				case string:
					if got, want := len(found.texts[below]), 1+strings.Count(v, "\n"); got != want {
						t.Fatalf("%q has %d lines, want %d", below, got, want)
					}
				}
			}
		}
		check("", values)
	})
}
