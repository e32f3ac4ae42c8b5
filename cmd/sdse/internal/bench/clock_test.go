package bench

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// fakeClock is a clock on which variants take what they say, of CPU time; the
// clock on the wall goes at half the speed.
func fakeClock(ctx context.Context, reps int) (*clock, *time.Duration) {
	cpu := new(time.Duration)
	return &clock{ctx: ctx, reps: reps, least: 10 * time.Millisecond, settle: func() {}, now: func() reading {
		return reading{wall: *cpu / 2, usage: usage{user: *cpu / 4, system: *cpu * 3 / 4}}
	}}, cpu
}

func TestVariantsRunInTurns(t *testing.T) {
	c, now := fakeClock(context.Background(), 3)
	var order []string
	variant := func(name string, takes time.Duration) func() error {
		return always(func() {
			*now += takes
			if len(order) == 0 || order[len(order)-1] != name {
				order = append(order, name)
			}
		})
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
		for name, got := range map[string]Value{"cpu": took[i].cpu.each(1), "wall": took[i].wall.each(0.5), "user": took[i].user.each(0.25), "system": took[i].system.each(0.75)} {
			if got.Median < want*0.999 || got.Median > want*1.001 || got.N != 3 {
				t.Errorf("variant %d, %s: %v s a run, want %v", i, name, got, want)
			}
		}
	}
}

func TestShortRunsAreRepeatedWithinASample(t *testing.T) {
	c, now := fakeClock(context.Background(), 1)
	if got, err := c.calibrate(always(func() { *now += 100 * time.Microsecond })); got != 100 || err != nil {
		t.Errorf("%d runs of 100 µs in a sample of 10 ms, %v", got, err)
	}
	if got, err := c.calibrate(always(func() { *now += time.Second })); got != 1 || err != nil {
		t.Errorf("%d runs of a second in a sample of 10 ms, %v", got, err)
	}
}

func TestMeasuringEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c, now := fakeClock(ctx, 5)
	if _, err := c.interleave(always(func() { *now += time.Second })); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestMeasuringEndsWithAVariantThatFails(t *testing.T) {
	broken := errors.New("broken")
	c, now := fakeClock(context.Background(), 5)
	runs := 0
	_, err := c.interleave(always(func() { *now += time.Second }), func() error {
		*now += time.Second
		if runs++; runs == 3 {
			return broken
		}
		return nil
	})
	if !errors.Is(err, broken) || runs != 3 {
		t.Errorf("error %v after %d runs", err, runs)
	}
}

// TestProbesAreCountedPerRun has a counter that goes up by three in every run.
func TestProbesAreCountedPerRun(t *testing.T) {
	c, now := fakeClock(context.Background(), 2)
	counter := 0.0
	c.probes = append(c.probes, func() float64 { return counter })
	took, err := c.interleave(always(func() { *now += time.Millisecond; counter += 3 }), always(func() { *now += time.Millisecond }))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []samples{{3, 3}, {0, 0}} {
		if got := took[i].probes[0]; !slices.Equal(got, want) {
			t.Errorf("variant %d: %v, want %v", i, got, want)
		}
	}
}
