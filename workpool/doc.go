// Package workpool runs batches of jobs on a fixed set of harts that all parts of
// a program share, without a lock on the way of a job.
//
// # Words
//
// A hart is the right to run one job at a time; a pool has a fixed number of them.
// A context is a goroutine with a hart, or one that waits without: what a job runs
// in. A job is a call of a function with a context and an index. A batch is jobs 0
// to n-1 of one function. A client is a part of the program that runs batches, one
// after the other; a design explorer is one, a subset selector that works beside it
// another. A task is a call that one job leaves to an idle hart.
//
// # Where it comes from
//
// The batch queue is the worker pool of "Using Chip Multithreading to Speed Up
// Scenario-Based Design Space Exploration" (van Stralen and Pimentel): a batch is
// filled once, the workers fetch jobs by an atomic increment of cur up to end, all
// meet at a start and an end barrier, and the same pool serves every batch. Here
// the end is exclusive, and a batch is refilled only when provably no hart is left
// inside: see the comment in batch.go, which the code is to be read with.
//
// How clients share harts is Lithe's (Pan, Hindman and Asanović): they register,
// request harts by opening a batch, are entered by them, and lose them when the
// batch is drained or others want them (yield). A job may be a client itself
// (Context.Run), and a context that waits gives its hart away and gets one back
// (Block), so no hart waits while there is work and never do more jobs run than
// there are harts.
//
// Tags, counters per hart and policies are Phoenix's (Pant, Jafri and Kindratenko):
// jobs are of a kind, harts count what they do, and a small interface decides which
// open batch a hart works in. It is asked when a hart has nothing to do, and
// between two claims after a batch has been opened.
//
// Nested parallelism that needs no tuning is MULiTh's (Sasada): TrySpawn finds an
// idle hart or says at once that there is none, and then the caller does the work
// itself.
//
// # Results and determinism
//
// A batch carries no results. A job writes to a place that belongs to it alone,
// and whoever ran the batch reads it afterwards: that is what makes a lock
// unnecessary. Which hart runs a job, and when, depends on timing and policy. What
// a job computes must not: hart numbers are for scratch memory only. Errors hold to
// the same rule; of several panics the one of the lowest job is reported.
//
// # What it is not for
//
// It knows nothing of mappings, scenarios or simulators. It does not order jobs
// by each other's results, does not retry them, and cannot interrupt one. A handful
// of long, unlike tasks is better off with an errgroup.
package workpool
