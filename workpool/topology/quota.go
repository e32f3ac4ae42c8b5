package topology

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// quota returns how many CPUs' worth of time the control groups grant: the least
// over the process's own group and all above it, since each limits all it
// contains; 0 if none does.
//
// Where the hierarchies are mounted is read from /proc/self/mountinfo, not assumed
// to be /sys/fs/cgroup. What lies above the mount point, or above the root of a
// control group namespace, cannot be seen from inside a container, and need not
// be: containers get their own limit at their own root.
func (r *reader) quota() (float64, error) {
	groups, found := r.text("proc/self/cgroup")
	if !found {
		r.note("no /proc/self/cgroup: taken as no quota")
		return 0, nil
	}
	mountinfo, _ := r.text("proc/self/mountinfo")
	mounts := parseMounts(mountinfo)
	least := 0.0
	for line := range strings.Lines(groups) {
		// hierarchy:controllers:path; version 2 has no controllers here.
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 {
			return 0, fmt.Errorf("/proc/self/cgroup: %q is not hierarchy:controllers:path", strings.TrimSpace(line))
		}
		limit := r.limitV1
		if fields[1] == "" {
			limit = r.limitV2
		} else if !slices.Contains(strings.Split(fields[1], ","), "cpu") {
			continue
		}
		quota, err := walk(mounts, fields[1] == "", fields[2], limit)
		if err != nil {
			return 0, err
		}
		least = lesser(least, quota)
	}
	return least, nil
}

// walk asks for the limit of a group and of every group above it up to the mount
// point of its hierarchy.
func walk(mounts []mount, unified bool, group string, limit func(dir string) (float64, error)) (float64, error) {
	least := 0.0
	for _, m := range mounts {
		below, inside := m.below(group)
		if m.unified != unified || !inside {
			continue
		}
		for ; ; below = path.Dir(below) {
			quota, err := limit(path.Join(m.point, below)[1:]) // io/fs knows no leading slash
			if err != nil {
				return 0, err
			}
			least = lesser(least, quota)
			if below == "/" {
				break
			}
		}
	}
	return least, nil
}

// lesser returns the lesser of two quotas, of which 0 is none.
func lesser(a, b float64) float64 {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// limitV2 reads a group's cpu.max: "quota period" in microseconds, "max" for no
// limit. The root group has none.
func (r *reader) limitV2(dir string) (float64, error) {
	name := dir + "/cpu.max"
	text, found := r.text(name)
	if !found {
		return 0, nil
	}
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return 0, fmt.Errorf("/%s: %q is not a quota and a period", name, text)
	}
	if fields[0] == "max" {
		return 0, nil
	}
	return ratio(name, fields[0], fields[1])
}

// limitV1 reads a group's quota and period in microseconds; a negative quota is
// no limit.
func (r *reader) limitV1(dir string) (float64, error) {
	name := dir + "/cpu.cfs_quota_us"
	quota, found := r.text(name)
	period, foundPeriod := r.text(dir + "/cpu.cfs_period_us")
	if !found || !foundPeriod || strings.HasPrefix(quota, "-") {
		return 0, nil
	}
	return ratio(name, quota, period)
}

func ratio(name, quota, period string) (float64, error) {
	q, err := strconv.ParseUint(quota, 10, 63)
	p, err2 := strconv.ParseUint(period, 10, 63)
	if err != nil || err2 != nil || q == 0 || p == 0 {
		return 0, fmt.Errorf("/%s: %q of %q is not a quota of a period", name, quota, period)
	}
	return float64(q) / float64(p), nil
}

// mount is a place where a hierarchy with CPU quotas can be seen.
type mount struct {
	root    string // which group is seen there
	point   string // where
	unified bool   // version 2
}

// below returns where the group lies below the mount point, if it does.
func (m mount) below(group string) (string, bool) {
	if m.root == "/" {
		return path.Clean("/" + group), true
	}
	rest, inside := strings.CutPrefix(group, m.root)
	if !inside || rest != "" && rest[0] != '/' {
		return "", false
	}
	return path.Clean("/" + rest), true
}

// parseMounts finds the control group hierarchies in /proc/self/mountinfo (proc(5)):
//
//	31 30 0:28 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
//
// Lines that are not of this form are of no use and skipped.
func parseMounts(text string) []mount {
	var mounts []mount
	for line := range strings.Lines(text) {
		before, after, _ := strings.Cut(strings.TrimSpace(line), " - ")
		left, right := strings.Fields(before), strings.Fields(after)
		if len(left) < 5 || len(right) < 3 {
			continue
		}
		m := mount{root: unescape(left[3]), point: unescape(left[4]), unified: right[0] == "cgroup2"}
		if m.unified || right[0] == "cgroup" && slices.Contains(strings.Split(right[2], ","), "cpu") {
			mounts = append(mounts, m)
		}
	}
	return mounts
}

// unescape undoes what the kernel does to the characters that would break a line.
func unescape(path string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(path)
}
