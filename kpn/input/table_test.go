package input

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// parse returns a document that must be TOML, and the list of its problems.
func parse(t *testing.T, text string) (*Table, *Problems) {
	t.Helper()
	problems := &Problems{}
	root := Parse("f", []byte(text), problems)
	if root == nil {
		t.Fatal(problems.Err())
	}
	return root, problems
}

// readers are all ways to read a key; each returns what was read.
var readers = map[string]func(*Table) string{
	"String":        func(t *Table) string { return show(t.String("k")) },
	"Name":          func(t *Table) string { return show(t.Name("k")) },
	"Choice":        func(t *Table) string { return t.Choice("k", "first", "second") },
	"Bool":          func(t *Table) string { return fmt.Sprint(t.Bool("k", true)) },
	"Int":           func(t *Table) string { return show(t.Int("k", 2)) },
	"Float":         func(t *Table) string { return show(t.Float("k")) },
	"Thousandths":   func(t *Table) string { return show(t.Thousandths("k")) },
	"Frequency":     func(t *Table) string { return show(t.Frequency("k")) },
	"Duration":      func(t *Table) string { return show(t.Duration("k")) },
	"Size":          func(t *Table) string { return show(t.Size("k")) },
	"Power":         func(t *Table) string { return show(t.Power("k")) },
	"Energy":        func(t *Table) string { return show(t.Energy("k")) },
	"EnergyPerByte": func(t *Table) string { return show(t.EnergyPerByte("k")) },
	"Voltage":       func(t *Table) string { return show(t.Voltage("k")) },
	"Strings":       func(t *Table) string { return fmt.Sprintf("%q", t.Strings("k")) },
	"Table":         func(t *Table) string { return fmt.Sprint(t.Table("k").Keys()) },
	"Tables":        func(t *Table) string { return fmt.Sprint(len(t.Tables("k"))) },
}

func show(value any, ok bool) string { return fmt.Sprintf("%v %t", value, ok) }

func TestReadingKeys(t *testing.T) {
	cases := []struct{ reader, value, want string }{
		{"String", `"x"`, "x true"},
		{"String", `""`, " true"},
		{"String", `3`, " false: k must be a text in quotes, not 3"},
		{"String", `3.0`, " false: k must be a text in quotes, not 3.0"},
		{"String", `true`, " false: k must be a text in quotes, not true"},
		{"String", `[1]`, " false: k must be a text in quotes, not a list"},
		{"String", `{}`, " false: k must be a text in quotes, not a table"},
		{"String", `1979-05-27`, " false: k must be a text in quotes, not a date or time"},
		{"String", `[[k]]`, " false: k must be a text in quotes, not a list of tables"},
		{"Name", `"x"`, "x true"},
		{"Name", `""`, " false: k is empty"},
		{"Name", `1`, " false: k must be a text in quotes, not 1"},
		{"Name", ``, " false: k is missing; every file needs one"},
		{"Choice", ``, "first"},
		{"Choice", `"second"`, "second"},
		{"Choice", `"secnd"`, "first: k = \"secnd\" is unknown, did you mean \"second\"?"},
		{"Choice", `"none"`, "first: k = \"none\" is unknown; known: first, second"},
		{"Choice", `2`, "first: k must be a text in quotes, not 2"},
		{"Bool", ``, "true"},
		{"Bool", `false`, "false"},
		{"Bool", `"false"`, "true: k must be true or false, not the text \"false\""},
		{"Int", `2`, "2 true"},
		{"Int", `0x10`, "16 true"},
		{"Int", `1`, "0 false: k = 1 is too small; it must be at least 2"},
		{"Int", `2.0`, "0 false: k must be a whole number, not 2.0"},
		{"Int", `2e3`, "0 false: k must be a whole number, not 2000.0"},
		{"Int", `1e30`, "0 false: k must be a whole number, not 1e+30"},
		{"Int", `"2"`, "0 false: k must be a whole number, not the text \"2\""},
		{"Float", `2`, "2 true"},
		{"Float", `0.25`, "0.25 true"},
		{"Float", `-0.25`, "0 false: k = -0.25 is negative; it must be 0 or more"},
		{"Float", `nan`, "0 false: k must be a number, not NaN"},
		{"Float", `-inf`, "0 false: k must be a number, not -Inf"},
		{"Float", `"1"`, "0 false: k must be a number, not the text \"1\""},
		{"Thousandths", `2`, "2000 true"},
		{"Thousandths", `0.001`, "1 true"},
		{"Thousandths", `1.005`, "1005 true"},
		{"Thousandths", `0.0005`, "0 false: k: \"0.0005\" is finer than sdse computes; give fewer digits"},
		{"Thousandths", `-1.5`, "0 false: k: \"-1.5\" is negative; it must be 0 or more"},
		{"Thousandths", `9223372036854775807`, "0 false: k: \"9223372036854775807\" is too large"},
		{"Thousandths", `nan`, "0 false: k must be a number, not NaN"},
		{"Thousandths", `inf`, "0 false: k must be a number, not +Inf"},
		{"Thousandths", `"1"`, "0 false: k must be a number, not the text \"1\""},
		{"Frequency", `"1.4 GHz"`, "1400000000 true"},
		{"Frequency", `1.4`, "0 false: k must be a frequency with its unit in quotes, like \"1.4 GHz\", not 1.4"},
		{"Duration", `"120 ns"`, "120000 true"},
		{"Duration", `"-120 ns"`, "0 false: k: \"-120 ns\" is negative; it must be 0 or more"},
		{"Size", `"32 KiB"`, "32768 true"},
		{"Size", `32`, "0 false: k must be a size with its unit in quotes, like \"32 KiB\", not 32"},
		{"Power", `"0.32 W"`, "320000000 true"},
		{"Power", `[]`, "0 false: k must be a power with its unit in quotes, like \"0.32 W\", not a list"},
		{"Energy", `"12 nJ"`, "12000000 true"},
		{"Energy", `12`, "0 false: k must be an energy with its unit in quotes, like \"3 nJ\", not 12"},
		{"EnergyPerByte", `"5 pJ/B"`, "5000 true"},
		{"Voltage", `"0.9 V"`, "900000 true"},
		{"Voltage", `0.9`, "0 false: k must be a voltage with its unit in quotes, like \"0.9 V\", not 0.9"},
		{"EnergyPerByte", `"5 pJ"`, "0 false: k: \"pJ\" is not a unit of energy per byte; known: fJ/B, pJ/B, nJ/B"},
		{"Strings", ``, "[]"},
		{"Strings", `"one"`, `["one"]`},
		{"Strings", `["one", "two"]`, `["one" "two"]`},
		{"Strings", `[]`, `[]`},
		{"Strings", `3`, "[]: k must be a list of texts, not 3"},
		{"Strings", `["one", 2]`, "[]: k must hold texts only, not 2"},
		{"Strings", `[{}]`, "[]: k must hold texts only, not a table"},
		{"Table", ``, "[]"},
		{"Table", `{b = 1, a = 2}`, "[a b]"}, // of one line: by name
		{"Table", "{b = 1,\na = 2}", "[b a]"},
		{"Table", `"a"`, "[]: k must be a table, not the text \"a\""},
		{"Table", `[[k]]`, "[]: k must be a table, not a list of tables"},
		{"Tables", ``, "0"},
		{"Tables", `[]`, "0"},
		{"Tables", `[{}, {a = 1}]`, "2"},
		{"Tables", `[[k]]`, "1"},
		{"Tables", `{}`, "0: k must be a list of tables ([[k]]), not a table"},
		{"Tables", `[{}, 1]`, "0: k must hold tables only, not 1"},
		{"Tables", `"x"`, "0: k must be a list of tables ([[k]]), not the text \"x\""},
	}
	used := map[string]bool{}
	for _, c := range cases {
		text := "k = " + c.value
		if c.value == "" || c.value == "[[k]]" {
			text = c.value
		}
		root, problems := parse(t, text)
		got := readers[c.reader](root)
		for _, p := range problems.list {
			got += ": " + p.Message
			if p.Line != 1 || p.File != "f" {
				t.Errorf("%s of %s: found at %s:%d", c.reader, c.value, p.File, p.Line)
			}
		}
		if got != c.want {
			t.Errorf("%s of %s is\n     %s\nwant %s", c.reader, c.value, got, c.want)
		}
		if root.Done(); len(problems.list) > strings.Count(c.want, ": k") {
			t.Errorf("%s does not count as asking", c.reader)
		}
		used[c.reader] = true
	}
	for name := range readers {
		if !used[name] {
			t.Errorf("%s is not tested", name)
		}
	}
}

func TestDoneNamesWhatNobodyAskedFor(t *testing.T) {
	root, problems := parse(t, "capcity = 1\nname = 'x'\n[[list]]\ntoken = 1\nfrom = 2\n[list.deep]\nx = 1\n")
	root.Name("name")
	root.Has("capacity")
	for _, child := range root.Tables("list") {
		child.Int("token", 0)
		child.Table("deep").Done()
		child.Done()
	}
	root.Done()
	root.Done()
	want := `f:1: unknown key "capcity", did you mean "capacity"?
f:5: unknown key "from"; known: token, deep
f:7: unknown key "x"`
	if got := problems.Err().Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestManyKeys: a large table knows as well as a small one which of its keys
// nobody asked for.
func TestManyKeys(t *testing.T) {
	for _, n := range []int{30, 31, 32, 33, 34, 35, 36, 1000} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d = %d\n", i, i)
		}
		root, problems := parse(t, b.String())
		for i := range n {
			if key := fmt.Sprint("k", i); i != 7 && i != n-1 {
				root.Int(key, 0)
				root.Has(key)
			}
		}
		root.Done()
		if len(root.asked) != n-2 || problems.Len() != 2 || problems.list[0].Line != 8 || problems.list[1].Line != n {
			t.Errorf("%d of %d asked for, %d problems: %v", len(root.asked), n, problems.Len(), problems.list)
		}
	}
}

func TestNamesSayWhatNeedsThem(t *testing.T) {
	root, problems := parse(t, "[[processor]]\n[processor.point]\n")
	child := root.Tables("processor")[0]
	child.Name("name")
	child.Table("point").Name("name")
	want := "f:1: name is missing; every processor needs one\nf:2: name is missing; every point needs one"
	if got := problems.Err().Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestKeysStandInFileOrder(t *testing.T) {
	root, _ := parse(t, "z = 1\nb = 1\n'a a' = 1\n[y]\n[x]\nc = 1\n[[w]]\n")
	if got := root.Keys(); !slices.Equal(got, []string{"z", "b", "a a", "y", "x", "w"}) {
		t.Errorf("%q", got)
	}
}

func TestIsText(t *testing.T) {
	root, _ := parse(t, "a = 'x'\nb = 1\n")
	if !root.IsText("a") || root.IsText("b") || root.IsText("c") {
		t.Error("a is a text, b is none, c is not there")
	}
}

func TestFailedIsAboutOneFile(t *testing.T) {
	root, problems := parse(t, "")
	problems.Add("another", 1, "wrong")
	if root.Failed() || root.Problems() != 1 {
		t.Error("a mistake elsewhere counts")
	}
	root.Problem("", "wrong")
	if !root.Failed() || root.Problems() != 2 || root.File() != "f" {
		t.Error("a mistake does not count")
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cases := []struct{ path, want string }{
		{write("good", "a = 1"), ""},
		{write("empty", ""), ""},
		{write("mark", "\xef\xbb\xbfa = 1"), ""},
		{filepath.Join(dir, "missing"), "cannot be read: no such file or directory"},
		{dir, "cannot be read: is a directory"},
		{write("broken", "a = 1\nb = \n"), "2: not valid TOML: expected value but found '\\n' instead"},
		{write("twice", "a = 1\na = 2\n"), "2: not valid TOML: Key 'a' has already been defined."},
		{write("latin", "a = 1\nb = '\xe9'\n"), "2: not valid TOML: invalid UTF-8 byte: 0xe9"},
		{write("large", "a = 99999999999999999999"), "1: not valid TOML: 99999999999999999999 is out of range for int64"},
		{write("utf16", "\xff\xfea\x00 \x00=\x00 \x001\x00"), "1: not valid TOML: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8"},
	}
	for _, c := range cases {
		var problems Problems
		root := Open(c.path, &problems)
		got := ""
		if err := problems.Err(); err != nil {
			got = strings.TrimPrefix(strings.TrimPrefix(err.Error(), c.path+":"), " ")
		}
		if got != c.want || (root == nil) != (c.want != "") {
			t.Errorf("%s: %s, want %s", filepath.Base(c.path), got, c.want)
		}
	}
}

// What was opened is known with its hash, wrong or not; what could not be read is not.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.toml")
	if err := os.WriteFile(file, []byte("x = 1 2"), 0o666); err != nil {
		t.Fatal(err)
	}
	var problems Problems
	Open(file, &problems)
	Open(filepath.Join(dir, "none.toml"), &problems)
	want := []File{{Name: file, SHA256: sha256.Sum256([]byte("x = 1 2"))}}
	if got := problems.Files(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Brackets nest as deep as maxDepth and no deeper.
func TestTooDeep(t *testing.T) {
	for depth, want := range map[int]int{maxDepth: 0, maxDepth + 1: 2} {
		text := "a = 1\nb = " + strings.Repeat("[", depth) + strings.Repeat("]", depth)
		if got := tooDeep([]byte(text)); got != want {
			t.Errorf("depth %d: line %d, want %d", depth, got, want)
		}
	}
}
