package bench

import (
	"sync"

	"sdse/workpool"
)

// A job of heap makes a list of events as a simulator does that keeps its state
// on the heap: so many, each with a payload.
const (
	eventsOfJob  = 200
	leastPayload = 16
	mostPayload  = 256
)

// event is a part of the state of a made-up simulation.
type event struct {
	time    int64
	payload []byte
	next    *event
}

// memory is where a job gets its events and payloads from. What it has given is
// garbage, or free again, when the job is over.
type memory interface {
	event() *event
	payload(size int) []byte // zeros
}

// churn is the job: it makes the list, writes to all of it, and adds up what it
// reads, so that nothing can be left out.
func churn(m memory, job int) (sum int64) {
	random := uint64(job)<<1 | 1
	var list *event
	for range eventsOfJob {
		random ^= random << 13
		random ^= random >> 7
		random ^= random << 17
		e := m.event()
		e.time, e.next = int64(random>>40), list
		e.payload = m.payload(leastPayload + int(random%(mostPayload-leastPayload)))
		for i := range e.payload {
			e.payload[i] += byte(i)
		}
		list = e
	}
	for ; list != nil; list = list.next {
		sum += list.time
		for _, b := range list.payload {
			sum += int64(b)
		}
	}
	return sum
}

// collected is memory that the garbage collector frees.
type collected struct{}

func (collected) event() *event           { return new(event) }
func (collected) payload(size int) []byte { return make([]byte, size) }

// scratch is memory for one job at a time, used again by the next.
type scratch struct {
	events []event
	bytes  []byte
	given  int // of bytes
	made   int // of events
}

func newScratch() *scratch {
	return &scratch{events: make([]event, eventsOfJob), bytes: make([]byte, eventsOfJob*mostPayload)}
}

func (s *scratch) reset() { s.given, s.made = 0, 0 }

func (s *scratch) event() *event {
	s.made++
	return &s.events[s.made-1]
}

func (s *scratch) payload(size int) []byte {
	b := s.bytes[s.given : s.given+size : s.given+size]
	clear(b)
	s.given += size
	return b
}

// fromCollector returns a job with memory of the collector's.
func fromCollector(sums []int64) func(c *workpool.Context, job int) {
	return func(_ *workpool.Context, job int) { sums[job] = churn(collected{}, job) }
}

// fromSyncPool returns a job that borrows scratch memory.
func fromSyncPool(sums []int64) func(c *workpool.Context, job int) {
	pool := &sync.Pool{New: func() any { return newScratch() }}
	return func(_ *workpool.Context, job int) {
		s := pool.Get().(*scratch)
		s.reset()
		sums[job] = churn(s, job)
		pool.Put(s)
	}
}

// fromHart returns a job that uses the scratch memory of the hart it runs on.
func fromHart(harts int, sums []int64) func(c *workpool.Context, job int) {
	all := make([]*scratch, harts)
	for i := range all {
		all[i] = newScratch()
	}
	return func(c *workpool.Context, job int) {
		s := all[c.Hart()]
		s.reset()
		sums[job] = churn(s, job)
	}
}
