package bench

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"
)

// TestCrewRunsEveryJobOnce has several batches on prepared workers and on others.
func TestCrewRunsEveryJobOnce(t *testing.T) {
	var prepared atomic.Int32
	for _, prepare := range []func(int) error{nil, func(int) error { prepared.Add(1); return nil }} {
		c, err := openCrew(5, prepare)
		if err != nil {
			t.Fatal(err)
		}
		for _, jobs := range []int{1, 1000, 3} {
			ran := make([]atomic.Int32, jobs)
			c.run(jobs, func(_, job int) { ran[job].Add(1) })
			for i := range ran {
				if n := ran[i].Load(); n != 1 {
					t.Errorf("job %d of %d ran %d times", i, jobs, n)
				}
			}
		}
		c.close()
	}
	if prepared.Load() != 5 {
		t.Errorf("%d workers prepared, want 5", prepared.Load())
	}
	goleak.VerifyNone(t)
}

// TestCrewThatIsRefused leaves nobody behind.
func TestCrewThatIsRefused(t *testing.T) {
	refused := errors.New("refused")
	_, err := openCrew(4, func(worker int) error {
		if worker == 2 {
			return refused
		}
		return nil
	})
	if !errors.Is(err, refused) {
		t.Errorf("error %v", err)
	}
	goleak.VerifyNone(t)
}

func TestRefusalsSayWhy(t *testing.T) {
	if got := refusal(fmt.Errorf("sched_setattr: %w", fs.ErrPermission)); !strings.HasPrefix(got, "not permitted: sched_setattr") {
		t.Error(got)
	}
	if got := refusal(errors.New("only elsewhere")); got != "not measured: only elsewhere" {
		t.Error(got)
	}
}
