package sdf3_test

import (
	"math/big"
	"testing"

	"sdse/kpn"
)

// rule is how the evaluator below lets firings begin.
type rule int

const (
	kahn    rule = iota // event by event, as a Kahn process network does
	claimed             // a firing claims its tokens and room before, as SDF3 does
	overlap             // likewise, and the firings of an actor may overlap
)

// selfTimed runs the first scenario of an application on as many processors as
// there are processes, in thousandths of a unit of time on the default type. It
// knows nothing of the simulator: since everybody has a processor, an instant is
// the maximum of those it depends on, in whatever order they are computed. It
// returns when each iteration is complete; ok is false after a deadlock.
func selfTimed(app *kpn.Application, iterations int, by rule) (completed []int64, ok bool) {
	s := &selfTimedRun{app: app, by: by, completed: make([]int64, iterations)}
	for i := range app.Channels {
		c := &app.Channels[i]
		s.tokens = append(s.tokens, instants{{0, c.Initial}})
		s.rooms = append(s.rooms, instants{{0, c.Capacity - c.Initial}})
	}
	for p := range app.Processes {
		s.cursors = append(s.cursors, &selfTimedProcess{firings: s.firings(app.Scenarios[0].Traces[p])})
	}
	for moved := true; moved; {
		moved = false
		for _, c := range s.cursors {
			for s.step(c) {
				moved = true
			}
		}
	}
	for _, c := range s.cursors {
		if len(c.firings) > 0 && c.iteration < iterations {
			return nil, false
		}
	}
	return s.completed, true
}

type selfTimedRun struct {
	app           *kpn.Application
	by            rule
	tokens, rooms []instants
	cursors       []*selfTimedProcess
	completed     []int64
}

// instants are when tokens or rooms become free, oldest first.
type instants []struct{ at, n int64 }

func (q *instants) put(at, n int64) {
	if last := len(*q) - 1; last >= 0 && (*q)[last].at == at {
		(*q)[last].n += n
		return
	}
	*q = append(*q, struct{ at, n int64 }{at, n})
}

// take takes n and returns when the last of them was there.
func (q *instants) take(n int64) (at int64) {
	for n > 0 {
		first := &(*q)[0]
		at = max(at, first.at)
		k := min(n, first.n)
		first.n -= k
		if n -= k; first.n == 0 {
			*q = (*q)[1:]
		}
	}
	return at
}

func (q instants) has(n int64) bool {
	for i := 0; i < len(q) && n > 0; i++ {
		n -= q[i].n
	}
	return n <= 0
}

type selfTimedProcess struct {
	firings   [][]kpn.Event
	next      int
	iteration int
	at        int64
}

// firings cuts a trace: into single events, or into reads, executes, writes.
func (s *selfTimedRun) firings(f *kpn.Fragment) (firings [][]kpn.Event) {
	order := map[kpn.Kind]int{kpn.Read: 0, kpn.Execute: 1, kpn.Write: 2}
	for e := range f.Events() {
		last := len(firings) - 1
		if s.by == kahn || last < 0 || order[e.Kind] < order[firings[last][len(firings[last])-1].Kind] {
			firings = append(firings, nil)
			last++
		}
		firings[last] = append(firings[last], e)
	}
	return firings
}

// step does the next firing of a process, if it can begin.
func (s *selfTimedRun) step(c *selfTimedProcess) bool {
	if c.iteration == len(s.completed) || len(c.firings) == 0 {
		return false
	}
	firing := c.firings[c.next]
	for _, e := range firing {
		if e.Kind == kpn.Read && !s.tokens[e.Arg].has(e.N) || e.Kind == kpn.Write && !s.rooms[e.Arg].has(e.N) {
			return false
		}
	}
	start := c.at
	if s.by == overlap {
		start = 0
	}
	end := int64(0)
	for _, e := range firing {
		switch e.Kind {
		case kpn.Read:
			start = max(start, s.tokens[e.Arg].take(e.N))
		case kpn.Write:
			start = max(start, s.rooms[e.Arg].take(e.N))
		default:
			end += unitsOf(s.app, e)
		}
	}
	end += start
	for _, e := range firing {
		switch e.Kind {
		case kpn.Read:
			s.rooms[e.Arg].put(end, e.N)
		case kpn.Write:
			s.tokens[e.Arg].put(end, e.N)
		}
	}
	c.at = max(c.at, end)
	if c.next++; c.next == len(c.firings) {
		s.completed[c.iteration] = max(s.completed[c.iteration], c.at)
		c.next = 0
		c.iteration++
	}
	return true
}

func unitsOf(app *kpn.Application, e kpn.Event) int64 {
	for _, c := range app.Operations[e.Arg].Costs {
		if c.Type == "default" {
			return e.N * c.Units
		}
	}
	return 0
}

// steadyPeriod returns the distance of iterations in units of time, once every
// so many of them take the same time over the second half of the iterations.
func steadyPeriod(t *testing.T, completed []int64) *big.Rat {
	t.Helper()
	period := steady(completed)
	if period == nil {
		t.Fatalf("the %d iterations have not become periodic", len(completed))
	}
	return period
}

// steady is like steadyPeriod, but returns nil if they have not become periodic.
func steady(completed []int64) *big.Rat {
	const longest = 24
	for k := 1; k <= longest && 4*k <= len(completed); k++ {
		from, same := len(completed)/2, true
		distance := completed[from+k] - completed[from]
		for i := from; i+k < len(completed); i++ {
			same = same && completed[i+k]-completed[i] == distance
		}
		if same {
			return big.NewRat(distance, 1000*int64(k))
		}
	}
	return nil
}
