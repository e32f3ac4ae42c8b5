package sesame_test

import (
	"reflect"
	"slices"
	"testing"

	"sdse/sesame"
)

// TestTimelinesAreCompared changes what an observer was told: the order does not
// matter, nor what does not last, and everything else does.
func TestTimelinesAreCompared(t *testing.T) {
	initial := func(int) int64 { return 1 }
	span := sesame.Span{Kind: sesame.Executing, Process: 1, Processor: 2, Channel: -1, Component: -1, Operation: 3, Count: 4, Start: 5, End: 9}
	later := span
	later.Start, later.End = 9, 12
	told := &timeline{spans: []sesame.Span{span, later}, fills: []refFill{{0, 5, 2}, {1, 5, 3}, {0, 9, 1}}}
	same := func(l *timeline) bool { return reflect.DeepEqual(l.canonical(initial), told.canonical(initial)) }
	nothing := span
	nothing.End = nothing.Start
	if !same(&timeline{spans: []sesame.Span{later, nothing, span}, fills: []refFill{{1, 0, 1}, {1, 5, 3}, {0, 5, 7}, {0, 5, 2}, {0, 7, 2}, {0, 9, 1}}}) {
		t.Error("what was told in another form makes a difference")
	}
	for i := range 5 {
		l := &timeline{spans: slices.Clone(told.spans), fills: slices.Clone(told.fills)}
		switch i {
		case 0:
			l.spans[1].Start++
		case 1:
			l.spans[0].Operation = 0
		case 2:
			l.spans = append(l.spans, span)
		case 3:
			l.fills[0].tokens++
		case 4:
			l.fills = l.fills[:2]
		}
		if same(l) || timelineDifference(l.canonical(initial), told.canonical(initial)) == "" {
			t.Errorf("change %d is not noticed", i)
		}
	}
}
