package workpool

import (
	"sync/atomic"

	"golang.org/x/sys/cpu"
)

// lot is where harts wait that found no work. Parking is a three-step affair,
// so that no batch is opened unseen:
//
//	hart: 1 announce itself         2 look for work again   3 wait for a token
//	Run:  1 open the batch          2 look who is announced, and send them tokens
//
// If Run looks before the hart has announced itself, the hart's second look
// comes after the opening and finds the batch; if after, Run sends a token.
// (Go's atomic operations have one total order.)
//
// A hart announces itself by a mark at its place. Who sends it a token takes the
// mark away first, by a compare-and-swap, so no hart is ever sent two; a hart that
// finds work after all takes its own mark away, or if it comes too late, takes the
// token. The channel of a place holds one token, and sending never blocks. Each
// hart has a place of its own, because some tokens are for a certain hart: a
// policy may have refused the batch to others.
//
// Run wakes two harts, and every hart that enters a batch with jobs left wakes two
// more: a tree, so that many harts come quickly for long jobs, and few for jobs that
// are over before the others could come. As long as there are jobs to claim and a
// hart is parked, one is on its way. No hart spins before it parks: the harts have a CPU each at best, and a spinning hart takes the
// time of the goroutine that would fill the next batch.
type lot struct {
	_    cpu.CacheLinePad
	idle atomic.Int64 // marks, and harts about to make one: read by whoever thinks of splitting its work
	_    cpu.CacheLinePad

	places []place // per hart
	closed atomic.Bool
}

// place is where one hart waits.
type place struct {
	marked atomic.Bool
	tokens chan token // capacity 1
	_      cpu.CacheLinePad
}

// token is what a parked hart is woken with. An empty one means: look for work.
type token struct {
	task    *Task    // work to do
	context *Context // that waits for a hart: it gets this one
}

func (l *lot) init(harts int) {
	l.places = make([]place, harts)
	for i := range l.places {
		l.places[i].tokens = make(chan token, 1)
	}
}

// park waits for a token. It returns at once, with an empty one, if look finds
// work after all, and false once the lot is closed.
func (l *lot) park(hart int, look func() bool) (t token, awake bool) {
	at := &l.places[hart]
	l.idle.Add(1)
	at.marked.Store(true)
	if (l.closed.Load() || look()) && l.unmark(at) {
		return token{}, !l.closed.Load()
	}
	t = <-at.tokens
	return t, t != token{} || !l.closed.Load()
}

func (l *lot) unmark(at *place) bool {
	if !at.marked.CompareAndSwap(true, false) {
		return false
	}
	l.idle.Add(-1)
	return true
}

// take takes the mark of a parked hart, from a certain one on, and returns its
// place, which the caller must send a token to; nil if no hart is parked.
func (l *lot) take(from int) *place {
	if l.idle.Load() <= 0 {
		return nil
	}
	for i := from; i < len(l.places); i++ {
		if at := &l.places[i]; at.marked.Load() && l.unmark(at) {
			return at
		}
	}
	return nil
}

// wake wakes parked harts for so many jobs, but no more than two.
func (l *lot) wake(jobs int64) {
	for n := min(jobs, 2); n > 0 && l.wakeFrom(0); n-- {
	}
}

// wakeFrom wakes one parked hart, from a certain one on, if there is any.
func (l *lot) wakeFrom(hart int) bool {
	at := l.take(hart)
	if at != nil {
		at.tokens <- token{}
	}
	return at != nil
}

// close ends all parking: a hart has marked its place by now and gets a token, or
// it sees that the lot is closed when it has. Harts that are on their way from the
// last batch may still wake each other.
func (l *lot) close() {
	l.closed.Store(true)
	for l.wakeFrom(0) {
	}
}
