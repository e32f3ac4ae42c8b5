package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

// The committed files are what recording gives, byte for byte. If this fails
// after a change on purpose, record again.
func TestCommittedFilesAreUpToDate(t *testing.T) {
	dir := t.TempDir()
	if err := record(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range []string{"mjpeg.toml", "edges.toml"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		committed, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, committed) {
			t.Errorf("%s differs from what is recorded now; run: go run ./examples/mjpeg/record", name)
		}
		total += len(got)
	}
	if total > 100_000 {
		t.Errorf("the traces take %d bytes", total)
	}
}

// What is committed loads without complaint, and its scenarios truly differ.
func TestCommittedScenarios(t *testing.T) {
	for name, want := range map[string]struct {
		scenarios string
		events    int64 // at least, in every scenario
	}{
		"mjpeg.toml": {"rose-q25 rose-q50 rose-q90 gophers-q50 gophers-q75 drawing-q50 drawing-q90 " +
			"talk-q25 talk-q50 talk-q90 pilot-q50 pilot-q75", 800},
		"edges.toml": {"rose-fine rose-coarse gophers-fine drawing-coarse talk-fine talk-coarse pilot-fine", 600},
	} {
		var problems input.Problems
		app := kpn.Load(filepath.Join("..", name), &problems)
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		var names []string
		seen := map[string]string{}
		for _, s := range app.Scenarios {
			names = append(names, s.Name)
			events, behaviour := int64(0), ""
			for _, f := range s.Traces {
				hash := f.Hash()
				behaviour += string(hash[:])
				events += f.Len() * int64(s.Iterations)
			}
			if events < want.events || events > 2000 {
				t.Errorf("%s: scenario %s has %d events", name, s.Name, events)
			}
			if seen[behaviour] != "" {
				t.Errorf("%s: scenarios %s and %s are the same", name, seen[behaviour], s.Name)
			}
			seen[behaviour] = s.Name
			t.Logf("%s %s: %d events", name, s.Name, events)
		}
		if got := strings.Join(names, " "); got != want.scenarios {
			t.Errorf("%s: scenarios %s, want %s", name, got, want.scenarios)
		}
	}
}
