package sesame_test

import (
	"slices"
	"testing"

	"sdse/sesame"
)

// TestTheTimelineOfAPreemption watches what TestPreemption computes, with a dispatch of
// 1 ns, and a token that is written over the bus.
func TestTheTimelineOfAPreemption(t *testing.T) {
	s := rig(t, `
process = [
	{ name = "p0", trace = "exec tick*20" },
	{ name = "p1", trace = "read c; exec tick*3" },
	{ name = "w", trace = "exec tick*4; write c" },
	{ name = "v", trace = "exec tick*3; write d" } ]
channel = [
	{ name = "c", from = "w", to = "p1", token = "8 B" },
	{ name = "d", from = "v", to = "v", token = "8 B", initial = 1, capacity = 2 } ]
`, func(p *sesame.Platform) {
		policy(sesame.Priority, 0, true)(p)
		p.Types = append(p.Types, p.Types[0])
		p.Types[1].Dispatch = 1000
		p.Processors[0].Type = 1
	}).urgencies(5, 1, 0, 0)
	genes := s.on(t, "aabc", byY, byY)
	sim := s.compile(t).NewSimulator()
	sim.Bind(genes)
	var l timeline
	sim.Watch(0, &l)
	span := func(kind sesame.SpanKind, process, processor, channel, component, operation int, count int64, write bool, start, end sesame.Time) sesame.Span {
		return sesame.Span{Kind: kind, Process: process, Processor: processor, Channel: channel, Component: component, Operation: operation,
			Count: count, Write: write, Start: start * ns, End: end * ns}
	}
	want := []sesame.Span{
		// v has the bus 3–15, w waits for it from 4 and has it 15–27.
		span(sesame.Executing, 3, 2, -1, -1, 0, 3, false, 0, 3),
		span(sesame.Transferring, 3, 2, 1, -1, -1, 1, true, 3, 15),
		span(sesame.Passing, 3, -1, 1, atY, -1, 1, true, 3, 15),
		span(sesame.Executing, 2, 1, -1, -1, 0, 4, false, 0, 4),
		span(sesame.Waiting, 2, 1, 0, atY, -1, 1, true, 4, 15),
		span(sesame.Transferring, 2, 1, 0, -1, -1, 1, true, 15, 27),
		span(sesame.Passing, 2, -1, 0, atY, -1, 1, true, 15, 27),
		// p0 is picked 0–1 and executes 1–21; p1 gets its token at 27 and reads in no time,
		// after a dispatch each.
		span(sesame.Dispatching, 0, 0, -1, -1, -1, -1, false, 0, 1),
		span(sesame.Executing, 0, 0, -1, -1, 0, 20, false, 1, 21),
		span(sesame.Blocked, 1, -1, 0, -1, -1, 1, false, 0, 27),
		span(sesame.Dispatching, 1, 0, -1, -1, -1, -1, false, 27, 28),
		span(sesame.Dispatching, 1, 0, -1, -1, -1, -1, false, 28, 29),
		span(sesame.Executing, 1, 0, -1, -1, 0, 3, false, 29, 32),
	}
	l.compare(t, want)
	if want := []refFill{{0, 0, 0}, {1, 0, 1}, {1, 15 * ns, 2}, {0, 27 * ns, 1}, {0, 28 * ns, 0}}; !slices.Equal(l.fills, want) {
		t.Errorf("fills %v, want %v", l.fills, want)
	}
	// With 40 instead of 20, p0 is interrupted at 27 and queues 27–32.
	s.space.Applications[0].Scenarios[0].Traces[0] = s.fragment(40)
	sim = s.compile(t).NewSimulator()
	sim.Bind(genes)
	l = timeline{}
	sim.Watch(0, &l)
	want[8] = span(sesame.Executing, 0, 0, -1, -1, 0, 40, false, 1, 27)
	want = append(want, span(sesame.Queued, 0, 0, -1, -1, -1, -1, false, 27, 32),
		span(sesame.Dispatching, 0, 0, -1, -1, -1, -1, false, 32, 33),
		span(sesame.Executing, 0, 0, -1, -1, 0, 40, false, 33, 47))
	l.compare(t, want)
}

// TestTheTimelineOfDMA watches an issue, what is on the way behind it, and nobody on
// the processor of a process that waits for its read.
func TestTheTimelineOfDMA(t *testing.T) {
	s := rig(t, `
process = [ { name = "w", trace = "write c" }, { name = "r", trace = "read c" } ]
channel = [ { name = "c", from = "w", to = "r", token = "8 B" } ]
`, byDMA)
	sim := s.compile(t).NewSimulator()
	sim.Bind(s.on(t, "ab", byYInDirections))
	var l timeline
	sim.Watch(0, &l)
	span := func(kind sesame.SpanKind, process, processor, component int, write bool, start, end sesame.Time) sesame.Span {
		return sesame.Span{Kind: kind, Process: process, Processor: processor, Channel: 0, Component: component, Operation: -1,
			Count: 1, Write: write, Start: start * ns, End: end * ns}
	}
	l.compare(t, []sesame.Span{
		span(sesame.Issuing, 0, 0, -1, true, 0, 2),
		span(sesame.Passing, 0, -1, atY, true, 2, 14),
		span(sesame.Blocked, 1, -1, -1, false, 0, 14),
		span(sesame.Issuing, 1, 1, -1, false, 14, 16),
		span(sesame.Passing, 1, -1, atY, false, 16, 28),
	})
}

// compare reports spans that are missing or too many, in whatever order.
func (l *timeline) compare(t *testing.T, want []sesame.Span) {
	t.Helper()
	for _, w := range want {
		if !slices.Contains(l.spans, w) {
			t.Errorf("missing: %+v", w)
		}
	}
	for _, got := range l.spans {
		if !slices.Contains(want, got) {
			t.Errorf("too much: %+v", got)
		}
	}
	if len(l.spans) != len(want) {
		t.Errorf("%d spans, want %d", len(l.spans), len(want))
	}
}
