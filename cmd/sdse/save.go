package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"sdse/cmd/sdse/internal/report"
	"sdse/cmd/sdse/internal/results"
	"sdse/explorer"
	"sdse/sesame/evaluate"
)

// The files of a run directory. A directory without a manifest is not finished:
// it is removed first and written last.
const (
	frontCSV     = "front.csv"
	frontJSON    = "front.json"
	historyCSV   = "history.csv"
	reportHTML   = "report.html"
	manifestJSON = "manifest.json"
)

// savePredicted saves the front as predicted, when the search has ended and the
// final evaluation, which may take long, has not begun.
func (x *exploration) savePredicted(designs []explorer.Design) error {
	if err := x.dir.Remove(manifestJSON); err != nil {
		return err
	}
	return x.saveFront(x.front(&explorer.Result{Front: designs}))
}

// save writes the run directory.
func (x *exploration) save() error {
	if err := x.saveFront(x.front(x.result)); err != nil {
		return err
	}
	manifest := x.manifest()
	document := x.document(manifest)
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{historyCSV, func(w io.Writer) error { return results.WriteHistory(w, x.history()) }},
		{reportHTML, func(w io.Writer) error { return report.HTML(w, document) }},
		{manifestJSON, func(w io.Writer) error { return results.WriteJSON(w, manifest) }},
	} {
		if err := x.dir.Write(file.name, file.write); err != nil {
			return err
		}
	}
	return nil
}

func (x *exploration) saveFront(front *results.Front) error {
	if err := x.dir.Write(frontCSV, func(w io.Writer) error { return front.WriteCSV(w, x.columns()) }); err != nil {
		return err
	}
	return x.dir.Write(frontJSON, func(w io.Writer) error { return results.WriteJSON(w, front) })
}

func (x *exploration) manifest() *results.Manifest {
	m := x.model
	return &results.Manifest{Schema: results.ManifestSchema, Version: version(), Command: x.command, Seed: x.settings.Seed,
		Inputs: results.Inputs(x.inputs), Settings: x.settings,
		Model: results.Size{Processors: len(m.Platform.Processors), Applications: len(m.Space.Applications),
			Processes: m.Processes(), Channels: m.Channels(), Scenarios: m.Space.Len(), Genes: len(m.Bounds())},
		Counts: results.Counts(x.counts),
		Result: results.Summary{Front: len(x.result.Front), Lost: x.result.Lost, Reference: x.result.Reference,
			Hypervolume: x.result.Hypervolume},
		Times: results.Times{Started: x.started.UTC().Format(time.RFC3339), Seconds: x.elapsed.Seconds(),
			PerSec: float64(x.counts.Charged) / x.elapsed.Seconds()},
		Harts: x.harts, Stopped: x.result.Stopped, Toolchain: results.ThisBuild()}
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
		return results.WriteJSON(std.out, struct {
			Directory string            `json:"directory"`
			Manifest  *results.Manifest `json:"manifest"`
			Front     *results.Front    `json:"front"`
		}{x.dir.Path(), x.manifest(), x.front(x.result)})
	}
	out := bufio.NewWriter(std.out) // remembers the first error for Flush
	if len(x.result.Front) > 0 {
		x.table(out)
	}
	fmt.Fprintf(out, "\n%d Pareto-optimal mappings over %d scenarios; hypervolume %.4f; %d predicted ones lost\n",
		len(x.result.Front), x.model.Space.Len(), x.result.Hypervolume, x.result.Lost)
	fmt.Fprintf(out, "%d simulations done, %d answered from memory, in %.1f s; stopped: %s\n",
		x.counts.Charged, x.counts.Memoised, x.elapsed.Seconds(), x.result.Stopped)
	fmt.Fprintf(out, "results: %s (open report.html)\n", x.dir.Path())
	return out.Flush()
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
