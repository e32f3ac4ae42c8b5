package input

import (
	"strconv"
	"strings"
	"testing"
)

// The documents of these tests describe themselves: every whole number is the
// line on which its key stands (in an array, that of the array's key), "begins"
// is the line on which its table begins, and every line of a text starts with
// the line on which it stands. In the source, @ is the number of the line it
// stands on, and @-2 that of the line two above.
const everyConstruct = `begins = 1 # [not a table]
one = @

 two   =   @	# a = 1, "b"
'three' = @
"four \" \\ \u00e9\t\x41\U0001F600" = @
a.b.c = @
a . "b" . 'd e' = @
"a".f = @
"".g = @
g = @
empty = ""
ints = [
  @-1, # ] } "
  @-2
  , @-3, # '''
]
inline = { begins = @, x = @, y.z = @, "q" = { begins = @, 'r' = @ } }
nested = [[@, [@]], [], [{ begins = @ }]]
over = {
  begins = @-1, # }
  x = @,
  deep = {
    begins = @-1,
    list = [ { begins = @ },
      { begins = @,
        y = @ } , # ]
    ],
  },
}
s1 = "@ [a] = \"1\" # \\"
s2 = '@ \'
s3 = """
@ "" quotes" \"""
@
@"""
s4 = '''@ ' '' # [
@ \'''
s5 = """@
@ \
   which goes on here \


   and here
@ ends in quotes"""""
s6 = ''''no number, but a quote
@'''''
s7 = """\
   @ \n@ written\r\n@ both
@"""
s8 = """

@"""
texts = [ "]", '}', """
]""", '''#''' ]
date = 1979-05-27 07:32:00
float = [ 1e3, +inf, -nan, 1_000.5, true ]

[table]
begins = @-1

x = @
[ table . "sub key" ]
begins = @-1
[table.'sub key'.more]#[comment]
begins = @-1
[table.list]

[[list]]
begins = @-1
[list.table]
begins = @-1
[[list.list]]
begins = @-1
[[list.list]]
begins = @-1
x = [ @ ]
[[ list ]]
begins = @-1
  [[ list . list ]]
  begins = @-1
    [list.list.t]
    begins = @-1
[[list."list"]]
begins = @-1
[late.early]
begins = @-1`

// number replaces every @ by the line it stands on.
func number(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		for strings.Contains(line, "@") {
			before, after, _ := strings.Cut(line, "@")
			up := 0
			if strings.HasPrefix(after, "-") {
				up = int(after[1] - '0')
				after = after[2:]
			}
			line = before + strconv.Itoa(i+1-up) + after
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

func TestPositionsOfEveryConstruct(t *testing.T) {
	text := number(everyConstruct)
	for name, text := range map[string]string{
		"unix":              text,
		"windows":           strings.ReplaceAll(text, "\n", "\r\n"),
		"byte order mark":   "\xef\xbb\xbf" + text,
		"a line end behind": text + "\n",
		"a comment behind":  text + " # the end",
	} {
		d := describing{t: t, name: name}
		d.document(text)
		if d.checks < 50 {
			t.Errorf("%s: only %d positions were looked at", name, d.checks)
		}
	}
}

func TestPositionsBehindAByteOrderMark(t *testing.T) {
	d := describing{t: t, name: "mark"}
	d.document(number("\xef\xbb\xbf[a]\nbegins = @-1\nx = @\n"))
	if d.checks != 2 {
		t.Error("nothing was looked at")
	}
}

// describing checks that a document describes itself.
type describing struct {
	t interface {
		Helper()
		Fatalf(string, ...any)
		Errorf(string, ...any)
	}
	name   string
	checks int
}

func (d *describing) document(text string) {
	var problems Problems
	root := Parse("doc", []byte(text), &problems)
	if root == nil {
		d.t.Fatalf("%s: %v in\n%s", d.name, problems.Err(), text)
	}
	d.table(root)
}

func (d *describing) table(t *Table) {
	last := 0
	for _, key := range t.Keys() {
		if line := t.Line(key); line < last {
			d.t.Errorf("%s: key %q of line %d comes behind line %d", d.name, key, line, last)
		} else {
			last = line
		}
		d.value(t, key, t.values[key])
	}
}

func (d *describing) value(t *Table, key string, value any) {
	switch v := value.(type) {
	case int64:
		line := t.Line(key)
		if key == "begins" {
			line = t.Line("")
		}
		d.expect(t, key, line, strconv.FormatInt(v, 10))
	case string:
		for i, line := range strings.Split(v, "\n") {
			var seen Problems
			at := *t
			at.problems = &seen
			at.ProblemWithin(key, i, "here")
			d.expect(t, key, seen.list[0].Line, line)
		}
	case map[string]any:
		d.table(t.Table(key))
	case []map[string]any:
		for _, child := range t.Tables(key) {
			d.table(child)
		}
	case []any:
		for _, item := range v {
			if n, ok := item.(int64); ok {
				d.value(t, key, n)
			}
		}
		if tablesOnly(v) {
			for _, child := range t.Tables(key) {
				d.table(child)
			}
		}
	}
}

func tablesOnly(list []any) bool {
	for _, item := range list {
		if _, ok := item.(map[string]any); !ok {
			return false
		}
	}
	return true
}

// expect compares a line with the number that a value begins with, if it does.
func (d *describing) expect(t *Table, key string, line int, value string) {
	word, _, _ := strings.Cut(strings.TrimSpace(value), " ")
	want, err := strconv.Atoi(word)
	if err != nil {
		return
	}
	d.checks++
	if line != want {
		d.t.Errorf("%s: %q in %q stands on line %d, not %d", d.name, key, t.path, want, line)
	}
}

func TestLineOfWhatIsNotThere(t *testing.T) {
	var problems Problems
	root := Parse("doc", []byte("\n\n[a]\nb = 1\n[[c]]\n"), &problems)
	a := root.Table("a")
	for _, c := range []struct {
		table *Table
		key   string
		want  int
	}{
		{root, "", 1}, {root, "x", 1}, {a, "", 3}, {a, "x", 3}, {a, "b", 4}, {root, "c", 5},
		{root.Table("x"), "y", 1}, {a.Table("x"), "y", 3}, {root.Tables("c")[0], "x", 5},
	} {
		if got := c.table.Line(c.key); got != c.want {
			t.Errorf("%q in %q: line %d, want %d", c.key, c.table.path, got, c.want)
		}
	}
	root.ProblemWithin("x", 7, "of nothing")
	if got := problems.Err().Error(); got != "doc:1: of nothing" {
		t.Error(got)
	}
}

// TestDeepDocumentsTakeNoMemory: paths grow with depth, so keeping one for each
// level would take memory in the square of the length.
func TestDeepDocumentsTakeNoMemory(t *testing.T) {
	const depth = 20000
	for name, text := range map[string]string{
		"arrays": "a = " + strings.Repeat("[", depth) + strings.Repeat("]", depth),
		"tables": "a = " + strings.Repeat("{a=", depth) + "1" + strings.Repeat("}", depth),
		"keys":   strings.Repeat("a.", depth) + "a = 1",
		"header": "[" + strings.Repeat("a.", depth) + "a]",
		"wrong":  strings.Repeat("[[{a='''", depth),
	} {
		found := locate(text)
		size := 0
		for path := range found.lines {
			size += len(path)
		}
		if size > 4*len(text) {
			t.Errorf("%s: %d bytes of paths", name, size)
		}
	}
}
