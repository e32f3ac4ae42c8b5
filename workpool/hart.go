package workpool

import (
	"sync/atomic"

	"golang.org/x/sys/cpu"
)

// hart is the right to run one job at a time. It is always some context's, or on
// its way from one to another; only that context touches its fields, but for what
// is atomic.
type hart struct {
	_ cpu.CacheLinePad // no other hart's counters in the same line

	pool   *Pool
	index  int
	cpu    int // its context's thread is bound to, -1 if none
	domain int

	place   int     // where in the list of clients it looks first: behind the last it helped
	found   int     // what that becomes if it helps the one it has found
	bell    uint64  // the pool's when it looked
	refused bool    // there was a batch when it looked, but not for this hart
	offers  []Offer // scratch of find
	open    []*Client
	gates   []uint64

	inside atomic.Pointer[Client] // whose batch it is in
	last   *Client                // whose batch it was in before
	counts counts

	threads threads

	_ cpu.CacheLinePad
}

// find looks for the batch to work in: the policy chooses among those that are
// open, told in an order that begins behind the client helped last. It also
// returns the batch's gate as it saw it.
func (h *hart) find() (*Client, uint64) {
	h.bell = h.pool.bell.Load()
	clients := *h.pool.clients.Load()
	h.offers, h.open, h.gates = h.offers[:0], h.open[:0], h.gates[:0]
	for i := range clients {
		c := clients[(h.place+i)%len(clients)]
		gate := c.batch.gate.Load()
		if gate&open == 0 {
			continue
		}
		h.open, h.gates = append(h.open, c), append(h.gates, gate)
		h.offers = append(h.offers, Offer{Client: c.name, Tag: h.pool.tags.name(c.tag), Weight: int(c.root.weight.Load()),
			Harts: int(gate &^ open), Opened: c.batch.opened.Load(), Left: c.batch.left()})
	}
	h.refused = false
	if len(h.offers) == 0 {
		return nil, 0
	}
	h.countFamilies()
	h.lookAround()
	k := h.pool.policy.Choose(Chooser{Hart: h.index, Harts: len(h.pool.harts), Domain: h.domain, hart: h}, h.offers)
	if k < 0 || k >= len(h.open) {
		h.refused = true
		return nil, 0
	}
	for i, c := range clients {
		if c == h.open[k] {
			h.found = i + 1
			break
		}
	}
	return h.open[k], h.gates[k]
}

// countFamilies adds up the harts inside the open batches of each family.
func (h *hart) countFamilies() {
	for i := range h.offers {
		for k := range h.offers {
			if h.open[i].root == h.open[k].root {
				h.offers[i].Family += h.offers[k].Harts
			}
		}
	}
}

// lookAround counts the harts of the same domain in the open batches, where there
// is more than one domain.
func (h *hart) lookAround() {
	if h.pool.domains < 2 {
		for i := range h.offers {
			h.offers[i].Near = h.offers[i].Harts
		}
		return
	}
	for _, other := range h.pool.harts {
		if other.domain != h.domain {
			continue
		}
		in := other.inside.Load()
		for i := range h.open {
			if h.open[i] == in {
				h.offers[i].Near++
			}
		}
	}
}

// passOn wakes the next parked hart if this one has refused what there is.
func (h *hart) passOn() {
	if h.refused {
		h.pool.lot.wakeFrom(h.index + 1)
	}
}

// enter notes that the hart is inside a client's batch.
func (h *hart) enter(c *Client) {
	h.place = h.found
	h.inside.Store(c)
	h.clock(serving)
}

// exit lets the hart out of a batch. It returns true if it was the last.
func (h *hart) exit(w *work) (last bool) {
	h.inside.Store(nil)
	h.last = w.client
	h.count(w)
	now := h.clock(looking)
	if w.yielded {
		h.counts.yields.Add(1)
		return w.client.batch.yield(w.ran(), now)
	}
	return w.client.batch.leave(w.ran(), now)
}
