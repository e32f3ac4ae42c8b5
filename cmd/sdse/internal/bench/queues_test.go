package bench

import (
	"context"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"sdse/workpool"
)

// TestQueuesRunEveryJobOnce counts the jobs of several batches, in every queue,
// and looks at the numbers of the workers: nobody else has one's number while one
// works.
func TestQueuesRunEveryJobOnce(t *testing.T) {
	for _, q := range queues {
		for _, workers := range []int{1, 3, 16} {
			inside := make([]atomic.Int32, workers)
			opened := q.open(workers)
			for batch, jobs := range []int{1, 1000, 7} {
				ran := make([]atomic.Int32, jobs)
				job := func(worker, job int) {
					if inside[worker].Add(1) != 1 {
						t.Errorf("%s: two jobs on worker %d", q.name, worker)
					}
					ran[job].Add(1)
					inside[worker].Add(-1)
				}
				w := work{job, func(c *workpool.Context, i int) { job(c.Hart(), i) }}
				if err := opened.run(context.Background(), jobs, w); err != nil {
					t.Fatal(err)
				}
				for i := range ran {
					if n := ran[i].Load(); n != 1 {
						t.Errorf("%s, %d workers, batch %d: job %d ran %d times", q.name, workers, batch, i, n)
					}
				}
			}
			opened.close()
		}
	}
	goleak.VerifyNone(t)
}

// TestOverheadIsThatBeyondTheSerialLoop has made-up samples: a queue that takes
// 30 ns a job of CPU time and 20 ns of wall time where a loop takes 10 ns.
func TestOverheadIsThatBeyondTheSerialLoop(t *testing.T) {
	took := make([]taken, len(queues)+1)
	for i := range took {
		u := &took[i]
		u.cpu, u.wall, u.probes = samples{30e-9, 30e-9}, samples{20e-9, 20e-9}, []samples{{5e-9, 5e-9}}
	}
	took[len(queues)].cpu = samples{10e-9, 10e-9}
	var table Table
	plot := newPlot("", "", "", make([]string, len(queues))...)
	table.addQueues(1, 1, took, &plot)
	if len(table.Rows) != len(queues)+1 {
		t.Fatalf("%d rows", len(table.Rows))
	}
	// CPU, overhead, of the job, relative to ours, wall, unused, lock wait
	for i, want := range []float64{30, 20, 200, 1, 20, -10, 5} {
		if got := table.Rows[1].Values[i].Median; got < want-1e-6 || got > want+1e-6 {
			t.Errorf("column %d: %v, want %v", i, got, want)
		}
	}
	if got := plot.Series[0].Points[0].Y.Median; got < 19.999 || got > 20.001 {
		t.Errorf("the plot shows %v", got)
	}
}
