package kpn_test

import (
	"context"
	"fmt"
	"os"

	"sdse/kpn"
)

// A network of two processes that really squares numbers, and the application
// that was recorded while it did.
func ExampleNetwork() {
	n := kpn.NewNetwork("squares")
	source, square := n.Process("source"), n.Process("square")
	multiply := n.Operation("multiply", kpn.Count{Class: "mul", N: 1})
	numbers := kpn.Connect[int](n, "numbers", source, square, kpn.ChannelOptions{TokenBytes: 4, Capacity: 2})

	source.Do(func() error {
		for i := range 4 {
			numbers.Write(i)
		}
		return nil
	})
	var squares []int
	square.Do(func() error {
		for {
			i, ok := numbers.Read()
			if !ok {
				return nil
			}
			square.Execute(multiply, 1)
			squares = append(squares, i*i)
		}
	})

	recording, err := n.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(squares)
	if err := recording.Keep("four", 1, 0, 1); err != nil {
		fmt.Println(err)
		return
	}
	if err := kpn.WriteApplication(os.Stdout, recording.Application); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [0 1 4 9]
	// name = "squares"
	//
	// [operation]
	// multiply = { mul = 1 }
	//
	// [[process]]
	// name = "source"
	//
	// [[process]]
	// name = "square"
	//
	// [[channel]]
	// name = "numbers"
	// from = "source"
	// to = "square"
	// token = "4 B"
	// capacity = 2
	//
	// [fragment]
	// "source.1" = "4*(write numbers)"
	// "square.1" = "4*(read numbers; exec multiply)"
	//
	// [[scenario]]
	// name = "four"
	// weight = 1
	// iterations = 1
	// [scenario.trace]
	// source = "source.1"
	// square = "square.1"
}
