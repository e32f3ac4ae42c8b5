package workpool

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
)

// Client is one user of a pool. It runs one batch at a time; clients of one
// pool run theirs side by side. Made by [Pool.Register]; safe for concurrent
// use.
type Client struct {
	pool   *Pool
	name   string
	tag    int          // of its jobs: index into the pool's tags
	root   *Client      // of its family; itself unless it is a child
	weight atomic.Int64 // share of the family, if it is the root

	nested []*Client // for batches of its jobs, to use again; guarded by the pool's mutex

	// turn is held, as its one element, by the goroutine in Run that owns the
	// batch. A channel and not a mutex, so that who waits can be cancelled.
	turn chan struct{}

	// retired is set before Unregister takes the turn, never unset. Whoever
	// takes the turn after that sees it and runs no batch.
	retired atomic.Bool

	batch batch
}

// Register adds a client that shares the harts of this one: for policies the two
// are a family, together with all their children.
func (c *Client) Register(name string, tag Tag) *Client {
	return c.pool.register(name, tag, c.root)
}

// SetWeight sets the share of the client's family under the policy [Fair]: harts go
// to families in proportion to their weights, as far as they have jobs. It is 1
// unless set, and at least that.
func (c *Client) SetWeight(weight int) { c.root.weight.Store(int64(max(weight, 1))) }

// Run runs one batch: it calls job(c, i) exactly once for each i from 0 to
// jobs-1, on the harts of the pool, in no promised order, and returns after the
// last call has returned. The calling goroutine only waits.
//
// The context tells on which hart the job runs. A batch carries no results; a
// job writes to a place of its own, such as element i of a slice, and what it
// wrote is visible when Run returns.
//
// Run returns nil if and only if every job ran to its end. Otherwise:
//
//   - a job panicked: a [*PanicError], after all other jobs have run;
//   - ctx was cancelled first: the cause ([context.Cause]). No job begins after
//     Run has seen it, and Run returns when those under way are done;
//   - both: an error that is both, for errors.Is and errors.As;
//   - the pool is closed or the client unregistered: [ErrClosed];
//   - jobs is negative: an error that says so.
//
// An empty batch returns nil at once. A Run on a client whose batch is still
// running waits for its turn, or until ctx is cancelled.
//
// A job must not call Run, Unregister or Close on its own pool: it would wait
// for a hart, perhaps its own, while it holds one. It has [Context.Run] to run
// batches of its own, and [Context.Block] around whatever waits.
func (c *Client) Run(ctx context.Context, jobs int, job func(c *Context, job int)) error {
	if jobs <= 0 {
		if jobs < 0 {
			return fmt.Errorf("workpool: client %q: %d jobs", c.name, jobs)
		}
		return nil
	}
	if err := c.takeTurn(ctx); err != nil {
		return err
	}
	defer c.giveTurn()

	c.open(jobs, job)
	select {
	case <-c.batch.done:
	case <-ctx.Done():
		if c.batch.stop() {
			<-c.batch.done
		}
	}
	complete, failure := c.batch.empty()
	return judged(ctx, complete, failure)
}

// open fills the batch, rings the bell for harts inside other batches, and wakes
// those that are parked.
func (c *Client) open(jobs int, job func(c *Context, job int)) {
	c.batch.fill(jobs, job, c.pool.bell.Add(1))
	c.pool.lot.wake(int64(jobs))
}

// judged is the error of a batch that has ended.
func judged(ctx context.Context, complete bool, failure *PanicError) error {
	switch {
	case complete && failure == nil:
		return nil
	case complete:
		return failure
	case failure == nil:
		return context.Cause(ctx)
	default:
		return errors.Join(failure, context.Cause(ctx))
	}
}

// Unregister ends the client: it waits for the batch that is running, if any,
// and every Run that has not begun by then, or comes later, returns ErrClosed.
// It may be called more than once.
func (c *Client) Unregister() {
	c.retire()
	c.pool.forget(c)
}

// retire sees to it that no batch of c is running nor ever will.
func (c *Client) retire() {
	c.retired.Store(true)
	c.turn <- struct{}{}
	c.giveTurn()
}

// takeTurn makes the caller the owner of c's batch.
func (c *Client) takeTurn(ctx context.Context) error {
	if c.retired.Load() {
		return ErrClosed
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if c.retired.Load() {
		c.giveTurn()
		return ErrClosed
	}
	return nil
}

func (c *Client) giveTurn() { <-c.turn }
