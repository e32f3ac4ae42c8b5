package results

import (
	"encoding/hex"
	"runtime"
	"runtime/debug"

	"sdse/kpn/input"
	"sdse/workpool"
)

// Manifest says how a result came about: enough to get it again.
type Manifest struct {
	Schema    string               `json:"schema"`
	Version   string               `json:"version"`
	Command   []string             `json:"command"`
	Seed      uint64               `json:"seed"`
	Inputs    []Input              `json:"inputs"`
	Settings  any                  `json:"settings"` // after defaults
	Model     Size                 `json:"model"`
	Counts    Counts               `json:"counts"`
	Result    Summary              `json:"result"`
	Times     Times                `json:"times"`
	Harts     []workpool.HartStats `json:"harts"`
	Stopped   string               `json:"stopped"` // why the search ended
	Toolchain Build                `json:"build"`
}

// Input is a file that was read.
type Input struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

// Size is how large the problem is.
type Size struct {
	Processors   int `json:"processors"`
	Applications int `json:"applications"`
	Processes    int `json:"processes"`
	Channels     int `json:"channels"`
	Scenarios    int `json:"scenarios"`
	Genes        int `json:"genes"`
}

// Counts says how many simulations were asked for, done, and answered by the memo.
type Counts struct {
	Requested int64 `json:"requested"`
	Charged   int64 `json:"charged"`
	Memoised  int64 `json:"memoised"`
}

// Summary is the result in short.
type Summary struct {
	Front       int       `json:"front"`
	Lost        int       `json:"lost"`
	Reference   []float64 `json:"reference"`   // of the hypervolume, per objective
	Hypervolume float64   `json:"hypervolume"` // of the true front
}

// Times are wall times, the only things here that differ from run to run.
type Times struct {
	Started string  `json:"started"` // RFC 3339
	Seconds float64 `json:"seconds"`
	PerSec  float64 `json:"simulations_per_second"`
}

// Build is what the program was made with: floating-point results may depend on it.
type Build struct {
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	GOAMD64 string `json:"goamd64,omitempty"`
}

// ThisBuild describes the running program.
func ThisBuild() Build {
	b := Build{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" {
				b.GOAMD64 = s.Value
			}
		}
	}
	return b
}

// Inputs returns the files that were read as the manifest lists them.
func Inputs(files []input.File) []Input {
	list := []Input{}
	for _, f := range files {
		list = append(list, Input{File: f.Name, SHA256: hex.EncodeToString(f.SHA256[:])})
	}
	return list
}
