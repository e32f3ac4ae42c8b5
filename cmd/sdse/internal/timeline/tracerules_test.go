package timeline

import (
	"encoding/json"
	"testing"
)

// The rules that a reader of traces relies on, on toy simulations: in every
// track slices do not overlap and B and E take turns, arrows end where they
// belong and carry every token once.
func TestTraceRules(t *testing.T) {
	for _, y := range []*toy{pipeline(1, 3, 2, 6), pipeline(2, 4, 3, 9), pipeline(2, 5, 8, 4)} {
		for _, dma := range []bool{false, true} {
			y.dma, y.ports = dma, 1+len(y.Processors)/4
			events := parsed(t, traceOf(t, &y.System, y.watch))
			checkTracks(t, events)
			checkArrows(t, events)
			var tokens int64
			for _, trace := range y.traces {
				for _, e := range trace {
					if e.channel >= 0 && !e.write {
						tokens += int64(e.n * y.times)
					}
				}
			}
			if got := arrowTokens(t, events); got != tokens {
				t.Errorf("arrows carry %d tokens, %d were read", got, tokens)
			}
		}
	}
}

func checkTracks(t *testing.T, events []event) {
	t.Helper()
	type state struct {
		open    bool
		at      int64
		group   int
		counted int
	}
	tracks := map[int]*state{}
	for i := range events {
		e := &events[i]
		if e.Ph != "B" && e.Ph != "E" {
			continue
		}
		s := tracks[e.Tid]
		if s == nil {
			s = &state{group: e.Pid}
			tracks[e.Tid] = s
		}
		if at := e.at(t); at < s.at || s.open == (e.Ph == "B") || s.group != e.Pid {
			t.Fatalf("event %d of track %d: %+v after %+v", i, e.Tid, e, s)
		} else {
			s.at, s.open = at, e.Ph == "B"
			s.counted++
		}
	}
	for tid, s := range tracks {
		if s.open {
			t.Errorf("track %d ends within a slice", tid)
		}
	}
	if len(tracks) < 4 {
		t.Errorf("only %d tracks", len(tracks))
	}
}

// checkArrows holds every arrow to the slices at its ends.
func checkArrows(t *testing.T, events []event) {
	t.Helper()
	inside := func(e *event) bool {
		for i := range events {
			b := &events[i]
			if b.Tid == e.Tid && b.Ph == "X" && b.at(t) == e.at(t) {
				return true
			}
			if b.Tid == e.Tid && b.Ph == "B" && b.at(t) <= e.at(t) && (b.Cat == "transfer" || b.Cat == "issue") {
				for k := i + 1; k < len(events); k++ {
					if events[k].Tid == e.Tid && events[k].Ph == "E" {
						if e.at(t) <= events[k].at(t) {
							return true
						}
						break
					}
				}
			}
		}
		return false
	}
	started := map[int]*event{}
	for i := range events {
		switch e := &events[i]; e.Ph {
		case "s":
			if started[e.ID] != nil || !inside(e) {
				t.Errorf("arrow %+v starts nowhere or twice", e)
			}
			started[e.ID] = e
		case "f":
			s := started[e.ID]
			if s == nil || s.Name != e.Name || s.at(t) > e.at(t) || e.Bp != "e" || !inside(e) {
				t.Errorf("arrow %+v, from %+v, ends nowhere", e, s)
			}
			delete(started, e.ID)
			started[e.ID] = &event{} // taken
		}
	}
	if len(started) == 0 {
		t.Error("no arrows")
	}
}

func arrowTokens(t *testing.T, events []event) (sum int64) {
	for _, e := range events {
		if e.Ph == "f" {
			n, err := e.Args["tokens"].(json.Number).Int64()
			if err != nil {
				t.Fatal(err)
			}
			sum += n
		}
	}
	return sum
}
