package workpool_test

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"sdse/workpool"
)

// Two clients share two harts, each running its batches at the same time as the
// other. Every job writes its own element of a slice.
func Example() {
	pool := workpool.New(2)
	defer pool.Close()

	explorer, selector := pool.Register("explorer", ""), pool.Register("selector", "")
	defer explorer.Unregister()
	defer selector.Unregister()

	squares, cubes := make([]int, 100), make([]int, 10)
	var clients sync.WaitGroup
	clients.Go(func() {
		if err := explorer.Run(context.Background(), len(squares), func(_ *workpool.Context, job int) {
			squares[job] = job * job
		}); err != nil {
			fmt.Println(err)
		}
	})
	clients.Go(func() {
		if err := selector.Run(context.Background(), len(cubes), func(_ *workpool.Context, job int) {
			cubes[job] = job * job * job
		}); err != nil {
			fmt.Println(err)
		}
	})
	clients.Wait()
	fmt.Println(squares[99], cubes[9])
	// Output: 9801 729
}

// Scratch memory is made once for each hart and reused by every job on it.
func ExampleClient_Run_scratch() {
	pool := workpool.New(4)
	defer pool.Close()
	client := pool.Register("example", "")

	scratch := make([][]byte, pool.Workers())
	for hart := range scratch {
		scratch[hart] = make([]byte, 0, 32)
	}
	lengths := make([]int, 5)
	err := client.Run(context.Background(), len(lengths), func(c *workpool.Context, job int) {
		line := fmt.Appendf(scratch[c.Hart()][:0], "job %d", 1<<job)
		lengths[job] = len(line)
	})
	fmt.Println(lengths, err)
	// Output: [5 5 5 5 6] <nil>
}

// A job that panics fails its batch, not the program.
func ExamplePanicError() {
	pool := workpool.New(2)
	defer pool.Close()

	designs := []int{4, 2, 0, 1}
	err := pool.Register("explorer", "").Run(context.Background(), len(designs), func(_ *workpool.Context, job int) {
		_ = 12 / designs[job]
	})
	var failed *workpool.PanicError
	if errors.As(err, &failed) {
		fmt.Println(failed.Client, failed.Job, failed.Value)
	}
	// Output: explorer 2 runtime error: integer divide by zero
}
