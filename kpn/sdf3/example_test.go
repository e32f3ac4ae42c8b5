package sdf3_test

import (
	"fmt"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/kpn/sdf3"
)

// A file whose machine goes back and forth between hearing and speaking, loudly or
// not: how slow can it be?
func Example() {
	var problems input.Problems
	file := sdf3.Load("testdata/modes.xml", kpn.Reading{}, &problems)
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range file.Application.Scenarios {
		fmt.Printf("%s, share %v\n", s.Name, s.Weight)
	}
	worst, err := file.WorstCase("default")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("at most", worst.Period.RatString(), "units of time per unit of reward")
	played, err := sdf3.Play(file.Application, "listening", "saying", "listening", "shouting")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(played.Scenarios[0].Traces[0].Len(), "events of the ear")
	// Output:
	// hear, share 0.5
	// say, share 0.25
	// shout, share 0.25
	// at most 20 units of time per unit of reward
	// 10 events of the ear
}
