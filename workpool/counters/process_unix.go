//go:build unix

package counters

import "golang.org/x/sys/unix"

// Process returns what all threads of this process together counted, those that
// have ended included, and what the processes counted that it has started and
// waited for. Migrations and hardware counters are unavailable: they are counted of
// threads only.
func Process() (self, children Readings) {
	return usageOf(unix.RUSAGE_SELF), usageOf(unix.RUSAGE_CHILDREN)
}

func usageOf(who int) Readings {
	r := Unavailable("counted of threads only")
	var usage unix.Rusage
	if err := unix.Getrusage(who, &usage); err != nil {
		return Unavailable("getrusage: " + err.Error())
	}
	r.setUsage(&usage)
	return r
}

// setUsage takes over what getrusage(2) returned.
func (r *Readings) setUsage(usage *unix.Rusage) {
	r[UserTime] = Reading{Value: usage.Utime.Nano()}
	r[SystemTime] = Reading{Value: usage.Stime.Nano()}
	r[Voluntary] = Reading{Value: int64(usage.Nvcsw)}
	r[Involuntary] = Reading{Value: int64(usage.Nivcsw)}
	r[MinorFaults] = Reading{Value: int64(usage.Minflt)}
	r[MajorFaults] = Reading{Value: int64(usage.Majflt)}
}
