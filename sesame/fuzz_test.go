package sesame_test

import (
	"os"
	"path/filepath"
	"testing"

	"sdse/kpn/input"
	"sdse/sesame"
)

// FuzzLoadPlatform reads anything as a platform: it is accepted or complained
// about, in reasonable time, and what is accepted can be compiled and simulated.
func FuzzLoadPlatform(f *testing.F) {
	f.Add(board)
	f.Add(chip)
	f.Add("name = \"clusters\"\n" + clustersOf(2, 2))
	f.Add("name = \"mesh\"\n" + meshOf(2, 2) + overDRAM)
	f.Add("name = \"exynos\"\n" + exynos)
	f.Add("name = \"cpus\"\n" + threeCPUs)
	for _, c := range brokenBoards {
		if c.old == "" {
			f.Add(c.new)
		}
	}
	folder := f.TempDir()
	platform, app := filepath.Join(folder, "board.toml"), filepath.Join(folder, "pair.toml")
	if err := os.WriteFile(app, []byte(pair), 0o666); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(platform, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var problems input.Problems
		w := sesame.Load(platform, []string{app}, "", &problems)
		if problems.Err() != nil {
			return
		}
		const many = 100 // more would only make the fuzzer slow
		if len(w.Platform.Processors) > many || len(w.Platform.Components) > many || len(w.Platform.Paths) > many {
			return
		}
		m, err := sesame.Compile(w.Platform, w.Space)
		if err != nil {
			return
		}
		sim := m.NewSimulator()
		for _, genes := range m.Seeds() {
			sim.Bind(genes)
			sim.Examine(0)
		}
	})
}
