package sesame_test

import (
	"cmp"
	"reflect"
	"slices"
	"testing"

	"sdse/sesame"
)

// TestWatchingChangesNothing, and neither does where requests wait.
func TestWatchingChangesNothing(t *testing.T) {
	for n := range uint64(500) {
		d := seeded(n)
		s := d.system()
		m, queued := s.compile(t), s.compile(t)
		queued.QueueEverything()
		genes := d.designs(m.Bounds(), 1)[0]
		sim, other := m.NewSimulator(), queued.NewSimulator()
		sim.Bind(genes)
		other.Bind(genes)
		for id := range min(3, s.space.Len()) {
			st := sim.Examine(id)
			if watched := sim.Watch(id, &timeline{}); !reflect.DeepEqual(watched, st) {
				t.Fatalf("system %d, scenario %d, watched:\n%s", n, id, difference(watched, st))
			}
			if outcome := sim.Simulate(id); outcome != outcomeOf(st) {
				t.Fatalf("system %d, scenario %d: Simulate says %+v, Examine %+v", n, id, outcome, outcomeOf(st))
			}
			if inQueues := other.Examine(id); !reflect.DeepEqual(inQueues, st) && cameToAnEnd(st) {
				t.Fatalf("system %d, scenario %d, with queues:\n%s", n, id, difference(inQueues, st))
			}
		}
	}
}

// cameToAnEnd reports whether a simulation came to where nothing more happens.
func cameToAnEnd(st *sesame.Statistics) bool {
	return st.Failure == sesame.None || st.Failure == sesame.Deadlock
}

// TestSpansAddUp compares what an observer is told with the statistics.
func TestSpansAddUp(t *testing.T) {
	seen := map[sesame.SpanKind]int{}
	for n := range uint64(400) {
		d := seeded(n)
		s := d.system()
		m := s.compile(t)
		sim := m.NewSimulator()
		sim.Bind(d.designs(m.Bounds(), 1)[0])
		var l timeline
		st := sim.Watch(d(s.space.Len()), &l)
		if !cameToAnEnd(st) {
			continue
		}
		for _, span := range l.spans {
			seen[span.Kind]++
		}
		l.checkProcessors(t, st)
		l.checkComponents(t, s, st)
		l.checkFills(t, m, sim)
		if t.Failed() {
			t.Fatalf("in system %d", n)
		}
	}
	for kind := sesame.Dispatching; kind <= sesame.Queued; kind++ {
		if seen[kind] < 50 {
			t.Errorf("only %d spans of kind %d: that does not mean much", seen[kind], kind)
		}
	}
}

// overlap reports two spans that are at the same time.
func overlap(spans []sesame.Span) bool {
	slices.SortFunc(spans, func(a, b sesame.Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := range spans[:max(0, len(spans)-1)] {
		if spans[i].End > spans[i+1].Start {
			return true
		}
	}
	return false
}

func (l *timeline) checkProcessors(t *testing.T, st *sesame.Statistics) {
	for i, use := range st.Processors {
		var times [sesame.Queued + 1]sesame.Time
		var occupied []sesame.Span
		for _, span := range l.spans {
			if span.Processor == i {
				times[span.Kind] += span.End - span.Start
				if span.Kind != sesame.Queued {
					occupied = append(occupied, span)
				}
			}
		}
		got := [4]sesame.Time{times[sesame.Dispatching], times[sesame.Executing], times[sesame.Transferring] + times[sesame.Issuing], times[sesame.Waiting]}
		if want := [4]sesame.Time{use.Dispatch, use.Execute, use.Transfer, use.Waiting}; got != want {
			t.Errorf("spans of %s add up to %v, want %v", use.Name, got, want)
		}
		if sum := use.Dispatch + use.Execute + use.Transfer + use.Waiting + use.Idle; st.Failure == sesame.None && sum != st.Makespan {
			t.Errorf("the times of %s add up to %v, not to the makespan %v", use.Name, sum, st.Makespan)
		}
		if overlap(occupied) {
			t.Errorf("%s does two things at once: %v", use.Name, occupied)
		}
	}
}

func (l *timeline) checkComponents(t *testing.T, s *system, st *sesame.Statistics) {
	for i, use := range st.Components {
		c := &s.platform.Components[i]
		var busy sesame.Time
		var passing []sesame.Span
		for _, span := range l.spans {
			if span.Component == i && span.Kind == sesame.Passing {
				busy += span.End - span.Start
				passing = append(passing, span)
			}
		}
		if c.Arbitration == sesame.TDMA && c.Exclusive {
			continue // slots of several processors interleave
		}
		if busy != use.Busy && !s.hasSlots() {
			t.Errorf("spans of %s add up to %v, want %v", use.Name, busy, use.Busy)
		}
		if c.Exclusive && c.Ports <= 1 && overlap(passing) {
			t.Errorf("%s serves two at once: %v", use.Name, passing)
		}
	}
}

// hasSlots reports whether any component of a system serves in slots, so that what
// is held together with it is held for longer than a transfer takes.
func (s *system) hasSlots() bool {
	return slices.ContainsFunc(s.platform.Components, func(c sesame.Component) bool { return c.Exclusive && c.Arbitration == sesame.TDMA })
}

func (l *timeline) checkFills(t *testing.T, m *sesame.Model, sim *sesame.Simulator) {
	last := map[int]int64{}
	initial := map[int]int64{}
	for _, f := range l.fills {
		if _, known := last[f.channel]; !known {
			initial[f.channel] = f.tokens
		}
		if last[f.channel] = f.tokens; f.tokens < 0 {
			t.Errorf("%d tokens in %s", f.tokens, m.ChannelName(f.channel))
		}
	}
	for channel, tokens := range last {
		if written, read := sim.Tokens(channel); tokens != initial[channel]+written-read {
			t.Errorf("%d tokens are left in %s, want %d + %d - %d", tokens, m.ChannelName(channel), initial[channel], written, read)
		}
	}
}

// TestCanonicalIsExactForAnyFeature: what is called twins costs the same.
func TestCanonicalIsExactForAnyFeature(t *testing.T) {
	for n := range uint64(300) {
		d := seeded(n)
		s := d.system()
		m := s.compile(t)
		genes := d.designs(m.Bounds(), 1)[0]
		canonical := slices.Clone(genes)
		m.Canonical(canonical)
		ids := []int{d(s.space.Len()), d(s.space.Len())}
		if a, b := outcomes(m, genes, ids), outcomes(m, canonical, ids); !slices.Equal(a, b) {
			t.Fatalf("system %d: %v costs %+v, its canonical form %v costs %+v", n, genes, a, canonical, b)
		}
	}
}
