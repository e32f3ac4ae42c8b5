package topology

import "testing"

const (
	unifiedMount = "30 22 0:26 / /sys/fs/cgroup rw,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate"
	cpuMount     = "31 30 0:28 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct"
)

// TestQuota puts a process into groups with limits.
func TestQuota(t *testing.T) {
	for _, test := range []struct {
		name    string
		groups  string
		mounts  string
		files   map[string]string
		want    float64
		workers int // of 16 CPUs
	}{
		{name: "no limit", groups: "0::/a", mounts: unifiedMount,
			files: map[string]string{"sys/fs/cgroup/a/cpu.max": "max 100000"}, workers: 16},
		{name: "half a CPU", groups: "0::/a", mounts: unifiedMount,
			files: map[string]string{"sys/fs/cgroup/a/cpu.max": "50000 100000"}, want: 0.5, workers: 1},
		{name: "a started CPU counts", groups: "0::/a", mounts: unifiedMount,
			files: map[string]string{"sys/fs/cgroup/a/cpu.max": "250000 100000"}, want: 2.5, workers: 3},
		{name: "whole CPUs", groups: "0::/a", mounts: unifiedMount,
			files: map[string]string{"sys/fs/cgroup/a/cpu.max": "300000 100000"}, want: 3, workers: 3},
		{name: "more than there is", groups: "0::/a", mounts: unifiedMount,
			files: map[string]string{"sys/fs/cgroup/a/cpu.max": "9900000 100000"}, want: 99, workers: 16},
		{name: "the least on the way up", groups: "0::/a/b/c", mounts: unifiedMount,
			files: map[string]string{
				"sys/fs/cgroup/a/cpu.max":       "400000 100000",
				"sys/fs/cgroup/a/b/cpu.max":     "100000 50000",
				"sys/fs/cgroup/a/b/c/cpu.max":   "700000 100000",
				"sys/fs/cgroup/a/b/c/d/cpu.max": "10000 100000", // below: not ours
				"sys/fs/cgroup/x/cpu.max":       "10000 100000", // beside
			}, want: 2, workers: 2},
		{name: "a container: only its own root is mounted", groups: "0::/docker/f00",
			mounts: "30 22 0:26 /docker/f00 /sys/fs/cgroup ro - cgroup2 cgroup rw",
			files:  map[string]string{"sys/fs/cgroup/cpu.max": "150000 100000"}, want: 1.5, workers: 2},
		{name: "another container's group is mounted too", groups: "0::/docker/f00",
			mounts: unifiedMount + "\n" + "33 22 0:26 /docker/f /mnt/other ro - cgroup2 cgroup rw",
			files: map[string]string{
				"mnt/other/cpu.max":                    "10000 100000",
				"sys/fs/cgroup/docker/f00/cpu.max":     "max 100000",
				"sys/fs/cgroup/docker/cpu.max":         "800000 100000",
				"sys/fs/cgroup/docker/f00/foo/cpu.max": "10000 100000",
			}, want: 8, workers: 8},
		{name: "version 1", groups: "4:memory:/m\n2:cpu,cpuacct:/a/b\n1:cpuset:/s\n0::/u",
			mounts: cpuMount,
			files: map[string]string{
				"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us":      "-1",
				"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us":     "100000",
				"sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us":    "600000",
				"sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us":   "100000",
				"sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us":  "-1",
				"sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us": "100000",
			}, want: 6, workers: 6},
		{name: "both versions", groups: "1:cpu:/a\n0::/u", mounts: cpuMount + "\n35 30 0:37 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw",
			files: map[string]string{
				"sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us":  "600000",
				"sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us": "100000",
				"sys/fs/cgroup/unified/u/cpu.max":               "500000 100000",
			}, want: 5, workers: 5},
		{name: "a mount point with a space", groups: "0::/a b",
			mounts: `30 22 0:26 / /odd\040place rw - cgroup2 cgroup2 rw`,
			files:  map[string]string{"odd place/a b/cpu.max": "400000 100000"}, want: 4, workers: 4},
		{name: "nothing mounted", groups: "0::/a", mounts: "21 26 0:20 / /proc rw - proc proc rw",
			files: map[string]string{"sys/fs/cgroup/a/cpu.max": "50000 100000"}, workers: 16},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := twoSockets()
			tree.put("proc/self/cgroup", test.groups)
			tree.put("proc/self/mountinfo", test.mounts)
			for path, text := range test.files {
				tree.put(path, text)
			}
			m := tree.read(t, nil)
			if m.Quota != test.want || m.Workers() != test.workers {
				t.Errorf("quota %v, %d workers; want %v, %d", m.Quota, m.Workers(), test.want, test.workers)
			}
		})
	}
}

// TestBrokenQuota: a limit that cannot be understood must not pass for none.
func TestBrokenQuota(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"100000", `topology: /sys/fs/cgroup/cpu.max: "100000" is not a quota and a period`},
		{"1e5 100000", `topology: /sys/fs/cgroup/cpu.max: "1e5" of "100000" is not a quota of a period`},
		{"100000 0", `topology: /sys/fs/cgroup/cpu.max: "100000" of "0" is not a quota of a period`},
	} {
		tree := single()
		tree.put("proc/self/mountinfo", unifiedMount)
		tree.put("sys/fs/cgroup/cpu.max", test.text)
		if _, err := ReadTree(tree, nil); err == nil || err.Error() != test.want {
			t.Errorf("%q: error\n%v, want\n%s", test.text, err, test.want)
		}
	}
}

func TestQuotaInWords(t *testing.T) {
	tree := single()
	tree.put("proc/self/mountinfo", unifiedMount)
	tree.put("sys/fs/cgroup/cpu.max", "150000 100000")
	const want = "1 CPU, 1 core, 1 package, 1 node, 1 cache domain; quota 1.5 CPUs"
	if got := tree.read(t, nil).String(); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}
