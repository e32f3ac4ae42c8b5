package subset_test

import (
	"context"
	"fmt"

	"sdse/subset"
)

// simulations of designs with two genes, a and b, in eight scenarios. A design
// takes a time of a in every even scenario and of b in every odd one; it always
// costs 12 − a.
type simulations struct{}

func (simulations) Plan(designs [][]int) subset.Training { return training(designs) }

type training [][]int

func (t training) Simulate(context.Context) ([][][]float64, error) {
	results := make([][][]float64, len(t))
	for d, design := range t {
		a, b := float64(design[0]), float64(design[1])
		for s := range 8 {
			time := a
			if s%2 == 1 {
				time = b
			}
			results[d] = append(results[d], []float64{time, 12 - a})
		}
	}
	return results, nil
}

func (training) Commit() {}

// A pool that has no workers and runs the jobs itself.
func pool(_ context.Context, jobs int, job func(hart, i int)) error {
	for i := range jobs {
		job(0, i)
	}
	return nil
}

// The first subset has odd scenarios only and knows nothing of a. Training finds
// that it takes one of each kind.
func ExampleSelector() {
	set := subset.DefaultSettings(2)
	set.Period = 2
	set.Seed = 3
	weights := []float64{1, 1, 1, 1, 1, 1, 1, 1}
	selector, err := subset.New(weights, set, simulations{}, pool)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer selector.Close()

	for generation := range 5 {
		now, err := selector.At(context.Background(), generation)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("generation %d: version %d, scenarios %v, %d trainers, rate %.2f\n",
			generation, now.Version, now.Scenarios, now.Trainers, now.Misclassification)

		// Here an explorer breeds and evaluates designs under now.Scenarios.
		g := generation
		ranked := [][]int{{1, 9 - g}, {2 + g, 7}, {3, 6 + g}, {8, 2 + g}, {9, 9 + g}}
		if err := selector.Offer(generation, ranked); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// generation 0: version 0, scenarios [1 5], 0 trainers, rate NaN
	// generation 1: version 0, scenarios [1 5], 0 trainers, rate NaN
	// generation 2: version 1, scenarios [1 2], 4 trainers, rate 0.00
	// generation 3: version 1, scenarios [1 2], 4 trainers, rate 0.00
	// generation 4: version 1, scenarios [1 2], 8 trainers, rate 0.00
}
