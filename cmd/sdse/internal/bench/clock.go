package bench

import (
	"context"
	"math"
	"time"
)

// reading is what clocks and counters show at some time.
type reading struct {
	wall time.Duration
	usage
	probes []float64
}

// usage is what the process, and the children it has waited for, have used of
// the machine so far.
type usage struct {
	user, system           time.Duration
	voluntary, involuntary int64 // context switches: it waited, or had to go
	minor, major           int64 // page faults without and with reading a disk
}

func (u *usage) cpu() time.Duration { return u.user + u.system }

// taken is what one variant took per run, by repetition. Times are in seconds.
type taken struct {
	cpu, wall              samples // cpu is user and system together
	user, system           samples
	voluntary, involuntary samples // context switches
	minor, major           samples // page faults
	probes                 []samples
}

func (t *taken) add(before, after *reading, runs int) {
	n := float64(runs)
	seconds := func(s *samples, before, after time.Duration) { *s = append(*s, (after-before).Seconds()/n) }
	count := func(s *samples, before, after int64) { *s = append(*s, float64(after-before)/n) }
	seconds(&t.cpu, 0, max(after.cpu()-before.cpu(), 1)) // there are ratios to come
	seconds(&t.wall, 0, max(after.wall-before.wall, 1))
	seconds(&t.user, before.user, after.user)
	seconds(&t.system, before.system, after.system)
	count(&t.voluntary, before.voluntary, after.voluntary)
	count(&t.involuntary, before.involuntary, after.involuntary)
	count(&t.minor, before.minor, after.minor)
	count(&t.major, before.major, after.major)
	if t.probes == nil {
		t.probes = make([]samples, len(after.probes))
	}
	for i := range after.probes {
		t.probes[i] = append(t.probes[i], (after.probes[i]-before.probes[i])/n)
	}
}

// clock measures variants against each other.
type clock struct {
	ctx   context.Context
	reps  int
	least time.Duration // that a sample takes, by the faster clock; shorter runs are repeated within it
	now   func() reading

	// settle waits until the threads of the process sleep. The system brings the
	// account of a running thread up to date no more than every few milliseconds,
	// that of a sleeping one is complete.
	settle func()

	// prepare, if not nil, is done before every sample and not measured.
	prepare func()

	// probes are counters of a benchmark's own, read with the clocks.
	probes []func() float64
}

// newClock makes one that shows the time of this process.
func newClock(ctx context.Context, reps int, least time.Duration) clock {
	start := time.Now()
	return clock{ctx: ctx, reps: reps, least: least,
		settle: func() { time.Sleep(300 * time.Microsecond) },
		now:    func() reading { return reading{wall: time.Since(start), usage: used()} }}
}

// begin reads what there is to read before a sample.
func (c *clock) begin() reading {
	if c.prepare != nil {
		c.prepare()
	}
	c.settle()
	var probes []float64
	for _, probe := range c.probes {
		probes = append(probes, probe())
	}
	r := c.now()
	r.probes = probes
	return r
}

// end reads what there is to read after a sample.
func (c *clock) end() reading {
	wall := c.now().wall
	c.settle()
	r := c.now()
	r.wall = wall
	for _, probe := range c.probes {
		r.probes = append(r.probes, probe())
	}
	return r
}

// interleave runs the variants in turns and returns what each took. Every
// repetition begins with another variant. It fails with the first run that does.
func (c *clock) interleave(variants ...func() error) ([]taken, error) {
	runs := make([]int, len(variants))
	for i, run := range variants {
		var err error
		if runs[i], err = c.calibrate(run); err != nil {
			return nil, err
		}
	}
	took := make([]taken, len(variants))
	for rep := range c.reps {
		for k := range variants {
			i := (rep + k) % len(variants)
			before := c.begin()
			if err := c.repeat(variants[i], runs[i]); err != nil {
				return nil, err
			}
			after := c.end()
			took[i].add(&before, &after, runs[i])
		}
	}
	return took, nil
}

// calibrate returns how many runs a sample needs. It also warms up.
func (c *clock) calibrate(run func() error) (int, error) {
	for n := 1; ; n *= 4 {
		before := c.now()
		if err := c.repeat(run, n); err != nil {
			return 0, err
		}
		after := c.now()
		took := max(after.wall-before.wall, after.cpu()-before.cpu())
		if took >= c.least/4 || n > 1<<24 {
			return max(1, int(math.Ceil(float64(n)*float64(c.least)/float64(max(took, 1))))), nil
		}
	}
}

// always is a variant that cannot fail.
func always(run func()) func() error {
	return func() error { run(); return nil }
}

func (c *clock) repeat(run func() error, times int) error {
	if c.ctx.Err() != nil {
		return context.Cause(c.ctx)
	}
	for range times {
		if err := run(); err != nil {
			return err
		}
	}
	return nil
}
