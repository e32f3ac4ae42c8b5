package timeline

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sdse/sesame"
)

// Marks and columns together last as long as what was added, whatever it was.
func TestRowsKeepAllTime(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		horizon := sesame.Time(rapid.Uint64Range(1, uint64(sesame.MaxTime)).Draw(rt, "horizon")) >> rapid.IntRange(0, 61).Draw(rt, "shift")
		r := newRow(scale{max(1, horizon)}, 1)
		added := map[style]sesame.Time{}
		var at sesame.Time
		for range rapid.IntRange(0, 60).Draw(rt, "n") {
			start := at + sesame.Time(rapid.Uint64Range(0, uint64(horizon/20)).Draw(rt, "gap"))
			end := min(horizon, start+1+sesame.Time(rapid.Uint64Range(0, uint64(horizon/30)).Draw(rt, "length")>>rapid.IntRange(0, 40).Draw(rt, "shorter")))
			if start >= end {
				break
			}
			m := mark{style: style{markKind(rapid.IntRange(0, 2).Draw(rt, "kind")), 0}, start: start, end: end}
			added[m.style] += end - start
			r.add(m)
			at = end
		}
		r.finish()
		kept := map[style]sesame.Time{}
		for _, m := range r.marks {
			kept[m.style] += m.end - m.start
		}
		for c, portions := range r.columns {
			var sum sesame.Time
			for _, p := range portions {
				kept[p.style] += p.lasts
				sum += p.lasts
			}
			if c < plotWidth-1 && sum > r.scale.edge(c+1)-r.scale.edge(c) {
				rt.Errorf("column %d holds %d ps of %d", c, sum, r.scale.edge(c+1)-r.scale.edge(c))
			}
		}
		for s, want := range added {
			if kept[s] != want {
				rt.Errorf("%+v: %d ps were added, %d are kept", s, want, kept[s])
			}
		}
	})
}

func TestRowJoinsWhatGoesOn(t *testing.T) {
	r := newRow(scale{10_000}, 1)
	add := func(kind markKind, operation string, start, end sesame.Time) {
		r.add(mark{style: style{kind, 0}, operation: operation, start: start, end: end})
	}
	add(executes, "a", 0, 100)
	add(executes, "a", 100, 200) // again
	add(executes, "b", 200, 202) // narrower than a pixel, 8.5 ps
	add(executes, "b", 202, 220)
	add(transfers, "", 220, 230)
	add(transfers, "", 230, 240)
	add(transfers, "", 241, 250)
	r.finish()
	var got []string
	for _, m := range r.marks {
		got = append(got, fmt.Sprint(m.kind, m.operation, uint64(m.start), "-", uint64(m.end)))
	}
	if want := []string{"0a0-100", "0a100-200", "0b200-220", "1220-240", "1241-250"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestScale(t *testing.T) {
	for _, c := range []struct {
		horizon sesame.Time
		step    sesame.Time
		unit    string
		last    string
	}{
		{1, 1, "ps", "1"}, {10, 1, "ps", "10"}, {11, 2, "ps", "10"}, {999, 100, "ps", "900"}, {1000, 100, "ns", "1"},
		{1_234_567, 200_000, "µs", "1.2"}, {142_100_000, 20_000_000, "µs", "140"}, {5_100_000_000_000, 500_000_000_000, "s", "5"},
		{sesame.MaxTime, 500_000_000_000_000_000, "s", "4500000"},
	} {
		s := scale{c.horizon}
		step, unit := s.ticks()
		if step != c.step || unit.name != c.unit || unit.label(c.horizon/step*step) != c.last {
			t.Errorf("%d: every %d %s, the last %s; want %+v", c.horizon, step, unit.name, unit.label(c.horizon/step*step), c)
		}
		if s.at(0) != 0 || s.at(c.horizon) != pixels(plotWidth) || s.at(math.MaxUint64) != pixels(plotWidth) {
			t.Errorf("%d: from %v to %v", c.horizon, s.at(0), s.at(c.horizon))
		}
		for i := range plotWidth {
			if e := s.edge(i); e < c.horizon && s.edge(i+1) > e && s.column(e) != i {
				t.Fatalf("%d: column %d begins at %d, which is in column %d", c.horizon, i, e, s.column(e))
			}
		}
	}
}

func TestPixels(t *testing.T) {
	for p, want := range map[px]string{0: "0", 100: "1", 150: "1.5", 5: "0.05", 1234: "12.34", -250: "-2.5"} {
		if p.String() != want {
			t.Errorf("%d is %s, want %s", int(p), p, want)
		}
	}
}

// A short mark across the border of two columns is cut there.
func TestRowCutsAtColumns(t *testing.T) {
	r := newRow(scale{1000 * plotWidth}, 1)
	r.add(mark{start: 6998, end: 7003})
	r.finish()
	if a, b := r.columns[6], r.columns[7]; len(a) != 1 || len(b) != 1 || a[0].lasts != 2 || b[0].lasts != 3 {
		t.Errorf("%v and %v, want 2 and 3 ps", a, b)
	}
}
