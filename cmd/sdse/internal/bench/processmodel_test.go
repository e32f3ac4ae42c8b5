package bench

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"sdse/cmd/sdse/internal/results"
	"sdse/kpn/input"
	"sdse/sesame"
	"sdse/sesame/shapes"
)

// TestFilesSayWhatTheShapeIs: all mappings cost the same in the system that is
// read from files as in the shape that was written to them.
func TestFilesSayWhatTheShapeIs(t *testing.T) {
	dir := t.TempDir()
	sys, designs, err := oneFrame(dir, 3)
	if err != nil {
		t.Fatal(err)
	}
	sh, err := shapes.Length(3, frameMacroblocks)
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.writeMappings(dir, designs); err != nil {
		t.Fatal(err)
	}
	var problems input.Problems
	mappings, file := results.ReadMappings(frontFile(dir), &problems)
	if len(mappings) != shapes.Designs {
		t.Fatalf("%d mappings, %v", len(mappings), problems.Err())
	}
	a, b := sys.model.NewSimulator(), sh.Model.NewSimulator()
	for i := range designs {
		if alone, _, _ := results.ReadMapping(mappingFile(dir, i), &problems); !reflect.DeepEqual(alone, mappings[i].Mapping) {
			t.Errorf("mapping %d is another in a file of its own", i)
		}
		a.Bind(sys.model.Resolve(mappings[i].Mapping, file, &problems))
		b.Bind(sh.Genes[i])
		if got, want := a.Simulate(0), b.Simulate(0); got != want || got.Failure != sesame.None {
			t.Errorf("mapping %d: %+v, want %+v", i, got, want)
		}
	}
	if err := problems.Err(); err != nil {
		t.Error(err)
	}
}

// TestChildAnswers talks to a child in this process.
func TestChildAnswers(t *testing.T) {
	sims := moods(t).simulations(70, 1)
	var answers bytes.Buffer
	if err := Serve(sims.model, sims.mappings, strings.NewReader("1 5\nused\n0 63\n"), &answers); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(answers.String(), "\n")
	if len(lines) != 4 || len(strings.Fields(lines[1])) != 6 {
		t.Fatalf("%q", answers.String())
	}
	for _, question := range []string{"2 0\n", "0 64\n", "-1 0\n", "0 -1\n", "0\n", "zero 0\n"} {
		if err := Serve(sims.model, sims.mappings, strings.NewReader(question), &answers); err == nil {
			t.Errorf("%q was answered", question)
		}
	}
}

// TestProcesses starts the real program in all ways.
func TestProcesses(t *testing.T) {
	defer goleak.VerifyNone(t)
	program := filepath.Join(t.TempDir(), "sdse")
	if out, err := exec.Command("go", "build", "-pgo=off", "-o", program, "sdse/cmd/sdse").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := brief(Options{Program: program, Jobs: 3, Workers: []int{2}, Arch: "../../../../examples/mjpeg/mpsoc.toml"})
	for name, measure := range map[string]func(*session) error{"frame": (*session).processesOnFrame, "system": (*session).processesOnSystem} {
		if err := measure(s); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if n := len(s.report.Tables); n != 4 {
		t.Fatalf("%d tables", n)
	}
	for _, table := range []Table{s.report.Tables[0], s.report.Tables[2]} {
		if len(table.Rows) != 5 {
			t.Fatalf("%s: %d rows", table.Name, len(table.Rows))
		}
		for _, row := range table.Rows[:2] {
			if faults := row.Values[4].Median; faults < 100 {
				t.Errorf("%s, %s: %v page faults: there was no process", table.Name, row.Case, faults)
			}
		}
	}
}

// TestBrokenChildComplains: what a child has said before it ended is in the error.
func TestBrokenChildComplains(t *testing.T) {
	c, err := newChild("sh", "-c", "echo broken >&2; exit 3")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		t.Skip("no shell to break down")
	case err != nil:
		t.Fatal(err)
	}
	if _, err := c.simulate(0, 0); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("error %v", err)
	}
	if err := c.close(); err == nil {
		t.Error("closed without an error")
	}
}

// TestATestDoesNotStartItself: a test binary is no sdse.
func TestATestDoesNotStartItself(t *testing.T) {
	if _, why := brief(Options{}).program(); !strings.Contains(why, "test") {
		t.Errorf("%q", why)
	}
}
