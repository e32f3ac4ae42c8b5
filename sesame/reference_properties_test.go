package sesame_test

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"sdse/sesame"
)

// TestReferenceIsConsistent holds the reference, on systems with every feature,
// against what follows from the rules as a whole: nothing depends on the order in
// which things of one instant are done, times add up, nobody does two things at
// once, and the timeline tells the same as the statistics. All rules have to
// have an effect.
func TestReferenceIsConsistent(t *testing.T) {
	cases := uint64(1500)
	if testing.Short() {
		cases = 300
	}
	var seen coverage
	for n := range cases {
		d := seeded(n)
		s := d.systemOf(everything)
		if _, err := sesame.Compile(s.platform, s.space); err != nil {
			t.Fatalf("system %d: %v", n, err)
		}
		seen.systems++
		for _, genes := range d.designs(s.bounds(), 2) {
			for range min(2, s.space.Len()) {
				scenario := d(s.space.Len())
				st, l := s.watch(genes, scenario, 2*n)
				other, ol := s.watch(genes, scenario, 2*n+1)
				wrong := difference(other, st)
				if l, ol = s.canonical(l), s.canonical(ol); !reflect.DeepEqual(l, ol) {
					wrong += timelineDifference(ol, l)
				}
				wrong += consistent(s, st, l)
				if wrong != "" {
					t.Fatalf("system %d, design %v, scenario %d:\n%s%s", n, genes, scenario, wrong, s.describe(genes))
				}
				seen.note(st)
			}
		}
		seen.effects(s)
	}
	seen.check(t, everything)
}

func (s *system) canonical(l *timeline) *timeline {
	return l.canonical(func(channel int) int64 { c := s.channels()[channel]; return c.app.Channels[c.index].Initial })
}

// consistent tells what is wrong with statistics and timeline of a simulation.
func consistent(s *system, st *sesame.Statistics, l *timeline) (wrong string) {
	want := func(what string, got, want any) {
		if got != want {
			wrong += fmt.Sprintf("%s: %v, want %v\n", what, got, want)
		}
	}
	sums := map[[2]int]sesame.Time{} // by kind and processor
	passed := map[int]int64{}
	for _, span := range l.spans {
		if span.Processor >= 0 {
			sums[[2]int{int(span.Kind), span.Processor}] += span.End - span.Start
		}
		if span.Kind == sesame.Passing {
			passed[span.Component]++
		}
		if st.Failure == sesame.None && span.End > st.Makespan {
			wrong += fmt.Sprintf("a span ends at %d, behind the end", span.End)
		}
	}
	for i, p := range st.Processors {
		of := func(k sesame.SpanKind) sesame.Time { return sums[[2]int{int(k), i}] }
		want(p.Name+" dispatches", of(sesame.Dispatching), p.Dispatch)
		want(p.Name+" executes", of(sesame.Executing), p.Execute)
		want(p.Name+" transfers", of(sesame.Transferring)+of(sesame.Issuing), p.Transfer)
		want(p.Name+" waits", of(sesame.Waiting), p.Waiting)
		if st.Failure == sesame.None {
			want(p.Name+" in all", p.Dispatch+p.Execute+p.Transfer+p.Waiting+p.Idle, st.Makespan)
		}
	}
	for i, c := range st.Components {
		if passed[i] > c.Transfers {
			wrong += fmt.Sprintf("%s: %d spans, %d transfers\n", c.Name, passed[i], c.Transfers)
		}
	}
	for _, c := range st.Channels {
		if c.HighWater > c.Capacity {
			wrong += fmt.Sprintf("%s held %d of %d\n", c.Name, c.HighWater, c.Capacity)
		}
	}
	return wrong + atOnce(s, l)
}

// atOnce tells who does more at a time than is possible.
func atOnce(s *system, l *timeline) (wrong string) {
	by := map[string][]sesame.Span{}
	add := func(what string, n int, span sesame.Span) {
		key := fmt.Sprintf("%s %d", what, n)
		by[key] = append(by[key], span)
	}
	most := map[string]int{}
	for _, span := range l.spans {
		if span.Kind != sesame.Passing {
			add("process", span.Process, span)
		}
		if span.Kind <= sesame.Issuing {
			add("processor", span.Processor, span)
		}
		if span.Kind == sesame.Passing {
			if c := s.platform.Components[span.Component]; c.Exclusive && c.Arbitration != sesame.TDMA {
				add("component", span.Component, span)
				most[fmt.Sprintf("component %d", span.Component)] = max(1, c.Ports)
			}
		}
	}
	for who, spans := range by {
		slices.SortFunc(spans, func(a, b sesame.Span) int { return cmp.Compare(a.Start, b.Start) })
		for i, span := range spans {
			n := 1
			for _, before := range spans[:i] {
				if before.End > span.Start {
					n++
				}
			}
			if n > max(1, most[who]) {
				wrong += fmt.Sprintf("%s does %d things at %d\n", who, n, span.Start)
			}
		}
	}
	return wrong
}
