package workpool

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// TestHotWordsApart: the words that harts write to while they claim and come and
// go share no cache line with each other nor with what they only read.
func TestHotWordsApart(t *testing.T) {
	const line = unsafe.Sizeof(cpu.CacheLinePad{})
	var c Client
	inBatch := []struct {
		name       string
		start, end uintptr
	}{
		{"what comes before the batch", 0, unsafe.Offsetof(c.batch)},
		{"cur", unsafe.Offsetof(c.batch.cur), unsafe.Offsetof(c.batch.cur) + unsafe.Sizeof(c.batch.cur)},
		{"gate and ran", unsafe.Offsetof(c.batch.gate), unsafe.Offsetof(c.batch.ran) + unsafe.Sizeof(c.batch.ran)},
		{"read-mostly", unsafe.Offsetof(c.batch.begin), unsafe.Offsetof(c.batch.share) + unsafe.Sizeof(c.batch.share)},
		{"cold", unsafe.Offsetof(c.batch.done), unsafe.Sizeof(c.batch)},
	}
	for i := range inBatch {
		if i > 0 { // from here on offsets are in the batch
			inBatch[i].start += unsafe.Offsetof(c.batch)
			inBatch[i].end += unsafe.Offsetof(c.batch)
			if gap := inBatch[i].start - inBatch[i-1].end; gap < line {
				t.Errorf("%d bytes between %s and %s, want a line of %d", gap, inBatch[i-1].name, inBatch[i].name, line)
			}
		}
	}
	var h hart
	if unsafe.Offsetof(h.pool) < line || unsafe.Sizeof(h)-unsafe.Offsetof(h.threads)-unsafe.Sizeof(h.threads) < line {
		t.Error("a hart's fields are not padded on both sides")
	}
}

// TestFind: whom a hart helps, by the gates and by where it looks first.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		gates []uint64
		place int
		want  int // -1: nobody
	}{
		{nil, 0, -1},
		{[]uint64{0, 0}, 0, -1},
		{[]uint64{3, 1}, 0, -1},                        // shut, harts still inside
		{[]uint64{0, open, 0}, 2, 1},                   // the only one
		{[]uint64{open | 2, open | 1, open | 3}, 0, 1}, // the fewest harts
		{[]uint64{open | 1, open | 1, open | 1}, 0, 0}, // among equals by place
		{[]uint64{open | 1, open | 1, open | 1}, 1, 1},
		{[]uint64{open | 1, open | 1, open | 1}, 3, 0},
		{[]uint64{open, 0, open}, 1, 2},
		{[]uint64{open | 1, open, open}, 5, 2},
	} {
		p := newPool(Settings{})
		list := make([]*Client, len(c.gates))
		for i, gate := range c.gates {
			list[i] = p.newClient(fmt.Sprint(i), p.tags.number(Compute), nil)
			list[i].batch.gate.Store(gate)
		}
		p.clients.Store(&list)
		h := &hart{pool: p, place: c.place}
		got, gate := h.find()
		switch {
		case c.want < 0:
			if got != nil {
				t.Errorf("gates %x from %d: client %s, want none", c.gates, c.place, got.name)
			}
		case got != list[c.want] || gate != c.gates[c.want] || h.found != c.want+1:
			t.Errorf("gates %x from %d: client %v, gate %x, place %d, want client %d", c.gates, c.place, got, gate, h.found, c.want)
		}
	}
}

// TestGate takes a batch through every transition of its gate, and tries those
// that must not be.
func TestGate(t *testing.T) {
	var b batch
	b.init(2)
	gate := func(want uint64, tokens int) {
		t.Helper()
		if got := b.gate.Load(); got != want || len(b.done) != tokens {
			t.Fatalf("gate %x with %d tokens, want %x with %d", got, len(b.done), want, tokens)
		}
	}
	is := func(got, want bool, what string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}

	is(b.enter(open), false, "entry to an empty batch")
	b.fill(5, nil, 1)
	gate(open, 0)
	is(b.enter(open), true, "first entry")
	is(b.enter(open), false, "entry by an old look")
	is(b.enter(open|1), true, "second entry")
	gate(open|2, 0)
	is(b.leave(3, 0), false, "first leave was the last")
	gate(1, 0)
	is(b.enter(open|1), false, "entry to a shut batch")
	gate(1, 0)
	is(b.leave(2, 0), true, "second leave was the last")
	gate(0, 1)
	is(b.stop(), true, "stop after the end: a token comes")
	gate(0, 1)
	<-b.done
	if complete, _ := b.empty(); !complete {
		t.Error("3 + 2 of 5 jobs are not all")
	}

	b.fill(5, nil, 1)
	is(b.stop(), false, "stop with nobody inside: a token comes")
	gate(0, 0)
	b.fill(5, nil, 1)
	b.enter(open)
	is(b.stop(), true, "stop with a hart inside: a token comes")
	gate(1, 0)
	b.leave(1, 0)
	gate(0, 1)
	if complete, _ := b.empty(); complete {
		t.Error("1 of 5 jobs is all")
	}
}

// TestClaim: what a claim gets, wherever the batch begins.
func TestClaim(t *testing.T) {
	for _, begin := range []uint64{0, 1000, math.MaxUint64 - 7, math.MaxUint64} {
		for _, c := range []struct{ jobs, at, length, first, last uint64 }{
			{10, 0, 1, 0, 1},
			{10, 4, 3, 4, 7},
			{10, 7, 3, 7, 10},
			{10, 8, 4, 8, 10}, // cut at the end
			{10, 10, 1, 10, 10},
			{10, 13, 4, 10, 10}, // others have come this far past it
		} {
			var b batch
			b.begin = begin
			b.end.Store(begin + c.jobs)
			b.cur.Store(begin + c.at)
			first, last := b.claim(c.length)
			if first != c.first || last != c.last || b.cur.Load() != begin+c.at+c.length {
				t.Errorf("claim of %d at %d of %d: [%d, %d), want [%d, %d)",
					c.length, c.at, c.jobs, first, last, c.first, c.last)
			}
		}
	}
}

// TestRunLength: long claims only where much is left for every hart.
func TestRunLength(t *testing.T) {
	for _, c := range []struct {
		harts      int
		jobs, last uint64
		want       uint64
	}{
		{1, 1, 0, 1},
		{1, 127, 0, 1},
		{1, 128, 0, 2},
		{1, 256, 0, 4},
		{1, 1 << 40, 0, 32},
		{1, 1000, 1000 - 128, 2},
		{1, 1000, 1000, 1},
		{64, 4096, 0, 1},
		{64, 8192, 0, 2},
	} {
		var b batch
		b.init(c.harts)
		b.begin = 5
		b.end.Store(b.begin + c.jobs)
		if got := b.runLength(c.last); got != c.want {
			t.Errorf("%d harts, %d of %d jobs handed out: claims of %d, want %d", c.harts, c.last, c.jobs, got, c.want)
		}
	}
}

// TestFailKeepsTheLowest, in whatever order failures come.
func TestFailKeepsTheLowest(t *testing.T) {
	var b batch
	b.init(1)
	stacks := 0
	for _, job := range []int{7, 9, 3, 8, 3, 5} {
		b.fail("c", job, job, func() []byte { stacks++; return nil })
	}
	if _, failure := b.empty(); failure.Job != 3 || stacks != 2 {
		t.Errorf("job %d reported, %d stacks taken; want job 3 and 2 stacks", failure.Job, stacks)
	}
	if _, failure := b.empty(); failure != nil {
		t.Errorf("the failure of the batch before is left: %v", failure)
	}
}
