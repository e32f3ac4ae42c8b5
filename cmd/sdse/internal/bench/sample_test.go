package bench

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestQuartilesLieBetweenNeighboursInProportion(t *testing.T) {
	for _, c := range []struct {
		samples []float64
		want    Value
	}{
		{[]float64{5}, exactly(5)},
		{[]float64{4, 1, 3, 2, 5}, Value{Low: 2, Median: 3, High: 4, N: 5}},
		{[]float64{1, 2, 3, 4}, Value{Low: 1.75, Median: 2.5, High: 3.25, N: 4}},
		{[]float64{10, 0}, Value{Low: 2.5, Median: 5, High: 7.5, N: 2}},
	} {
		if got := summarise(c.samples); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.samples, got, c.want)
		}
	}
}

func TestInverseExchangesTheQuartiles(t *testing.T) {
	if got, want := (Value{Median: 4, Low: 2, High: 8, N: 3}).inverse(16), (Value{Median: 4, Low: 2, High: 8, N: 3}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestRatiosAreThoseOfNeighbours has a machine that becomes ten times slower
// half way: the ratio does not notice.
func TestRatiosAreThoseOfNeighbours(t *testing.T) {
	slow, fast := samples{2, 2, 20, 20}, samples{1, 1, 10, 10}
	if got, want := slow.over(fast), (Value{Low: 2, Median: 2, High: 2, N: 4}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestDifferencesAreThoseOfNeighbours(t *testing.T) {
	if got, want := (samples{5, 30}).minus(samples{7, 10}), (samples{-2, 20}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestWhatIsMissingIsNoZero looks at both kinds of figure as JSON.
func TestWhatIsMissingIsNoZero(t *testing.T) {
	for _, c := range []struct {
		value Value
		want  string
	}{
		{exactly(2), `{"median":2,"q1":2,"q3":2,"n":1}`},
		{missing("no PMU").scaled(3), `{"missing":"no PMU"}`},
	} {
		if got, err := json.Marshal(c.value); err != nil || string(got) != c.want {
			t.Errorf("%s, %v; want %s", got, err, c.want)
		}
	}
}
