package topology

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
)

// TestMachines reads whole machines and compares every CPU with what was put
// there, by hand.
func TestMachines(t *testing.T) {
	noCaches := "no caches in sysfs: one cache domain per package and node"
	virtual := newTree("0-1") // a small virtual machine: everything but caches
	virtual.cpu(0, 0, 0, "0")
	virtual.cpu(1, 1, 0, "1")
	virtual.nodes("0", "0-1")

	twoNodes := newTree("0-3") // the same with two nodes in a package, numbered 1 and 3
	for n := range 4 {
		twoNodes.cpu(n, n, 0, fmt.Sprint(n))
	}
	twoNodes.nodes("1,3", "", "0-1", "", "2-3")

	offline := twoSockets() // CPU 0's sibling, and all of node 1 but CPU 3
	offline.put(cpuDir+"/online", "0-1,3-7,9,12-15")
	offline.cpu(0, 0, 0, "0")
	offline.cpu(3, 3, 0, "3")
	offline.caches(3, "3", "3", "3")

	bare := newTree("0-1") // a sandbox that shows CPUs and hides the rest

	hybrid := single() // a core without the third-level cache the other two share
	hybrid.put(cpuDir+"/online", "0-2")
	hybrid.nodes("0", "0-2")
	for n, l3 := range []string{"0-1", "0-1"} {
		hybrid.cpu(n, n, 0, fmt.Sprint(n))
		hybrid.caches(n, fmt.Sprint(n), fmt.Sprint(n), l3)
	}
	hybrid.cpu(2, 2, 0, "2")
	hybrid.caches(2, "2", "2")

	old := newTree("0-3") // no list of threads: packages × core ids
	for n := range 4 {
		dir := fmt.Sprintf("%s/cpu%d/topology/", cpuDir, n)
		old.put(dir+"core_id", "7")
		old.put(dir+"physical_package_id", fmt.Sprint(n%2))
	}
	old.nodes("0", "0-3")

	for _, test := range []struct {
		name    string
		tree    tree
		allowed []int
		cpus    []CPU // number, core, package, node, domain
		text    string
		nodes   []int
	}{
		{
			name: "one CPU", tree: single(),
			cpus:  []CPU{{0, 0, 0, 0, 0}},
			text:  "1 CPU, 1 core, 1 package, 1 node, 1 cache domain; quota none",
			nodes: []int{0},
		}, {
			name: "two sockets", tree: twoSockets(),
			cpus: []CPU{
				{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {2, 2, 0, 1, 1}, {3, 3, 0, 1, 1},
				{4, 4, 1, 2, 2}, {5, 5, 1, 2, 2}, {6, 6, 1, 3, 3}, {7, 7, 1, 3, 3},
				{8, 0, 0, 0, 0}, {9, 1, 0, 0, 0}, {10, 2, 0, 1, 1}, {11, 3, 0, 1, 1},
				{12, 4, 1, 2, 2}, {13, 5, 1, 2, 2}, {14, 6, 1, 3, 3}, {15, 7, 1, 3, 3},
			},
			text:  "16 CPUs, 8 cores, 2 packages, 4 nodes, 4 cache domains; quota none",
			nodes: []int{0, 1, 2, 3},
		}, {
			name: "complexes", tree: complexes(),
			cpus: []CPU{
				{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {2, 2, 0, 0, 0}, {3, 3, 0, 0, 0},
				{4, 4, 0, 0, 1}, {5, 5, 0, 0, 1}, {6, 6, 0, 0, 1}, {7, 7, 0, 0, 1},
			},
			text:  "8 CPUs, 8 cores, 1 package, 1 node, 2 cache domains; quota none",
			nodes: []int{0},
		}, {
			name: "offline CPUs", tree: offline,
			cpus: []CPU{
				{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {3, 2, 0, 1, 1},
				{4, 3, 1, 2, 2}, {5, 4, 1, 2, 2}, {6, 5, 1, 3, 3}, {7, 6, 1, 3, 3},
				{9, 1, 0, 0, 0},
				{12, 3, 1, 2, 2}, {13, 4, 1, 2, 2}, {14, 5, 1, 3, 3}, {15, 6, 1, 3, 3},
			},
			text:  "12 CPUs, 7 cores, 2 packages, 4 nodes, 4 cache domains; quota none",
			nodes: []int{0, 1, 2, 3},
		}, {
			name: "a cpuset: node 3, and one thread of node 2", tree: twoSockets(),
			allowed: []int{15, 14, 7, 6, 12, 99},
			cpus:    []CPU{{6, 0, 0, 0, 0}, {7, 1, 0, 0, 0}, {12, 2, 0, 1, 1}, {14, 0, 0, 0, 0}, {15, 1, 0, 0, 0}},
			text:    "5 CPUs, 3 cores, 1 package, 2 nodes, 2 cache domains; quota none",
			nodes:   []int{3, 2},
		}, {
			name: "no caches", tree: virtual,
			cpus:  []CPU{{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}},
			text:  "2 CPUs, 2 cores, 1 package, 1 node, 1 cache domain; quota none (" + noCaches + ")",
			nodes: []int{0},
		}, {
			name: "no caches, two nodes", tree: twoNodes,
			cpus:  []CPU{{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {2, 2, 0, 1, 1}, {3, 3, 0, 1, 1}},
			text:  "4 CPUs, 4 cores, 1 package, 2 nodes, 2 cache domains; quota none (" + noCaches + ")",
			nodes: []int{1, 3},
		}, {
			name: "nothing but CPUs", tree: bare,
			cpus: []CPU{{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}},
			text: "2 CPUs, 2 cores, 1 package, 1 node, 1 cache domain; quota none (" +
				"no nodes in sysfs: taken as one node; no cores in sysfs: every CPU taken as a core of its own; " + noCaches + ")",
			nodes: []int{0},
		}, {
			name: "unlike cores", tree: hybrid,
			cpus:  []CPU{{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {2, 2, 0, 0, 1}},
			text:  "3 CPUs, 3 cores, 1 package, 1 node, 2 cache domains; quota none",
			nodes: []int{0},
		}, {
			name: "core ids alone", tree: old,
			cpus:  []CPU{{0, 0, 0, 0, 0}, {1, 1, 1, 0, 1}, {2, 0, 0, 0, 0}, {3, 1, 1, 0, 1}},
			text:  "4 CPUs, 2 cores, 2 packages, 1 node, 2 cache domains; quota none (" + noCaches + ")",
			nodes: []int{0},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := test.tree.read(t, test.allowed)
			if !reflect.DeepEqual(m.CPUs, test.cpus) {
				t.Errorf("CPUs\n%v, want\n%v", m.CPUs, test.cpus)
			}
			if m.String() != test.text {
				t.Errorf("described as\n%s, want\n%s", m, test.text)
			}
			if !reflect.DeepEqual(m.NodeNumbers, test.nodes) {
				t.Errorf("nodes %v, want %v", m.NodeNumbers, test.nodes)
			}
		})
	}
}

// TestNoSysfs: without any file there are as many CPUs as allowed, or else as the
// runtime knows of, and a note.
func TestNoSysfs(t *testing.T) {
	empty := tree{fstest.MapFS{}}
	m := empty.read(t, []int{5, 3})
	if want := []CPU{{3, 0, 0, 0, 0}, {5, 1, 0, 0, 0}}; !reflect.DeepEqual(m.CPUs, want) {
		t.Errorf("CPUs %v, want %v", m.CPUs, want)
	}
	for _, missing := range []string{"/sys/devices/system/cpu/online", "nodes", "cores", "caches", "/proc/self/cgroup"} {
		if !strings.Contains(m.Note, missing) {
			t.Errorf("the note does not say that there is no %s: %s", missing, m.Note)
		}
	}
	m = empty.read(t, nil)
	if n := runtime.NumCPU(); len(m.CPUs) != n || m.Cores != n || m.Nodes != 1 || m.Domains != 1 || m.Packages != 1 {
		t.Errorf("%v, want %d CPUs in one package, node and domain", m, n)
	}
}

// TestBroken: what is there and makes no sense is named by its file.
func TestBroken(t *testing.T) {
	for _, test := range []struct {
		path, text string
		want       string
	}{
		{cpuDir + "/online", "0-", `topology: /sys/devices/system/cpu/online: "0-" in the list "0-" is no number and no range`},
		{nodeDir + "/online", "x", `topology: /sys/devices/system/node/online: "x" in the list "x" is no number and no range`},
		{nodeDir + "/node0/cpulist", "3-1", `topology: /sys/devices/system/node/node0/cpulist: "3-1" in the list "3-1" is no number and no range`},
		{cpuDir + "/online", "1", "topology: no CPU is both online and allowed for this process"},
		{"proc/self/cgroup", "nonsense", `topology: /proc/self/cgroup: "nonsense" is not hierarchy:controllers:path`},
	} {
		tree := single()
		tree.put(test.path, test.text)
		if m, err := ReadTree(tree, []int{0}); err == nil || err.Error() != test.want {
			t.Errorf("%s with %q: %v and error\n%v, want\n%s", test.path, test.text, m, err, test.want)
		}
	}
}
