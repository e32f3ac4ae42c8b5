package runstore_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"sdse/explorer/runstore"
)

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func TestNumbered(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "runs")
	for _, want := range []string{"exynos-5422-1", "exynos-5422-2"} {
		d, err := runstore.CreateNumbered(parent, "  Exynos 5422 / (µ)")
		if err != nil {
			t.Fatal(err)
		}
		if got := filepath.Base(d.Path()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	d, err := runstore.CreateNumbered(parent, "µ")
	if err != nil || filepath.Base(d.Path()) != "run-1" {
		t.Errorf("a name without letters: %v, %v", d, err)
	}
}

func TestCreateRefusesWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	d, err := runstore.Create(dir, false)
	if err != nil {
		t.Fatalf("an empty directory is refused: %v", err)
	}
	if err := d.Write("front.csv", text("old")); err != nil {
		t.Fatal(err)
	}
	if _, err := runstore.Create(dir, false); !errors.Is(err, runstore.ErrExists) {
		t.Errorf("error %v, want ErrExists", err)
	}
	if _, err := runstore.Create(dir, true); err != nil {
		t.Errorf("with force: %v", err)
	}
	if _, err := runstore.Create(filepath.Join(dir, "front.csv"), true); err == nil {
		t.Error("a file passes for a directory")
	}
}

// A write that fails leaves what was there, and nothing besides.
func TestWriteIsAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	d, err := runstore.Create(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Write("front.csv", text("whole")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("disk full")
	err = d.Write("front.csv", func(w io.Writer) error {
		if _, err := io.WriteString(w, "half"); err != nil {
			return err
		}
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "front.csv")); string(got) != "whole" {
		t.Errorf("the file says %q", got)
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("the directory holds %v", got)
	}
}

func TestDiscard(t *testing.T) {
	parent := t.TempDir()
	empty, err := runstore.CreateNumbered(parent, "a")
	if err != nil {
		t.Fatal(err)
	}
	used, err := runstore.CreateNumbered(parent, "b")
	if err != nil {
		t.Fatal(err)
	}
	if err := used.Write("x", text("x")); err != nil {
		t.Fatal(err)
	}
	empty.Discard()
	used.Discard()
	own := t.TempDir()
	theirs, err := runstore.Create(own, false)
	if err != nil {
		t.Fatal(err)
	}
	theirs.Discard()
	if _, err := os.Stat(own); err != nil {
		t.Errorf("a directory that was there before is gone: %v", err)
	}
	if err := used.Remove("nothing"); err != nil {
		t.Errorf("removing what is not there: %v", err)
	}
	if got := names(t, parent); len(got) != 1 || got[0] != "b-1" {
		t.Errorf("left: %v", got)
	}
}
