package workpool_test

import (
	"sync"
	"testing"
	"testing/synctest"

	"sdse/workpool"
)

func TestNewAndEmptyBatches(t *testing.T) {
	for give, want := range map[int]int{-3: 1, 0: 1, 1: 1, 5: 5} {
		pool := workpool.New(give)
		if got := pool.Workers(); got != want {
			t.Errorf("New(%d) has %d harts, want %d", give, got, want)
		}
		client := pool.Register("tests", "")
		if err := client.Run(t.Context(), 0, nil); err != nil {
			t.Errorf("empty batch: %v", err)
		}
		err := client.Run(t.Context(), -1, nil)
		if err == nil || err.Error() != `workpool: client "tests": -1 jobs` {
			t.Errorf("negative number of jobs: %v", err)
		}
		pool.Close()
	}
}

// TestClose: more than once, at the same time, and everything after it.
func TestClose(t *testing.T) {
	pool := workpool.New(3)
	before := pool.Register("before", "")
	if err := before.Run(t.Context(), 10, func(*workpool.Context, int) {}); err != nil {
		t.Error(err)
	}
	var closers sync.WaitGroup
	for range 4 {
		closers.Go(pool.Close)
	}
	closers.Wait()
	pool.Close()

	never := func(*workpool.Context, int) { t.Error("a job ran on a closed pool") }
	for _, client := range []*workpool.Client{before, pool.Register("after", "")} {
		if err := client.Run(t.Context(), 1, never); err != workpool.ErrClosed {
			t.Errorf("error %v, want ErrClosed", err)
		}
		client.Unregister()
		client.Unregister()
	}
}

// TestCloseLetsBatchesFinish, and those that wait for their turn do not begin.
func TestCloseLetsBatchesFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(2)
		a, b := block(pool, "a"), block(pool, "b")
		a.start(t.Context(), 3)
		a.want(t, 2)
		b.start(t.Context(), 3)
		b.want(t, 0) // under way all the same
		waiting := make(chan error)
		go func() { waiting <- a.Run(t.Context(), 1, a.job) }()
		synctest.Wait()

		closed := make(chan struct{})
		go func() {
			pool.Close()
			close(closed)
		}()
		synctest.Wait()
		if err := b.Run(t.Context(), 1, b.job); err != workpool.ErrClosed {
			t.Errorf("Run while the pool closes: %v, want ErrClosed", err)
		}
		select {
		case <-closed:
			t.Error("Close returned with batches running")
		default:
		}
		close(a.gate)
		close(b.gate)
		<-closed
		if err := <-waiting; err != workpool.ErrClosed {
			t.Errorf("Run that waited: %v, want ErrClosed", err)
		}
		for _, c := range []*blocker{a, b} {
			if err := <-c.ended; err != nil {
				t.Errorf("batch under way: %v", err)
			}
			c.want(t, 3)
		}
	})
}

// TestUnregister waits for the client's own batch and disturbs no other.
func TestUnregister(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(2)
		defer pool.Close()
		a, b := block(pool, "a"), block(pool, "b")
		a.start(t.Context(), 2)
		a.want(t, 2)
		b.start(t.Context(), 2)
		gone := make(chan struct{})
		go func() {
			a.Unregister()
			close(gone)
		}()
		synctest.Wait()
		select {
		case <-gone:
			t.Error("Unregister returned with a batch running")
		default:
		}
		a.release(2)
		<-gone
		if err := <-a.ended; err != nil {
			t.Error(err)
		}
		if err := a.Run(t.Context(), 1, a.job); err != workpool.ErrClosed {
			t.Errorf("error %v, want ErrClosed", err)
		}
		b.want(t, 2)
		b.release(2)
		if err := <-b.ended; err != nil {
			t.Error(err)
		}
	})
}

// TestUnregisterUnattended: a batch that no hart has come to yet is not
// forgotten.
func TestUnregisterUnattended(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(1)
		defer pool.Close()
		busy, b := block(pool, "busy"), block(pool, "b")
		busy.start(t.Context(), 1)
		busy.want(t, 1)
		b.start(t.Context(), 1)
		b.want(t, 0)
		go b.Unregister()
		b.want(t, 0)
		busy.release(1)
		b.want(t, 1)
		b.release(1)
		if err := <-b.ended; err != nil {
			t.Error(err)
		}
	})
}

// TestComeAndGo registers and unregisters clients while others work, and closes
// the pool in the middle of it: every batch runs whole or not at all.
func TestComeAndGo(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	for range rounds {
		pool := workpool.New(3)
		var clients sync.WaitGroup
		for range 4 {
			clients.Go(func() {
				for range 20 {
					client := pool.Register("guest", "")
					counts := make(tally, 9)
					switch err := client.Run(t.Context(), len(counts), counts.job); err {
					case nil:
						counts.once(t)
					case workpool.ErrClosed:
						if counts[0] != 0 {
							t.Error("a job of a refused batch ran")
						}
						return
					default:
						t.Error(err)
					}
					client.Unregister()
				}
			})
		}
		pool.Close()
		clients.Wait()
	}
}
