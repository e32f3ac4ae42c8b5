package sesame_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sdse/kpn"
	"sdse/sesame"
)

// timeline is everything that an observer is told.
type timeline struct {
	spans []sesame.Span
	fills []refFill
}

type refFill struct {
	channel int
	at      sesame.Time
	tokens  int64
}

// Span notes a span.
func (l *timeline) Span(s sesame.Span) { l.spans = append(l.spans, s) }

// Fill notes how many tokens are visible.
func (l *timeline) Fill(channel int, at sesame.Time, tokens int64) {
	l.fills = append(l.fills, refFill{channel, at, tokens})
}

// span tells of something that ends now. Where the description of a kind does
// not name a number, it is -1.
func (r *refRun) span(s sesame.Span) {
	if r.timeline == nil {
		return
	}
	s.End = r.now
	switch s.Kind {
	case sesame.Dispatching, sesame.Queued:
		s.Channel, s.Component, s.Operation, s.Count = -1, -1, -1, -1
	case sesame.Executing:
		s.Channel, s.Component = -1, -1
	}
	r.timeline.Span(s)
}

func (r *refRun) fill(c *refChannel) {
	if r.timeline != nil {
		r.timeline.Fill(c.number, r.now, c.there)
	}
}

// blocked tells that a process has waited for tokens or room.
func (r *refRun) blocked(p *refProcess) {
	r.span(sesame.Span{Kind: sesame.Blocked, Process: p.number, Processor: -1, Channel: p.app.first.channel + p.lacks.Arg, Component: -1,
		Operation: -1, Count: p.lacks.N, Write: p.lacks.Kind == kpn.Write, Start: p.offered})
}

// queueing tells that a process has waited for its processor.
func (r *refRun) queueing(p *refProcess) {
	r.span(sesame.Span{Kind: sesame.Queued, Process: p.number, Processor: p.on.index, Start: p.queued})
}

// canonical brings a timeline into the one form that it has in common with
// every other one that tells the same: spans in order, without those that did
// not last, and of every channel only how many tokens are visible at the end of
// an instant, if that is something else than before.
func (l *timeline) canonical(initial func(channel int) int64) *timeline {
	c := &timeline{}
	for _, s := range l.spans {
		if s.Start < s.End {
			c.spans = append(c.spans, s)
		}
	}
	slices.SortFunc(c.spans, compareSpans)
	fills := slices.Clone(l.fills)
	slices.SortStableFunc(fills, func(a, b refFill) int { return cmp.Or(cmp.Compare(a.channel, b.channel), cmp.Compare(a.at, b.at)) })
	last := map[int]int64{}
	for i, f := range fills {
		if i+1 < len(fills) && fills[i+1].channel == f.channel && fills[i+1].at == f.at {
			continue
		}
		before, known := last[f.channel]
		if !known {
			before = initial(f.channel)
		}
		if last[f.channel] = f.tokens; f.tokens != before {
			c.fills = append(c.fills, f)
		}
	}
	return c
}

func compareSpans(a, b sesame.Span) int {
	flag := func(s sesame.Span) int {
		if s.Write {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Process, b.Process),
		cmp.Compare(a.Processor, b.Processor), cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.Component, b.Component),
		cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Count, b.Count), cmp.Compare(flag(a), flag(b)))
}

var spanKinds = [...]string{"dispatching", "executing", "waiting", "transferring", "issuing", "passing", "blocked", "queued"}

// lines writes a canonical timeline, a line for everything that happened.
func (l *timeline) lines() []string {
	var list []string
	for _, s := range l.spans {
		var b strings.Builder
		fmt.Fprintf(&b, "%d–%d %s process %d", s.Start, s.End, spanKinds[s.Kind], s.Process)
		for _, n := range []struct {
			what string
			n    int
		}{{"processor", s.Processor}, {"channel", s.Channel}, {"component", s.Component}, {"operation", s.Operation}, {"count", int(s.Count)}} {
			if n.n != -1 {
				fmt.Fprintf(&b, " %s %d", n.what, n.n)
			}
		}
		if s.Write {
			b.WriteString(" write")
		}
		list = append(list, b.String())
	}
	for _, f := range l.fills {
		list = append(list, fmt.Sprintf("%d channel %d holds %d", f.at, f.channel, f.tokens))
	}
	return list
}

// timelineDifference shows the first things that only one of two canonical
// timelines tells of.
func timelineDifference(got, want *timeline) string {
	var b strings.Builder
	only := func(who string, mine, others []string) {
		shown := 0
		for _, line := range mine {
			if !slices.Contains(others, line) && shown < 6 {
				fmt.Fprintf(&b, "only the %s: %s\n", who, line)
				shown++
			}
		}
	}
	g, w := got.lines(), want.lines()
	only("simulator", g, w)
	only("reference", w, g)
	if b.Len() == 0 && !slices.Equal(g, w) {
		b.WriteString("some things are told more than once\n")
	}
	return b.String()
}
