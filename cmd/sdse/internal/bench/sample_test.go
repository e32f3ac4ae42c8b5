package bench

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

func TestQuartilesLieBetweenNeighboursInProportion(t *testing.T) {
	for _, c := range []struct {
		samples []float64
		want    Value
	}{
		{[]float64{5}, Value{5, 5, 5, 1}},
		{[]float64{4, 1, 3, 2, 5}, Value{3, 2, 4, 5}},
		{[]float64{1, 2, 3, 4}, Value{2.5, 1.75, 3.25, 4}},
		{[]float64{10, 0}, Value{5, 2.5, 7.5, 2}},
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
	if got, want := slow.over(fast), (Value{2, 2, 2, 4}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// fakeClock is a clock on which variants take what they say.
func fakeClock(ctx context.Context, reps int) (*clock, *time.Duration) {
	now := new(time.Duration)
	return &clock{ctx: ctx, reps: reps, least: 10 * time.Millisecond, now: func() time.Duration { return *now }}, now
}

func TestVariantsRunInTurns(t *testing.T) {
	c, now := fakeClock(context.Background(), 3)
	var order []string
	variant := func(name string, takes time.Duration) func() {
		return func() {
			*now += takes
			if len(order) == 0 || order[len(order)-1] != name {
				order = append(order, name)
			}
		}
	}
	took, err := c.interleave(variant("a", time.Millisecond), variant("b", 20*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	// Two warm up; the second repetition begins with the other one.
	if want := []string{"a", "b", "a", "b", "a", "b"}; !slices.Equal(order, want) {
		t.Errorf("%v, want %v", order, want)
	}
	for i, want := range []float64{1e-3, 20e-3} {
		if got := summarise(took[i]).Median; got < want*0.999 || got > want*1.001 || len(took[i]) != 3 {
			t.Errorf("variant %d: %v s a run in %d samples, want %v", i, got, len(took[i]), want)
		}
	}
}

func TestShortRunsAreRepeatedWithinASample(t *testing.T) {
	c, now := fakeClock(context.Background(), 1)
	if got := c.calibrate(func() { *now += 100 * time.Microsecond }); got != 100 {
		t.Errorf("%d runs of 100 µs in a sample of 10 ms", got)
	}
	if got := c.calibrate(func() { *now += time.Second }); got != 1 {
		t.Errorf("%d runs of a second in a sample of 10 ms", got)
	}
}

func TestMeasuringEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c, now := fakeClock(ctx, 5)
	if _, err := c.interleave(func() { *now += time.Second }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
