package bench

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// The scheduling classes of the kernel that are compared.
const (
	timeSharing = unix.SCHED_NORMAL
	batchClass  = unix.SCHED_BATCH
	fifo        = unix.SCHED_FIFO
	roundRobin  = unix.SCHED_RR
)

// errUnthrottled is why real-time classes are not tried.
var errUnthrottled = errors.New("kernel.sched_rt_runtime_us is -1: threads of a real-time class that run on could stop the machine")

// setClass puts the calling thread into a scheduling class. A real-time class has
// the lowest of its priorities, the others take the nice value.
func setClass(policy uint32, nice int32) error {
	attributes := unix.SchedAttr{Policy: policy, Nice: nice}
	if policy == fifo || policy == roundRobin {
		limit, err := os.ReadFile("/proc/sys/kernel/sched_rt_runtime_us")
		if err == nil && string(bytes.TrimSpace(limit)) == "-1" {
			return errUnthrottled
		}
		attributes.Priority = 1
	}
	if err := unix.SchedSetAttr(0, &attributes, 0); err != nil {
		return fmt.Errorf("sched_setattr: %w", err)
	}
	return nil
}
