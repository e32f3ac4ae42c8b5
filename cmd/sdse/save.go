package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"sdse/cmd/sdse/internal/report"
	"sdse/cmd/sdse/internal/results"
	"sdse/sesame/evaluate"
)

// save writes the run directory, the report last.
func (x *exploration) save() error {
	front := x.front()
	manifest, err := x.manifest()
	if err != nil {
		return err
	}
	document := x.document(manifest)
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"front.csv", func(w io.Writer) error { return front.WriteCSV(w, x.columns()) }},
		{"front.json", func(w io.Writer) error { return results.WriteJSON(w, front) }},
		{"history.csv", func(w io.Writer) error { return results.WriteHistory(w, x.history()) }},
		{"manifest.json", func(w io.Writer) error { return results.WriteJSON(w, manifest) }},
		{"report.html", func(w io.Writer) error { return report.HTML(w, document) }},
	} {
		if err := x.dir.Write(file.name, file.write); err != nil {
			return err
		}
	}
	return nil
}

func (x *exploration) manifest() (*results.Manifest, error) {
	inputs, err := results.HashInputs(x.workload.Files)
	if err != nil {
		return nil, err
	}
	m := x.model
	return &results.Manifest{Schema: results.ManifestSchema, Version: version(), Command: os.Args, Seed: x.settings.Seed,
		Inputs: inputs, Settings: x.settings,
		Model: results.Size{Processors: len(m.Platform.Processors), Applications: len(m.Space.Applications),
			Processes: m.Processes(), Channels: m.Channels(), Scenarios: m.Space.Len(), Genes: len(m.Bounds())},
		Counts: results.Counts(x.counts),
		Result: results.Summary{Front: len(x.result.Front), Lost: x.result.Lost, Reference: x.result.Reference,
			Hypervolume: x.result.Hypervolume},
		Times: results.Times{Started: x.started.UTC().Format(time.RFC3339), Seconds: x.elapsed.Seconds(),
			PerSec: float64(x.counts.Charged) / x.elapsed.Seconds()},
		Stopped: x.result.Stopped, Toolchain: results.ThisBuild()}, nil
}

func commandLine(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		if quoted[i] = a; a == "" || strings.ContainsAny(a, " \t\"'$&|;<>()*?\\`") {
			quoted[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

func (x *exploration) facts() []report.Fact {
	subset := "all scenarios, always"
	if s := x.settings.Subset; s.Size > 0 {
		subset = fmt.Sprintf("%d of %d scenarios, %s selector, every %d generations from %d training designs",
			s.Size, x.model.Space.Len(), s.Method, s.Period, s.Trainers)
	}
	var apps []string
	for _, app := range x.model.Space.Applications {
		apps = append(apps, fmt.Sprintf("%s (%d processes, %d channels, %d scenarios)", app.Name, len(app.Processes), len(app.Channels), len(app.Scenarios)))
	}
	return []report.Fact{
		{Label: "Applications", Value: strings.Join(apps, ", ")},
		{Label: "System scenarios", Value: fmt.Sprint(x.model.Space.Len())},
		{Label: "Population", Value: fmt.Sprint(x.settings.Population)},
		{Label: "Generations", Value: fmt.Sprint(x.settings.Generations)},
		{Label: "Subset", Value: subset},
		{Label: "Workers", Value: fmt.Sprint(x.settings.Workers)},
		{Label: "Predicted but lost", Value: fmt.Sprintf("%d designs that the subset took for optimal and that are not", x.result.Lost)},
	}
}

// print writes the front to standard output: a table for people, or JSON.
func (x *exploration) print(std streams, asJSON bool) error {
	if asJSON {
		manifest, err := x.manifest()
		if err != nil {
			return err
		}
		return results.WriteJSON(std.out, struct {
			Directory string            `json:"directory"`
			Manifest  *results.Manifest `json:"manifest"`
			Front     *results.Front    `json:"front"`
		}{x.dir.Path(), manifest, x.front()})
	}
	if len(x.result.Front) > 0 {
		x.table(std.out)
	}
	fmt.Fprintf(std.out, "\n%d Pareto-optimal mappings over %d scenarios; hypervolume %.4f; %d predicted ones lost\n",
		len(x.result.Front), x.model.Space.Len(), x.result.Hypervolume, x.result.Lost)
	fmt.Fprintf(std.out, "%d simulations done, %d answered from memory, in %.1f s; stopped: %s\n",
		x.counts.Charged, x.counts.Memoised, x.elapsed.Seconds(), x.result.Stopped)
	fmt.Fprintf(std.out, "results: %s (open report.html)\n", x.dir.Path())
	return nil
}

func (x *exploration) table(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "id\t")
	for _, o := range x.settings.objectives {
		shown := x.shown(o)
		fmt.Fprintf(w, "%s\t", strings.TrimSpace(shown.Name+" "+shown.Unit))
		if x.predicts(o) {
			fmt.Fprint(w, "predicted\t")
		}
	}
	fmt.Fprint(w, "processors\t\n")
	mapping := x.model.NewMapping()
	for i, d := range x.result.Front {
		fmt.Fprintf(w, "%d\t", i+1)
		for k, o := range x.settings.objectives {
			scale := x.shown(o).Scale
			fmt.Fprintf(w, "%.4g\t", d.True[k]*scale)
			if x.predicts(o) {
				fmt.Fprintf(w, "%.4g\t", d.Predicted[k]*scale)
			}
		}
		x.model.Decode(d.Genes, mapping)
		fmt.Fprintf(w, "%s\t\n", x.processorsInUse(mapping.Processor))
	}
	w.Flush()
}

// predicts reports whether the subset's prediction of an objective may differ
// from the truth.
func (x *exploration) predicts(o evaluate.Objective) bool {
	return x.settings.Subset.Size > 0 && o != evaluate.Cost
}

// processorsInUse counts the processors that have a process, by type.
func (x *exploration) processorsInUse(mapped []int) string {
	p := x.model.Platform
	counts := make([]int, len(p.Types))
	seen := make([]bool, len(p.Processors))
	for _, i := range mapped {
		if !seen[i] {
			seen[i] = true
			counts[p.Processors[i].Type]++
		}
	}
	var parts []string
	for t, n := range counts {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d × %s", n, p.Types[t].Name))
		}
	}
	return strings.Join(parts, " + ")
}
