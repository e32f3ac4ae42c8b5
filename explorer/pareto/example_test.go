package pareto_test

import (
	"fmt"

	"sdse/explorer/pareto"
)

// Four designs by execution time and energy, both to be small.
func Example() {
	designs := [][]float64{{10, 7}, {12, 5}, {12, 8}, {20, 2}}

	fronts := pareto.Fronts(designs)
	fmt.Println("fronts:", fronts)

	var first [][]float64
	for _, i := range fronts[0] {
		first = append(first, designs[i])
	}
	fmt.Println("crowding:", pareto.Crowding(first))
	fmt.Println("hypervolume:", pareto.Hypervolume(first, []float64{22, 10}))
	// Output:
	// fronts: [[0 1 3] [2]]
	// crowding: [+Inf 2 +Inf]
	// hypervolume: 62
}

func ExampleArchive() {
	var archive pareto.Archive[string]
	archive.Insert([]float64{10, 7}, "two cores")
	archive.Insert([]float64{20, 2}, "one core")
	archive.Insert([]float64{20, 2}, "one core, the other one")
	for vector, name := range archive.All() {
		fmt.Println(name, vector)
	}
	// Output:
	// two cores [10 7]
	// one core [20 2]
}
