package workpool

import (
	"context"
	"errors"
	"runtime/debug"
)

// Run runs a batch from inside a job, as [Client.Run] does from outside. The
// caller takes part in it. It does the jobs itself, one after the other, until a
// hart is idle; then the rest becomes a batch that idle harts join. So it costs
// next to nothing where all harts are busy, and no job need think about how far
// it is worth splitting. The jobs have the tag of the caller's.
//
// A job that ends its goroutine (runtime.Goexit) on the caller's hart ends the caller
// as well; jobs that have not been shared by then do not run.
//
// In a pool whose settings say Sequential the caller does all of them.
func (c *Context) Run(ctx context.Context, jobs int, job func(c *Context, job int)) error {
	return c.RunFor(ctx, c.client, jobs, job)
}

// RunFor is Run with jobs that have the name and tag of another client of the pool.
func (c *Context) RunFor(ctx context.Context, client *Client, jobs int, job func(c *Context, job int)) error {
	caller := c.client
	c.client = client
	defer func() { c.client = caller }()
	var failure *PanicError
	for i := range jobs {
		if ctx.Err() != nil {
			return joined(failure, context.Cause(ctx))
		}
		if c.Idle() && jobs-i > 1 {
			return joined(failure, c.split(ctx, i, jobs, job))
		}
		if f := c.alone(job, i); f != nil && failure == nil {
			failure = f
		}
	}
	return joined(failure, nil)
}

// alone runs one job of a nested batch that has not been split.
func (c *Context) alone(job func(c *Context, job int), i int) (failure *PanicError) {
	defer func() {
		if value := recover(); value != nil {
			failure = &PanicError{Client: c.client.name, Job: i, Value: value, Stack: debug.Stack()}
		}
	}()
	c.hart.counts.jobs[c.client.tag].Add(1)
	job(c, i)
	return nil
}

// joined is the error of a batch in two parts. Of two panics it is the first.
func joined(failure *PanicError, err error) error {
	switch {
	case failure == nil:
		return err
	case err == nil:
		return failure
	}
	if _, later := err.(*PanicError); later {
		return failure
	}
	return errors.Join(failure, err)
}

// split runs the jobs from first on as a batch of a child client.
func (c *Context) split(ctx context.Context, first, jobs int, job func(c *Context, job int)) error {
	parent := c.client
	child := c.pool.nest(parent)
	defer c.pool.dismiss(child, parent)
	b := &child.batch
	b.fill(jobs-first, func(c *Context, i int) { job(c, first+i) }, c.pool.bell.Add(1))
	b.enter(open) // nobody knows of the batch yet, so the gate is as fill left it
	c.pool.admit(child)
	c.pool.lot.wake(int64(jobs - first - 1))

	told := make(chan struct{})
	untold := context.AfterFunc(ctx, func() {
		b.stopped.Store(true)
		close(told)
	})
	c.takePart(child)
	if !untold() {
		<-told // the next batch of the child must not hear of it
	}
	complete, failure := b.empty()
	if failure != nil {
		failure.Job += first
	}
	return judged(ctx, complete, failure)
}

// takePart works in a batch of the context's own job that it is inside of, and
// waits for its end.
func (c *Context) takePart(child *Client) {
	outer, parent := c.work, c.client
	c.work, c.client = work{client: child, nested: true}, child
	finish := func() {
		for !c.drain(&child.batch) {
		}
		w := c.work
		c.work, c.client = outer, parent
		c.hart.count(&w)
		child.batch.leave(w.ran(), c.pool.now())
		c.await(child.batch.done)
	}
	exited := true
	defer func() {
		if exited {
			finish() // a job called Goexit: this goroutine ends, but not before the batch
		}
	}()
	finish()
	exited = false
}

// await waits for a token; the hart serves others if it does not come very soon.
func (c *Context) await(token chan struct{}) {
	for range spins {
		select {
		case <-token:
			return
		default:
		}
	}
	c.Block(func() { <-token })
}
