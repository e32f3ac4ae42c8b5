package main

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// examples may import what they need of the rooms; the table of
// docs/architecture.md is about the rooms.
var examples = map[string][]string{
	"sdse/examples/mjpeg/counted": {"sdse/kpn"},
	"sdse/examples/mjpeg/images":  {},
	"sdse/examples/mjpeg/encoder": {"sdse/kpn", "sdse/examples/mjpeg/counted"},
	"sdse/examples/mjpeg/edges":   {"sdse/kpn", "sdse/examples/mjpeg/counted"},
	"sdse/examples/mjpeg/record":  {"sdse/kpn", "sdse/examples/mjpeg/images", "sdse/examples/mjpeg/encoder", "sdse/examples/mjpeg/edges"},
}

// outside is what the table calls packages of other modules by.
var outside = map[string]string{
	"BurntSushi/toml":  "github.com/BurntSushi/toml",
	"MaxHalford/eaopt": "github.com/MaxHalford/eaopt",
	"x/sys/cpu":        "golang.org/x/sys/cpu",
	"x/sys/unix":       "golang.org/x/sys/unix",
	"x/sync/errgroup":  "golang.org/x/sync/errgroup",
}

// allowedImports reads the table of docs/architecture.md: what each package may
// import of this module and, beyond the standard library, from outside.
func allowedImports(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile("`([^`]+)`")
	allowed := maps.Clone(examples)
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.HasPrefix(line, "| `") {
			continue
		}
		may := []string{}
		for _, m := range name.FindAllStringSubmatch(cells[2], -1) {
			may = append(may, "sdse/"+m[1])
		}
		for _, word := range strings.FieldsFunc(cells[3], func(r rune) bool { return r == ' ' || r == ',' }) {
			may = append(may, outside[word])
		}
		for _, m := range name.FindAllStringSubmatch(cells[1], -1) {
			allowed["sdse/"+m[1]] = may
		}
	}
	if len(allowed) < len(examples)+10 {
		t.Fatalf("only %d packages in the table", len(allowed)-len(examples))
	}
	return allowed
}

// TestHouse holds every package to its imports. The command itself may import
// anything.
func TestHouse(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "sdse/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	allowed := allowedImports(t)
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
