package subset

import (
	"fmt"
	"slices"
	"testing"
)

func TestChooseTrainers(t *testing.T) {
	cases := []struct {
		perPeriod, ranked int
		seen              []int
		want              string
	}{
		{4, 20, nil, "[0 1 10 19]"},             // two best, then half-way and the worst
		{5, 12, nil, "[0 1 2 6 11]"},            // three best
		{1, 20, nil, "[0]"},                     // the best
		{2, 20, nil, "[0 19]"},                  // the best and the worst
		{4, 3, nil, "[0 1 2]"},                  // all there are
		{4, 20, []int{0, 2, 19}, "[1 3 10 18]"}, // as if the seen were not there
		{3, 3, []int{0, 1, 2}, "[]"},
	}
	for _, c := range cases {
		tr := trainers{perPeriod: c.perPeriod, seen: map[string]bool{}}
		for _, i := range c.seen {
			tr.seen[keyOf([]int{0, i})] = true
		}
		chosen := []int{}
		ranked := ranking(0, c.ranked)
		for _, design := range tr.choose(ranked) {
			chosen = append(chosen, design[1])
			design[1] = 99 // the callee's own
		}
		if got := fmt.Sprint(chosen); got != c.want {
			t.Errorf("%d of %d, seen %v: %s, want %s", c.perPeriod, c.ranked, c.seen, got, c.want)
		}
		if !slices.EqualFunc(ranked, ranking(0, c.ranked), slices.Equal) {
			t.Errorf("the ranking was changed to %v", ranked)
		}
		for _, i := range chosen {
			if !tr.seen[keyOf([]int{0, i})] {
				t.Errorf("design %d was chosen but not remembered", i)
			}
		}
	}
}

func TestKeysAreDistinct(t *testing.T) {
	met := map[string][]int{}
	for _, design := range [][]int{{}, {0}, {0, 0}, {1}, {-1}, {1, 2}, {2, 1}, {128}, {0, 1}, {300}, {44, 2}} {
		key := keyOf(design)
		if other, ok := met[key]; ok {
			t.Errorf("%v and %v share a key", other, design)
		}
		met[key] = design
	}
}

func TestWindowSlides(t *testing.T) {
	result := func(v float64) [][]float64 { return [][]float64{{v}, {v}} }
	values := func(w window) (out []float64) {
		for _, r := range w {
			out = append(out, r[0][0])
		}
		return out
	}
	first, err := make(window, 0, 8).slide([][][]float64{result(1), nil, result(2)}, 3, 2, 3)
	if err != nil || !slices.Equal(values(first), []float64{1, 2}) {
		t.Fatalf("%v, %v", values(first), err)
	}
	second, err := first.slide([][][]float64{result(3), result(4)}, 2, 2, 3)
	if err != nil || !slices.Equal(values(second), []float64{2, 3, 4}) {
		t.Fatalf("%v, %v", values(second), err)
	}
	if !slices.Equal(values(first), []float64{1, 2}) {
		t.Errorf("the old window became %v", values(first))
	}
	third, err := first.slide([][][]float64{result(5)}, 1, 2, 3)
	if err != nil || !slices.Equal(values(third), []float64{1, 2, 5}) || !slices.Equal(values(second), []float64{2, 3, 4}) {
		t.Errorf("%v beside %v, %v", values(third), values(second), err)
	}
	// The number of objectives may not change from one period to another.
	if _, err := second.slide([][][]float64{{{1, 2}, {1, 2}}}, 1, 2, 3); err == nil {
		t.Error("two objectives after one")
	}
}
