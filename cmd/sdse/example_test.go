package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"sdse/cmd/sdse/internal/results"
	"sdse/explorer/pareto"
)

// exploreExample runs a short search on the Motion-JPEG example.
func exploreExample(t *testing.T, flags ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	args := append([]string{"sdse", "explore", "--arch", "../../examples/mjpeg/mpsoc.toml", "--quiet", "--out", dir,
		"--population", "32", "--generations", "24"}, flags...)
	var out, errs bytes.Buffer
	if code := run(context.Background(), args, streams{out: &out, err: &errs}); code != exitDone {
		t.Fatalf("%v exits with %d:\n%s", args, code, errs.String())
	}
	return dir
}

func read[T any](t *testing.T, dir, name string) T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	var document T
	if err := json.Unmarshal(data, &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// Same seed, same bytes, for any number of workers; another seed, another search.
func TestExampleSameBytes(t *testing.T) {
	one := exploreExample(t, "--workers", "1")
	for _, workers := range []string{"2", "7"} {
		other := exploreExample(t, "--workers", workers)
		for _, name := range []string{"front.csv", "front.json", "history.csv"} {
			a, errA := os.ReadFile(filepath.Join(one, name))
			b, errB := os.ReadFile(filepath.Join(other, name))
			if errA != nil || errB != nil || !bytes.Equal(a, b) {
				t.Errorf("%s differs between 1 and %s workers (%v, %v)", name, workers, errA, errB)
			}
		}
	}
	a, _ := os.ReadFile(filepath.Join(one, "history.csv"))
	b, _ := os.ReadFile(filepath.Join(exploreExample(t, "--seed", "2"), "history.csv"))
	if bytes.Equal(a, b) {
		t.Error("the seed has no effect")
	}
}

// The front found with a subset of 15 % of the scenarios is worth nearly as much
// as the one found with all of them, at a small part of the simulations. Both are
// judged by their true values. docs/benchmarks.md has the figures of longer runs.
func TestExampleSubset(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates all scenarios for every design")
	}
	subset, all := exploreExample(t), exploreExample(t, "--subset", "off")
	counts := func(dir string) results.Counts { return read[results.Manifest](t, dir, "manifest.json").Counts }
	part := float64(counts(subset).Charged) / float64(counts(all).Charged)
	a, b := read[results.Front](t, subset, "front.json"), read[results.Front](t, all, "front.json")
	reference := worst(a, b)
	share := pareto.Hypervolume(truth(a), reference) / pareto.Hypervolume(truth(b), reference)
	t.Logf("hypervolume %.4f of that with all scenarios, with %.3f of the simulations", share, part)
	if share < 0.95 {
		t.Errorf("the subset's front is worth only %.4f of the other", share)
	}
	if part > 0.4 {
		t.Errorf("the subset took %.3f of the simulations", part)
	}
}

func truth(f results.Front) [][]float64 {
	var vectors [][]float64
	for _, d := range f.Designs {
		vectors = append(vectors, d.True)
	}
	return vectors
}

// worst returns a reference point behind both fronts.
func worst(fronts ...results.Front) []float64 {
	reference := make([]float64, len(fronts[0].Objectives))
	for _, f := range fronts {
		for _, v := range truth(f) {
			for k := range v {
				reference[k] = max(reference[k], 1.1*v[k])
			}
		}
	}
	return reference
}
