package workpool

import (
	"runtime"
	"runtime/debug"

	"golang.org/x/sys/cpu"
)

// hart is one worker: a goroutine that runs one job at a time. All its fields
// are its own.
type hart struct {
	_ cpu.CacheLinePad // no other hart's counters in the same line

	pool  *Pool
	index int
	place int // where in the list of clients it looks first: behind the last it helped

	client     *Client // whose batch it is inside of, nil if none
	next, last uint64  // jobs of that batch it has claimed and not begun
	claimed    uint64  // jobs of that batch it has claimed in all

	_ cpu.CacheLinePad
}

// live is the life of a hart: help a client, else park, until the pool closes.
//
// Owner: the pool. Stop signal: the lot is closed. Waiter: Pool.Close, through
// the wait group. A job that calls Goexit ends the goroutine and not the hart:
// caught starts the next goroutine, which finishes the batch first.
func (h *hart) live() {
	if h.client != nil {
		h.serve()
	}
	for h.help() || h.pool.lot.park(h.seesWork) {
	}
	h.pool.harts.Done() // not deferred: Goexit must not count as the hart's end
}

// help finds a client with an open batch and works for it until that batch is
// drained. It returns false if there was none.
func (h *hart) help() bool {
	for {
		c, gate, place := h.find()
		if c == nil {
			return false
		}
		// If another hart came first, look again: harts that wake together
		// spread over the open batches.
		if c.batch.enter(gate) {
			h.client, h.place = c, place+1
			h.serve()
			return true
		}
	}
}

// find chooses whom to help, and nothing else decides on that: the client with
// an open batch that has the fewest harts inside; among equals the first from
// the hart's place on, so that each has its turn. It also returns the gate as
// it saw it and where in the list the client stands.
func (h *hart) find() (client *Client, gate uint64, place int) {
	clients := *h.pool.clients.Load()
	for i := range clients {
		at := (h.place + i) % len(clients)
		g := clients[at].batch.gate.Load()
		if g&open != 0 && (client == nil || g < gate) {
			client, gate, place = clients[at], g, at
		}
	}
	return client, gate, place
}

// seesWork reports whether some batch is open.
func (h *hart) seesWork() bool {
	c, _, _ := h.find()
	return c != nil
}

// serve works inside the client's batch until there is no more to claim.
func (h *hart) serve() {
	b := &h.client.batch
	for !h.drain(b) {
	}
	ran := h.claimed - (h.last - h.next)
	h.client, h.next, h.last, h.claimed = nil, 0, 0, 0
	if b.leave(ran) {
		// Let the goroutine in Run have this CPU. Otherwise, when all harts
		// are busy with others' jobs, it waits for a time slice to end (10 ms)
		// before it can fill its next batch.
		runtime.Gosched()
	}
}

// drain claims jobs and runs them, and returns true when it may have no more.
// If a job panics it returns false and can be called again: one deferred call
// serves many jobs.
func (h *hart) drain(b *batch) (drained bool) {
	defer h.caught(&drained)
	for length := uint64(1); ; length = b.runLength(h.last) {
		for h.next < h.last && !b.stopped.Load() {
			h.next++
			b.job(h.index, int(h.next-1))
		}
		if b.stopped.Load() {
			return true
		}
		if h.next, h.last = b.claim(length); h.next == h.last {
			return true
		}
		h.claimed += h.last - h.next
	}
}

// caught is drain's deferred call. It records what a job threw; after a Goexit
// it also hands the hart to a fresh goroutine, as this one cannot be kept.
func (h *hart) caught(drained *bool) {
	if *drained {
		return
	}
	value := recover()
	exiting := value == nil // a panic(nil) is recovered as a *runtime.PanicNilError
	if exiting {
		value = errGoexit
	}
	h.client.batch.fail(h.client.name, int(h.next-1), value, debug.Stack)
	if exiting {
		go h.live() // owner, stop signal and waiter: those of the goroutine that ends
	}
}
