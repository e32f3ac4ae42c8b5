package sesame

import (
	"path/filepath"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/scenarios"
)

// Workload is everything that a platform file names, read and checked.
type Workload struct {
	Platform *Platform
	Space    *scenarios.Space
	Settings *input.Table // the platform file, for the keys that belong to other rooms
}

// Load reads a platform file and the applications and scenarios it names;
// applicationFiles and scenarioFile go before those in the file if they are
// not empty. Names in the file are relative to it. What is wrong in any of the
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
	if s, ok := root.String("scenarios"); ok && scenarioFile == "" {
		scenarioFile = beside(file, s)
	}
	if problems.Len() > before {
		loadScenariosAnyway(scenarioFile, apps, problems)
		return w
	}
	w.Space = scenarios.Load(scenarioFile, apps, problems)
	return w
}

// loadScenariosAnyway looks for mistakes in the scenarios when others are known
// already, unless an application is missing, which would make up mistakes.
func loadScenariosAnyway(file string, apps []*kpn.Application, problems *input.Problems) {
	for _, app := range apps {
		if app == nil {
			return
		}
	}
	scenarios.Load(file, apps, problems)
}

func (w *Workload) applications(root *input.Table, files []string, problems *input.Problems) []*kpn.Application {
	named := root.Strings("applications")
	if len(files) == 0 {
		for _, f := range named {
			files = append(files, beside(root.File(), f))
		}
	}
	if len(files) == 0 {
		root.Problem("applications", "no application; name the application files in applications = [\"app.toml\"] or with --apps")
	}
	var apps []*kpn.Application
	byName := map[string]string{}
	for _, f := range files {
		app := kpn.Load(f, problems)
		apps = append(apps, app)
		if app == nil {
			continue
		}
		if other, ok := byName[app.Name]; ok {
			problems.Add(f, 1, "the application in %s is named %q too; rename one", other, app.Name)
		}
		byName[app.Name] = f
	}
	return apps
}

// beside resolves a name relative to the file that mentions it.
func beside(file, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(file), name)
}
