package workpool_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"sdse/workpool"
)

// explode panics, under a name that a stack can be searched for.
func explode(value any) { panic(value) }

func TestPanicIsNamed(t *testing.T) {
	pool := workpool.New(2)
	defer pool.Close()
	client := pool.Register("explorer", "")
	counts := make(tally, 100)
	err := client.Run(t.Context(), len(counts), func(c *workpool.Context, job int) {
		counts.job(c, job)
		if job == 17 {
			explode("boom")
		}
	})
	var failed *workpool.PanicError
	if !errors.As(err, &failed) {
		t.Fatalf("error %v, want a *PanicError", err)
	}
	if failed.Client != "explorer" || failed.Job != 17 || failed.Value != "boom" {
		t.Errorf("got client %q, job %d, value %v", failed.Client, failed.Job, failed.Value)
	}
	if !bytes.Contains(failed.Stack, []byte("explode")) {
		t.Errorf("the stack does not show where it panicked:\n%s", failed.Stack)
	}
	if got, want := err.Error(), `workpool: client "explorer": job 17 panicked: boom`; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
	counts.once(t) // the other jobs ran

	if err := client.Run(t.Context(), len(counts), counts.job); err != nil {
		t.Errorf("the batch after: %v", err)
	}
	counts.once(t)
}

// TestLowestPanicIsReported: whatever order the harts come in.
func TestLowestPanicIsReported(t *testing.T) {
	pool := workpool.New(4)
	defer pool.Close()
	client := pool.Register("", "")
	for lowest := range 60 {
		counts := make(tally, 300)
		err := client.Run(t.Context(), len(counts), func(c *workpool.Context, job int) {
			counts.job(c, job)
			if job >= lowest && (job-lowest)%3 == 0 {
				panic(job)
			}
		})
		var failed *workpool.PanicError
		if !errors.As(err, &failed) || failed.Job != lowest || failed.Value != lowest {
			t.Errorf("error %v, want that of job %d", err, lowest)
		}
		counts.once(t)
	}
}

func TestPanicValues(t *testing.T) {
	pool := workpool.New(1)
	defer pool.Close()
	client := pool.Register("", "")
	run := func(job func()) error {
		return client.Run(t.Context(), 1, func(*workpool.Context, int) { job() })
	}
	if err := run(func() { panic(io.ErrUnexpectedEOF) }); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v does not wrap the error that was panicked with", err)
	}
	var null *runtime.PanicNilError
	if err := run(func() { panic(nil) }); !errors.As(err, &null) {
		t.Errorf("panic(nil) gave %v", err)
	}
	var fault runtime.Error
	if err := client.Run(t.Context(), 1, nil); !errors.As(err, &fault) {
		t.Errorf("a nil job gave %v", err)
	}
}

// TestGoexit: a job may end its goroutine, but not the hart.
func TestGoexit(t *testing.T) {
	pool := workpool.New(3)
	defer pool.Close()
	client := pool.Register("tests", "")
	for range 20 {
		counts := make(tally, 1000)
		err := client.Run(t.Context(), len(counts), func(c *workpool.Context, job int) {
			counts.job(c, job)
			if job%50 == 7 {
				runtime.Goexit()
			}
		})
		var failed *workpool.PanicError
		if !errors.As(err, &failed) || failed.Job != 7 {
			t.Fatalf("error %v, want that of job 7", err)
		}
		if !strings.Contains(err.Error(), "runtime.Goexit") {
			t.Errorf("message %q does not say what the job did", err)
		}
		if !bytes.Contains(failed.Stack, []byte("TestGoexit")) {
			t.Errorf("the stack does not show where it was:\n%s", failed.Stack)
		}
		counts.once(t)
	}
}

// TestGoexitKeepsEveryHart: after each hart has lost a goroutine or two there
// are still as many harts, each with its own index.
func TestGoexitKeepsEveryHart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const workers = 4
		pool := workpool.New(workers)
		defer pool.Close()
		client := pool.Register("", "")
		for range 2 {
			if err := client.Run(t.Context(), workers, func(*workpool.Context, int) { runtime.Goexit() }); err == nil {
				t.Error("no error")
			}
		}
		var seen [workers]atomic.Int32
		hold := make(chan struct{})
		go func() {
			synctest.Wait()
			close(hold)
		}()
		if err := client.Run(t.Context(), workers, func(c *workpool.Context, _ int) {
			hart := c.Hart()
			seen[hart].Add(1)
			<-hold
		}); err != nil {
			t.Error(err)
		}
		for hart := range seen {
			if n := seen[hart].Load(); n != 1 {
				t.Errorf("hart %d ran %d of %d jobs at once", hart, n, workers)
			}
		}
	})
}
