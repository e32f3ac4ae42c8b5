package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"sdse/kpn"
	"sdse/sesame"
	"sdse/sesame/evaluate"
)

// nameWidth is the longest name in a table of figures.
const nameWidth = 26

// printFigures writes the figures of one scenario, or their means. What did
// nothing is counted and not listed.
func printFigures(out io.Writer, m *evaluate.Figures) {
	fmt.Fprintf(out, "  makespan  %s\n", picoseconds(m.Makespan))
	fmt.Fprintf(out, "  energy    %s\n", femtojoules(m.Energy.Total))
	printEnergy(out, &m.Energy)
	printApplications(out, m.Applications)
	printProcessors(out, m.Processors)
	printComponents(out, m.Components)
	printBuffers(out, m.Channels)
}

func picoseconds(ps float64) string { return sesame.Time(ps + 0.5).String() }

func femtojoules(fj float64) string { return sesame.Energy(fj + 0.5).String() }

// figures is a table whose first column is a name and whose others are numbers,
// aligned at the right.
type figures struct {
	w        *tabwriter.Writer
	unlisted int // rows left out
}

func newFigures(out io.Writer, head string, columns ...string) *figures {
	fmt.Fprintln(out)
	f := &figures{w: tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)}
	f.row(head, columns...)
	return f
}

func (f *figures) row(name string, columns ...string) {
	fmt.Fprintf(f.w, "%-*s\t", nameWidth, shortened(name, nameWidth))
	for _, c := range columns {
		fmt.Fprintf(f.w, "%s\t", c)
	}
	fmt.Fprintln(f.w)
}

// end writes the table; why says why rows were left out.
func (f *figures) end(why string) {
	if f.unlisted > 0 {
		fmt.Fprintf(f.w, "  not listed: %d %s\n", f.unlisted, why)
	}
	f.w.Flush()
}

func printEnergy(out io.Writer, e *evaluate.EnergyFigures) {
	f := newFigures(out, "energy", "dynamic", "static", "share")
	share := func(fj float64) string { return percent(fj, e.Total) }
	f.row("processors", femtojoules(e.ProcessorsDynamic), femtojoules(e.ProcessorsStatic), share(e.ProcessorsDynamic+e.ProcessorsStatic))
	f.row("memories and interconnects", femtojoules(e.ComponentsDynamic), femtojoules(e.ComponentsStatic), share(e.ComponentsDynamic+e.ComponentsStatic))
	f.row("platform", "", femtojoules(e.Platform), share(e.Platform))
	f.end("")
}

func percent(part, whole float64) string {
	if whole == 0 {
		return "0.0 %"
	}
	return fmt.Sprintf("%.1f %%", 100*part/whole)
}

func printApplications(out io.Writer, list []evaluate.ApplicationFigures) {
	if len(list) == 0 {
		return
	}
	f := newFigures(out, "application", "iterations", "latency", "longest", "period", "per second", "deadline", "misses")
	for _, a := range list {
		row := []string{amount(a.Iterations), picoseconds(a.Latency), sesame.Time(a.MaxLatency).String(), "–", "–", "–", "–"}
		if a.Period > 0 {
			row[3], row[4] = picoseconds(a.Period), fmt.Sprintf("%.4g", a.Throughput)
		}
		if a.Deadline > 0 {
			row[5], row[6] = sesame.Time(a.Deadline).String(), amount(a.Misses)
		}
		f.row(a.Name, row...)
	}
	f.end("")
}

// printProcessors writes two tables, because one would be too wide: where the
// time went, and scheduling and energy.
func printProcessors(out io.Writer, list []evaluate.ProcessorFigures) {
	f := newFigures(out, "processor", "busy", "execute", "transfer", "waiting", "dispatch", "idle")
	var used []evaluate.ProcessorFigures
	for _, p := range list {
		if p.Processes == 0 && p.StaticEnergy == 0 {
			f.unlisted++
			continue
		}
		used = append(used, p)
		f.row(p.Name, percent(p.Utilisation, 1), picoseconds(p.Execute), picoseconds(p.Transfer), picoseconds(p.Waiting),
			picoseconds(p.Dispatch), picoseconds(p.Idle))
	}
	f.end("without a process")
	f = newFigures(out, "processor", "processes", "dispatches", "switches", "preemptions", "dynamic", "static")
	for _, p := range used {
		f.row(p.Name, fmt.Sprint(p.Processes), amount(p.Dispatches), amount(p.Switches), amount(p.Preemptions),
			femtojoules(p.DynamicEnergy), femtojoules(p.StaticEnergy))
	}
	f.end("")
}

func printComponents(out io.Writer, list []evaluate.ComponentFigures) {
	if len(list) == 0 {
		return
	}
	f := newFigures(out, "memory or interconnect", "busy", "transfers", "bytes", "mean wait", "max wait", "dynamic", "static")
	for _, c := range list {
		if c.Transfers == 0 && c.StaticEnergy == 0 {
			f.unlisted++
			continue
		}
		f.row(c.Name, percent(c.Utilisation, 1), amount(c.Transfers), amount(c.Bytes), picoseconds(c.MeanWaiting), sesame.Time(c.MaxWaiting).String(),
			femtojoules(c.DynamicEnergy), femtojoules(c.StaticEnergy))
	}
	f.end("that nothing passes")
}

// amount writes how often something happened; a mean may be a fraction.
func amount(n float64) string {
	if n >= 1e6 {
		return fmt.Sprintf("%.3g", n)
	}
	return fmt.Sprintf("%.6g", n)
}

func printBuffers(out io.Writer, list []evaluate.ChannelFigures) {
	if len(list) == 0 {
		return
	}
	f := newFigures(out, "buffer", "path", "tokens", "high water", "capacity", "filled")
	for _, c := range list {
		capacity, filled := fmt.Sprint(c.Capacity), percent(float64(c.HighWater), float64(c.Capacity))
		if c.Capacity >= kpn.Unbounded {
			capacity, filled = "unbounded", "–"
		}
		f.row(c.Name, shortened(c.Path, 20), amount(c.Tokens), fmt.Sprint(c.HighWater), capacity, filled)
	}
	f.end("")
}
