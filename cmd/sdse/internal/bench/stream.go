package bench

import (
	"context"
	"fmt"
	"slices"

	"sdse/cmd/sdse/internal/wiring"
	"sdse/explorer"
	"sdse/sesame/evaluate"
	"sdse/workpool"
)

// stream is what an exploration asks for, generation by generation, so that what
// it asks for again comes again.
type stream struct {
	*simulations
	generations [][][]int // designs
	results     [][]evaluate.Result
	scenarios   []int
	known       float64 // share of the simulations that a memo answers
}

// objectives are those of the streams, and of the explorations that are measured.
var objectives = []evaluate.Objective{evaluate.Makespan, evaluate.Energy}

// stream explores a system with a fixed subset of its scenarios, spread evenly over
// all of them, and writes down what is asked for. A batch is a generation.
func (s *system) stream(ctx context.Context, seed uint64, population, generations int) (*stream, error) {
	r := &stream{simulations: &simulations{system: s}, scenarios: spread(s.model.Space.Len(), 15)}
	pool := workpool.New(1)
	defer pool.Close()
	recorder := &recorder{stream: r, evaluator: evaluate.New(s.model, objectives, evaluate.Settings{Harts: 1}), client: pool.Register("record", workpool.Compute)}
	_, err := explorer.Run(ctx, wiring.Problem(s.model, objectives), recorder, recorder,
		explorer.Settings{Seed: seed, Population: population, Generations: generations, Archive: population}, nil)
	if err != nil {
		return nil, fmt.Errorf("explore %s: %w", s.name, err)
	}
	return r, nil
}

// spread returns up to so many numbers below n, evenly.
func spread(n, many int) []int {
	var all []int
	for i := range min(n, many) {
		all = append(all, i*n/min(n, many))
	}
	return all
}

// recorder is an evaluator that writes down what it is asked, until the search has
// ended.
type recorder struct {
	stream    *stream
	evaluator *evaluate.Evaluator
	client    *workpool.Client
	over      bool
}

func (r *recorder) Evaluate(ctx context.Context, designs [][]int, under explorer.Snapshot) ([]explorer.Outcome, error) {
	results, err := r.evaluator.Evaluate(ctx, r.client, designs, under.Scenarios)
	if err != nil {
		return nil, err
	}
	if !r.over {
		r.stream.record(designs, results)
		counts := r.evaluator.Counts()
		r.stream.known = float64(counts.Memoised) / float64(max(1, counts.Requested))
	}
	outcomes := make([]explorer.Outcome, len(results))
	for i, of := range results {
		outcomes[i] = explorer.Outcome{Objectives: of.Values, Violation: of.Violation, Reason: of.Reason}
	}
	return outcomes, nil
}

// record adds a generation. Designs for which the hardware has no room are not
// simulated by anybody.
func (r *stream) record(designs [][]int, results []evaluate.Result) {
	mapping := r.model.NewMapping()
	generation := make([][]int, len(designs))
	for i, genes := range designs {
		generation[i] = slices.Clone(genes)
		r.model.Decode(genes, mapping)
		if violation, _ := r.model.Check(mapping); violation > 0 {
			continue
		}
		r.mappings = append(r.mappings, generation[i])
		for _, scenario := range r.scenarios {
			r.add(len(r.mappings)-1, scenario)
		}
	}
	r.close()
	r.generations, r.results = append(r.generations, generation), append(r.results, results)
}

func (r *recorder) Counts() explorer.Counts { return explorer.Counts(r.evaluator.Counts()) }

// The subset of the scenarios stays as it is.

func (r *recorder) At(context.Context, int) (explorer.Snapshot, error) {
	return explorer.Snapshot{Scenarios: r.stream.scenarios}, nil
}

func (r *recorder) Offer(int, [][]int) error { return nil }

func (r *recorder) Done() { r.over = true }

// evaluated returns a variant that evaluates the generations as an exploration
// does, with a memo.
func (r *stream) evaluated(ctx context.Context, workers int, client *workpool.Client) func() error {
	return func() error {
		e := evaluate.New(r.model, objectives, evaluate.Settings{Harts: workers})
		for g, designs := range r.generations {
			results, err := e.Evaluate(ctx, client, designs, r.scenarios)
			if err != nil {
				return err
			}
			for i := range results {
				if got, want := &results[i], &r.results[g][i]; !slices.Equal(got.Values, want.Values) || got.Violation != want.Violation {
					return fmt.Errorf("generation %d: a design came to %+v, want %+v", g, *got, *want)
				}
			}
		}
		return nil
	}
}
