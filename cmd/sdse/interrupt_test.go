package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestInterrupt sends Ctrl-C, or SIGTERM, to a search that would take long: it
// finishes its generation, saves what it has and exits with 130.
func TestInterrupt(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) { interrupt(t, sig) })
	}
}

func interrupt(t *testing.T, sig syscall.Signal) {
	dir := t.TempDir()
	program := filepath.Join(dir, "sdse")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := filepath.Join(dir, "run")
	cmd := exec.Command(program, "explore", "--arch", "../../examples/mjpeg/mpsoc.toml", "--generations", "1000000", "--out", run)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	var said []string
	for lines.Scan() {
		said = append(said, lines.Text())
		if strings.HasPrefix(lines.Text(), "generation") {
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	for lines.Scan() {
		said = append(said, lines.Text())
	}
	_ = cmd.Wait() // the exit code is looked at below
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d, want %d; it said:\n%s", code, exitInterrupted, strings.Join(said, "\n"))
	}
	manifest, err := os.ReadFile(filepath.Join(run, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(manifest), `"stopped": "interrupted"`) {
		t.Errorf("the manifest does not say that the run was interrupted:\n%s", manifest)
	}
	front, err := os.ReadFile(filepath.Join(run, "front.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(front), "\n") < 2 {
		t.Errorf("the partial front is empty:\n%s", front)
	}
}
