package workpool_test

import (
	"fmt"
	"sync"
	"testing"

	"sdse/workpool"
)

// TestNoAllocations: a batch allocates nothing, from Run to return.
func TestNoAllocations(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		for _, jobs := range []int{0, 1, 100, 5000} {
			t.Run(fmt.Sprintf("%d harts, %d jobs", workers, jobs), func(t *testing.T) {
				pool := workpool.New(workers)
				defer pool.Close()
				client, ctx := pool.Register("", ""), t.Context()
				job := func(*workpool.Context, int) {}
				batch := func() {
					if err := client.Run(ctx, jobs, job); err != nil {
						t.Error(err)
					}
				}
				if allocs := testing.AllocsPerRun(100, batch); allocs != 0 {
					t.Errorf("%v allocations per batch", allocs)
				}
			})
		}
	}
}

// TestNoAllocationsSharing: nor does it while another client works.
func TestNoAllocationsSharing(t *testing.T) {
	pool := workpool.New(2)
	defer pool.Close()
	a, b, ctx := pool.Register("a", ""), pool.Register("b", ""), t.Context()
	job := func(*workpool.Context, int) {}
	stop := make(chan struct{})
	var other sync.WaitGroup
	other.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				if err := b.Run(ctx, 10, job); err != nil {
					t.Error(err)
				}
			}
		}
	})
	allocs := testing.AllocsPerRun(1000, func() {
		if err := a.Run(ctx, 10, job); err != nil {
			t.Error(err)
		}
	})
	close(stop)
	other.Wait()
	if allocs != 0 {
		t.Errorf("%v allocations per batch", allocs)
	}
}
