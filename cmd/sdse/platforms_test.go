package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sdse/cmd/sdse/internal/results"
)

const platformsDir = "../../examples/platforms"

// platformFiles returns the ready platforms. There are at least the six kinds
// that examples/platforms/README.md promises.
func platformFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(platformsDir, "*.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 6 {
		t.Fatalf("only %d platforms in %s", len(files), platformsDir)
	}
	return files
}

// forEachPlatform runs a test for each of them.
func forEachPlatform(t *testing.T, test func(t *testing.T, file string)) {
	for _, file := range platformFiles(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".toml"), func(t *testing.T) { test(t, file) })
	}
}

// succeed runs a command that must end well, and returns what it prints.
func succeed(t *testing.T, args ...string) (out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), append([]string{"sdse"}, args...), streams{out: &stdout, err: &stderr}); code != exitDone {
		t.Fatalf("%v exits with %d:\n%s%s", args, code, stdout.String(), stderr.String())
	}
	return stdout.String(), stderr.String()
}

func TestPlatformsAreValid(t *testing.T) {
	forEachPlatform(t, func(t *testing.T, file string) {
		if _, errs := succeed(t, "validate", "--arch", file); errs != "" {
			t.Errorf("validate has something to say:\n%s", errs)
		}
	})
}

// A scenario is two frames of at most 96 × 64 pixels: in the encoder some one and
// a half million instructions. That takes each of the platforms between a hundred
// microseconds and a second. A clock, a width or a power that is wrong by a few
// orders of magnitude shows.
func TestPlatformsSimulateAtPlausibleSpeed(t *testing.T) {
	forEachPlatform(t, func(t *testing.T, file string) {
		out, _ := succeed(t, "simulate", "--arch", file, "--json")
		var account struct {
			Scenarios []struct {
				Makespan int64 `json:"makespan_ps"`
				Energy   int64 `json:"energy_fj"`
			} `json:"scenarios"`
		}
		if err := json.Unmarshal([]byte(out), &account); err != nil {
			t.Fatal(err)
		}
		if len(account.Scenarios) == 0 {
			t.Fatal("no scenario was simulated")
		}
		for id, s := range account.Scenarios {
			if milliseconds := float64(s.Makespan) / 1e9; milliseconds < 0.1 || milliseconds > 1000 {
				t.Errorf("scenario %d takes %g ms", id, milliseconds)
			}
			if watts := float64(s.Energy) / 1e15 / (float64(s.Makespan) / 1e12); watts < 0.02 || watts > 100 {
				t.Errorf("scenario %d draws %g W on average", id, watts)
			}
		}
	})
}

func TestPlatformsCanBeExplored(t *testing.T) {
	if testing.Short() {
		t.Skip("searches on every platform")
	}
	forEachPlatform(t, func(t *testing.T, file string) {
		dir := filepath.Join(t.TempDir(), "run")
		succeed(t, "explore", "--arch", file, "--population", "16", "--generations", "2", "--quiet", "--out", dir)
		front := read[results.Front](t, dir, "front.json")
		if len(front.Designs) == 0 {
			t.Error("the front is empty")
		}
	})
}

var (
	citation = regexp.MustCompile(`\[([a-z]+[a-z0-9]*)\]`)
	entry    = regexp.MustCompile(`(?m)^#  \[([a-z]+[a-z0-9]*)\] +\S`)
)

// Every figure that cites a source cites one of the list at the head of the file,
// and nothing stands in the list that no figure comes from.
func TestPlatformSourcesAreListedAndUsed(t *testing.T) {
	forEachPlatform(t, func(t *testing.T, file string) {
		text := readText(t, file)
		var listed []string
		for _, m := range entry.FindAllStringSubmatch(text, -1) {
			listed = append(listed, m[1])
		}
		if len(listed) == 0 {
			t.Fatal("no sources are listed")
		}
		cited := map[string]int{}
		for _, line := range strings.Split(text, "\n") {
			_, comment, _ := strings.Cut(line, "#")
			for _, m := range citation.FindAllStringSubmatch(comment, -1) {
				if cited[m[1]]++; !slices.Contains(listed, m[1]) {
					t.Errorf("%q cites a source that the list does not have", line)
				}
			}
		}
		for _, name := range listed {
			if cited[name] < 2 {
				t.Errorf("[%s] is listed, but no figure cites it", name)
			}
		}
	})
}

func TestPlatformsReadmeListsThemAll(t *testing.T) {
	readme := readText(t, filepath.Join(platformsDir, "README.md"))
	for _, file := range platformFiles(t) {
		if name := filepath.Base(file); !strings.Contains(readme, "("+name+")") {
			t.Errorf("README.md does not link to %s", name)
		}
	}
	for _, m := range regexp.MustCompile(`--arch (\S+\.toml)`).FindAllStringSubmatch(readme, -1) {
		if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
			t.Errorf("README.md says --arch %s, which is not there", m[1])
		}
	}
}
