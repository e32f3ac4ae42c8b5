// Package counters reads what the operating system and the processor count about
// a thread: time on a CPU, switches, page faults, migrations, cycles, misses of the
// translation caches, loads from the memory of nodes.
//
// A thread is opened by the goroutine that is locked to it and read from anywhere:
//
//	runtime.LockOSThread()
//	thread := counters.Open()
//	defer thread.Close()
//	…
//	used := thread.Read().Sub(before) // from any goroutine
//
// Process reads the same of the process and of the processes it has started.
//
// # Unavailable is not zero
//
// No system has all counters. One that cannot be had carries the reason in
// Reading.Why, in the kernel's terms where the kernel gave one, and stays
// unavailable through Add, Sub and JSON. A sum over threads of which one does not
// know is not known.
//
// # Sources
//
// On the thread itself getrusage(RUSAGE_THREAD) is the source of times, switches
// and faults. From elsewhere it is /proc/self/task, which counts times in ticks of
// 10 ms, so the thread's CPU clock says what user and system time are together and
// the ticks only how to divide it. Migrations are in /proc/self/task only.
// Hardware counters come from perf_event_open(2), count in user mode only (which
// needs no privilege by default), and are scaled up when the kernel had to rotate
// more counters than the processor has. They are estimates then.
//
// Other systems have no counters of threads here, and Unix systems those of the
// process.
//
// # What it is not for
//
// It takes no samples and attributes nothing to code: that is a profiler's work.
// It measures no wall time. It knows nothing of jobs or pools.
package counters
