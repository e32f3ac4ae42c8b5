// Package topology describes the processors of this machine as far as a worker
// pool cares: which CPUs the process may use, which of them are hardware threads
// of one core, which share a last-level cache, which belong to one NUMA node, and
// how much of them the process is granted. And it binds a thread to a CPU.
//
// # Words
//
// A CPU is what the operating system schedules on: a hardware thread, numbered by
// the kernel. A core is one or more CPUs that share execution units (SMT). A
// domain is the CPUs that share a last-level cache. A node is the CPUs that are
// equally near to a part of the memory. A package is a chip in its socket.
//
// # Sources
//
// Everything is read from text files of Linux, below any root, so that a machine
// nobody has here can be tested:
//
//	/sys/devices/system/cpu    CPUs online, their cores, packages and caches
//	/sys/devices/system/node   the nodes' CPUs
//	/proc/self/mountinfo       where control groups are mounted
//	/proc/self/cgroup          the process's own, whose CPU quota counts
//
// The affinity mask, and with it what a cpuset allows, is asked of the kernel. What
// is not there is guessed, as flat as possible, and Machine.Note says so; a machine
// without any of it, such as every other operating system, is runtime.NumCPU()
// cores in one package, node and domain. A list of CPUs or a quota that is there and
// cannot be understood is an error.
//
// # What it is not for
//
// It does not decide who runs where: a pool does, by the order Machine.Spread
// proposes. It measures nothing (see workpool/counters), moves no memory (see
// workpool/locality), and a Machine does not follow later changes: CPUs going
// offline, new masks or quotas.
package topology
