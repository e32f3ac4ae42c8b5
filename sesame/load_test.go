package sesame_test

import (
	"os"
	"strings"
	"testing"

	"sdse/kpn/input"
	"sdse/sesame"
)

// board is a platform that nothing is wrong with, and pair an application for it.
const board = `name = "board"
applications = "pair.toml"

[[processor_type]]
name = "cpu"
frequency = "1 GHz"
dispatch = 100
cycles = { work = 10 }
class_cycles = { alu = 1.5 }

[[processor]]
name = "core"
type = "cpu"
count = 2

[[processor]]
name = "io"
type = "cpu"

[[memory]]
name = "ram"
frequency = "800 MHz"
latency = 20
width = 8
energy = "5 pJ/B"

[[memory]]
name = "local"
per = "core"

[[bus]]
name = "bus"
frequency = "400 MHz"
setup = 2
width = 4

[[path]]
name = "shared"
write = ["bus", "ram"]
read = ["ram"]

[[path]]
name = "near"
from = "core"
to = "core"
between = "same"
write = ["local"]
`

const pair = `name = "pair"
process = [
	{ name = "one", trace = "exec work; write c" },
	{ name = "two", trace = "read c; exec work" } ]
channel = [ { name = "c", from = "one", to = "two", token = "64 B" } ]
`

// loadHere writes the files into an empty folder, which becomes the current
// one, and returns what is wrong with them.
func loadHere(t testing.TB, platform, app string) string {
	t.Helper()
	for name, text := range map[string]string{"board.toml": platform, "pair.toml": app} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var problems input.Problems
	w := sesame.Load("board.toml", nil, "", &problems)
	if w != nil {
		w.Settings.Done()
	}
	if err := problems.Err(); err != nil {
		return err.Error()
	}
	if _, err := sesame.Compile(w.Platform, w.Space); err != nil {
		return err.Error()
	}
	return ""
}

func TestLoadAcceptsTheBoard(t *testing.T) {
	t.Chdir(t.TempDir())
	if wrong := loadHere(t, board, pair); wrong != "" {
		t.Error(wrong)
	}
}

// TestLoadSaysWhatIsWrong breaks the board in one place at a time and compares
// all that Load and Compile have to say about it.
func TestLoadSaysWhatIsWrong(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range brokenBoards {
		t.Run(c.what, func(t *testing.T) {
			platform, app := board, pair
			switch {
			case c.old == "":
				platform = c.new
			case strings.Count(board, c.old) == 1:
				platform = strings.Replace(board, c.old, c.new, 1)
			case strings.Count(pair, c.old) == 1:
				app = strings.Replace(pair, c.old, c.new, 1)
			default:
				t.Fatalf("%q does not stand once in one of the files", c.old)
			}
			if got := loadHere(t, platform, app); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// brokenBoard replaces a text that stands once in board or pair, or, if that is
// empty, all of board.
type brokenBoard struct {
	what, old, new, want string
}
