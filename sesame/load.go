package sesame

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/scenarios"
)

// Workload is everything that a platform file names, read and checked.
type Workload struct {
	Platform *Platform
	Space    *scenarios.Space
	Settings *input.Table // the platform file, for the keys that belong to other rooms
	// Warnings say what applications of other tools have that could not be taken
	// over as it is, in the order of the files.
	Warnings []input.Problem
}

// Load reads a platform file and the applications and scenarios it names;
// applicationFiles and scenarioFile go before those in the file if they are
// not empty. Applications may be in any form that package formats knows. Names in the file are relative to it. What is wrong in any of the
// files is added to problems; Platform and Space must not be used then. The
// result is nil only if the platform file is no TOML at all, so that the caller
// can always read the tables of other rooms from Settings and call Done on it:
// an unknown table is often the cause of everything else that is wrong.
func Load(file string, applicationFiles []string, scenarioFile string, problems *input.Problems) *Workload {
	before := problems.Len()
	root := input.Open(file, problems)
	if root == nil {
		return nil
	}
	w := &Workload{Settings: root}
	w.Platform = readPlatform(root)
	apps := w.applications(root, applicationFiles, problems)
	if s, ok := root.String("scenarios"); ok && scenarioFile == "" && readable(root, "scenarios", s, beside(file, s)) {
		scenarioFile = beside(file, s)
	}
	if problems.Len() > before {
		// Its mistakes are told as well, unless names are missing that it may use.
		if !slices.Contains(apps, nil) {
			scenarios.Check(scenarioFile, apps, problems)
		}
		return w
	}
	w.Space = scenarios.Load(scenarioFile, apps, problems)
	return w
}

// checkNames refuses processes or channels of different applications whose full
// names are the same: a mapping could not tell them apart.
func checkNames(apps []*kpn.Application, problems *input.Problems) {
	processes, channels := map[string]string{}, map[string]string{}
	check := func(taken map[string]string, app *kpn.Application, line int, what, name string) {
		full := app.Name + "." + name
		if other, ok := taken[full]; ok && other != app.Name {
			problems.Add(app.File, line, "%q stands for two %s, because names hold dots; rename this one or its application", full, what)
		}
		taken[full] = app.Name
	}
	for _, app := range apps {
		if app == nil {
			continue
		}
		for _, p := range app.Processes {
			check(processes, app, p.Line, "processes", p.Name)
		}
		for _, ch := range app.Channels {
			line := 0
			if ch.Writer < len(app.Processes) { // not so if the application is wrong
				line = app.Processes[ch.Writer].Line
			}
			check(channels, app, line, "channels", ch.Name)
		}
	}
}

// readable reports, at the key that names it, a file that is not there.
func readable(root *input.Table, key, name, path string) bool {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		var wrong *os.PathError
		if errors.As(err, &wrong) {
			err = wrong.Err
		}
		root.Problem(key, "the file %q cannot be read: %v", name, err)
	case info.IsDir():
		root.Problem(key, "%q is a directory, not a file", name)
	default:
		return true
	}
	return false
}

// beside resolves a name relative to the file that mentions it.
func beside(file, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(file), name)
}
