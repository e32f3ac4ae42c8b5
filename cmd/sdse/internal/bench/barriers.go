package bench

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"sdse/workpool"
)

// barrier is something at which a caller and a number of parties meet twice, at
// the start and at the end of an episode; between the two the parties have
// nothing to do.
type barrier interface {
	episodes(ctx context.Context, n int) error
}

// barriers are our pool's and its peers: ways to open many of as many parties
// each, and to close them. The first is ours.
var barriers = []struct {
	name string
	open func(parties, many int) (all []barrier, shut func())
}{
	{"batch (workpool)", openBatches},
	{"mutex + condition variable", openParking},
	{"spin, then yield", func(n, many int) ([]barrier, func()) { return alike(spinning{n, spinsBeforeYield}, many) }},
	{"goroutines and wait group", func(n, many int) ([]barrier, func()) { return alike(waitGroup(n), many) }},
	{pureSpin, func(n, many int) ([]barrier, func()) { return alike(spinning{n, neverYield}, many) }},
}

// alike are barriers of which one can be had at many places.
func alike(b barrier, many int) ([]barrier, func()) {
	return slices.Repeat([]barrier{b}, many), func() {}
}

// pureSpin is the one that cannot be had with many parties.
const pureSpin = "pure spin"

// batch is a batch with a job for each party. A fast hart may do two.
type batch struct {
	client  *workpool.Client
	parties int
}

// openBatches opens clients of one pool.
func openBatches(parties, many int) (all []barrier, shut func()) {
	p := workpool.New(parties)
	for range many {
		all = append(all, batch{p.Register("bench", workpool.Compute), parties})
	}
	return all, p.Close
}

func (b batch) episodes(ctx context.Context, n int) error {
	empty := nothing().pooled
	for range n {
		if err := b.client.Run(ctx, b.parties, empty); err != nil {
			return err
		}
	}
	return nil
}

// parking is a barrier whose parties sleep while they wait.
type parking struct {
	mu         sync.Mutex
	start, end sync.Cond
	episode    int // number of the one that has begun
	parties    int
	left       int // parties that have not been there
	closed     bool
	live       sync.WaitGroup
}

func openParking(parties, many int) (all []barrier, shut func()) {
	for range many {
		b := &parking{parties: parties}
		b.start.L, b.end.L = &b.mu, &b.mu
		for range parties {
			b.live.Go(b.party)
		}
		all = append(all, b)
	}
	return all, func() {
		for _, b := range all {
			b.(*parking).close()
		}
	}
}

func (b *parking) party() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for seen := 0; ; seen++ {
		for b.episode == seen && !b.closed {
			b.start.Wait()
		}
		if b.closed {
			return
		}
		if b.left--; b.left == 0 {
			b.end.Signal()
		}
	}
}

func (b *parking) episodes(_ context.Context, n int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range n {
		b.left = b.parties
		b.episode++
		b.start.Broadcast()
		for b.left > 0 {
			b.end.Wait()
		}
	}
	return nil
}

func (b *parking) close() {
	b.mu.Lock()
	b.closed = true
	b.start.Broadcast()
	b.mu.Unlock()
	b.live.Wait()
}

// spinning has parties that look again and again, and give their CPU to
// another goroutine after so many looks. They live as long as a call of episodes,
// so that they do not spin while others are measured.
type spinning struct {
	parties int
	looks   int // before yielding; neverYield
}

const (
	spinsBeforeYield = 100
	neverYield       = -1
)

func (b spinning) episodes(_ context.Context, n int) error {
	var begun, left atomic.Int64
	var live sync.WaitGroup
	for range b.parties {
		live.Go(func() {
			for episode := int64(1); episode <= int64(n); episode++ {
				b.await(func() bool { return begun.Load() >= episode })
				left.Add(-1)
			}
		})
	}
	for range n {
		left.Store(int64(b.parties))
		begun.Add(1)
		b.await(func() bool { return left.Load() == 0 })
	}
	live.Wait()
	return nil
}

func (b spinning) await(reached func() bool) {
	for looks := 0; !reached(); looks++ {
		if looks == b.looks {
			runtime.Gosched()
			looks = 0
		}
	}
}

// waitGroup starts its parties anew for every episode.
type waitGroup int

func (parties waitGroup) episodes(_ context.Context, n int) error {
	for range n {
		var live sync.WaitGroup
		for range int(parties) {
			live.Go(func() {})
		}
		live.Wait()
	}
	return nil
}
