package bench

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"

	"sdse/sesame/shapes"
)

// DumpLanes writes what the fast kernel works on for each of the shapes and
// policies of Simulator, as SHAPE.POLICY.lanes into a directory, which it makes.
// The programs of docs/bench read that.
func DumpLanes(dir string, seed uint64) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("make the directory for lanes: %w", err)
	}
	all, err := shapes.All(seed)
	if err != nil {
		return err
	}
	for _, sh := range all {
		for _, policy := range policies {
			with, err := sh.With(policy.policy)
			if err != nil {
				return err
			}
			if err := dump(filepath.Join(dir, sh.Name+"."+policy.name+".lanes"), sh.Name+"/"+policy.name, with); err != nil {
				return err
			}
		}
	}
	return nil
}

func dump(file, name string, sh *shapes.Shape) error {
	f, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("write lanes: %w", err)
	}
	w := bufio.NewWriter(f)
	if err := sh.Model.NewSimulator().WriteLanes(w, name, sh.Genes, 0); err != nil {
		f.Close()
		return err
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return fmt.Errorf("write lanes: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("write lanes: %w", err)
	}
	return nil
}
