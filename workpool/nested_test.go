package workpool_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sdse/workpool"
)

// within runs one job on a pool of its own and fails the test if it fails.
func within(t *testing.T, settings workpool.Settings, job func(c *workpool.Context)) {
	t.Helper()
	pool, err := workpool.Open(settings)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := pool.Register("outer", workpool.Compute).Run(t.Context(), 1, func(c *workpool.Context, _ int) { job(c) }); err != nil {
		t.Error(err)
	}
}

// TestNestedExactlyOnce: batches in jobs of batches, deeper than there are harts,
// with every job run once, whatever is idle.
func TestNestedExactlyOnce(t *testing.T) {
	for _, settings := range []workpool.Settings{{Workers: 1}, {Workers: 2}, {Workers: 5}, {Workers: 3, Sequential: true}, {Workers: 3, Policy: workpool.FCFS()}} {
		t.Run(fmt.Sprintf("%d %v", settings.Workers, settings.Sequential), func(t *testing.T) {
			pool, err := workpool.Open(settings)
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			var leaves atomic.Int64
			var tree func(c *workpool.Context, depth int)
			tree = func(c *workpool.Context, depth int) {
				if depth == 0 {
					leaves.Add(1)
					return
				}
				counts := make(tally, 5)
				if err := c.Run(t.Context(), len(counts), func(c *workpool.Context, job int) {
					counts.job(c, job)
					tree(c, depth-1)
				}); err != nil {
					t.Error(err)
				}
				counts.once(t)
			}
			var clients sync.WaitGroup
			for range 3 {
				client := pool.Register("outer", workpool.Compute)
				clients.Go(func() {
					for range 20 {
						if err := client.Run(t.Context(), 3, func(c *workpool.Context, _ int) { tree(c, 3) }); err != nil {
							t.Error(err)
						}
					}
				})
			}
			clients.Wait()
			if got, want := leaves.Load(), int64(3*20*3*125); got != want {
				t.Errorf("%d leaves, want %d", got, want)
			}
		})
	}
}

// TestNestedUsesIdleHarts: the one job of a batch splits over all harts, and is
// not split where all are busy.
func TestNestedUsesIdleHarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(4)
		defer pool.Close()
		inner := &blocker{gate: make(chan struct{}), ended: make(chan error, 2)}
		ended, begin := make(chan error, 1), make(chan struct{})
		client := pool.Register("outer", "")
		go func() {
			ended <- client.Run(t.Context(), 1, func(c *workpool.Context, _ int) {
				<-begin
				inner.ended <- c.Run(t.Context(), 10, inner.job)
			})
		}()
		synctest.Wait() // until the other harts have parked
		close(begin)
		inner.want(t, 4)
		close(inner.gate)
		if err := errors.Join(<-inner.ended, <-ended); err != nil {
			t.Error(err)
		}
	})
}

// TestSequential: nothing is split, and it is the same hart throughout.
func TestSequential(t *testing.T) {
	within(t, workpool.Settings{Workers: 3, Sequential: true}, func(c *workpool.Context) {
		if c.Idle() || c.TrySpawn(func(*workpool.Context, int) {}, 0) != nil {
			t.Error("a hart was found")
		}
		next := 0
		hart := c.Hart()
		if err := c.Run(t.Context(), 50, func(c *workpool.Context, job int) {
			if job != next || c.Hart() != hart {
				t.Errorf("job %d on hart %d, want %d on %d", job, c.Hart(), next, hart)
			}
			next++
		}); err != nil {
			t.Error(err)
		}
	})
}

// TestNestedPanics: the lowest panic is reported, wherever it happened, and the
// other jobs run.
func TestNestedPanics(t *testing.T) {
	for _, workers := range []int{1, 4} {
		within(t, workpool.Settings{Workers: workers}, func(c *workpool.Context) {
			for range 200 {
				var ran atomic.Int32
				err := c.Run(t.Context(), 20, func(_ *workpool.Context, job int) {
					ran.Add(1)
					if job == 3 || job == 17 {
						panic(job)
					}
				})
				var p *workpool.PanicError
				if !errors.As(err, &p) || p.Job != 3 || p.Value != 3 || ran.Load() != 20 {
					t.Fatalf("%d jobs ran, error %v", ran.Load(), err)
				}
			}
		})
	}
}

// TestNestedCancel: no job begins once the cancellation is seen, which may be too
// late for a batch of short jobs.
func TestNestedCancel(t *testing.T) {
	for _, workers := range []int{1, 4} {
		within(t, workpool.Settings{Workers: workers}, func(c *workpool.Context) {
			cut := 0
			for range 50 {
				ctx, cancel := context.WithCancelCause(t.Context())
				var ran atomic.Int32
				err := c.Run(ctx, 1000, func(*workpool.Context, int) {
					if ran.Add(1) == 10 {
						cancel(errEnough)
					}
					time.Sleep(time.Microsecond)
				})
				if all := ran.Load() == 1000; all != (err == nil) || !all && err != errEnough {
					t.Errorf("%d jobs ran, error %v", ran.Load(), err)
				}
				if err != nil {
					cut++
				}
			}
			if cut == 0 {
				t.Error("no batch was cut short: the test tests nothing")
			}
		})
	}
}

// TestNestedGoexit: a job that ends its goroutine fails its batch and the one
// around it, and harts are as many as before.
func TestNestedGoexit(t *testing.T) {
	for _, workers := range []int{1, 3} {
		pool := workpool.New(workers)
		client := pool.Register("outer", "")
		for range 50 {
			var ran atomic.Int32
			err := client.Run(t.Context(), 4, func(c *workpool.Context, _ int) {
				_ = c.Run(t.Context(), 6, func(_ *workpool.Context, job int) {
					ran.Add(1)
					if job == 2 {
						runtime.Goexit()
					}
				})
			})
			if err == nil && workers == 1 {
				t.Error("no error")
			}
			if workers > 1 && ran.Load() < 4*3 {
				t.Errorf("%d jobs ran", ran.Load())
			}
		}
		counts := make(tally, 50)
		if err := client.Run(t.Context(), len(counts), counts.job); err != nil {
			t.Error(err)
		}
		counts.once(t)
		pool.Close()
	}
}

// TestBlock: while a job waits, its hart works for others, and the job goes on
// before any that has not begun.
func TestBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(1)
		defer pool.Close()
		waiter, other := pool.Register("waiter", ""), block(pool, "other")
		let, went := make(chan struct{}), make(chan struct{})
		ended := make(chan error, 1)
		go func() {
			ended <- waiter.Run(t.Context(), 1, func(c *workpool.Context, _ int) {
				c.Block(func() { <-let })
				close(went)
			})
		}()
		synctest.Wait()
		other.start(t.Context(), 3)
		other.want(t, 1) // on the waiter's hart
		close(let)
		synctest.Wait()
		select {
		case <-went:
			t.Error("two jobs ran on one hart")
		default:
		}
		other.release(1)
		<-went
		other.want(t, 2)
		other.release(2)
		for _, err := range []error{<-ended, <-other.ended} {
			if err != nil {
				t.Error(err)
			}
		}
	})
}

// TestRunnableHarts: with batches in batches, spawned tasks and jobs that block,
// never do more jobs run than there are harts, nor two on the same.
func TestRunnableHarts(t *testing.T) {
	const workers = 3
	for _, policy := range []workpool.Policy{nil, workpool.FCFS(), workpool.TagPriority("a"), workpool.Dedicated(1, "a"), workpool.NearestDomain()} {
		pool, err := workpool.Open(workpool.Settings{Workers: workers, Policy: policy, Domains: []int{0, 0, 1}})
		if err != nil {
			t.Fatal(err)
		}
		var runs, most atomic.Int32
		busy := make([]atomic.Bool, workers)
		work := func(c *workpool.Context, _ int) {
			hart := c.Hart()
			if busy[hart].Swap(true) {
				t.Error("two jobs at a time on hart", hart)
			}
			now := runs.Add(1)
			for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
			}
			runtime.Gosched()
			runs.Add(-1)
			busy[hart].Store(false)
		}
		job := func(c *workpool.Context, i int) {
			work(c, i)
			c.Block(runtime.Gosched)
			work(c, i)
			task := c.TrySpawn(work, i)
			if err := c.Run(t.Context(), 4, work); err != nil {
				t.Error(err)
			}
			if task != nil {
				if err := c.Wait(task); err != nil {
					t.Error(err)
				}
			}
			work(c, i)
		}
		var clients sync.WaitGroup
		for _, tag := range []workpool.Tag{"a", "b", "b"} {
			client := pool.Register(string(tag), tag)
			clients.Go(func() {
				for range 50 {
					if err := client.Run(t.Context(), 7, job); err != nil {
						t.Error(err)
					}
				}
			})
		}
		clients.Wait()
		pool.Close()
		if most.Load() > workers {
			t.Errorf("%d jobs at once on %d harts", most.Load(), workers)
		}
	}
}

// TestTrySpawn: tasks run once, on another hart, and their panics come back.
func TestTrySpawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		within(t, workpool.Settings{Workers: 3}, func(c *workpool.Context) {
			synctest.Wait() // until the other two have parked
			if !c.Idle() {
				t.Error("no hart is idle")
			}
			let := make(chan struct{})
			ran := make([]int, 2)
			f := func(other *workpool.Context, i int) {
				<-let
				ran[i]++
				if i == 1 {
					panic("one")
				}
			}
			a, b := c.TrySpawn(f, 0), c.TrySpawn(f, 1)
			if a == nil || b == nil || c.Idle() || c.TrySpawn(f, 2) != nil {
				t.Fatal("two of three harts should have been idle, and only two")
			}
			close(let)
			var p *workpool.PanicError
			if err := c.Wait(a); err != nil {
				t.Error(err)
			}
			if err := c.Wait(b); !errors.As(err, &p) || p.Value != "one" || p.Job != 1 {
				t.Error(err)
			}
			if ran[0] != 1 || ran[1] != 1 {
				t.Errorf("ran %v", ran)
			}
		})
	})
}

// TestSpawnsDoNotAllocate, neither when a hart is found nor when none is.
func TestSpawnsDoNotAllocate(t *testing.T) {
	none := func(*workpool.Context, int) {}
	within(t, workpool.Settings{Workers: 1}, func(c *workpool.Context) {
		if n := testing.AllocsPerRun(1000, func() {
			if c.TrySpawn(none, 1) != nil {
				t.Error("a hart was found")
			}
		}); n != 0 {
			t.Errorf("%v allocations for a spawn that finds nobody", n)
		}
	})
	within(t, workpool.Settings{Workers: 2}, func(c *workpool.Context) {
		spawned := 0
		if n := testing.AllocsPerRun(1000, func() {
			if task := c.TrySpawn(none, 1); task != nil {
				spawned++
				if err := c.Wait(task); err != nil {
					t.Error(err)
				}
			}
			time.Sleep(10 * time.Microsecond) // let the other hart park again
		}); n != 0 {
			t.Errorf("%v allocations for a spawn", n)
		}
		if spawned == 0 {
			t.Error("nothing was spawned: the test tests nothing")
		}
	})
}

// TestSplitLater: a hart that becomes idle in the middle of a nested batch joins
// it, and jobs keep their numbers.
func TestSplitLater(t *testing.T) {
	pool := workpool.New(2)
	defer pool.Close()
	other := &blocker{Client: pool.Register("other", ""), gate: make(chan struct{}), ended: make(chan error, 2)}
	occupied := make(chan struct{})
	other.start(t.Context(), 1)
	err := pool.Register("outer", "").Run(t.Context(), 1, func(c *workpool.Context, _ int) {
		for range 1000 { // both harts are at work
			if other.mu.Lock(); other.count == 1 {
				close(occupied)
				other.mu.Unlock()
				break
			}
			other.mu.Unlock()
			time.Sleep(time.Millisecond)
		}
		<-occupied
		counts := make(tally, 6)
		err := c.Run(t.Context(), len(counts), func(d *workpool.Context, job int) {
			counts.job(d, job)
			switch job {
			case 1:
				other.release(1)
				for !d.Idle() {
					runtime.Gosched()
				}
			case 4:
				panic("four")
			}
		})
		var p *workpool.PanicError
		if !errors.As(err, &p) || p.Job != 4 || p.Client != "outer" {
			t.Errorf("error %v", err)
		}
		counts.once(t)
	})
	if err != nil {
		t.Error(err)
	}
}
