package kpn

import (
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"slices"
)

// Kind says what an event does.
type Kind uint8

// The three kinds of trace events.
const (
	Execute Kind = iota
	Read
	Write
)

// String returns the word that the trace notation uses.
func (k Kind) String() string {
	return [...]string{"exec", "read", "write"}[k]
}

// Event is one step of a process.
type Event struct {
	Kind Kind
	Arg  int   // operation index for Execute, channel index for Read and Write
	N    int64 // how often the operation is done, or how many tokens are moved
}

// Bounds of what a trace in TOML may say. They keep a mistyped number from
// turning into hours of work.
const (
	MaxEvents = 1 << 28 // events of a fragment with all loops unrolled
	MaxCount  = 1 << 32 // tokens of a transfer, repeats of an operation
)

// Fragment is the trace of one process over one iteration, stored with loops.
// It is immutable and safe for concurrent use.
type Fragment struct {
	body   []node
	events int64
}

// node is an event, or a loop over a body if repeat is above zero.
type node struct {
	event  Event
	repeat int64
	body   []node
}

// NewFragment stores a recorded sequence of events, folding what repeats back
// to back into loops. Transfers of zero tokens are no events and are dropped.
// The same sequence always gives the same fragment.
func NewFragment(events []Event) *Fragment {
	kept := slices.DeleteFunc(slices.Clone(events), isNothing)
	return newFragment(fold(kept))
}

func newFragment(body []node) *Fragment {
	return &Fragment{body: body, events: count(body)}
}

func isNothing(e Event) bool { return e.Kind != Execute && e.N == 0 }

// Len returns the number of events with all loops unrolled.
func (f *Fragment) Len() int64 { return f.events }

// Events yields the events in order with all loops unrolled.
func (f *Fragment) Events() iter.Seq[Event] {
	return func(yield func(Event) bool) { walk(f.body, yield) }
}

func walk(body []node, yield func(Event) bool) bool {
	for i := range body {
		n := &body[i]
		if n.repeat == 0 {
			if !yield(n.event) {
				return false
			}
			continue
		}
		for range n.repeat {
			if !walk(n.body, yield) {
				return false
			}
		}
	}
	return true
}

// Hash identifies the fragment by its content: fragments that yield the same
// events have the same hash, however their loops are written.
func (f *Fragment) Hash() [sha256.Size]byte {
	h := sha256.New()
	var record [17]byte
	for e := range f.Events() {
		record[0] = byte(e.Kind)
		binary.LittleEndian.PutUint64(record[1:], uint64(e.Arg))
		binary.LittleEndian.PutUint64(record[9:], uint64(e.N))
		h.Write(record[:])
	}
	return [sha256.Size]byte(h.Sum(nil))
}

func count(body []node) int64 {
	var sum int64
	for i := range body {
		if body[i].repeat == 0 {
			sum++
		} else {
			sum += body[i].repeat * count(body[i].body)
		}
	}
	return sum
}

// longestLoop is the longest loop body that fold looks for. The bodies of
// recorded loops (a macroblock, a sample) are far shorter.
const longestLoop = 256

// fold replaces each run of equal neighbouring blocks by a loop, always taking
// the block length that saves most, and folds the loop bodies in turn.
func fold(events []Event) []node {
	var body []node
	for i := 0; i < len(events); {
		length, times := bestLoop(events[i:])
		if times < 2 {
			body = append(body, node{event: events[i]})
			i++
			continue
		}
		body = append(body, node{repeat: int64(times), body: fold(events[i : i+length])})
		i += length * times
	}
	return body
}

// bestLoop returns the length of the block at the start of the sequence whose
// immediate repetition covers most, the shortest if several do, and how often
// it stands there; times is 1 if nothing repeats.
func bestLoop(events []Event) (length, times int) {
	length, times = 1, 1
	saved := 0
	for n := 1; n <= min(longestLoop, len(events)/2); n++ {
		block := events[:n]
		k := 1
		for (k+1)*n <= len(events) && slices.Equal(block, events[k*n:(k+1)*n]) {
			k++
		}
		if (k-1)*n > saved {
			length, times, saved = n, k, (k-1)*n
		}
	}
	return length, times
}

// Distinct yields every event at least once, each as often as it is written
// down rather than as often as it is done. It costs no more than the loops'
// bodies, however often they repeat.
func (f *Fragment) Distinct() iter.Seq[Event] {
	return func(yield func(Event) bool) { walkOnce(f.body, yield) }
}

func walkOnce(body []node, yield func(Event) bool) bool {
	for i := range body {
		n := &body[i]
		if n.repeat == 0 && !yield(n.event) || n.repeat > 0 && !walkOnce(n.body, yield) {
			return false
		}
	}
	return true
}
