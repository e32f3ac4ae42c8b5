package explorer_test

import (
	"context"
	"fmt"

	"sdse/explorer"
)

// cores puts four tasks each on a slow core (0) or a fast one (1).
type cores struct{ counts explorer.Counts }

func (c *cores) Evaluate(_ context.Context, designs [][]int, _ explorer.Snapshot) ([]explorer.Outcome, error) {
	outcomes := make([]explorer.Outcome, len(designs))
	for i, genes := range designs {
		slow, fast := 0.0, 0.0 // milliseconds of work
		for task, core := range genes {
			work := []float64{8, 4, 4, 2}[task]
			if core == 0 {
				slow += 2 * work
			} else {
				fast += work
			}
		}
		outcomes[i].Objectives = []float64{max(slow, fast), 1*slow + 5*fast}
	}
	c.counts.Requested += int64(len(designs))
	c.counts.Charged += int64(len(designs))
	return outcomes, nil
}

func (c *cores) Counts() explorer.Counts { return c.counts }

func ExampleRun() {
	problem := explorer.Problem{
		Bounds:     []int{2, 2, 2, 2},
		Objectives: []string{"time", "energy"},
	}
	settings := explorer.Settings{Seed: 1, Population: 8, Generations: 10}
	result, err := explorer.Run(context.Background(), problem, new(cores), nil, settings, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, design := range result.Front {
		fmt.Println(design.Genes, design.True)
	}
	// Output:
	// [1 0 1 0] [12 72]
	// [0 1 1 1] [16 66]
	// [1 0 0 0] [20 60]
	// [0 1 0 1] [24 54]
	// [0 1 0 0] [28 48]
	// [0 0 0 1] [32 42]
	// [0 0 0 0] [36 36]
}
