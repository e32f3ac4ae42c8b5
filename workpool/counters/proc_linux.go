package counters

import (
	"errors"
	"io/fs"
	"math/bits"
	"strconv"
	"strings"
)

// tick is the unit of times in /proc, in nanoseconds. The kernel shows 100 per
// second on everything Go runs on, whatever it counts in (USER_HZ, time(7)).
const tick = 10_000_000

// setStat reads times and faults from stat in the thread's directory (proc(5)).
// Total is the exact sum of both times in nanoseconds, 0 if not known.
func (r *Readings) setStat(task fs.FS, total int64) {
	text, why := procFile(task, "stat")
	// The second field is the thread's name in parentheses and may hold anything.
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	number := func(n int) Reading { // of field n, as proc(5) counts them
		if why != "" {
			return Reading{Why: why}
		}
		if n-3 >= len(fields) {
			return Reading{Why: "the thread's stat in /proc is too short"}
		}
		return parsed("stat", fields[n-3])
	}
	r[MinorFaults], r[MajorFaults] = number(10), number(12)
	r[UserTime], r[SystemTime] = number(14), number(15)
	if r[UserTime].Why == "" && r[SystemTime].Why == "" {
		user, system := r[UserTime].Value*tick, r[SystemTime].Value*tick
		r[UserTime].Value, r[SystemTime].Value = divide(total, user, system)
	}
}

// divide splits a total in proportion to coarser times, like the kernel does for
// getrusage: without any yet, all counts as the program's own.
func divide(total, user, system int64) (int64, int64) {
	switch {
	case total <= 0:
		return user, system
	case system == 0:
		return total, 0
	}
	system = scale(total, uint64(system), uint64(user+system))
	return total - system, system
}

// scale returns value × up / down, or the greatest number if that is beyond it.
func scale(value int64, up, down uint64) int64 {
	const greatest = 1<<63 - 1
	high, low := bits.Mul64(uint64(value), up)
	if high >= down {
		return greatest
	}
	quotient, _ := bits.Div64(high, low, down)
	return int64(min(quotient, greatest))
}

// setStatus reads context switches from status in the thread's directory.
func (r *Readings) setStatus(task fs.FS) {
	r[Voluntary] = procLine(task, "status", "voluntary_ctxt_switches")
	r[Involuntary] = procLine(task, "status", "nonvoluntary_ctxt_switches")
}

// setSched reads migrations from sched in the thread's directory, which kernels
// have only if they were built with scheduler statistics.
func (r *Readings) setSched(task fs.FS) {
	r[Migrations] = procLine(task, "sched", "se.nr_migrations")
}

// procLine returns the number in the line "name: number" of a file.
func procLine(task fs.FS, file, name string) Reading {
	text, why := procFile(task, file)
	if why != "" {
		return Reading{Why: why}
	}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(key) == name {
			return parsed(file, strings.TrimSpace(value))
		}
	}
	return Reading{Why: "no " + name + " in the thread's " + file + " in /proc"}
}

// procFile returns the content of a file in the thread's directory, or why there
// is none.
func procFile(task fs.FS, file string) (text, why string) {
	content, err := fs.ReadFile(task, file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", "/proc has no " + file + " of the thread"
	case err != nil:
		return "", "the thread's " + file + " in /proc: " + err.Error()
	}
	return string(content), ""
}

func parsed(file, text string) Reading {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil || value < 0 {
		return Reading{Why: "the thread's " + file + " in /proc says " + strconv.Quote(text) + " where a number belongs"}
	}
	return Reading{Value: value}
}
