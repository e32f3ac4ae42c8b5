package sesame_test

import (
	"os"
	"strings"
	"testing"

	"sdse/kpn/input"
	"sdse/sesame"
)

// TestAnyValueIsTakenOrRefused puts strange values everywhere in the chip, and
// leaves out one line after the other: whatever is accepted compiles or is
// refused then, and nothing fails otherwise.
func TestAnyValueIsTakenOrRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("pair.toml", []byte(pair), 0o666); err != nil {
		t.Fatal(err)
	}
	values := []string{`0`, `-1`, `1.5`, `9223372036854775807`, `true`, `""`, `"0"`, `"1"`, `"4x4"`, `"1 ps"`, `"9223372036854775807 ps"`,
		`"1 THz"`, `"1 GHz"`, `"1 V"`, `"9 mJ"`, `"9000000 nJ/B"`, `"64 B"`, `"core"`, `"cl.1"`, `"l2@consumer"`, `"xbar"`, `"noc"`, `"fifo"`, `"tdma"`, `"torus"`, `"different"`,
		`[]`, `["cl"]`, `["noc", "xbar", "noc"]`, `["xbar", "noc:0,0>1,0", "l2"]`, `{}`, `{ core = "0,0" }`, `[ { name = "x" } ]`, `1979-05-27`, `nan`, `inf`}
	lines := strings.Split(chip, "\n")
	accepted, refused := 0, 0
	for i, line := range lines {
		edits := []string{""}
		if key, _, ok := strings.Cut(line, " = "); ok {
			for _, v := range values {
				edits = append(edits, key+" = "+v)
			}
		}
		for _, edit := range edits {
			edited := strings.Join(append(append(append([]string{}, lines[:i]...), edit), lines[i+1:]...), "\n")
			if err := os.WriteFile("chip.toml", []byte(edited), 0o666); err != nil {
				t.Fatal(err)
			}
			var problems input.Problems
			w := sesame.Load("chip.toml", []string{"pair.toml"}, "", &problems)
			if problems.Len() > 0 {
				refused++
				continue
			}
			accepted++
			m, err := sesame.Compile(w.Platform, w.Space)
			if err != nil {
				continue
			}
			m.Doubts()
			for range m.CheapestPaths(64) {
			}
		}
	}
	if accepted < 100 || refused < 1000 {
		t.Errorf("only %d edits accepted and %d refused", accepted, refused)
	}
}
