package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestFormatsExample runs the example that docs/formats.md is made of.
func TestFormatsExample(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	blocks := regexp.MustCompile("(?s)```toml\n# file: (\\S+)\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) != 3 {
		t.Fatalf("found %d files in the page, want 3", len(blocks))
	}
	for _, b := range blocks {
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
	arch := filepath.Join(dir, "mpsoc.toml")
	for _, args := range [][]string{
		{"validate", "--arch", arch},
		{"simulate", "--arch", arch, "--mapping", file},
		{"explore", "--arch", arch, "--out", filepath.Join(dir, "run"), "--quiet"},
	} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), append([]string{"sdse"}, args...), streams{out: &out, err: &errs}); code != exitDone {
			t.Errorf("sdse %v exits with %d:\n%s", args, code, errs.String())
		}
	}
}
