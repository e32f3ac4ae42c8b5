package workpool_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"

	"sdse/workpool"
)

// blocker is a client whose jobs block until they are let go, in a bubble of
// synctest: after synctest.Wait, began says how many jobs are under way or done.
type blocker struct {
	*workpool.Client
	mu    sync.Mutex
	count int
	gate  chan struct{}
	ended chan error
}

func block(pool *workpool.Pool, name string) *blocker {
	return &blocker{Client: pool.Register(name, ""), gate: make(chan struct{}), ended: make(chan error, 2)}
}

// start runs a batch in the background; its error comes through ended.
func (b *blocker) start(ctx context.Context, jobs int) {
	go func() { b.ended <- b.Run(ctx, jobs, b.job) }()
}

func (b *blocker) job(*workpool.Context, int) {
	b.mu.Lock()
	b.count++
	b.mu.Unlock()
	<-b.gate
}

// began returns how many jobs have begun, once nothing moves any more.
func (b *blocker) began() int {
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.count
}

// release lets n jobs end.
func (b *blocker) release(n int) {
	for range n {
		b.gate <- struct{}{}
	}
}

// want fails the test unless so many jobs have begun.
func (b *blocker) want(t *testing.T, jobs int) {
	t.Helper()
	if got := b.began(); got != jobs {
		t.Errorf("%d jobs have begun, want %d", got, jobs)
	}
}

// TestAsManyJobsAsHarts: with jobs that block, exactly Workers() of them run.
func TestAsManyJobsAsHarts(t *testing.T) {
	for _, workers := range []int{1, 3, 16} {
		synctest.Test(t, func(t *testing.T) {
			pool := workpool.New(workers)
			defer pool.Close()
			b := block(pool, "")
			b.start(t.Context(), 2*workers)
			b.want(t, workers)
			b.release(1)
			b.want(t, workers+1)
			b.release(2*workers - 1)
			if err := <-b.ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNoHartIdles: while one client waits for a long job at the tail of its
// batch, the other harts work for the others.
func TestNoHartIdles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(4)
		defer pool.Close()
		long, other := block(pool, "long"), block(pool, "other")
		long.start(t.Context(), 1)
		long.want(t, 1)
		other.start(t.Context(), 5)
		other.want(t, 3)
		long.release(1)
		other.want(t, 4)
		other.release(5)
		for _, b := range []*blocker{long, other} {
			if err := <-b.ended; err != nil {
				t.Error(err)
			}
		}
	})
}

// TestHartsSpread: harts that become free at the same time share the open
// batches evenly, and the client that comes last is not left out.
func TestHartsSpread(t *testing.T) {
	for range 100 {
		synctest.Test(t, func(t *testing.T) {
			pool := workpool.New(4)
			defer pool.Close()
			first, a, b := block(pool, "first"), block(pool, "a"), block(pool, "b")
			first.start(t.Context(), 4)
			first.want(t, 4)
			a.start(t.Context(), 50)
			b.start(t.Context(), 50)
			a.want(t, 0)
			b.want(t, 0)
			first.release(4)
			a.want(t, 2)
			b.want(t, 2)
			close(a.gate)
			close(b.gate)
		})
	}
}

// TestNobodyStarves: a client that opens its next batch at once does not keep
// the only hart to itself.
func TestNobodyStarves(t *testing.T) {
	for range 100 {
		synctest.Test(t, func(t *testing.T) {
			pool := workpool.New(1)
			defer pool.Close()
			first, a, b := block(pool, "first"), block(pool, "a"), block(pool, "b")
			first.start(t.Context(), 1)
			first.want(t, 1)
			a.start(t.Context(), 1)
			a.start(t.Context(), 1) // begins as soon as the one before has ended
			b.start(t.Context(), 1)
			a.want(t, 0)
			first.release(1)
			a.want(t, 1)
			a.release(1)
			b.want(t, 1)
			b.release(1)
			a.want(t, 2)
			a.release(1)
		})
	}
}

// TestSecondRunWaits: two batches of one client do not overlap.
func TestSecondRunWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(4)
		defer pool.Close()
		b := block(pool, "")
		b.start(t.Context(), 2)
		b.want(t, 2)
		b.start(t.Context(), 2)
		b.want(t, 2)
		b.release(1)
		b.want(t, 2)
		b.release(1)
		b.want(t, 4)
		b.release(2)
		for range 2 {
			if err := <-b.ended; err != nil {
				t.Error(err)
			}
		}
	})
}
