package sesame

import (
	"math"

	"sdse/kpn"
	"sdse/kpn/formats"
	"sdse/kpn/input"
)

// source is a file with applications and how it is read.
type source struct {
	file    string
	options formats.Options
}

// applications reads the applications of the workload: those of the given files
// or else those that the platform file names, first under applications, then in
// the [[workload]] tables. An application whose name is not known is nil.
func (w *Workload) applications(root *input.Table, files []string, problems *input.Problems) []*kpn.Application {
	var sources []source
	missing := false
	for _, f := range files {
		sources = append(sources, source{file: f})
	}
	direct, tables := root.Has("applications"), root.Has("workload") // known keys, needed or not
	if (direct || tables) && len(files) == 0 {
		sources, missing = named(root, problems)
	}
	var apps []*kpn.Application
	if missing {
		apps = append(apps, nil)
	} else if len(sources) == 0 {
		root.Problem("applications", "no application; name the application files in applications = [\"app.toml\"] or with --apps")
	}
	byName := map[string]string{}
	for _, s := range sources {
		read, warnings := formats.Load(s.file, s.options, problems)
		apps = append(apps, read...)
		w.Warnings = append(w.Warnings, warnings...)
		for _, app := range read {
			if app == nil {
				continue
			}
			if other, ok := byName[app.Name]; ok && app.Name != "" {
				problems.Add(s.file, 1, "the application in %s is named %q too; rename one", other, app.Name)
			}
			byName[app.Name] = s.file
		}
	}
	checkNames(apps, problems)
	return apps
}

// named returns the application files that a platform file names; missing tells
// whether there are others that cannot be read.
func named(root *input.Table, problems *input.Problems) (sources []source, missing bool) {
	for _, f := range root.Strings("applications") {
		path := beside(root.File(), f)
		if readable(root, "applications", f, path) {
			sources = append(sources, source{file: path})
		} else {
			missing = true
		}
	}
	for _, t := range root.Tables("workload") {
		if s, ok := readSource(t, problems); ok {
			sources = append(sources, s)
		} else {
			missing = true
		}
		t.Done()
	}
	return sources, missing
}

// readSource reads a [[workload]] table.
func readSource(t *input.Table, problems *input.Problems) (source, bool) {
	var s source
	o := &s.options
	name, ok := t.Name("file")
	if s.file = beside(t.File(), name); ok {
		ok = readable(t, "file", name, s.file)
	}
	if t.Has("format") {
		o.Format = t.Choice("format", formats.Names()...)
	} else if ok {
		o.Format = formats.Of(s.file, problems)
		ok = o.Format != ""
	}
	if t.Has("name") {
		o.Name, _ = t.Name("name")
	}
	o.Graph, _ = t.String("graph")
	if folder, given := t.String("traces"); given {
		o.Traces = beside(t.File(), folder)
	}
	readReading(t, &o.Reading)
	if ok {
		s.checkEffect(t)
	}
	return s, ok
}

// readReading reads how a graph becomes an application.
func readReading(t *input.Table, how *kpn.Reading) {
	if n, given := t.Int("iterations", 1); given {
		if n > math.MaxInt32 {
			t.Problem("iterations", "iterations = %d is too many", n)
			n = 1
		}
		how.Iterations = int(n)
	}
	how.Capacity = channelCapacity(t)
	if t.Choice("firing", "kpn", "sdf") == "sdf" {
		how.Firing = kpn.SDFFiring
	}
	how.InitialWritten = t.Choice("initial_tokens", "present", "written") == "written"
	how.StartTogether = t.Choice("start", "when-enabled", "together") == "together"
	var known bool
	if how.Unit, known = t.Duration("unit"); known && how.Unit == 0 {
		t.Problem("unit", "unit has to be longer than nothing, like \"1 us\"")
	}
}

// channelCapacity reads a number of tokens or "unbounded"; absent, it is 0.
func channelCapacity(t *input.Table) int64 {
	if t.IsText("capacity") {
		t.Choice("capacity", "unbounded")
		return kpn.Unbounded
	}
	n, _ := t.Int("capacity", 1)
	return min(n, kpn.Unbounded)
}

// checkEffect complains about options that the format has no use for.
func (s *source) checkEffect(t *input.Table) {
	useless := map[string][]string{
		"toml":  {"graph", "traces", "iterations", "capacity", "firing", "initial_tokens", "start", "unit"},
		"sdf3":  {"graph", "traces"},
		"tgff":  {"traces", "initial_tokens"},
		"kpn":   {"graph", "initial_tokens"},
		"cores": {"traces", "initial_tokens", "start", "unit"},
	}[s.options.Format]
	for _, key := range useless {
		if t.Has(key) {
			t.Problem(key, "%s has no effect on a file in the format %s; leave it out", key, s.options.Format)
			if key == "graph" {
				s.options.Graph = "" // said
			}
		}
	}
}
