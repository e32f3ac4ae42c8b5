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
	pool *Pool
	name string

	// turn is held, as its one element, by the goroutine in Run that owns the
	// batch. A channel and not a mutex, so that who waits can be cancelled.
	turn chan struct{}

	// retired is set before Unregister takes the turn, never unset. Whoever
	// takes the turn after that sees it and runs no batch.
	retired atomic.Bool

	batch batch
}

// Run runs one batch: it calls job(hart, i) exactly once for each i from 0 to
// jobs-1, on the harts of the pool, in no promised order, and returns after the
// last call has returned. The calling goroutine only waits.
//
// hart, from 0 to Workers()-1, is the hart that the job runs on. A hart runs
// one job at a time, whatever client it is from: hart may index scratch memory
// per worker. A batch carries no results; a job writes to a place of its own,
// such as element i of a slice, and what it wrote is visible when Run returns.
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
// for a hart, perhaps its own, while it holds one.
func (c *Client) Run(ctx context.Context, jobs int, job func(hart, job int)) error {
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

	c.batch.fill(jobs, job)
	c.pool.lot.wake(jobs)
	select {
	case <-c.batch.done:
	case <-ctx.Done():
		if c.batch.stop() {
			<-c.batch.done
		}
	}
	return verdict(ctx, &c.batch)
}

// verdict is the error of a batch that has ended.
func verdict(ctx context.Context, b *batch) error {
	complete, failure := b.empty()
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
