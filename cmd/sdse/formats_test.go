package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFormatsExample runs the examples that docs/formats.md is made of.
func TestFormatsExample(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	blocks := regexp.MustCompile("(?s)```toml\n# file: (\\S+)\n(.*?)```").FindAllSubmatch(text, -1)
	var platforms []string
	for _, b := range blocks {
		if bytes.Contains(b[2], []byte("\n[[path]]\n")) {
			platforms = append(platforms, filepath.Join(dir, string(b[1])))
		}
		if err := os.WriteFile(filepath.Join(dir, string(b[1])), b[2], 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mapping := regexp.MustCompile("(?s)```json\n(.*?)```").FindSubmatch(text)
	if mapping == nil {
		t.Fatal("the page has no mapping")
	}
	file := filepath.Join(dir, "mapping.json")
	if err := os.WriteFile(file, mapping[1], 0o666); err != nil {
		t.Fatal(err)
	}
	if len(platforms) != 2 {
		t.Fatalf("found %d platforms in the page, want 2", len(platforms))
	}
	succeeds(t, "simulate", "--arch", platforms[0], "--mapping", file)
	for i, arch := range platforms {
		if out := succeeds(t, "validate", "--arch", arch); strings.Contains(out, "warning") {
			t.Errorf("the page's example makes doubtful:\n%s", out)
		}
		succeeds(t, "explore", "--arch", arch, "--out", filepath.Join(dir, fmt.Sprint("run", i)), "--quiet")
	}
}

// succeeds runs a command and returns what it prints.
func succeeds(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), append([]string{"sdse"}, args...), streams{out: &out, err: &errs}); code != exitDone {
		t.Errorf("sdse %v exits with %d:\n%s", args, code, errs.String())
	}
	return out.String()
}
