package bench

import (
	"cmp"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"

	"sdse/kpn/input"
	"sdse/sesame"
	"sdse/sesame/shapes"
)

// system is something to explore: what benchmarks of whole simulations and of
// whole explorations work on.
type system struct {
	name  string
	arch  string // its platform file; empty if there is none
	model *sesame.Model
}

// Example is the platform file that is taken if the user names none and it is
// there.
const Example = "examples/mjpeg/mpsoc.toml"

// system reads the system that the user named, else the example, else makes a
// shape that can be explored.
func (s *session) system() (*system, error) {
	if s.Arch == "" {
		if _, err := os.Stat(Example); errors.Is(err, fs.ErrNotExist) {
			sh, err := shapes.Moods(s.Seed)
			if err != nil {
				return nil, err
			}
			return &system{name: "two encoders (no " + Example + " here)", model: sh.Model}, nil
		}
	}
	return loadSystem(cmp.Or(s.Arch, Example))
}

func loadSystem(arch string) (*system, error) {
	var problems input.Problems
	w := sesame.Load(arch, nil, "", &problems)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	model, err := sesame.Compile(w.Platform, w.Space)
	return &system{name: w.Platform.Name, arch: arch, model: model}, err
}

// designs draws mappings at random, among those that the hardware has room for.
// Where such are rare, a rule of thumb takes their place.
func (s *system) designs(n int, seed uint64) [][]int {
	const tries = 100
	r := rand.New(rand.NewPCG(seed, 11))
	bounds, mapping := s.model.Bounds(), s.model.NewMapping()
	all := make([][]int, n)
	for i := range all {
		all[i] = s.model.Suggest()
		for range tries {
			genes := make([]int, len(bounds))
			for g, b := range bounds {
				genes[g] = r.IntN(b)
			}
			s.model.Decode(genes, mapping)
			if violation, _ := s.model.Check(mapping); violation == 0 {
				all[i] = genes
				break
			}
		}
	}
	return all
}
