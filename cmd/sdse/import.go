package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/urfave/cli/v2"

	"sdse/kpn"
	"sdse/kpn/formats"
	"sdse/kpn/input"
	"sdse/kpn/sdf3"
	"sdse/kpn/tgff"
)

func importCommand(std streams) *cli.Command {
	command := &cli.Command{
		Name:  "import",
		Usage: "make sdse's own files of those of other tools",
		Description: `Writes every application of the files to DIR/NAME.toml, and DIR/platform.toml, a
platform to start from: what the files say about processors and links, and
assumptions, marked as such, for the rest. Nothing is overwritten without --force.
What could not be taken over as it is, is told on standard error.

Platform files may also name the files of other tools directly, see [[workload]] in
docs/formats.md; then nothing has to be imported.`,
		OnUsageError: onUsageError,
		Action:       noFormat,
	}
	for _, f := range []struct {
		name, usage string
		read        func(file string, how formats.Options, problems *input.Problems) *found
	}{
		{"sdf3", "dataflow graphs of SDF3 (XML)", foundInSDF3},
		{"tgff", "task graphs of TGFF and E3S", foundInTGFF},
		{"kpn", "process networks (XML) with cpntrace files", foundIn("kpn")},
		{"cores", "core graphs of networks on chip (CSV)", foundIn("cores")},
	} {
		command.Subcommands = append(command.Subcommands, &cli.Command{
			Name: f.name, Usage: f.usage, ArgsUsage: "FILE…", Flags: importFlags(),
			OnUsageError: onUsageError,
			Action:       func(c *cli.Context) error { return importFiles(c, std, f.read) },
		})
	}
	command.Subcommands = append(command.Subcommands, importMappingCommand(std))
	return command
}

// noFormat handles a command line without a known format.
func noFormat(c *cli.Context) error {
	var known []string
	for _, sub := range c.Command.Subcommands {
		if sub.Name != "help" {
			known = append(known, sub.Name)
		}
	}
	if c.NArg() == 0 {
		return usage("say what to import: sdse import %s FILE… --out DIR", strings.Join(known, "|"))
	}
	return usage("there is no format %q%s\n      see: sdse import --help", c.Args().First(), input.DidYouMean(c.Args().First(), known))
}

func importFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "out", Usage: "`DIR` to write to", Category: "output"},
		&cli.BoolFlag{Name: "force", Usage: "overwrite what is there", Category: "output"},
		&cli.StringFlag{Name: "name", Usage: "`NAME` of the application", DefaultText: "what the file calls it", Category: "reading"},
		&cli.StringFlag{Name: "graph", Usage: "only the `GRAPH` of that name or number", DefaultText: "all", Category: "reading"},
		&cli.StringFlag{Name: "traces", Usage: "`DIR` of the cpntrace files", DefaultText: "that of the network", Category: "reading"},
		&cli.Int64Flag{Name: "iterations", Usage: "repeat every scenario `N` times", Value: 1, Category: "reading"},
		&cli.StringFlag{Name: "capacity", Usage: "`TOKENS` of every channel, or unbounded", DefaultText: "what the file says, else unbounded", Category: "reading"},
		&cli.StringFlag{Name: "firing", Usage: "`RULE` of firing: kpn or sdf", Value: "kpn", Category: "reading"},
		&cli.StringFlag{Name: "initial-tokens", Usage: "present at the start, or written by the producers: `HOW`", Value: "present", Category: "reading"},
		&cli.StringFlag{Name: "start", Usage: "processes queue when-enabled, or together at the start: `HOW`", Value: "when-enabled", Category: "reading"},
		&cli.StringFlag{Name: "unit", Usage: "`DURATION` of a unit of time of the file, like 1us", DefaultText: "the platform says", Category: "reading"},
	}
}

// readingOf returns how the flags want files to be read.
func readingOf(c *cli.Context) (formats.Options, error) {
	o := formats.Options{Graph: c.String("graph"), Traces: c.String("traces")}
	o.Name = c.String("name")
	n := c.Int64("iterations")
	if n < 1 || n > math.MaxInt32 {
		return o, usage("--iterations %d is not between 1 and %d", n, math.MaxInt32)
	}
	o.Iterations = int(n)
	var err error
	if o.Capacity, err = capacityOf(c.String("capacity")); err != nil {
		return o, err
	}
	sdf, err := second(c, "firing", "kpn", "sdf")
	if sdf {
		o.Firing = kpn.SDFFiring
	}
	if err == nil {
		o.InitialWritten, err = second(c, "initial-tokens", "present", "written")
	}
	if err == nil {
		o.StartTogether, err = second(c, "start", "when-enabled", "together")
	}
	if text := c.String("unit"); err == nil && text != "" {
		var problems input.Problems
		table := input.Parse("--unit", []byte(fmt.Sprintf("unit = %q", text)), &problems)
		if table == nil {
			return o, usage("--unit %q is no duration; write it like \"1 us\"", text)
		}
		var ok bool
		if o.Unit, ok = table.Duration("unit"); !ok || o.Unit == 0 {
			return o, usage("--unit %q is no duration above 0; write it like \"1 us\"", text)
		}
	}
	return o, err
}

// second reports whether a flag has the second of its two values.
func second(c *cli.Context, flag, first, other string) (bool, error) {
	switch v := c.String(flag); v {
	case first:
		return false, nil
	case other:
		return true, nil
	default:
		return false, usage("--%s %q is unknown; it is %s or %s", flag, v, first, other)
	}
}

func capacityOf(text string) (int64, error) {
	switch text {
	case "":
		return 0, nil
	case "unbounded":
		return kpn.Unbounded, nil
	}
	var n int64
	if _, err := fmt.Sscanf(text, "%d", &n); err != nil || n < 1 || fmt.Sprint(n) != text {
		return 0, usage("--capacity %q is no number of tokens from 1, and not unbounded", text)
	}
	return min(n, kpn.Unbounded), nil
}

// found is what files hold.
type found struct {
	apps     []*kpn.Application
	warnings []input.Problem
	types    []foundType
	links    []foundLink
	mesh     bool // the platform to start from is a network on chip

	architecture *sdf3.Architecture // is the platform, if there is one
	unit         int64              // ps that its unit of time lasts
}

// foundIn reads files in a format that says nothing of hardware.
func foundIn(format string) func(string, formats.Options, *input.Problems) *found {
	return func(file string, how formats.Options, problems *input.Problems) *found {
		how.Format = format
		apps, warnings := formats.Load(file, how, problems)
		return &found{apps: apps, warnings: warnings, mesh: format == "cores"}
	}
}

// foundInSDF3 also takes an architecture graph.
func foundInSDF3(file string, how formats.Options, problems *input.Problems) *found {
	if how.Graph != "" {
		problems.Add(file, 0, "a file of SDF3 holds one graph; leave --graph out")
	}
	f := sdf3.Load(file, how.Reading, problems)
	if f == nil {
		return &found{}
	}
	r := &found{warnings: f.Warnings, architecture: f.Architecture, unit: how.Unit}
	if f.Application != nil {
		r.apps = append(r.apps, f.Application)
	}
	if r.architecture != nil && r.unit == 0 {
		r.unit = 1000
		r.warnings = append(r.warnings, input.Problem{File: file, Message: "a unit of time is assumed to last 1 ns; say otherwise with --unit"})
	}
	return r
}

// foundInTGFF also takes the tables of processing elements and links.
func foundInTGFF(file string, how formats.Options, problems *input.Problems) *found {
	r := foundIn("tgff")(file, how, problems)
	var silent input.Problems // everything has been said
	if f := tgff.Load(file, how.Reading, &silent); f != nil {
		r.types, r.links = typesOfTGFF(file, f), linksOfTGFF(f)
	}
	return r
}
