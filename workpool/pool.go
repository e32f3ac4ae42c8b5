package workpool

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Settings say what a pool is like. The zero value of every field but Workers is
// a good default.
type Settings struct {
	Workers int    // harts; less than 1 counts as 1
	Policy  Policy // which open batch a hart works in; nil: Fair
	Threads bool   // every hart has a thread of the operating system of its own
	CPUs    []int  // implies Threads: hart i is bound to CPUs[i % len(CPUs)]
	Domains []int  // per hart: a number for the harts that share a cache; nil: all do

	// Sequential forbids nested parallelism: jobs run their batches alone, and
	// TrySpawn finds nobody.
	Sequential bool
}

// Pool is a fixed number of harts that run the batches of its clients. Made by
// [New] or [Open]; safe for concurrent use.
type Pool struct {
	settings Settings
	policy   Policy
	harts    []*hart
	domains  int // how many there are
	started  time.Time
	tags     tags

	lot   lot
	ready ready
	spare spares
	none  atomic.Int64 // never anything but 0: the idle harts of a sequential pool

	// bell rings when a batch is opened or a context wants a hart: harts inside a
	// batch read it between two claims.
	bell atomic.Uint64

	// clients is the list that harts search, replaced as a whole under mu. It
	// is stored before the client in it can open a batch, and a client leaves
	// it after its last batch. (A nested one is stored with its batch open.)
	clients atomic.Pointer[[]*Client]

	mu     sync.Mutex // guards changes of clients, of their nested ones, and closed
	closed bool

	closing  sync.Once
	contexts sync.WaitGroup
}

// New starts a pool of so many harts, at least one: a lower number counts as 1.
// A hart is a goroutine and not bound to a CPU; more of them than
// runtime.GOMAXPROCS(0) gain nothing. The pool runs until Close.
func New(workers int) *Pool {
	p := newPool(Settings{Workers: workers})
	p.start()
	return p
}

// Open starts a pool as the settings say. It fails if harts cannot be bound to the
// CPUs, if the policy leaves some batches without harts, or if Domains has not an
// entry for each hart.
func Open(s Settings) (*Pool, error) {
	p := newPool(s)
	if d, ok := p.policy.(dedicated); ok && (d.harts < 1 || d.harts >= len(p.harts)) {
		return nil, fmt.Errorf("workpool: policy %s with %d harts leaves some batches without any", d.Name(), len(p.harts))
	}
	if s.Domains != nil && len(s.Domains) != len(p.harts) {
		return nil, fmt.Errorf("workpool: domains of %d harts for %d", len(s.Domains), len(p.harts))
	}
	if len(s.CPUs) > 0 {
		if err := tryBinding(s.CPUs[:min(len(s.CPUs), len(p.harts))]); err != nil {
			return nil, err
		}
	}
	p.start()
	return p, nil
}

func newPool(s Settings) *Pool {
	s.Workers = max(s.Workers, 1)
	s.Threads = s.Threads || len(s.CPUs) > 0
	p := &Pool{settings: s, policy: s.Policy, started: time.Now()}
	if p.policy == nil {
		p.policy = Fair()
	}
	p.clients.Store(new([]*Client))
	p.lot.init(s.Workers)
	for i := range s.Workers {
		h := &hart{pool: p, index: i, place: i, cpu: -1}
		if len(s.CPUs) > 0 {
			h.cpu = s.CPUs[i%len(s.CPUs)]
		}
		if i < len(s.Domains) {
			h.domain = s.Domains[i]
		}
		p.harts = append(p.harts, h)
	}
	p.domains = len(slices.Compact(slices.Sorted(slices.Values(s.Domains))))
	return p
}

func (p *Pool) start() {
	for _, h := range p.harts {
		c := p.newContext()
		c.hart = h
		go c.live() // stopped and waited for by Close
	}
}

// newContext returns a context without a hart. Its life must be begun.
func (p *Pool) newContext() *Context {
	p.contexts.Add(1)
	c := &Context{pool: p, idle: &p.lot.idle, resume: make(chan *hart, 1)}
	if p.settings.Sequential {
		c.idle = &p.none
	}
	return c
}

// Workers returns the number of harts: the most jobs that run at once.
func (p *Pool) Workers() int { return len(p.harts) }

// Nested reports whether jobs may share their work with other harts, that is whether
// the settings did not say Sequential.
func (p *Pool) Nested() bool { return !p.settings.Sequential }

// Register adds a client. The name appears in errors and need not be unique; the
// tag is that of its jobs, for policies and counters. On a closed pool the client is
// of no use: its Run returns ErrClosed.
func (p *Pool) Register(name string, tag Tag) *Client { return p.register(name, tag, nil) }

func (p *Pool) register(name string, tag Tag, root *Client) *Client {
	c := p.newClient(name, p.tags.number(tag), root)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		c.retired.Store(true)
		return c
	}
	p.list(c)
	return c
}

// newClient returns a client of the family of a root, or of its own if that is nil.
func (p *Pool) newClient(name string, tag int, root *Client) *Client {
	c := &Client{pool: p, name: name, tag: tag, root: root, turn: make(chan struct{}, 1)}
	if root == nil {
		c.root = c
	}
	c.weight.Store(1)
	c.batch.init(len(p.harts))
	return c
}

// list adds a client to the list that harts search. The caller holds mu.
func (p *Pool) list(c *Client) {
	list := append(slices.Clone(*p.clients.Load()), c)
	p.clients.Store(&list)
}

// nest returns a client for a batch of a job of another client. Nobody knows of it
// yet.
func (p *Pool) nest(parent *Client) *Client {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(parent.nested); n > 0 {
		c := parent.nested[n-1]
		parent.nested = parent.nested[:n-1]
		return c
	}
	return p.newClient(parent.name, parent.tag, parent.root)
}

// admit lets harts know of a nested client's batch.
func (p *Pool) admit(c *Client) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list(c)
}

// dismiss takes back a nested client whose batch is over.
func (p *Pool) dismiss(c, parent *Client) {
	p.forget(c)
	p.mu.Lock()
	defer p.mu.Unlock()
	parent.nested = append(parent.nested, c)
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
		p.spare.close()
		p.contexts.Wait()
	})
}
