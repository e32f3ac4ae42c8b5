package topology

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Machine is what the process may use of the machine.
type Machine struct {
	CPUs []CPU // at least one, by ascending Number

	// How many groups of each kind the CPUs fall into. CPUs the process may not
	// use count nowhere.
	Cores, Packages, Nodes, Domains int

	// NodeNumbers is what the kernel calls node 0, 1, … Nodes-1.
	NodeNumbers []int

	// Quota is how many CPUs' worth of time the control groups grant to all of
	// the process; 0 if there is no limit.
	Quota float64

	// Note says what could not be read and what is assumed instead; empty if
	// all was there.
	Note string
}

// CPU is one hardware thread. Its groups are numbered from 0 without gaps, in
// order of their first CPU, over the whole machine: Core tells cores of different
// packages apart.
type CPU struct {
	Number  int // the kernel's
	Core    int
	Package int
	Node    int // see Machine.NodeNumbers for the kernel's
	Domain  int // CPUs that share a last-level cache
}

// Workers returns how many workers make sense, at least 1: one per CPU, but no
// more than the quota keeps busy. A started CPU counts in full, because a worker
// too few would leave granted time unused.
func (m *Machine) Workers() int {
	workers := len(m.CPUs)
	if m.Quota > 0 && m.Quota < float64(workers) {
		workers = int(math.Ceil(m.Quota))
	}
	return max(workers, 1)
}

// Spread returns the CPU for each of the given number of workers.
//
// A core is taken once before any is taken twice: a hardware thread beside a busy
// one is worth a fraction of a core. Among first threads one domain is filled
// before the next is begun, and one node, and one package: workers of neighbouring
// numbers share the cache their model lies in, and a few workers load it from
// memory once and not once per domain. Then come second threads, in the same
// order, and so on. Workers beyond the CPUs begin again with the first.
func (m *Machine) Spread(workers int) []CPU {
	if len(m.CPUs) == 0 || workers < 1 {
		return nil
	}
	thread := make(map[int]int, len(m.CPUs)) // by CPU number: which thread of its core it is
	seen := make(map[int]int, m.Cores)       // by core: its threads so far
	for _, c := range m.CPUs {
		thread[c.Number] = seen[c.Core]
		seen[c.Core]++
	}
	order := slices.SortedFunc(slices.Values(m.CPUs), func(a, b CPU) int {
		return cmp.Or(
			cmp.Compare(thread[a.Number], thread[b.Number]),
			cmp.Compare(a.Package, b.Package),
			cmp.Compare(a.Node, b.Node),
			cmp.Compare(a.Domain, b.Domain),
			cmp.Compare(a.Core, b.Core),
			cmp.Compare(a.Number, b.Number),
		)
	})
	spread := make([]CPU, workers)
	for i := range spread {
		spread[i] = order[i%len(order)]
	}
	return spread
}

// String describes the machine in a line, such as "2 CPUs, 2 cores, 1 package,
// 1 node, 1 cache domain; quota none", with the note, if any, behind it.
func (m *Machine) String() string {
	quota := "none"
	if m.Quota > 0 {
		quota = fmt.Sprintf("%.4g CPUs", m.Quota)
	}
	text := fmt.Sprintf("%s, %s, %s, %s, %s; quota %s",
		count(len(m.CPUs), "CPU"), count(m.Cores, "core"), count(m.Packages, "package"),
		count(m.Nodes, "node"), count(m.Domains, "cache domain"), quota)
	if m.Note != "" {
		text += " (" + m.Note + ")"
	}
	return text
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
