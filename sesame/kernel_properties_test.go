package sesame_test

import (
	"cmp"
	"reflect"
	"slices"
	"testing"

	"sdse/kpn"
	"sdse/sesame"

	"pgregory.net/rapid"
)

// widened makes a small system that uses the whole component table.
func (d draw) widened() *system {
	s := d.system()
	p := s.platform
	for i := range p.Types {
		t := &p.Types[i]
		t.Policy = one(d, sesame.FCFS, sesame.RunToBlock, sesame.RoundRobin, sesame.Priority)
		t.Preemptive = d.percent(60)
		if d.percent(60) {
			t.Slice = sesame.Time(int64(d.between(1, 60)) * s.unit)
		}
		t.SwitchWhen = one(d, sesame.OnChange, sesame.Always, sesame.Never)
		if d.percent(50) {
			t.Switch = s.thousandths(d, 5)
		}
		for k := range t.Points {
			t.Points[k].EnergyPerCycle = int64(d(3) * d(1000))
		}
		t.OperationEnergy = map[string]int64{"plain": int64(d(1000))}
	}
	for i := range p.Processors {
		p.Processors[i].Priority = d(3)
	}
	d.widenPaths(s)
	p.Limits.Events = 20_000 // of tiny slices
	for _, app := range s.space.Applications {
		if d.percent(30) {
			app.Firing = kpn.SDFFiring
		}
		if d.percent(40) {
			app.Timing = kpn.Timing{Period: int64(d(300)) * s.unit, Offset: int64(d(50)) * s.unit, Deadline: int64(d(400)) * s.unit}
		}
		for i := range app.Processes {
			app.Processes[i].Priority = d(3)
		}
	}
	return s
}

// widenPaths draws how paths are passed, and arbiters so that a hop has at most one.
func (d draw) widenPaths(s *system) {
	p := s.platform
	forward := d.percent(40)
	for i := range p.Paths {
		path := &p.Paths[i]
		path.Forward = forward || d.percent(20)
		if path.DMA = d.percent(40); path.DMA && d.percent(60) {
			path.Issue, path.IssueTime = s.thousandths(d, 3), sesame.Time(int64(d(5))*s.unit)
		}
	}
	chosen := d(5)
	for i := range p.Components {
		c := &p.Components[i]
		if c.Ports > 1 && d.percent(10) {
			c.Ports = 9 // so many that they are counted
		}
		if !forward && c.Group != chosen {
			continue
		}
		c.Arbitration = one(d, sesame.ByArrival, sesame.ByPriority, sesame.InTurn, sesame.TDMA)
		c.Slot = sesame.Time(int64(d.between(1, 40)) * s.unit)
		for k := range p.Processors {
			for range d(3) {
				c.Slots = append(c.Slots, k)
			}
		}
	}
}

// timeline collects what an observer is told.
type timeline struct {
	spans []sesame.Span
	fills []fill
}

type fill struct {
	channel int
	at      sesame.Time
	tokens  int64
}

func (l *timeline) Span(s sesame.Span) { l.spans = append(l.spans, s) }

func (l *timeline) Fill(channel int, at sesame.Time, tokens int64) {
	l.fills = append(l.fills, fill{channel, at, tokens})
}

// TestWatchingChangesNothing, and neither does where requests wait.
func TestWatchingChangesNothing(t *testing.T) {
	for n := range uint64(500) {
		d := seeded(n)
		s := d.widened()
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
		s := d.widened()
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
		held := s.heldWithTDMA(i)
		if busy != use.Busy && !held {
			t.Errorf("spans of %s add up to %v, want %v", use.Name, busy, use.Busy)
		}
		if c.Exclusive && c.Ports <= 1 && overlap(passing) {
			t.Errorf("%s serves two at once: %v", use.Name, passing)
		}
	}
}

// heldWithTDMA reports whether a component may be held for longer than a transfer takes,
// together with one that serves in slots.
func (s *system) heldWithTDMA(i int) bool {
	for _, path := range s.platform.Paths {
		for _, part := range [][]sesame.Step{path.Write, path.Read} {
			has := func(ok func(c *sesame.Component) bool) bool {
				return slices.ContainsFunc(part, func(step sesame.Step) bool {
					return slices.ContainsFunc(s.platform.Components, func(c sesame.Component) bool { return c.Group == step.Group && ok(&c) })
				})
			}
			if has(func(c *sesame.Component) bool { return c.Group == s.platform.Components[i].Group }) &&
				has(func(c *sesame.Component) bool { return c.Exclusive && c.Arbitration == sesame.TDMA }) {
				return true
			}
		}
	}
	return false
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

// TestNothingIsLeftBehindByAnyFeature simulates designs and scenarios in any order on
// one simulator, also after failures: each time it must be as if it were new.
func TestNothingIsLeftBehindByAnyFeature(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		s := d.widened()
		if d.percent(30) {
			s.platform.Limits.Time = sesame.Time(int64(d.between(1, 2000)) * s.unit)
		}
		m := compiled(t, s)
		sim := m.NewSimulator()
		designs := d.designs(m.Bounds(), 3)
		for range 6 {
			genes, id := designs[d(len(designs))], d(s.space.Len())
			fresh := m.NewSimulator()
			fresh.Bind(genes)
			sim.Bind(genes)
			if got, want := sim.Examine(id), fresh.Examine(id); !reflect.DeepEqual(got, want) {
				t.Errorf("design %v, scenario %d:\n%s", genes, id, difference(got, want))
			}
		}
	})
}

// TestCanonicalIsExactForAnyFeature: what is called twins costs the same.
func TestCanonicalIsExactForAnyFeature(t *testing.T) {
	for n := range uint64(300) {
		d := seeded(n)
		s := d.widened()
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
