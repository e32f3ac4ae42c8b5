package workpool

import (
	"sync"
	"sync/atomic"
	"time"

	"sdse/workpool/counters"
)

// Tag is a kind of job: what policies and counters tell jobs apart by. These three
// are Phoenix's; a program may have its own.
type Tag string

const (
	Compute Tag = "compute"
	Network Tag = "network"
	IO      Tag = "io"
)

// HartStats are the counters of one hart since the pool was opened.
type HartStats struct {
	Hart int `json:"hart"`
	CPU  int `json:"cpu"` // that it is bound to, -1 if none

	Jobs    map[Tag]int64 `json:"jobs"`
	Batches int64         `json:"batches"` // entries into batches
	Yields  int64         `json:"yields"`  // batches left for others before they were drained
	Spawned int64         `json:"spawned"` // tasks taken from other harts
	Blocked int64         `json:"blocked"` // contexts that blocked on it

	Busy    time.Duration `json:"busy_ns"`    // inside batches and tasks
	Idle    time.Duration `json:"idle_ns"`    // parked
	Barrier time.Duration `json:"barrier_ns"` // of Idle: while the batch it came from was not over

	// Thread is what the operating system counts for the threads of the hart. It
	// is unavailable, with the reason, unless harts are locked to threads.
	Thread counters.Readings `json:"thread"`
}

// tags numbers the tags of a pool's clients. There may be maxTags; what comes
// later counts as the last.
type tags struct {
	mu   sync.Mutex
	list atomic.Pointer[[]Tag]
}

const maxTags = 16

func (t *tags) number(tag Tag) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []Tag
	if p := t.list.Load(); p != nil {
		list = *p
	}
	for i := range list {
		if list[i] == tag {
			return i
		}
	}
	if len(list) == maxTags {
		return maxTags - 1
	}
	list = append(list[:len(list):len(list)], tag)
	t.list.Store(&list)
	return len(list) - 1
}

func (t *tags) name(i int) Tag { return (*t.list.Load())[i] }

// What a hart is at, for its counters.
const (
	looking = iota
	serving
	parked
)

// counts are written by the hart's context and read by Stats.
type counts struct {
	jobs                              [maxTags]atomic.Int64
	batches, yields, spawned, blocked atomic.Int64
	busy, idle, barrier               atomic.Int64 // ns
	state, since                      atomic.Int64
}

// now is the time since the pool was opened, in nanoseconds.
func (p *Pool) now() int64 { return int64(time.Since(p.started)) }

// clock notes that the hart goes over to another state, and returns the time.
func (h *hart) clock(state int64) int64 {
	n := &h.counts
	now := h.pool.now()
	took := now - n.since.Load()
	switch n.state.Load() {
	case serving:
		n.busy.Add(took)
	case parked:
		n.idle.Add(took)
		n.barrier.Add(h.waited(now-took, now))
	}
	n.since.Store(now)
	n.state.Store(state)
	return now
}

// waited is how much of the time from one moment to another the batch that the
// hart was in before was not over.
func (h *hart) waited(from, to int64) int64 {
	if h.last == nil {
		return 0
	}
	b := &h.last.batch
	if b.gate.Load() != 0 && b.gate.Load()&open == 0 {
		return to - from
	}
	return max(0, min(b.over.Load(), to)-from)
}

// count adds up the jobs of a stay in a batch.
func (h *hart) count(w *work) {
	h.counts.batches.Add(1)
	h.counts.jobs[w.client.tag].Add(int64(w.ran()))
}

// Stats returns the counters of every hart as they are now.
func (p *Pool) Stats() []HartStats {
	list := make([]HartStats, len(p.harts))
	for i, h := range p.harts {
		list[i] = h.stats()
		list[i].Thread = h.threads.read()
	}
	return list
}

// stats returns the hart's counters but for those of its thread.
func (h *hart) stats() HartStats {
	n := &h.counts
	s := HartStats{Hart: h.index, CPU: h.cpu, Jobs: map[Tag]int64{},
		Batches: n.batches.Load(), Yields: n.yields.Load(), Spawned: n.spawned.Load(), Blocked: n.blocked.Load(),
		Busy: time.Duration(n.busy.Load()), Idle: time.Duration(n.idle.Load()), Barrier: time.Duration(n.barrier.Load())}
	// What it is at now counts too; a moment may be counted on either side.
	switch since := time.Duration(max(0, h.pool.now()-n.since.Load())); n.state.Load() {
	case serving:
		s.Busy += since
	case parked:
		s.Idle += since
	}
	for i := range n.jobs {
		if jobs := n.jobs[i].Load(); jobs > 0 {
			s.Jobs[h.pool.tags.name(i)] = jobs
		}
	}
	return s
}
