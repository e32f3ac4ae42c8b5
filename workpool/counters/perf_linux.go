package counters

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hardware says what perf_event_open(2) calls the hardware counters.
var hardware = [...]struct {
	counter Counter
	kind    uint32
	config  uint64
}{
	{Cycles, unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CPU_CYCLES},
	{Instructions, unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS},
	{DTLBMisses, unix.PERF_TYPE_HW_CACHE, loads(unix.PERF_COUNT_HW_CACHE_DTLB, unix.PERF_COUNT_HW_CACHE_RESULT_MISS)},
	{ITLBMisses, unix.PERF_TYPE_HW_CACHE, loads(unix.PERF_COUNT_HW_CACHE_ITLB, unix.PERF_COUNT_HW_CACHE_RESULT_MISS)},
	{NodeLoads, unix.PERF_TYPE_HW_CACHE, loads(unix.PERF_COUNT_HW_CACHE_NODE, unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS)},
	{NodeMisses, unix.PERF_TYPE_HW_CACHE, loads(unix.PERF_COUNT_HW_CACHE_NODE, unix.PERF_COUNT_HW_CACHE_RESULT_MISS)},
}

// loads is the code of reading through a cache with a result.
func loads(cache, result uint64) uint64 {
	return cache | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | result<<16
}

// event is a hardware counter of a thread, or the reason why there is none.
type event struct {
	counter Counter
	file    int
	why     string
}

// openEvents starts the hardware counters of the calling thread. Each is a group of
// its own, so that those which fit run even if not all do.
func openEvents() []event {
	events := make([]event, 0, len(hardware))
	for _, h := range hardware {
		attributes := unix.PerfEventAttr{
			Type:        h.kind,
			Size:        uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
			Config:      h.config,
			Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
			Bits:        unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
		}
		const thisThread, anyCPU, noGroup = 0, -1, -1
		file, err := unix.PerfEventOpen(&attributes, thisThread, anyCPU, noGroup, unix.PERF_FLAG_FD_CLOEXEC)
		e := event{counter: h.counter, file: file}
		if err != nil {
			e.why = refusal(err)
		}
		events = append(events, e)
	}
	return events
}

func closeEvents(events []event) {
	for _, e := range events {
		if e.why == "" {
			unix.Close(e.file) // read-only: nothing is lost if it fails
		}
	}
}

// read returns the count so far.
func (e event) read() Reading {
	if e.why != "" {
		return Reading{Why: e.why}
	}
	var text [24]byte // count, time enabled, time running
	n, err := unix.Read(e.file, text[:])
	switch {
	case err != nil:
		return Reading{Why: "reading the hardware counter: " + err.Error()}
	case n != len(text):
		return Reading{Why: fmt.Sprintf("reading the hardware counter: %d bytes instead of %d", n, len(text))}
	}
	return estimate(binary.NativeEndian.Uint64(text[:]), binary.NativeEndian.Uint64(text[8:]), binary.NativeEndian.Uint64(text[16:]))
}

// estimate scales a count up from the time it was on the processor's hardware to
// the time it should have been. The two are equal unless more counters are open,
// here and by others, than the processor has.
func estimate(count, enabled, running uint64) Reading {
	if running == 0 && enabled > 0 {
		return Reading{Why: "the processor had no hardware counter free"}
	}
	if running == enabled {
		return Reading{Value: int64(count)}
	}
	return Reading{Value: scale(int64(count), enabled, running)}
}

// refusal says in words why the kernel gives no hardware counter.
func refusal(err error) string {
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENODEV), errors.Is(err, unix.EOPNOTSUPP):
		return "not supported by this machine"
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		return "not permitted (perf_event_paranoid)"
	case errors.Is(err, unix.ENOSYS):
		return "the kernel has no perf_event_open"
	}
	return "perf_event_open: " + err.Error()
}
