package kpn

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// walkCase is a random network given by one sequential execution of it with
// unbounded channels: a list of steps in which every read finds its tokens.
// Whatever the schedule, the concurrent network has to compute the same.
type walkCase struct {
	processes int
	channels  []Channel
	steps     []walkStep
}

type walkStep struct {
	process int
	event   Event
}

func drawWalk(t *rapid.T) walkCase {
	w := walkCase{processes: rapid.IntRange(1, 5).Draw(t, "processes")}
	process := rapid.IntRange(0, w.processes-1)
	filled := make([]int64, rapid.IntRange(1, 7).Draw(t, "channels"))
	for c := range filled {
		filled[c] = rapid.Int64Range(0, 2).Draw(t, "initial")
		w.channels = append(w.channels, Channel{
			Writer: process.Draw(t, "writer"), Reader: process.Draw(t, "reader"),
			Capacity: rapid.Int64Range(0, 4).Draw(t, "capacity"), Initial: filled[c],
		})
	}
	add := func(c int, kind Kind, n int64) {
		if kind == Write {
			filled[c] += n
			w.steps = append(w.steps, walkStep{w.channels[c].Writer, Event{Write, c, n}})
		} else if n > 0 {
			filled[c] -= n
			w.steps = append(w.steps, walkStep{w.channels[c].Reader, Event{Read, c, n}})
		}
	}
	for range rapid.IntRange(0, 60).Draw(t, "steps") {
		c := rapid.IntRange(0, len(filled)-1).Draw(t, "channel")
		switch n := rapid.Int64Range(1, 3).Draw(t, "n"); rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			w.steps = append(w.steps, walkStep{process.Draw(t, "process"), Event{Execute, 0, n}})
		case 1, 2:
			add(c, Write, n)
		default:
			add(c, Read, min(n, filled[c]))
		}
	}
	for c := range filled { // leave every channel as it was
		if initial := w.channels[c].Initial; filled[c] < initial {
			add(c, Write, initial-filled[c])
		} else {
			add(c, Read, filled[c]-initial)
		}
	}
	return w
}

// trace is what one process does in the walk.
func (w walkCase) trace(p int) (events []Event) {
	for _, s := range w.steps {
		if s.process == p {
			events = append(events, s.event)
		}
	}
	return events
}

// mix is what processes compute: a value that depends on everything read and
// on the order of reading and writing.
func mix(state, token uint64) uint64 { return (state*31 + token) ^ state>>7 }

// sequential is the reference: the walk itself, with slices as channels.
func (w walkCase) sequential() []uint64 {
	states := make([]uint64, w.processes)
	queues := make([][]uint64, len(w.channels))
	for c := range queues {
		queues[c] = make([]uint64, w.channels[c].Initial)
	}
	for _, s := range w.steps {
		state, e := &states[s.process], s.event
		for range e.N {
			switch e.Kind {
			case Read:
				*state = mix(*state, queues[e.Arg][0])
				queues[e.Arg] = queues[e.Arg][1:]
			case Write:
				*state = mix(*state, 1)
				queues[e.Arg] = append(queues[e.Arg], *state)
			}
		}
	}
	return states
}

// network is the same as an executable network; states receives the results.
func (w walkCase) network(states []uint64) *Network {
	n := NewNetwork("walk")
	n.Operation("op")
	for p := range w.processes {
		n.Process(string(rune('a' + p)))
	}
	streams := make([]*Stream[uint64], len(w.channels))
	for i, c := range w.channels {
		streams[i] = Connect(n, string(rune('A'+i)), n.nodes[c.Writer], n.nodes[c.Reader],
			ChannelOptions{TokenBytes: 8, Capacity: c.Capacity}, make([]uint64, c.Initial)...)
	}
	for p, node := range n.nodes {
		trace, state := w.trace(p), &states[p]
		node.Do(func() error {
			for _, e := range trace {
				tokens := make([]uint64, e.N)
				switch e.Kind {
				case Execute:
					node.Execute(Op(e.Arg), e.N)
				case Read:
					streams[e.Arg].ReadN(tokens)
					for _, token := range tokens {
						*state = mix(*state, token)
					}
				case Write:
					for i := range tokens {
						*state = mix(*state, 1)
						tokens[i] = *state
					}
					streams[e.Arg].WriteN(tokens)
				}
			}
			node.EndIteration()
			return nil
		})
	}
	return n
}

// disturb gives the processor away at every step that a seed picks.
func disturb(seed uint64) func() {
	var steps atomic.Uint64
	return func() {
		switch x := mix(seed, steps.Add(1)) % 16; {
		case x == 0:
			time.Sleep(time.Microsecond)
		case x < 6:
			runtime.Gosched()
		}
	}
}

// Data, traces and capacities do not depend on the schedule (Kahn 1974), and
// the capacities reached suffice for a bounded run and for any number of
// iterations.
func TestNetworksAreDeterminate(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rapid.Check(t, func(rt *rapid.T) {
		w := drawWalk(rt)
		want := w.sequential()
		var first *Recording
		for i, threads := range []int{1, 2, 4} {
			runtime.GOMAXPROCS(threads)
			states := make([]uint64, w.processes)
			n := w.network(states)
			n.yield = disturb(uint64(i))
			rec, err := n.Run(t.Context())
			if err != nil {
				rt.Fatalf("GOMAXPROCS %d: %v", threads, err)
			}
			if !slices.Equal(states, want) {
				rt.Fatalf("GOMAXPROCS %d: computed %x, want %x", threads, states, want)
			}
			for p, f := range rec.Iterations[0] {
				if got := events(f); !slices.Equal(got, w.trace(p)) {
					rt.Fatalf("GOMAXPROCS %d: process %d: trace %v, want %v", threads, p, got, w.trace(p))
				}
			}
			if first == nil {
				first = rec
			} else if !slices.Equal(rec.Application.Channels, first.Application.Channels) {
				rt.Fatalf("GOMAXPROCS %d: channels %v, want %v", threads, rec.Application.Channels, first.Application.Channels)
			}
		}
		checkCapacitiesSuffice(rt, w, first)
	})
}

func checkCapacitiesSuffice(t *rapid.T, w walkCase, rec *Recording) {
	if err := rec.Keep("walk", 1, 0, 3); err != nil {
		t.Fatal(err)
	}
	if err := CheckLive(rec.Application, &rec.Application.Scenarios[0]); err != nil {
		t.Fatalf("three iterations with the recorded capacities: %v", err)
	}
	for c := range w.channels {
		w.channels[c].Capacity = rec.Application.Channels[c].Capacity
	}
	bounded := w.network(make([]uint64, w.processes))
	bounded.Bounds.Strict = true
	if _, err := bounded.Run(t.Context()); err != nil {
		t.Fatalf("again with the recorded capacities, strictly bounded: %v", err)
	}
}
