package main

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/urfave/cli/v2"

	"sdse/sesame"
)

func validateCommand(std streams) *cli.Command {
	return &cli.Command{
		Name:  "validate",
		Usage: "check every input file and say all that is wrong",
		Description: `Reads the platform file and everything it names, and reports all mistakes, one
per line, each with file, line and what to do. If there are none, it prints what
was read, how large the search space is, the cheapest path between every two
processors, and what is allowed but hardly meant.`,
		Flags: append(inputFlags(),
			&cli.BoolFlag{Name: "pairs", Usage: "list every pair of processors by itself", Category: "output"}),
		OnUsageError: onUsageError,
		Action:       func(c *cli.Context) error { return validate(c, std) },
	}
}

func validate(c *cli.Context, std streams) error {
	sys, err := load(c)
	if err != nil {
		return err
	}
	// Settings of the file that only make sense with the model at hand.
	if _, err := resolve(c, sys); err != nil {
		return err
	}
	out := bufio.NewWriter(std.out) // remembers the first error for Flush
	printSizes(out, sys.model)
	printPaths(out, sys.model, c.Bool("pairs"))
	printWarnings(out, sys.model)
	fmt.Fprintln(out, "everything is valid")
	return out.Flush()
}

func printSizes(out io.Writer, m *sesame.Model) {
	fmt.Fprintf(out, "platform     %s: %d processors, %d memories, buses and other components, %d paths\n",
		m.Platform.Name, len(m.Platform.Processors), len(m.Platform.Components), len(m.Platform.Paths))
	for _, app := range m.Space.Applications {
		fmt.Fprintf(out, "application  %s: %d processes, %d channels, %d operations, %d scenarios\n",
			app.Name, len(app.Processes), len(app.Channels), len(app.Operations), len(app.Scenarios))
	}
	fmt.Fprintf(out, "scenarios    %d sets of applications, %d system scenarios\n", len(m.Space.Sets), m.Space.Len())
	bounds := m.Bounds()
	var digits float64
	for _, b := range bounds {
		digits += math.Log10(float64(b))
	}
	fmt.Fprintf(out, "mappings     %d genes, about 10^%.0f designs\n", len(bounds), digits)
}

// printWarnings prints what is allowed but hardly meant.
func printWarnings(out io.Writer, m *sesame.Model) {
	warn := func(format string, args ...any) { fmt.Fprintf(out, "warning      "+format+"\n", args...) }
	for _, doubt := range m.Doubts() {
		warn("%s", doubt)
	}
	for _, name := range m.UnknownCosts() {
		warn("a processor type has cycles or an energy for %q, which is no operation of these applications", name)
	}
	for _, w := range unreachable(m) {
		pairs := ""
		if w.pairs > 1 {
			pairs = fmt.Sprintf(" (%d pairs)", w.pairs)
		}
		warn("no path from %s to %s%s: designs that need one are infeasible", w.from, w.to, pairs)
	}
}
