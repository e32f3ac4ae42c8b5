package bench

import (
	"context"
	"slices"
	"testing"
	"time"

	"sdse/workpool"
)

func TestFibonacciNumbers(t *testing.T) {
	p := workpool.New(3)
	defer p.Close()
	client := p.Register("test", workpool.Compute)
	for n, want := range []int{0, 1, 1, 2, 3, 5, 8, 13, 21} {
		got := []int{sequentialFibonacci(n), goroutineFibonacci(n), 0}
		err := client.Run(context.Background(), 1, func(c *workpool.Context, _ int) { got[2] = failFastFibonacci(c, n) })
		if err != nil || !slices.Equal(got, []int{want, want, want}) {
			t.Errorf("number %d: %v, want %d; %v", n, got, want, err)
		}
	}
	if err := checked(4, 5); err == nil {
		t.Error("a wrong number passes")
	}
}

// TestAttemptsMeetWhatTheySay looks at the harts' counters: where none is idle no
// task is left to anybody, where one is, all are.
func TestAttemptsMeetWhatTheySay(t *testing.T) {
	var watch time.Duration
	for _, a := range attempts(Quick, &watch) {
		p := workpool.New(a.harts)
		const calls = 40
		err := p.Register("test", workpool.Compute).Run(context.Background(), 1, func(c *workpool.Context, _ int) { a.job(c, calls) })
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		if a.harts > 1 {
			want = calls
		}
		if got := tasksOf(p); got != want {
			t.Errorf("%s: %v tasks were taken over, want %v", a.name, got, want)
		}
		p.Close()
	}
	if watch <= 0 {
		t.Error("the stopwatch did not go")
	}
}
