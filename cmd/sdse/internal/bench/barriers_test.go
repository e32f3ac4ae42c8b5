package bench

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestBarriersLetEverybodyThrough has several episodes of every kind, several at
// once. A barrier that loses a party does not return.
func TestBarriersLetEverybodyThrough(t *testing.T) {
	c, _ := fakeClock(context.Background(), 1)
	s := &session{clock: *c}
	for _, b := range barriers {
		for _, parties := range []int{1, 2, 9} {
			if b.name == pureSpin && parties > 2 {
				continue // minutes on few CPUs
			}
			for _, many := range []int{1, 3} {
				all, shut := b.open(parties, many)
				if len(all) != many {
					t.Fatalf("%s: %d barriers, want %d", b.name, len(all), many)
				}
				for _, episodes := range []int{1, 4} {
					if err := s.together(all, episodes); err != nil {
						t.Errorf("%s: %v", b.name, err)
					}
				}
				shut()
			}
		}
	}
	goleak.VerifyNone(t)
}

// TestParkingWaitsForAll holds one party back at the start: the episode must not
// end without it.
func TestParkingWaitsForAll(t *testing.T) {
	all, shut := openParking(2, 1)
	b := all[0].(*parking)
	b.mu.Lock()
	b.parties = 3 // one more than there are
	b.mu.Unlock()
	over := make(chan struct{})
	go func() {
		b.episodes(context.Background(), 1)
		close(over)
	}()
	select {
	case <-over:
		t.Error("two of three parties were enough")
	case <-time.After(20 * time.Millisecond):
	}
	b.live.Go(b.party)
	<-over
	shut()
}

// TestPureSpinIsNotTriedWithMany counts goroutines against CPUs.
func TestPureSpinIsNotTriedWithMany(t *testing.T) {
	s := &session{Options: Options{Size: Quick}}
	cpus := runtime.GOMAXPROCS(0)
	if n, why := s.canSpin(cpus, 100); n != 100 || why != "" {
		t.Errorf("one for each CPU: %d episodes, %q", n, why)
	}
	if n, why := s.canSpin(100*cpus, 100); n != 0 || !strings.HasPrefix(why, "not measured: ") {
		t.Errorf("a hundred for each CPU: %d episodes, %q", n, why)
	}
}
