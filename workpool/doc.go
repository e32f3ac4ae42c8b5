// Package workpool runs batches of jobs on a fixed set of workers, without a
// lock on the way of a job.
//
// It is the worker pool of "Using Chip Multithreading to Speed Up
// Scenario-Based Design Space Exploration" (van Stralen and Pimentel): a batch
// is filled once, the workers fetch jobs by an atomic increment of cur up to
// end, all meet at a start and an end barrier, and the same pool serves every
// batch. Three things differ. The end is exclusive, and a batch is refilled only
// when provably no worker is left inside: see the comment in batch.go, which the
// code is to be read with. Several clients run batches at the same time. And no
// worker waits at an end barrier while another client has jobs.
//
// # Words
//
// A hart is a worker: one of the pool's goroutines, numbered from 0, running
// one job at a time. A job is a call of a function with an index. A batch is
// jobs 0 to n-1 of one function. A client is a part of the program that runs
// batches, one after the other; a design explorer is one, a subset selector
// that works beside it another.
//
// # How harts are shared
//
// A hart with nothing to do goes to the open batch that the fewest harts are
// in, taking turns among equals, and stays until that batch is drained. Then it
// looks for the next. It parks only when no open batch has a job left, and as
// many harts wake as a new batch has jobs. So the pool never runs more jobs at
// once than it has harts, and none idles while there is a job to claim.
//
// # Results and determinism
//
// A batch carries no results. A job writes to a place that belongs to it alone,
// and whoever ran the batch reads it afterwards: that is what makes a lock
// unnecessary. Which hart runs a job, and when, depends on timing. What a job
// computes must not: hart numbers are for scratch memory only. Errors hold to
// the same rule; of several panics the one of the lowest job is reported.
//
// # What it is not for
//
// It knows nothing of mappings, scenarios or simulators. It does not order jobs
// by priority or by each other's results, does not retry them, and cannot
// interrupt one. Jobs do not start batches on their own pool. A handful of long,
// unlike tasks is better off with an errgroup.
package workpool
