package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"sdse/sesame"
	"sdse/sesame/evaluate"
)

// printAccount writes what a mapping costs for people.
func printAccount(to io.Writer, a *evaluate.Account, costUnit string) error {
	out := bufio.NewWriter(to) // remembers the first error for Flush
	printMapping(out, a, costUnit)
	if len(a.Scenarios) > 1 {
		printScenarios(out, a)
		fmt.Fprintf(out, "\nWeighted mean over %d scenarios\n", len(a.Scenarios))
	} else if len(a.Scenarios) == 1 {
		fmt.Fprintf(out, "\nScenario %d, %s\n", a.Scenarios[0].ID, a.Scenarios[0].Name)
	}
	if a.Simulated() {
		printFigures(out, a)
	}
	return out.Flush()
}

func table(out io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(out, 0, 0, 2, ' ', 0) }

// printMapping lists the processes by processor.
func printMapping(out io.Writer, a *evaluate.Account, costUnit string) {
	on := map[string][]string{}
	for _, process := range slices.Sorted(maps.Keys(a.Mapping.Processes)) {
		processor := a.Mapping.Processes[process]
		on[processor] = append(on[processor], process)
	}
	fmt.Fprintln(out, "Mapping")
	w := table(out)
	for _, processor := range slices.SortedFunc(maps.Keys(on), natural) {
		fmt.Fprintf(w, "  %s", processor)
		if point := a.Mapping.Points[processor]; point != "" {
			fmt.Fprintf(w, " @ %s", point)
		}
		fmt.Fprint(w, "\t")
		for i, process := range on[processor] {
			if i > 0 {
				fmt.Fprint(w, ", ")
			}
			fmt.Fprint(w, process)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	if a.Cost > 0 {
		fmt.Fprintf(out, "  cost %.4g %s\n", a.Cost, costUnit)
	}
}

// natural orders names so that the number in "a7.10" counts as a number.
func natural(a, b string) int {
	if len(a) != len(b) && trimDigits(a) == trimDigits(b) {
		return cmp.Compare(len(a), len(b))
	}
	return cmp.Compare(a, b)
}

func trimDigits(s string) string {
	for len(s) > 0 && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' {
		s = s[:len(s)-1]
	}
	return s
}

func printScenarios(out io.Writer, a *evaluate.Account) {
	w := table(out)
	fmt.Fprintln(w, "\nid\tscenario\tprobability\tmakespan\tenergy")
	for _, s := range a.Scenarios {
		if s.Failure != "" {
			fmt.Fprintf(w, "%d\t%s\t%.4f\t%s\n", s.ID, s.Name, s.Weight, s.Failure)
			continue
		}
		fmt.Fprintf(w, "%d\t%s\t%.4f\t%v\t%v\n", s.ID, s.Name, s.Weight, sesame.Time(s.Makespan), sesame.Energy(s.Energy))
	}
	w.Flush()
}

func printFigures(out io.Writer, a *evaluate.Account) {
	t := func(ps float64) string { return sesame.Time(ps + 0.5).String() }
	e := func(fj float64) string { return sesame.Energy(fj + 0.5).String() }
	m := &a.Mean
	fmt.Fprintf(out, "  makespan  %s\n", t(m.Makespan))
	fmt.Fprintf(out, "  energy    %s = processors %s dynamic + %s static, memories and buses %s dynamic + %s static, platform %s\n",
		e(m.Energy.Total), e(m.Energy.ProcessorsDynamic), e(m.Energy.ProcessorsStatic),
		e(m.Energy.ComponentsDynamic), e(m.Energy.ComponentsStatic), e(m.Energy.Platform))
	w := table(out)
	fmt.Fprintln(w, "\nprocessor\tbusy\texecute\ttransfer\twaiting\tdispatch\tidle\tdynamic\tstatic")
	for _, p := range m.Processors {
		fmt.Fprintf(w, "%s\t%.1f %%\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", p.Name, 100*p.Utilisation, t(p.Execute), t(p.Transfer),
			t(p.Waiting), t(p.Dispatch), t(p.Idle), e(p.DynamicEnergy), e(p.StaticEnergy))
	}
	fmt.Fprintln(w, "\nmemory or bus\tbusy\ttransfers\tbytes\twaiting\tlongest wait\tdynamic\tstatic")
	for _, c := range m.Components {
		fmt.Fprintf(w, "%s\t%.1f %%\t%.6g\t%.6g\t%s\t%v\t%s\t%s\n", c.Name, 100*c.Utilisation, c.Transfers, c.Bytes,
			t(c.Waiting), sesame.Time(c.MaxWaiting), e(c.DynamicEnergy), e(c.StaticEnergy))
	}
	w.Flush()
}
