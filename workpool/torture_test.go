package workpool_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"sdse/workpool"
)

// tally counts the calls of each job of a batch, one plain element each: a job
// called twice shows in its count, and to the race detector too.
type tally []int32

func (t tally) job(_ *workpool.Context, job int) { t[job]++ }

// once fails the test unless every job was called exactly once, and clears t.
func (t tally) once(tb testing.TB) {
	tb.Helper()
	for job, calls := range t {
		if calls != 1 {
			tb.Errorf("batch of %d jobs: job %d was called %d times", len(t), job, calls)
		}
	}
	clear(t)
}

// TestExactlyOnce runs many batches of several clients at a time, most of them
// tiny, so that harts are forever parked and woken, come late and help others.
func TestExactlyOnce(t *testing.T) {
	batches := 5000
	if testing.Short() {
		batches = 500
	}
	for _, workers := range []int{1, 2, 3, 8} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			pool := workpool.New(workers)
			defer pool.Close()
			var clients sync.WaitGroup
			for i := range 3 {
				client := pool.Register(fmt.Sprint("client ", i), "")
				clients.Go(func() { tortureClient(t, pool, client, batches/3, uint64(i)) })
			}
			clients.Wait()
		})
	}
}

func tortureClient(t *testing.T, pool *workpool.Pool, client *workpool.Client, batches int, seed uint64) {
	rng := rand.New(rand.NewPCG(1, seed))
	buffer := make(tally, 2000)
	for range batches {
		counts := buffer[:rng.IntN(3*pool.Workers())]
		if rng.IntN(50) == 0 {
			counts = buffer[:rng.IntN(len(buffer))] // long enough for claims of several jobs
		}
		if err := client.Run(t.Context(), len(counts), counts.job); err != nil {
			t.Error(err)
			return
		}
		counts.once(t)
		if gate := client.Gate(); gate != 0 {
			t.Errorf("gate %x between batches", gate)
			return
		}
	}
}

// TestWrapAround starts batches at every position near the largest, so that cur
// and end wrap around before, in and after a batch, and claims span it.
func TestWrapAround(t *testing.T) {
	pool := workpool.New(2)
	defer pool.Close()
	client := pool.Register("wrap", "")
	for _, n := range []int{1, 2, 3, 7, 40, 1000} {
		counts := make(tally, n)
		for back := range 2*n + 2*workpool.LongestRun {
			client.StartAt(math.MaxUint64 - uint64(back))
			if err := client.Run(t.Context(), n, counts.job); err != nil {
				t.Fatal(err)
			}
			counts.once(t)
		}
	}
}

// TestLongRun counts the jobs of 100,000 batches, each of which begins anywhere
// around the largest position. It is not shortened: under the race detector, which
// runs the short tests, it says most.
func TestLongRun(t *testing.T) {
	pool := workpool.New(3)
	defer pool.Close()
	client := pool.Register("long", "")
	rng := rand.New(rand.NewPCG(7, 8))
	buffer := make(tally, 8)
	for range 100_000 {
		counts := buffer[:1+rng.IntN(len(buffer))]
		client.StartAt(math.MaxUint64 - 4 + rng.Uint64N(8))
		if err := client.Run(t.Context(), len(counts), counts.job); err != nil {
			t.Fatal(err)
		}
		counts.once(t)
		if t.Failed() {
			return
		}
	}
}

// TestOvershoot holds cur to its bound: one claim of each hart past the end.
func TestOvershoot(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		pool := workpool.New(workers)
		client := pool.Register("overshoot", "")
		for n := 1; n < 3000; n += 1 + n/8 {
			if err := client.Run(t.Context(), n, func(*workpool.Context, int) {}); err != nil {
				t.Fatal(err)
			}
			over, bound := client.Overshoot(), uint64(workers*workpool.LongestRun)
			if over == 0 || over > bound {
				t.Errorf("%d harts, %d jobs: cur is %d past the end, want 1 to %d", workers, n, over, bound)
			}
		}
		pool.Close()
	}
}

// TestOneJobPerHart checks, while several clients work, that no two jobs share
// a hart at a time and that no more run than there are harts.
func TestOneJobPerHart(t *testing.T) {
	const workers = 3
	pool := workpool.New(workers)
	defer pool.Close()
	var running, most atomic.Int32
	scratch := make([]int, workers) // plain: two jobs at once on a hart are a data race
	busy := make([]atomic.Bool, workers)
	job := func(c *workpool.Context, _ int) {
		hart := c.Hart()
		if busy[hart].Swap(true) {
			t.Error("two jobs at a time on hart", hart)
		}
		now := running.Add(1)
		for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
		}
		scratch[hart]++
		runtime.Gosched()
		running.Add(-1)
		busy[hart].Store(false)
	}
	var clients sync.WaitGroup
	for i := range 4 {
		client := pool.Register(fmt.Sprint(i), "")
		clients.Go(func() {
			for range 100 {
				if err := client.Run(t.Context(), 10, job); err != nil {
					t.Error(err)
				}
			}
		})
	}
	clients.Wait()
	sum := 0
	for _, n := range scratch {
		sum += n
	}
	if sum != 4*100*10 {
		t.Errorf("%d jobs ran, want %d", sum, 4*100*10)
	}
	if most.Load() > workers {
		t.Errorf("%d jobs at once on %d harts", most.Load(), workers)
	}
}
