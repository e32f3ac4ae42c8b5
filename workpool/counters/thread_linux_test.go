package counters

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestMigrations sends a thread back and forth between two CPUs.
func TestMigrations(t *testing.T) {
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		t.Fatal(err)
	}
	var cpus []int
	for cpu := range 1024 {
		if all.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	if len(cpus) < 2 {
		t.Skip("one CPU: nowhere to move")
	}
	turn := 0
	onThread(func() {
		var one unix.CPUSet
		one.Set(cpus[turn%2])
		turn++
		unix.SchedSetaffinity(0, &one)
	}, func(thread *Thread) { rises(t, Migrations, thread.Read) })
}

// TestCPUTime: a thread's clock can be read from another thread, and no thread's
// is that of one which is not there.
func TestCPUTime(t *testing.T) {
	onThread(spin, func(thread *Thread) {
		first := cpuTime(thread.id)
		for cpuTime(thread.id) == first {
			if first == 0 {
				t.Fatal("the clock stands at 0")
			}
			runtime.Gosched()
		}
	})
	if got := cpuTime(1<<22 + 1); got != 0 { // beyond the greatest number Linux gives
		t.Errorf("the clock of no thread stands at %d", got)
	}
}
