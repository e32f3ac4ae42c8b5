package topology

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Paths are relative, as io/fs wants them.
const (
	cpuDir  = "sys/devices/system/cpu"
	nodeDir = "sys/devices/system/node"
)

// Read describes what this process may use of this machine. It fails only if
// something is there and cannot be understood.
//
// The affinity mask is that of all threads together, so it does not matter how
// many of them are bound already.
func Read() (*Machine, error) {
	allowed, err := affinity()
	if err != nil {
		return nil, fmt.Errorf("topology: the affinity mask: %w", err)
	}
	return ReadTree(os.DirFS("/"), allowed)
}

// ReadTree describes the machine that the files below root tell of (sys/devices/…
// and proc/self/…), for tests on machines that are not there. Allowed are the CPUs
// of the affinity mask; nil allows all that are online.
func ReadTree(root fs.FS, allowed []int) (*Machine, error) {
	r := reader{root: root}
	numbers, err := r.online(allowed)
	if err != nil {
		return nil, fmt.Errorf("topology: %w", err)
	}
	nodes, err := r.nodes()
	if err != nil {
		return nil, fmt.Errorf("topology: %w", err)
	}
	m := r.group(numbers, nodes)
	if m.Quota, err = r.quota(); err != nil {
		return nil, fmt.Errorf("topology: %w", err)
	}
	m.Note = strings.Join(r.notes, "; ")
	return m, nil
}

// reader reads a tree and notes what it misses.
type reader struct {
	root  fs.FS
	notes []string
}

// note keeps each sentence once: what is missing is missing for every CPU.
func (r *reader) note(text string) {
	if !slices.Contains(r.notes, text) {
		r.notes = append(r.notes, text)
	}
}

// text returns the trimmed content of a file. A file that cannot be read counts
// as missing whatever the reason: sandboxes hide parts of sysfs in many ways.
func (r *reader) text(path string) (string, bool) {
	content, err := fs.ReadFile(r.root, path)
	return strings.TrimSpace(string(content)), err == nil
}

// list returns the numbers in a file, if it can be read.
func (r *reader) list(path string) (numbers []int, found bool, err error) {
	text, found := r.text(path)
	if !found {
		return nil, false, nil
	}
	if numbers, err = parseList(text); err != nil {
		return nil, true, fmt.Errorf("/%s: %w", path, err)
	}
	return numbers, true, nil
}

// online returns the CPUs that are both online and allowed.
func (r *reader) online(allowed []int) ([]int, error) {
	online, found, err := r.list(cpuDir + "/online")
	if err != nil {
		return nil, err
	}
	if !found {
		r.note("no /" + cpuDir + "/online: CPUs counted otherwise")
		if online = slices.Clone(allowed); online == nil {
			for n := range runtime.NumCPU() {
				online = append(online, n)
			}
		}
		slices.Sort(online)
		online = slices.Compact(online)
	}
	if allowed != nil {
		online = slices.DeleteFunc(online, func(n int) bool { return !slices.Contains(allowed, n) })
	}
	if len(online) == 0 {
		return nil, errors.New("no CPU is both online and allowed for this process")
	}
	return online, nil
}

// nodes returns the node of every CPU that is in one.
func (r *reader) nodes() (map[int]int, error) {
	numbers, found, err := r.list(nodeDir + "/online")
	if err != nil {
		return nil, err
	}
	if !found {
		r.note("no nodes in sysfs: taken as one node")
	}
	nodes := make(map[int]int)
	for _, node := range numbers {
		cpus, _, err := r.list(fmt.Sprintf("%s/node%d/cpulist", nodeDir, node))
		if err != nil {
			return nil, err
		}
		for _, cpu := range cpus {
			nodes[cpu] = node
		}
	}
	return nodes, nil
}

// group puts every CPU into its groups. The kernel names a group by the list of
// its CPUs, which each of them repeats; that text is key enough.
func (r *reader) group(numbers []int, nodes map[int]int) *Machine {
	m := &Machine{}
	cores, packages, domains := numbering{}, numbering{}, numbering{}
	for _, n := range numbers {
		node := nodes[n] // a CPU in no node counts to node 0, which is always there
		if !slices.Contains(m.NodeNumbers, node) {
			m.NodeNumbers = append(m.NodeNumbers, node)
		}
		dir := fmt.Sprintf("%s/cpu%d", cpuDir, n)
		pack, _ := r.text(dir + "/topology/physical_package_id")
		m.CPUs = append(m.CPUs, CPU{
			Number:  n,
			Core:    cores.of(r.core(dir, n, pack)),
			Package: packages.of(pack),
			Node:    slices.Index(m.NodeNumbers, node),
			Domain:  domains.of(r.domain(dir, node, pack)),
		})
	}
	m.Cores, m.Packages = len(cores), len(packages)
	m.Nodes, m.Domains = len(m.NodeNumbers), len(domains)
	return m
}

// core returns a key of the core of a CPU. The list of its threads comes first,
// under its new and its old name, since core_id is unique in a package at best.
func (r *reader) core(dir string, n int, pack string) string {
	for _, name := range []string{"core_cpus_list", "thread_siblings_list"} {
		if threads, found := r.text(dir + "/topology/" + name); found && threads != "" {
			return "threads " + threads
		}
	}
	if id, found := r.text(dir + "/topology/core_id"); found {
		return "package " + pack + " core " + id
	}
	r.note("no cores in sysfs: every CPU taken as a core of its own")
	return "cpu " + strconv.Itoa(n)
}

// domain returns a key of the group of CPUs with which a CPU shares its cache of
// the highest level.
func (r *reader) domain(dir string, node int, pack string) string {
	highest, shared := 0, ""
	caches, _ := fs.ReadDir(r.root, dir+"/cache") // no directory, no caches
	for _, cache := range caches {
		at := dir + "/cache/" + cache.Name()
		text, _ := r.text(at + "/level")
		level, err := strconv.Atoi(text)
		if err != nil || level <= highest {
			continue // of two caches of one level, for data and instructions, either will do
		}
		if cpus, found := r.text(at + "/shared_cpu_list"); found && cpus != "" {
			highest, shared = level, cpus
		}
	}
	if highest == 0 {
		r.note("no caches in sysfs: one cache domain per package and node")
		return fmt.Sprintf("package %s node %d", pack, node)
	}
	return fmt.Sprintf("level %d of %s", highest, shared)
}

// numbering gives keys numbers from 0 in order of first appearance.
type numbering map[string]int

func (n numbering) of(key string) int {
	number, known := n[key]
	if !known {
		number = len(n)
		n[key] = number
	}
	return number
}
