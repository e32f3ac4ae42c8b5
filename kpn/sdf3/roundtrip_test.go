package sdf3

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

// TestApplicationsSurviveTheirOwnForm writes what was read as sdse's own form and
// loads that.
func TestApplicationsSurviveTheirOwnForm(t *testing.T) {
	for _, file := range []string{"camera.xml", "phases.xml", "modes.xml", "frames.xml"} {
		for _, how := range []kpn.Reading{{}, {Iterations: 3, Firing: kpn.SDFFiring, Capacity: 40}, {Unit: 1500, StartTogether: true}} {
			app := mustLoad(t, file, how).Application
			var text bytes.Buffer
			if err := kpn.WriteApplication(&text, app); err != nil {
				t.Fatal(err)
			}
			written := filepath.Join(t.TempDir(), "app.toml")
			if err := os.WriteFile(written, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			var problems input.Problems
			loaded := kpn.Load(written, &problems)
			if err := problems.Err(); err != nil {
				t.Fatal(err)
			}
			if want, got := unplaced(app), unplaced(loaded); !reflect.DeepEqual(got, want) {
				t.Errorf("%s %+v: got\n%+v\nwant\n%+v", file, how, got, want)
			}
		}
	}
}

// unplaced returns an application without where it was read, its traces as hashes.
func unplaced(app *kpn.Application) any {
	copied := *app
	copied.File, copied.Processes, copied.Scenarios = "", nil, nil
	for _, p := range app.Processes {
		p.Line = 0
		copied.Processes = append(copied.Processes, p)
	}
	var hashes [][][32]byte
	for _, s := range app.Scenarios {
		var row [][32]byte
		for _, f := range s.Traces {
			row = append(row, f.Hash())
		}
		hashes = append(hashes, row)
		s.Traces = nil
		copied.Scenarios = append(copied.Scenarios, s)
	}
	return []any{copied, hashes}
}
