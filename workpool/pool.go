package workpool

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Pool is a fixed number of harts that run the batches of its clients. Made by
// [New]; safe for concurrent use.
type Pool struct {
	workers int
	lot     lot

	// clients is the list that harts search, replaced as a whole under mu. It
	// is stored before the client in it can open a batch, and a client leaves
	// it after its last batch.
	clients atomic.Pointer[[]*Client]

	mu     sync.Mutex // guards changes of clients, and closed
	closed bool

	closing sync.Once
	harts   sync.WaitGroup
}

// New starts a pool of so many harts, at least one: a lower number counts as 1.
// A hart is a goroutine and not bound to a CPU; more of them than
// runtime.GOMAXPROCS(0) gain nothing. The pool runs until Close.
func New(workers int) *Pool {
	p := &Pool{workers: max(workers, 1)}
	p.clients.Store(new([]*Client))
	p.lot.init(p.workers)
	p.harts.Add(p.workers)
	for i := range p.workers {
		h := &hart{pool: p, index: i, place: i}
		go h.live() // stopped and waited for by Close
	}
	return p
}

// Workers returns the number of harts: the most jobs that run at once.
func (p *Pool) Workers() int { return p.workers }

// Register adds a client. The name appears in errors and need not be unique.
// On a closed pool the client is of no use: its Run returns ErrClosed.
func (p *Pool) Register(name string) *Client {
	c := &Client{pool: p, name: name, turn: make(chan struct{}, 1)}
	c.batch.init(p.workers)

	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		c.retired.Store(true)
		return c
	}
	list := append(slices.Clone(*p.clients.Load()), c)
	p.clients.Store(&list)
	return c
}

// forget takes a retired client off the list.
func (p *Pool) forget(c *Client) {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(*p.clients.Load()), func(d *Client) bool { return d == c })
	p.clients.Store(&list)
}

// Close ends the pool. Batches that are running finish first (cancel their
// contexts to hasten that); every Run that has not begun returns ErrClosed.
// Close returns when the last hart has ended. It may be called more than once,
// also at the same time: each call returns when the pool is closed.
func (p *Pool) Close() {
	// The order matters: clients first, so that no batch can open and nobody
	// wakes harts any more, then the lot, which ends the harts as they run dry.
	p.closing.Do(func() {
		p.mu.Lock()
		p.closed = true
		clients := *p.clients.Load()
		p.mu.Unlock()
		for _, c := range clients {
			c.retired.Store(true) // all of them before waiting for the first
		}
		for _, c := range clients {
			c.retire()
		}
		p.lot.close()
		p.harts.Wait()
	})
}
