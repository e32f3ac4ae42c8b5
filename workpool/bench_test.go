//go:build unix

package workpool_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"sdse/workpool"
)

// channelPool is the pool that everybody writes first: workers that range over
// a channel of jobs, and a WaitGroup. One client, no panics, no contexts.
type channelPool struct {
	jobs  chan int
	job   func(c *workpool.Context, job int)
	batch sync.WaitGroup
	harts sync.WaitGroup
}

func newChannelPool(workers int) *channelPool {
	p := &channelPool{jobs: make(chan int, 256)}
	for range workers {
		p.harts.Go(func() {
			for job := range p.jobs {
				p.job(nil, job)
				p.batch.Done()
			}
		})
	}
	return p
}

func (p *channelPool) Run(_ context.Context, jobs int, job func(c *workpool.Context, job int)) error {
	p.job = job
	p.batch.Add(jobs)
	for i := range jobs {
		p.jobs <- i
	}
	p.batch.Wait()
	return nil
}

func (p *channelPool) Close() {
	close(p.jobs)
	p.harts.Wait()
}

// serial is no pool at all: what the jobs themselves cost.
type serial struct{}

func (serial) Run(_ context.Context, jobs int, job func(c *workpool.Context, job int)) error {
	for i := range jobs {
		job(nil, i)
	}
	return nil
}

// variants are what the benchmarks compare.
var variants = []struct {
	name string
	open func(workers int) (r runner, shut func())
}{
	{"lockless", func(n int) (runner, func()) {
		p := workpool.New(n)
		return p.Register("bench", ""), p.Close
	}},
	{"mutex", func(n int) (runner, func()) {
		p := newLockedPool(n)
		return p.Register("bench", ""), p.Close
	}},
	{"channel", func(n int) (runner, func()) {
		p := newChannelPool(n)
		return p, p.Close
	}},
	{"serial", func(int) (runner, func()) { return serial{}, func() {} }},
}

// cpuTime is the user and system time of this process so far. Unlike the time
// on the clock it hardly depends on what else the machine does.
func cpuTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// spin is a job of about d that keeps its CPU busy and touches no memory. The
// loop is calibrated once, at the fastest of several tries.
func spin(d time.Duration) func(c *workpool.Context, job int) {
	const rounds = 1 << 16
	best := time.Hour
	for range 20 {
		start := time.Now()
		turn(rounds)
		best = min(best, time.Since(start))
	}
	n := int(int64(d) * rounds / int64(best))
	return func(*workpool.Context, int) { turn(n) }
}

// turn takes time in proportion to n.
func turn(n int) uint64 {
	x := uint64(n) | 1
	for range n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	sink(x)
	return x
}

//go:noinline
func sink(uint64) {}

// measure runs batches and reports, beside the time of a batch, the CPU time
// per job. What a queue costs is the difference to the serial variant.
func measure(b *testing.B, r runner, jobs int, job func(c *workpool.Context, job int)) {
	ctx := b.Context()
	b.ReportAllocs()
	before := cpuTime(b)
	for b.Loop() {
		if err := r.Run(ctx, jobs, job); err != nil {
			b.Fatal(err)
		}
	}
	used := cpuTime(b) - before
	b.ReportMetric(float64(used)/float64(b.N)/float64(jobs), "cpu-ns/job")
}

// BenchmarkBatch runs batches of 4,000 jobs on as many harts as there are CPUs.
func BenchmarkBatch(b *testing.B) {
	for _, size := range []time.Duration{0, time.Microsecond, 10 * time.Microsecond} {
		job := spin(size)
		for _, v := range variants {
			b.Run(fmt.Sprintf("job=%v/%s", size, v.name), func(b *testing.B) {
				r, shut := v.open(runtime.GOMAXPROCS(0))
				defer shut()
				measure(b, r, 4000, job)
			})
		}
	}
}

// BenchmarkRoundTrip is what a batch itself costs, a job for each hart: fill,
// wake, both barriers.
func BenchmarkRoundTrip(b *testing.B) {
	for _, v := range variants {
		b.Run(v.name, func(b *testing.B) {
			harts := runtime.GOMAXPROCS(0)
			r, shut := v.open(harts)
			defer shut()
			measure(b, r, harts, func(*workpool.Context, int) {})
		})
	}
}

// BenchmarkNeighbour is what a short batch of one client takes, 100 jobs of
// 10 µs, alone and while another client runs long ones on the same harts.
func BenchmarkNeighbour(b *testing.B) {
	job := spin(10 * time.Microsecond)
	for _, name := range []string{"alone", "beside"} {
		b.Run(name, func(b *testing.B) {
			pool := workpool.New(runtime.GOMAXPROCS(0))
			defer pool.Close()
			ctx, cancel := context.WithCancel(b.Context())
			var neighbour sync.WaitGroup
			defer neighbour.Wait()
			defer cancel()
			if name == "beside" {
				long := pool.Register("long", "")
				neighbour.Go(func() {
					for long.Run(ctx, 5000, job) == nil {
					}
				})
			}
			short := pool.Register("short", "")
			for b.Loop() {
				if err := short.Run(b.Context(), 100, job); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
