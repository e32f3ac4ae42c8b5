package topology

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Bind binds the calling OS thread to a CPU by the kernel's number. The caller must
// have locked its goroutine to the thread (runtime.LockOSThread), and should end
// without unlocking: then the thread ends too and its binding reaches nobody else.
func Bind(cpu int) error {
	if cpu < 0 || cpu >= beyond {
		return fmt.Errorf("topology: there is no CPU %d", cpu)
	}
	set := unix.NewCPUSet(cpu + 1)
	set.Set(cpu)
	err := unix.SchedSetaffinityDynamic(0, set) // 0: the calling thread
	if errors.Is(err, unix.EINVAL) {
		return fmt.Errorf("topology: CPU %d is not online or not allowed for this process: %w", cpu, err)
	}
	if err != nil {
		return fmt.Errorf("topology: binding to CPU %d: %w", cpu, err)
	}
	return nil
}

// affinity returns the CPUs that at least one thread of this process may run on. Go
// keeps threads of its own that no goroutine can bind, so this is the mask the
// process was started with, or was given since, whatever its harts are bound to.
func affinity() ([]int, error) {
	mask := unix.NewCPUSet(beyond)
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		tid, err := strconv.Atoi(thread.Name())
		if err != nil {
			continue
		}
		of := unix.NewCPUSet(beyond)
		if unix.SchedGetaffinityDynamic(tid, of) != nil {
			continue // it has ended meanwhile
		}
		for i := range mask {
			mask[i] |= of[i]
		}
	}
	if mask.Count() == 0 { // no /proc: this thread must do
		if err := unix.SchedGetaffinityDynamic(0, mask); err != nil {
			return nil, err
		}
	}
	var cpus []int
	for cpu := range beyond {
		if mask.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}
