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

// TestDeviationsAreHeld demands of every row of docs/deviations.md that it names
// tests and that these exist.
func TestDeviationsAreHeld(t *testing.T) {
	exist := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			for _, m := range declared.FindAllStringSubmatch(readText(t, path), -1) {
				exist[m[1]] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test\\w+)`")
	rows := 0
	for line := range strings.Lines(readText(t, "../../docs/deviations.md")) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.Contains(line, "---") || strings.Contains(line, "held by") {
			continue
		}
		rows++
		tests := named.FindAllStringSubmatch(cells[3], -1)
		if len(tests) == 0 {
			t.Errorf("no test: %s", line)
		}
		for _, m := range tests {
			if !exist[m[1]] {
				t.Errorf("there is no test %s for: %s", m[1], strings.TrimSpace(cells[1]))
			}
		}
	}
	if rows < 25 {
		t.Errorf("only %d rows", rows)
	}
}
