package workpool_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"sdse/workpool"
)

var errEnough = errors.New("enough")

func TestCancelledBefore(t *testing.T) {
	pool := workpool.New(2)
	defer pool.Close()
	client := pool.Register("", "")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errEnough)
	for range 1000 {
		err := client.Run(ctx, 10, func(*workpool.Context, int) { t.Error("a job ran") })
		if err != errEnough {
			t.Errorf("error %v, want the cause and nothing else", err)
		}
	}
	if err := client.Run(ctx, 0, nil); err != nil {
		t.Errorf("empty batch: %v", err)
	}
}

// TestCancelStopsTheHandOut: no job begins after the cancellation, not even one
// that a hart has claimed, and Run waits for those under way.
func TestCancelStopsTheHandOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(2)
		defer pool.Close()
		b := block(pool, "")
		ctx, cancel := context.WithCancelCause(t.Context())
		b.start(ctx, 100_000) // so many that claims are of several jobs
		b.want(t, 2)
		b.release(4)
		b.want(t, 6)

		cancel(errEnough)
		b.want(t, 6)
		b.release(1)
		b.want(t, 6)
		select {
		case err := <-b.ended:
			t.Fatalf("Run returned %v with a job under way", err)
		default:
		}
		b.release(1)
		b.want(t, 6)
		if err := <-b.ended; err != errEnough {
			t.Errorf("error %v, want the cause and nothing else", err)
		}

		// The client's next batch knows nothing of all this.
		counts := make(tally, 1000)
		if err := b.Run(t.Context(), len(counts), counts.job); err != nil {
			t.Error(err)
		}
		counts.once(t)
	})
}

// TestCancelAfterTheLastClaim: every job is handed out, but a hart that holds
// several has one under way and drops the others.
func TestCancelAfterTheLastClaim(t *testing.T) {
	dropped := 0
	for at := range 12 {
		synctest.Test(t, func(t *testing.T) {
			pool := workpool.New(2)
			defer pool.Close()
			ctx, cancel := context.WithCancel(t.Context())
			counts := make(tally, 2000)
			go func() {
				synctest.Wait() // all have run but job at and those claimed with it
				cancel()
			}()
			err := pool.Register("", "").Run(ctx, len(counts), func(c *workpool.Context, job int) {
				if counts.job(c, job); job == at {
					<-ctx.Done()
					synctest.Wait() // until Run has seen it too
				}
			})
			left := 0
			for _, calls := range counts {
				left += 1 - int(calls)
			}
			dropped += left
			if (err == nil) != (left == 0) {
				t.Errorf("job %d: error %v, %d jobs did not run", at, err, left)
			}
		})
	}
	if dropped == 0 {
		t.Error("no job was dropped: the test tests nothing")
	}
}

// TestCancelTooLate: when every job runs all the same, the batch has succeeded.
func TestCancelTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(2)
		defer pool.Close()
		b := block(pool, "")
		ctx, cancel := context.WithCancel(t.Context())
		b.start(ctx, 2)
		b.want(t, 2)
		cancel()
		b.want(t, 2)
		b.release(2)
		if err := <-b.ended; err != nil {
			t.Errorf("error %v although every job ran", err)
		}
	})
}

// TestCancelUnattended: a batch that no hart has come to is given up at once,
// and leaves nothing behind.
func TestCancelUnattended(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(1)
		defer pool.Close()
		busy, b := block(pool, "busy"), block(pool, "")
		busy.start(t.Context(), 1)
		busy.want(t, 1)
		for range 3 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if err := b.Run(ctx, 5, b.job); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v, want the deadline", err)
			}
			cancel()
		}
		b.want(t, 0)
		busy.release(1)
		close(b.gate)
		if err := b.Run(t.Context(), 5, b.job); err != nil {
			t.Error(err)
		}
		b.want(t, 5)
	})
}

// TestCancelWhileWaiting: a Run that waits for its turn can be cancelled too.
func TestCancelWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := workpool.New(1)
		defer pool.Close()
		b := block(pool, "")
		b.start(t.Context(), 1)
		b.want(t, 1)
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errEnough)
		defer cancel()
		if err := b.Run(ctx, 1, b.job); err != errEnough {
			t.Errorf("error %v, want the cause", err)
		}
		b.release(1)
		b.want(t, 1)
	})
}

// TestCancelAndPanic: neither hides the other.
func TestCancelAndPanic(t *testing.T) {
	pool := workpool.New(1)
	defer pool.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	err := pool.Register("", "").Run(ctx, 1_000_000, func(_ *workpool.Context, job int) {
		if job == 0 {
			cancel(errEnough)
			panic("boom")
		}
		time.Sleep(time.Millisecond) // the cancellation comes long before the end
	})
	var failed *workpool.PanicError
	if !errors.As(err, &failed) || failed.Job != 0 || !errors.Is(err, errEnough) {
		t.Errorf("error %v, want both", err)
	}
}

// TestCancelRaces cancels at every stage of a batch: a job runs once at most,
// and Run returns nil exactly if all ran.
func TestCancelRaces(t *testing.T) {
	pool := workpool.New(3)
	defer pool.Close()
	client := pool.Register("", "")
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	cut := 0
	for round := range rounds {
		counts := make(tally, 1+round%97)
		ctx, cancel := context.WithCancel(t.Context())
		at := round % 101
		err := client.Run(ctx, len(counts), func(c *workpool.Context, job int) {
			if counts.job(c, job); job == at {
				cancel()
			}
			runtime.Gosched() // to whoever was cancelled
		})
		cancel()
		ran := 0
		for job, calls := range counts {
			if ran += int(calls); calls > 1 {
				t.Errorf("job %d was called %d times", job, calls)
			}
		}
		if err != nil {
			cut++
		}
		if (err == nil) != (ran == len(counts)) || err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%d of %d jobs ran and the error is %v", ran, len(counts), err)
		}
	}
	t.Logf("%d of %d batches were cut short", cut, rounds)
}
