package workpool

import (
	"sync"
	"sync/atomic"

	"golang.org/x/sys/cpu"
)

// batch is the job vector of one client: filled once, handed out by an atomic
// increment, reused for every batch that the client runs. No lock guards it;
// one word, the gate, says at any time whose it is.
//
// # The gate
//
// The gate counts the harts inside the batch in its low bits, and its top bit
// says whether more may enter.
//
//	0          shut and empty: the batch belongs to the goroutine in Run
//	open | n   open, n harts inside: jobs are handed out
//	n          shut, n harts inside that finish what they hold
//
//	0 → open               fill, by Run              the start barrier
//	open|n → open|n+1      enter, by a hart          a compare-and-swap
//	open|n → n             shut by a hart that found the batch drained,
//	                       or by Run when its context is cancelled
//	open|n → open|n-1      yield, by a hart that goes to another batch
//	     n → n-1           leave or yield            n = 1: the end barrier
//
// # Why the batch can be refilled
//
// Nothing leads from a shut gate to a larger count: enter swaps only a word
// with the open bit, and only fill sets that bit. So a gate that has become 0
// stays 0 until Run fills the batch again, and while it is 0 no hart is inside
// nor can one get in. Run learns that it is 0 in exactly one of two ways:
// the hart whose leave, or yield, made it 0 sends one token on done (after which it
// touches nothing of the batch), or Run itself made it 0, shutting an open gate
// with nobody inside, and then no token is sent. Exactly one token or none per
// batch, so none is left over for the next.
//
// A gate of 0 also means that the batch is over: the gate is shut only when
// every job was claimed or Run gave the rest up, and a hart goes only when it
// has run every job it claimed, or dropped those that Run gave up. ran counts
// the jobs run, so Run can tell the two apart. An open gate with nobody inside is
// not the end: a hart that yields does so only while there are jobs to claim, and
// whoever looks for work finds them.
//
// # Who owns each field, when, and which store publishes it
//
//	begin, job              written by Run at gate 0; published by fill's store
//	                        of open: a hart reads them after its swap in enter,
//	                        which saw that store or another hart's swap upon it
//	end, opened             like begin, but atomic, as harts that only look for
//	                        work read them too; nothing but a choice depends on that
//	cur                     atomic; any hart inside, and Run at gate 0
//	over                    atomic; the last hart out; what it says is when, for the counters
//	stopped                 atomic; reset like begin; set by Run, read by harts
//	                        inside; nothing is read on the strength of it
//	ran, failure            reset like begin; written by harts inside (atomic;
//	                        under mu); published to Run by leave's decrement of
//	                        the gate, as each comes before the one that gives 0
//	what the jobs wrote     like ran: so Run's caller sees all of it
//
// A hart may compare-and-swap with a word it saw in an earlier batch, if the
// gate is the same again. That does no harm: it is let into the batch that is
// open now, and has read nothing of the other.
//
// # Positions
//
// cur and end are 64-bit positions that only grow: a batch begins where the
// last one left cur, and job i has position begin+i. They are compared by
// their distance from begin, so wrapping around does no harm. The end is
// exclusive. A hart shuts the gate after the first claim that lies past the
// end and never enters that batch again, so cur overshoots the end by at most
// one claim of each hart.
type batch struct {
	_ cpu.CacheLinePad

	cur atomic.Uint64 // position of the next job to hand out: the hottest word

	_ cpu.CacheLinePad

	gate atomic.Uint64 // see above; harts in search of work read it
	ran  atomic.Uint64 // jobs that ran, added up by harts as they leave

	_ cpu.CacheLinePad

	// Read by the harts for every job, written between batches only.
	begin   uint64
	end     atomic.Uint64
	opened  atomic.Uint64 // when, in the order of openings
	job     func(c *Context, job int)
	stopped atomic.Bool // Run has given up what has not begun
	share   uint64      // divides what is left into the longest claim; fixed

	_ cpu.CacheLinePad

	done chan struct{} // the end barrier's token; capacity 1
	over atomic.Int64  // when the last hart left, by the pool's clock

	mu      sync.Mutex // guards failure while harts are inside; a panic's path only
	failure *PanicError
}

// open is the bit of the gate that lets harts in.
const open = 1 << 63

// Jobs are claimed in runs of up to longestRun, to spare tiny jobs the traffic
// on cur, but never more than a shareOfRun-th of a hart's fair share of what is
// left: the tail of a batch is claimed job by job, and so is the whole of a
// small batch.
const (
	longestRun = 32
	shareOfRun = 64
)

// init makes the batch ready for a pool of so many harts.
func (b *batch) init(harts int) {
	b.share = uint64(harts) * shareOfRun
	b.done = make(chan struct{}, 1)
}

// fill makes the batch one of so many jobs and opens it. The caller is the one
// goroutine in Run, and the gate is 0.
func (b *batch) fill(jobs int, job func(c *Context, job int), opened uint64) {
	b.begin = b.cur.Load()
	b.end.Store(b.begin + uint64(jobs))
	b.opened.Store(opened)
	b.job = job
	b.ran.Store(0)
	b.stopped.Store(false)
	b.gate.Store(open)
}

// enter lets a hart in if the gate still is as the hart saw it, that is open.
func (b *batch) enter(seen uint64) bool {
	return b.gate.CompareAndSwap(seen, seen+1)
}

// claim hands out a run of up to length jobs, [first, last). It is empty when
// the batch is drained. The caller is inside.
func (b *batch) claim(length uint64) (first, last uint64) {
	jobs := b.end.Load() - b.begin
	first = min(b.cur.Add(length)-length-b.begin, jobs)
	return first, min(first+length, jobs)
}

// runLength is how many jobs to claim at once when all before position last
// are handed out.
func (b *batch) runLength(last uint64) uint64 {
	left := b.end.Load() - b.begin - last
	return min(max(left/b.share, 1), longestRun)
}

// left is how many jobs nobody has claimed yet: an estimate for who is not inside.
func (b *batch) left() int64 { return max(0, int64(b.end.Load()-b.cur.Load())) }

// leave shuts the gate and lets the hart out, which ran so many jobs inside and
// may have no more. It returns true for the last one out, after it has reported
// the end of the batch to Run.
func (b *batch) leave(ran uint64, now int64) (last bool) {
	b.gate.And(^uint64(open))
	return b.yield(ran, now)
}

// yield lets the hart out of a batch that goes on without it. It too returns true
// if the hart was the last after all.
func (b *batch) yield(ran uint64, now int64) (last bool) {
	b.ran.Add(ran)
	b.over.Store(now)
	if b.gate.Add(^uint64(0)) != 0 {
		return false
	}
	b.done <- struct{}{}
	return true
}

// stop ends the hand-out. It reports whether the harts inside will send the
// token of the end barrier; if not, the gate is 0 already. Run calls it, at
// most once a batch and before it has received the token.
func (b *batch) stop() (token bool) {
	b.stopped.Store(true)
	return b.gate.And(^uint64(open)) != open
}

// fail records that a job panicked, unless one of a lower index did. The caller
// is inside. stack is called only for a failure that is recorded.
func (b *batch) fail(client string, job int, value any, stack func() []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failure == nil || job < b.failure.Job {
		b.failure = &PanicError{Client: client, Job: job, Value: value, Stack: stack()}
	}
}

// empty takes the outcome out of a batch whose gate is 0: whether every job
// ran, and the first failure. It lets go of what the batch pointed to.
func (b *batch) empty() (complete bool, failure *PanicError) {
	complete, failure = b.ran.Load() == b.end.Load()-b.begin, b.failure
	b.job, b.failure = nil, nil
	return complete, failure
}
