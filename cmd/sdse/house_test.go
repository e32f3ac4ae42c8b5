package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed is the table of docs/architecture.md: what each package may import of
// this module and, beyond the standard library, from outside.
var allowed = map[string][]string{
	"sdse/kpn/input":                 {"github.com/BurntSushi/toml"},
	"sdse/kpn":                       {"sdse/kpn/input"},
	"sdse/scenarios":                 {"sdse/kpn", "sdse/kpn/input"},
	"sdse/sesame":                    {"sdse/kpn", "sdse/kpn/input", "sdse/scenarios"},
	"sdse/workpool":                  {"golang.org/x/sys/cpu"},
	"sdse/sesame/evaluate":           {"sdse/kpn/input", "sdse/sesame", "sdse/workpool"},
	"sdse/explorer/pareto":           {},
	"sdse/explorer/runstore":         {},
	"sdse/explorer/internal/ea":      {"sdse/explorer/pareto", "github.com/MaxHalford/eaopt"},
	"sdse/explorer":                  {"sdse/explorer/pareto", "sdse/explorer/internal/ea"},
	"sdse/subset":                    {"sdse/explorer/pareto"},
	"sdse/cmd/sdse/internal/results": {"sdse/kpn/input", "sdse/sesame"},
	"sdse/cmd/sdse/internal/report":  {},
	"sdse/examples/mjpeg/counted":    {"sdse/kpn"},
	"sdse/examples/mjpeg/images":     {},
	"sdse/examples/mjpeg/encoder":    {"sdse/kpn", "sdse/examples/mjpeg/counted"},
	"sdse/examples/mjpeg/edges":      {"sdse/kpn", "sdse/examples/mjpeg/counted"},
	"sdse/examples/mjpeg/record":     {"sdse/kpn", "sdse/examples/mjpeg/images", "sdse/examples/mjpeg/encoder", "sdse/examples/mjpeg/edges"},
}

// TestHouse holds every package to its imports. The command itself may import
// anything.
func TestHouse(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "sdse/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		words := strings.Fields(line)
		name := words[0]
		if name == "sdse/cmd/sdse" {
			continue
		}
		may, known := allowed[name]
		if !known {
			t.Errorf("package %s is not in the table", name)
		}
		for _, imported := range words[1:] {
			standard := !strings.Contains(strings.Split(imported, "/")[0], ".") && !strings.HasPrefix(imported, "sdse/")
			if !standard && !slices.Contains(may, imported) {
				t.Errorf("%s imports %s; if that is right, say so here and in docs/architecture.md", name, imported)
			}
		}
	}
}
