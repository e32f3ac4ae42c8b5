package bench

import (
	"context"
	"fmt"

	"sdse/sesame"
)

// simulations are jobs to measure with, and what has to come out.
type simulations struct {
	*system
	mappings [][]int
	of       []int        // which of the mappings a job is of
	jobs     []sesame.Job // with the outcomes that are right
	batches  []int        // where each batch ends; the next begins there
}

// together is how many simulations a hart takes at a time, as the evaluator of
// explorations has it.
const together = 4

// simulations returns one batch of n: random mappings, each in up to a hundred
// scenarios, ordered as a generation of an exploration is.
func (s *system) simulations(n int, seed uint64) *simulations {
	each := min(s.model.Space.Len(), 100)
	return s.simulate(s.designs((n+each-1)/each, seed), n)
}

// simulate returns a batch of n simulations of mappings, each in as many of the
// first scenarios as that takes.
func (s *system) simulate(mappings [][]int, n int) *simulations {
	each := (n + len(mappings) - 1) / len(mappings)
	sims := &simulations{system: s, mappings: mappings}
	for i := range n {
		sims.add(i/each, i%each%s.model.Space.Len())
	}
	sims.close()
	return sims
}

// add adds a job, without its outcome.
func (s *simulations) add(mapping, scenario int) {
	s.of = append(s.of, mapping)
	s.jobs = append(s.jobs, sesame.Job{Genes: s.mappings[mapping], Scenario: scenario})
}

// close ends a batch, and finds the outcomes of its jobs.
func (s *simulations) close() {
	first := 0
	if n := len(s.batches); n > 0 {
		first = s.batches[n-1]
	}
	s.model.NewSimulator().SimulateAll(s.jobs[first:])
	s.batches = append(s.batches, len(s.jobs))
}

// first returns the first n jobs, of which there is at least one, as one batch.
func (s *simulations) first(n int) *simulations {
	n = min(n, len(s.jobs))
	return &simulations{system: s.system, mappings: s.mappings[:s.of[n-1]+1], of: s.of[:n], jobs: s.jobs[:n], batches: []int{n}}
}

// inBatches returns the jobs in batches of a size.
func (s *simulations) inBatches(size int) *simulations {
	split := *s
	split.batches = nil
	for end := size; end < len(s.jobs); end += size {
		split.batches = append(split.batches, end)
	}
	split.batches = append(split.batches, len(s.jobs))
	return &split
}

// through returns a variant that hands the batches to a queue, a number of jobs at
// a time. simulate fills in their outcomes; first is the number of the first of
// them. Variants that find different outcomes must not be compared, so one that
// finds a wrong one fails; and it has to find all of them again in every run.
func (s *simulations) through(ctx context.Context, q queue, size int, simulate func(worker, first int, jobs []sesame.Job)) func() error {
	jobs := make([]sesame.Job, len(s.jobs))
	for i := range jobs {
		jobs[i] = sesame.Job{Genes: s.jobs[i].Genes, Scenario: s.jobs[i].Scenario, Outcome: unknown}
	}
	return func() error {
		begin := 0
		for _, end := range s.batches {
			do := func(worker, i int) {
				first := begin + i*size
				simulate(worker, first, jobs[first:min(first+size, end)])
			}
			if err := q.run(ctx, (end-begin+size-1)/size, numbered(do)); err != nil {
				return err
			}
			begin = end
		}
		return s.check(jobs)
	}
}

// unknown is an outcome that no simulation has: there is no limit, and what fails
// has no makespan.
var unknown = sesame.Outcome{Failure: sesame.EventLimit, Makespan: 1}

// check holds what was found to what is right, and forgets it.
func (s *simulations) check(found []sesame.Job) error {
	for i := range found {
		if found[i].Outcome != s.jobs[i].Outcome {
			return fmt.Errorf("simulation %d of %s came to %+v, want %+v", i, s.name, found[i].Outcome, s.jobs[i].Outcome)
		}
		found[i].Outcome = unknown
	}
	return nil
}

// simulators are one for every worker.
type simulators []*sesame.Simulator

func newSimulators(model *sesame.Model, workers int, t sesame.Tuning) simulators {
	all := make(simulators, workers)
	for i := range all {
		all[i] = model.NewSimulator()
		all[i].Tune(t)
	}
	return all
}

func (s simulators) simulate(worker, _ int, jobs []sesame.Job) { s[worker].SimulateAll(jobs) }
