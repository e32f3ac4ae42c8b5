package workpool

import (
	"testing"
	"testing/synctest"
)

// TestPark goes through every order in which a hart that parks and a Run that
// wakes can meet. What happens at the hart's second look is done inside it.
func TestPark(t *testing.T) {
	for _, c := range []struct {
		name  string
		look  func(l *lot) bool // the hart's second look
		after func(l *lot)      // once the hart has parked, if it has
	}{
		{"a batch opened before the hart announced itself",
			func(l *lot) bool { return true }, nil},
		{"Run found it idle; it sees the batch",
			func(l *lot) bool { l.wake(1); return true }, nil},
		{"Run found it idle; the batch is drained again",
			func(l *lot) bool { l.wake(1); return false }, nil},
		{"a batch opens after its look",
			func(l *lot) bool { return false }, func(l *lot) { l.wake(1) }},
		{"a batch with more jobs than harts",
			func(l *lot) bool { l.wake(9); return false }, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			var l lot
			l.init(2)
			awake := make(chan bool, 1)
			go func() {
				_, ok := l.park(0, func() bool {
					if idle := l.idle.Load(); idle != 1 {
						t.Errorf("%s: idle is %d at the second look, want 1", c.name, idle)
					}
					return c.look(&l)
				})
				awake <- ok
			}()
			synctest.Wait()
			if c.after != nil {
				if len(awake) != 0 {
					t.Errorf("%s: it did not park", c.name)
				}
				c.after(&l)
			}
			if !<-awake {
				t.Errorf("%s: told that the lot is closed", c.name)
			}
			if idle, tokens := l.idle.Load(), len(l.places[0].tokens); idle != 0 || tokens != 0 {
				t.Errorf("%s: leaves idle %d and %d tokens", c.name, idle, tokens)
			}
		})
	}
}

// TestWakeNoMoreThanJobs: as many harts as jobs, the others stay parked.
func TestWakeNoMoreThanJobs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l lot
		l.init(5)
		awake := make(chan bool, 5)
		for i := range 5 {
			go func() {
				_, ok := l.park(i, func() bool { return false })
				awake <- ok
			}()
		}
		for _, c := range []struct{ wake, want int }{{2, 2}, {0, 2}, {1, 3}} {
			synctest.Wait()
			l.wake(int64(c.wake))
			synctest.Wait()
			if len(awake) != c.want {
				t.Errorf("%d harts awake, want %d", len(awake), c.want)
			}
		}
		l.close()
		for i := range 5 {
			if got, want := <-awake, i < 3; got != want {
				t.Errorf("hart %d: awake %v, want %v", i, got, want)
			}
		}
		if _, ok := l.park(0, func() bool { return false }); ok {
			t.Error("a hart parked in a closed lot")
		}
	})
}
