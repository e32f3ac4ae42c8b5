package bench

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"sdse/workpool/topology"
)

// Machine is what the figures were measured on. What the system does not tell
// is empty.
type Machine struct {
	CPU     string `json:"cpu"`
	Cores   int    `json:"cores"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Go      string `json:"go"`
	GOAMD64 string `json:"goamd64,omitempty"`
	PGO     bool   `json:"pgo"`  // built with a profile
	Load    string `json:"load"` // load averages at the start

	// What the process may use of it.
	CPUs    int     `json:"cpus,omitempty"`
	Nodes   int     `json:"nodes,omitempty"`
	Domains int     `json:"cache_domains,omitempty"` // groups of CPUs that share a last-level cache
	Quota   float64 `json:"quota,omitempty"`         // CPUs' worth of time; none if 0
	Note    string  `json:"note,omitempty"`          // what of this could not be read

	use string // the same in words
}

// ThisMachine describes the machine and the build.
func ThisMachine() Machine {
	m := Machine{Cores: runtime.NumCPU(), OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(), CPU: cpuModel()}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		m.Load = strings.Join(strings.Fields(string(text))[:3], " ")
	}
	m.readTopology()
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return m
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOAMD64":
			m.GOAMD64 = s.Value
		case "-pgo":
			m.PGO = s.Value != "" && s.Value != "off"
		}
	}
	return m
}

// readTopology finds out what the process may use.
func (m *Machine) readTopology() {
	t, err := topology.Read()
	if err != nil {
		m.Note, m.use = err.Error(), err.Error()
		return
	}
	m.CPUs, m.Nodes, m.Domains, m.Quota, m.Note, m.use = len(t.CPUs), t.Nodes, t.Domains, t.Quota, t.Note, t.String()
}

// text is the machine in two lines.
func (m *Machine) text() string {
	pgo := "without profile"
	if m.PGO {
		pgo = "with a profile (PGO)"
	}
	return fmt.Sprintf("%s, %d cores, %s/%s %s, %s, %s, load %s\nin use: %s", m.CPU, m.Cores, m.OS, m.Arch, m.GOAMD64, m.Go, pgo, m.Load, m.use)
}

func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	var model, number string
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		switch value = strings.TrimSpace(value); strings.TrimSpace(key) {
		case "model name":
			model = value
		case "cpu family":
			number = " (family " + value
		case "model":
			number += ", model " + value + ")"
		}
		if model != "" && strings.HasSuffix(number, ")") {
			break
		}
	}
	return model + number
}

// residentBytes is how much memory of the process is really there, or false if
// the system does not tell.
func residentBytes() (int64, bool) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, false
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, false
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize()), err == nil
}
