package workpool

import "sync/atomic"

// lot is where harts wait that found no work. Parking is a three-step affair,
// so that no batch is opened unseen:
//
//	hart: 1 announce itself in idle   2 look for work again   3 wait for a token
//	Run:  1 open the batch            2 read idle             3 take as many
//	                                  harts off idle as it has jobs; a token each
//
// If Run reads idle before the hart announced itself, the hart's second look
// comes after the opening and finds the batch; if after, Run sends a token.
// (Go's atomic operations have one total order.)
//
// idle counts the harts that announced themselves and that no token is meant
// for. Every hart past step 1 takes back exactly one of the two: its place in
// idle, or a token. There are never more tokens than harts, so the channel
// holds them all and sending does not block.
//
// A token for each job, not a broadcast: as long as a hart is parked, every
// job not yet claimed has a hart of its own on its way. No hart spins before
// it parks: the harts have a CPU each at best, and a spinning hart takes the
// time of the goroutine that would fill the next batch.
type lot struct {
	idle   atomic.Int64
	tokens chan struct{} // closed when the pool is
}

func (l *lot) init(harts int) { l.tokens = make(chan struct{}, harts) }

// park waits for work. It returns at once if look finds some after all, and
// false once the lot is closed.
func (l *lot) park(look func() bool) (awake bool) {
	l.idle.Add(1)
	if look() && l.take(1) == 1 {
		return true
	}
	_, awake = <-l.tokens
	return awake
}

// wake wakes up to n parked harts.
func (l *lot) wake(n int) {
	for range l.take(int64(n)) {
		l.tokens <- struct{}{}
	}
}

// take takes up to n harts off idle and returns how many.
func (l *lot) take(n int64) int64 {
	for {
		idle := l.idle.Load()
		taken := min(idle, n)
		if taken == 0 || l.idle.CompareAndSwap(idle, idle-taken) {
			return taken
		}
	}
}

// close ends all parking. Nobody may call wake any more.
func (l *lot) close() { close(l.tokens) }
