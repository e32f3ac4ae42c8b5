package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeShowsTheMinimalExample holds the README's TOML to the files it is
// about, and these to being small.
func TestReadmeShowsTheMinimalExample(t *testing.T) {
	readme := readText(t, "../../README.md")
	blocks := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(readme, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of TOML, want 2", len(blocks))
	}
	lines := 0
	for i, name := range []string{"camera.toml", "mpsoc.toml"} {
		file := readText(t, filepath.Join("../../examples/minimal", name))
		if blocks[i][1] != file {
			t.Errorf("the README's %s is not the one in examples/minimal", name)
		}
		lines += strings.Count(file, "\n")
	}
	if lines >= 40 {
		t.Errorf("the minimal example has %d lines of TOML", lines)
	}
}

// TestLinks follows the relative links of all pages.
func TestLinks(t *testing.T) {
	pages := []string{"../../README.md"}
	for _, pattern := range []string{"../../docs/*.md", "../../examples/*/*.md", "../../examples/*/*/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	for _, page := range pages {
		for _, m := range link.FindAllStringSubmatch(readText(t, page), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			}
		}
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
