package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"sdse/sesame"
	"sdse/sesame/evaluate"
)

// lineWidth is what the output for people fits, if names are not very long.
const lineWidth = 100

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
	for _, s := range a.Scenarios {
		printBlocked(out, &s)
	}
	if a.Simulated() {
		printFigures(out, &a.Mean)
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
	names := map[string]string{}
	longest := 0
	for processor := range on {
		name := processor
		if point := a.Mapping.Points[processor]; point != "" {
			name += " @ " + point
		}
		names[processor] = name
		longest = max(longest, len([]rune(name)))
	}
	fmt.Fprintln(out, "Mapping")
	for _, processor := range slices.SortedFunc(maps.Keys(on), natural) {
		head := fmt.Sprintf("  %-*s  ", longest, names[processor])
		for _, line := range wrapped(on[processor], lineWidth-longest-4) {
			fmt.Fprintf(out, "%s%s\n", head, line)
			head = strings.Repeat(" ", longest+4)
		}
	}
	if a.Cost > 0 {
		fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("  cost %.4g %s", a.Cost, costUnit), " "))
	}
}

// wrapped joins words by commas into lines of at most width characters, where
// that is possible.
func wrapped(words []string, width int) []string {
	var lines []string
	line := ""
	for i, word := range words {
		if i < len(words)-1 {
			word += ","
		}
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
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
			fmt.Fprintf(w, "%d\t%s\t%.4f\t%s\n", s.ID, shortened(s.Name, 50), s.Weight, s.Failure)
			continue
		}
		fmt.Fprintf(w, "%d\t%s\t%.4f\t%v\t%v\n", s.ID, shortened(s.Name, 50), s.Weight, sesame.Time(s.Makespan), sesame.Energy(s.Energy))
	}
	w.Flush()
}

// printBlocked names the processes of a deadlock.
func printBlocked(out io.Writer, s *evaluate.ScenarioAccount) {
	if len(s.Blocked) == 0 {
		return
	}
	fmt.Fprintf(out, "\nDeadlock in scenario %d: these processes wait for ever\n", s.ID)
	w := table(out)
	for _, b := range s.Blocked {
		fmt.Fprintf(w, "  %s\tfor %s in %s\twhich depends on %s\n", shortened(b.Process, 20), b.WaitsFor, shortened(b.Channel, 20), shortened(b.Peer, 20))
	}
	w.Flush()
}

// shortened cuts the middle out of a name that is longer than n characters.
func shortened(name string, n int) string {
	letters := []rune(name)
	if len(letters) <= n {
		return name
	}
	head := (n - 1) / 2
	return string(letters[:head]) + "…" + string(letters[len(letters)-(n-1-head):])
}
