package timeline

import (
	"os"
	"path/filepath"
	"testing"
)

func TestDrawToys(t *testing.T) {
	dir := os.Getenv("OUT")
	if dir == "" {
		t.Skip()
	}
	for name, y := range map[string]*toy{"a": pipeline(1, 3, 2, 4), "b": pipeline(2, 7, 6, 12), "c": pipeline(2, 7, 6, 600)} {
		f, err := os.Create(filepath.Join(dir, name+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		if err := WriteChart(f, &y.System, y.watch); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
}
