package workpool_test

import (
	"context"
	"sync"

	"sdse/workpool"
)

// runner is what a pool's client does, whatever it is made of.
type runner interface {
	Run(ctx context.Context, jobs int, job func(c *workpool.Context, job int)) error
}

// lockedPool is the plain twin of workpool.Pool: the same promises, kept by one
// mutex and one condition variable, and nothing clever. It is the reference
// that the lockless pool is compared with, in what it does and what it costs.
// (It does without cancelling a batch that has begun, and without Goexit.)
type lockedPool struct {
	mu      sync.Mutex
	changed *sync.Cond // broadcast when a hart or a Run may go on
	clients []*lockedClient
	closed  bool
	harts   sync.WaitGroup
}

type lockedClient struct {
	pool    *lockedPool
	name    string
	busy    bool // a Run is under way
	next    int  // first job not handed out
	jobs    int
	running int
	job     func(c *workpool.Context, job int)
	failure *workpool.PanicError
}

func newLockedPool(workers int) *lockedPool {
	p := &lockedPool{}
	p.changed = sync.NewCond(&p.mu)
	for hart := range workers {
		p.harts.Go(func() { p.live(hart) })
	}
	return p
}

func (p *lockedPool) Register(name string, _ workpool.Tag) *lockedClient {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := &lockedClient{pool: p, name: name}
	p.clients = append(p.clients, c)
	return c
}

func (p *lockedPool) Close() {
	p.mu.Lock()
	p.closed = true
	p.changed.Broadcast()
	p.mu.Unlock()
	p.harts.Wait()
}

func (c *lockedClient) Run(ctx context.Context, jobs int, job func(c *workpool.Context, job int)) error {
	p := c.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	for c.busy && !p.closed {
		p.changed.Wait()
	}
	if p.closed {
		return workpool.ErrClosed
	}
	if jobs > 0 && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	c.busy, c.next, c.jobs, c.job, c.failure = true, 0, jobs, job, nil
	p.changed.Broadcast()
	for c.next < c.jobs || c.running > 0 {
		p.changed.Wait()
	}
	c.busy = false
	p.changed.Broadcast()
	if c.failure != nil {
		return c.failure
	}
	return nil
}

// live is one hart: it takes a job from the first client that has one.
func (p *lockedPool) live(hart int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		c := p.find()
		switch {
		case c != nil:
			c.step(hart)
		case p.closed:
			return
		default:
			p.changed.Wait()
		}
	}
}

func (p *lockedPool) find() *lockedClient {
	for _, c := range p.clients {
		if c.next < c.jobs {
			return c
		}
	}
	return nil
}

// step runs one job of c; the mutex is held before and after, not meanwhile.
func (c *lockedClient) step(hart int) {
	job, call := c.next, c.job
	c.next++
	c.running++
	c.pool.mu.Unlock()
	defer func() {
		value := recover()
		c.pool.mu.Lock()
		if value != nil && (c.failure == nil || job < c.failure.Job) {
			c.failure = &workpool.PanicError{Client: c.name, Job: job, Value: value}
		}
		c.running--
		if c.next == c.jobs && c.running == 0 {
			c.pool.changed.Broadcast()
		}
	}()
	call(nil, job)
}
