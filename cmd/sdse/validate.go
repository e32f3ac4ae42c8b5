package main

import (
	"fmt"
	"math"

	"github.com/urfave/cli/v2"
)

func validateCommand(std streams) *cli.Command {
	return &cli.Command{
		Name:  "validate",
		Usage: "check every input file and say all that is wrong",
		Description: `Reads the platform file and everything it names, and reports all mistakes, one
per line, each with file, line and what to do. If there are none, it prints what
was read and how large the search space is.`,
		Flags:        inputFlags(),
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
	m := sys.model
	fmt.Fprintf(std.out, "platform     %s: %d processors, %d memories and buses, %d paths\n",
		m.Platform.Name, len(m.Platform.Processors), len(m.Platform.Components), len(m.Platform.Paths))
	for _, app := range m.Space.Applications {
		fmt.Fprintf(std.out, "application  %s: %d processes, %d channels, %d operations, %d scenarios\n",
			app.Name, len(app.Processes), len(app.Channels), len(app.Operations), len(app.Scenarios))
	}
	fmt.Fprintf(std.out, "scenarios    %d sets of applications, %d system scenarios\n", len(m.Space.Sets), m.Space.Len())
	bounds := m.Bounds()
	var digits float64
	for _, b := range bounds {
		digits += math.Log10(float64(b))
	}
	fmt.Fprintf(std.out, "mappings     %d genes, about 10^%.0f designs\n", len(bounds), digits)
	for _, name := range m.UnknownCosts() {
		fmt.Fprintf(std.out, "warning      a processor type has cycles for %q, which is no operation of these applications\n", name)
	}
	for _, pair := range m.Unreachable() {
		fmt.Fprintf(std.out, "warning      no path from %s to %s: designs that need one are infeasible\n", pair[0], pair[1])
	}
	fmt.Fprintln(std.out, "everything is valid")
	return nil
}
