package bench

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Benchmark is something that sdse bench can measure.
type Benchmark struct {
	Name        string
	Usage       string // one line
	Description string // a paragraph or two

	// What --jobs, --workers and --arch mean to it; empty if nothing.
	Jobs, Workers, Arch string

	parts []part
}

// part is a section of a benchmark.
type part struct {
	name    string
	measure func(*session) error
}

// All returns the benchmarks in the order in which they are listed and run. What
// is resident is measured by the first, while memory is fresh.
func All() []Benchmark {
	return []Benchmark{
		simulator(), pool(), barrierCosts(), handoff(), vfactor(), heap(), sched(), spawn(),
		scaling(), processModel(), ablation(), compose(), localityCosts(), sampling(),
	}
}

// Parts returns the names that Options.Only may hold.
func (b *Benchmark) Parts() []string {
	var names []string
	for _, p := range b.parts {
		names = append(names, p.name)
	}
	return names
}

// Options say how benchmarks are to be run. The zero value of each is a good
// default.
type Options struct {
	Reps    int      // repetitions of every figure; 0: as many as suit the size
	Seed    uint64   // of what is drawn at random
	Size    Size     // how much is measured
	Jobs    int      // 0: up to the benchmark
	Workers []int    // numbers of workers to compare; empty: up to the benchmark
	Arch    string   // platform file of the system to simulate or to explore; empty: the example
	Program string   // the sdse program, for benchmarks that start it; empty: this process's
	Only    []string // names of parts; empty: all
	Begin   func(benchmark, part string)
}

// Size is how much a benchmark measures, and how long it takes.
type Size string

// The sizes.
const (
	Full  Size = "full"  // everything
	Brief Size = "brief" // half a minute at most, as one of many
	Quick Size = "quick" // a few seconds: for a look and for tests
)

// pick returns what belongs to the size.
func pick[T any](s Size, full, brief, quick T) T {
	switch s {
	case Brief:
		return brief
	case Quick:
		return quick
	}
	return full
}

// session is a benchmark that is being run.
type session struct {
	clock
	Options
	report *Report
}

// Measure runs benchmarks one after the other. It fails with the first that does,
// or with the cause of ctx.
func Measure(ctx context.Context, o Options, benchmarks ...Benchmark) (*Document, error) {
	o.Size = cmp.Or(o.Size, Full)
	d := &Document{Schema: Schema, Machine: ThisMachine(), Seed: o.Seed, Size: o.Size}
	for i := range benchmarks {
		report, err := benchmarks[i].measure(ctx, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", benchmarks[i].Name, err)
		}
		d.Reports = append(d.Reports, report)
	}
	return d, nil
}

// measure runs the parts that are wanted.
func (b *Benchmark) measure(ctx context.Context, o Options) (*Report, error) {
	o.Reps = cmp.Or(o.Reps, pick(o.Size, 11, 5, 3))
	least := pick(o.Size, 20*time.Millisecond, 5*time.Millisecond, time.Millisecond)
	s := &session{clock: newClock(ctx, o.Reps, least), Options: o,
		report: &Report{Benchmark: b.Name, Reps: o.Reps, Jobs: o.Jobs, Workers: o.Workers}}
	for _, p := range b.parts {
		if len(o.Only) > 0 && !slices.Contains(o.Only, p.name) {
			continue
		}
		if o.Begin != nil {
			o.Begin(b.Name, p.name)
		}
		if err := p.measure(s); err != nil {
			return nil, fmt.Errorf("measure %s: %w", p.name, err)
		}
	}
	return s.report, nil
}

// jobs is how many jobs there are, unless the user says otherwise.
func (s *session) jobs(unless int) int { return cmp.Or(s.Jobs, unless) }

// workers are the numbers of workers to compare, unless the user says otherwise.
func (s *session) workers(unless ...int) []int {
	if len(s.Workers) > 0 {
		return s.Workers
	}
	return unless
}

// show adds a table, and plots that belong to it, to the report.
func (s *session) show(t Table, plots ...Plot) {
	s.report.Tables = append(s.report.Tables, t)
	s.report.Plots = append(s.report.Plots, plots...)
}
