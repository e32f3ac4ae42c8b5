package bench

import (
	"cmp"
	"errors"
	"fmt"
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

// simulations are jobs to measure with, and what has to come out.
type simulations struct {
	*system
	mappings [][]int
	each     int          // jobs per mapping: job i is one of mapping i / each
	jobs     []sesame.Job // with the outcomes that are right
}

// together is how many simulations a hart takes at a time, as the evaluator of
// explorations has it.
const together = 4

// simulations returns n simulations: random mappings, each in up to a hundred
// scenarios, as a generation of an exploration asks for them.
func (s *system) simulations(n int, seed uint64) *simulations {
	each := min(s.model.Space.Len(), 100)
	return s.simulate(s.designs((n+each-1)/each, seed), n)
}

// simulate returns the first n simulations of mappings, each in as many of the
// first scenarios as that takes.
func (s *system) simulate(mappings [][]int, n int) *simulations {
	each := (n + len(mappings) - 1) / len(mappings)
	sims := &simulations{system: s, mappings: mappings, each: each, jobs: make([]sesame.Job, n)}
	for i := range sims.jobs {
		sims.jobs[i] = sesame.Job{Genes: mappings[i/each], Scenario: i % each}
	}
	s.model.NewSimulator().SimulateAll(sims.jobs)
	return sims
}

// fresh returns the jobs without their outcomes, for a variant to fill in.
func (s *simulations) fresh() []sesame.Job {
	jobs := make([]sesame.Job, len(s.jobs))
	for i := range jobs {
		jobs[i] = sesame.Job{Genes: s.jobs[i].Genes, Scenario: s.jobs[i].Scenario, Outcome: unknown}
	}
	return jobs
}

// unknown is an outcome that no simulation has: there is no limit, and what fails
// has no makespan.
var unknown = sesame.Outcome{Failure: sesame.EventLimit, Makespan: 1}

// check holds what a variant has found to what is right, and forgets it, so that
// the variant has to find it again. Variants that find different things must not
// be compared.
func (s *simulations) check(found []sesame.Job) error {
	for i := range found {
		if found[i].Outcome != s.jobs[i].Outcome {
			return fmt.Errorf("simulation %d of %s came to %+v, want %+v", i, s.name, found[i].Outcome, s.jobs[i].Outcome)
		}
		found[i].Outcome = unknown
	}
	return nil
}

// chunk returns the jobs that a hart takes at a time.
func chunk(jobs []sesame.Job, i int) []sesame.Job {
	return jobs[i*together : min(len(jobs), (i+1)*together)]
}

// chunks is how many of them there are.
func chunks(jobs []sesame.Job) int { return (len(jobs) + together - 1) / together }
