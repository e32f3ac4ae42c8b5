package workpool

import (
	"testing"
	"testing/synctest"
)

// closing closes the pool in the background. The channel is closed after it.
func closing(pool *Pool) (closed chan struct{}) {
	closed = make(chan struct{})
	go func() {
		pool.Close()
		close(closed)
	}()
	return closed
}

// stillOpen fails the test if Close has returned, once nothing moves any more.
func stillOpen(t *testing.T, closed chan struct{}, before string) {
	t.Helper()
	synctest.Wait()
	select {
	case <-closed:
		t.Errorf("Close returned before %s", before)
	default:
	}
}

// TestCloseWaitsForHarts, with one more to wait for.
func TestCloseWaitsForHarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := New(1)
		pool.contexts.Add(1)
		closed := closing(pool)
		stillOpen(t, closed, "the last hart ended")
		pool.contexts.Done()
		<-closed
	})
}

// TestCloseWaitsForTurns: a Run that has its turn but has not opened its batch
// yet, as seldom seen from outside, still finds harts that run it.
func TestCloseWaitsForTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := New(2)
		client := pool.Register("", "")
		if err := client.takeTurn(t.Context()); err != nil {
			t.Fatal(err)
		}
		closed := closing(pool)
		stillOpen(t, closed, "the batch opened")
		ran := make([]bool, 5)
		client.open(len(ran), func(_ *Context, job int) { ran[job] = true })
		<-client.batch.done
		for job := range ran {
			if !ran[job] {
				t.Errorf("job %d did not run", job)
			}
		}
		stillOpen(t, closed, "the turn was given back")
		client.giveTurn()
		<-closed
	})
}
