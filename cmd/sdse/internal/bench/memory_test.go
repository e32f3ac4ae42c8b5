package bench

import "testing"

// TestMemoryMakesNoDifference compares what a job computes with memory from
// everywhere, when that has been used before.
func TestMemoryMakesNoDifference(t *testing.T) {
	used := newScratch()
	churn(used, 99)
	used.reset()
	for job := range 5 {
		want := churn(collected{}, job)
		if got := churn(used, job); got != want {
			t.Errorf("job %d: %d with scratch memory, %d with the collector's", job, got, want)
		}
		used.reset()
	}
	if a, b := churn(collected{}, 1), churn(collected{}, 2); a == b {
		t.Error("all jobs are the same")
	}
}

// TestOnlyGarbageIsAllocated counts.
func TestOnlyGarbageIsAllocated(t *testing.T) {
	s := newScratch()
	if n := testing.AllocsPerRun(10, func() { s.reset(); churn(s, 3) }); n != 0 {
		t.Errorf("%v allocations with scratch memory", n)
	}
	if n := testing.AllocsPerRun(10, func() { churn(collected{}, 3) }); n != 2*eventsOfJob {
		t.Errorf("%v allocations with the collector's memory, want two for each of %d events", n, eventsOfJob)
	}
}
