package topology

import (
	"fmt"
	"testing"
	"testing/fstest"
)

// tree is a machine that is not there.
type tree struct{ fstest.MapFS }

// newTree returns a tree with CPUs online and a process without control groups
// that limit it.
func newTree(online string) tree {
	t := tree{fstest.MapFS{}}
	t.put(cpuDir+"/online", online)
	t.put("proc/self/cgroup", "0::/")
	return t
}

// put writes a file as the kernel does, with a line end.
func (t tree) put(path, text string) {
	t.MapFS[path] = &fstest.MapFile{Data: []byte(text + "\n")}
}

// cpu writes the topology of a CPU: its core's id within the package, its
// package, the CPUs of its core.
func (t tree) cpu(n, core, pack int, threads string) {
	dir := fmt.Sprintf("%s/cpu%d/topology/", cpuDir, n)
	t.put(dir+"core_id", fmt.Sprint(core))
	t.put(dir+"physical_package_id", fmt.Sprint(pack))
	t.put(dir+"thread_siblings_list", threads)
}

// caches gives a CPU its own two first-level caches and what is listed after
// them: for levels 2, 3, … the CPUs that share it.
func (t tree) caches(n int, core string, shared ...string) {
	dir := fmt.Sprintf("%s/cpu%d/cache/index", cpuDir, n)
	put := func(index, level int, cpus string) {
		t.put(fmt.Sprintf("%s%d/level", dir, index), fmt.Sprint(level))
		t.put(fmt.Sprintf("%s%d/shared_cpu_list", dir, index), cpus)
	}
	put(0, 1, core)
	put(1, 1, core)
	for i, cpus := range shared {
		put(2+i, 2+i, cpus)
	}
	t.put(fmt.Sprintf("%s/cpu%d/cache/uevent", cpuDir, n), "") // sysfs has such files everywhere
}

// nodes writes which CPUs belong to node 0, 1, …
func (t tree) nodes(online string, cpus ...string) {
	t.put(nodeDir+"/online", online)
	for node, list := range cpus {
		t.put(fmt.Sprintf("%s/node%d/cpulist", nodeDir, node), list)
	}
}

// single is one CPU with everything described.
func single() tree {
	t := newTree("0")
	t.cpu(0, 0, 0, "0")
	t.caches(0, "0", "0", "0")
	t.nodes("0", "0")
	return t
}

// twoSockets is a server with two packages of two nodes of two cores of two
// threads, numbered as firmware mostly does: all first threads (0 to 7) before
// all second ones (8 to 15). A node has a last-level cache of its own. The core
// ids begin again in each package.
func twoSockets() tree {
	t := newTree("0-15")
	for n := range 16 {
		first := n % 8
		threads := fmt.Sprintf("%d,%d", first, first+8)
		node := first / 2
		t.cpu(n, first%4, first/4, threads)
		t.caches(n, threads, threads, fmt.Sprintf("%d-%d,%d-%d", 2*node, 2*node+1, 2*node+8, 2*node+9))
	}
	t.nodes("0-3", "0-1,8-9", "2-3,10-11", "4-5,12-13", "6-7,14-15")
	return t
}

// complexes is a desktop with eight cores without second threads, of which
// groups of four share a third-level cache (AMD calls them CCX), on one node.
func complexes() tree {
	t := newTree("0-7")
	for n := range 8 {
		own := fmt.Sprint(n)
		t.cpu(n, n, 0, own)
		t.caches(n, own, own, fmt.Sprintf("%d-%d", n/4*4, n/4*4+3))
	}
	t.nodes("0", "0-7")
	return t
}

// read reads a tree that must be readable.
func (t tree) read(tb testing.TB, allowed []int) *Machine {
	tb.Helper()
	m, err := ReadTree(t, allowed)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}
