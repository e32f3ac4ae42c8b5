package workpool_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"sdse/workpool"
)

// script is what one client does: its batches in order.
type script []scriptBatch

// scriptBatch is a number of jobs, and which of them panic.
type scriptBatch struct {
	jobs   int
	panics []int
}

func drawScript(t *rapid.T) script {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) scriptBatch {
		b := scriptBatch{jobs: rapid.OneOf(rapid.IntRange(0, 5), rapid.IntRange(0, 900)).Draw(t, "jobs")}
		if b.jobs > 0 {
			b.panics = rapid.SliceOfN(rapid.IntRange(0, b.jobs-1), 0, 3).Draw(t, "panics")
		}
		return b
	}), 0, 12).Draw(t, "script")
}

// play runs the scripts at the same time, one client each, and returns all that
// a client can see: for each batch its error and how often each job was called.
func play(t *rapid.T, scripts []script, clients []runner) [][]string {
	seen := make([][]string, len(scripts))
	var wait sync.WaitGroup
	for i, s := range scripts {
		wait.Go(func() {
			for _, b := range s {
				counts := make(tally, b.jobs)
				err := clients[i].Run(t.Context(), b.jobs, func(c *workpool.Context, job int) {
					counts.job(c, job)
					if slices.Contains(b.panics, job) {
						panic(fmt.Sprint("value ", job))
					}
				})
				seen[i] = append(seen[i], fmt.Sprint(err, counts))
			}
		})
	}
	wait.Wait()
	return seen
}

// TestLikeItsTwin plays random scripts on the lockless pool and on its twin with
// a mutex: no client can tell the two apart.
func TestLikeItsTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		workers := rapid.IntRange(1, 5).Draw(t, "workers")
		scripts := make([]script, rapid.IntRange(1, 4).Draw(t, "clients"))
		lockless, locked := workpool.New(workers), newLockedPool(workers)
		defer lockless.Close()
		defer locked.Close()
		var a, b []runner
		for i := range scripts {
			scripts[i] = drawScript(t)
			name := fmt.Sprint("client ", i)
			a, b = append(a, lockless.Register(name, "")), append(b, locked.Register(name, ""))
		}
		got, want := play(t, scripts, a), play(t, scripts, b)
		for i := range want {
			if !slices.Equal(got[i], want[i]) {
				t.Errorf("client %d\nsees     %v\nits twin %v", i, got[i], want[i])
			}
		}
	})
}
