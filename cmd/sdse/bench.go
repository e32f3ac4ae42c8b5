package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"sdse/cmd/sdse/internal/bench"
	"sdse/cmd/sdse/internal/results"
	"sdse/kpn/input"
	"sdse/sesame/shapes"
)

// extras are flags that a single benchmark has, and what to do with them instead
// of measuring.
func extras(name string) (flags []cli.Flag, before func(*cli.Context) (done bool, err error)) {
	if name == "simulator" {
		return []cli.Flag{&cli.StringFlag{Name: "dump", Usage: "write the traces and tables of the fast kernel to `DIR`, and stop", Category: "output"}}, dumpLanes
	}
	return nil, func(*cli.Context) (bool, error) { return false, nil }
}

func dumpLanes(c *cli.Context) (done bool, err error) {
	dir := c.String("dump")
	if dir == "" {
		return false, nil
	}
	return true, bench.DumpLanes(dir, c.Uint64("seed"))
}

// everything is the name of the sub-command that runs all benchmarks.
const everything = "all"

// benchCommand has a sub-command for every benchmark, and one for all of them.
func benchCommand(std streams) *cli.Command {
	command := &cli.Command{
		Name:  "bench",
		Usage: "measure sdse on this machine",
		Description: `Every benchmark runs what it compares in turns, repeats, and shows medians with
quartiles and the machine they belong to. Tables say whether they show CPU time
or wall time; figures that others have published are marked as published. Ratios
mean more than times, and a quiet machine tells more than a busy one.
docs/benchmarks.md has figures and docs/formats.md the JSON.`,
		OnUsageError: onUsageError,
	}
	known := []string{everything}
	for _, b := range bench.All() {
		known = append(known, b.Name)
		command.Subcommands = append(command.Subcommands, benchmarkCommand(std, b))
	}
	command.Subcommands = append(command.Subcommands, allCommand(std), childCommand(std))
	command.Action = func(c *cli.Context) error {
		if c.NArg() == 0 {
			return cli.ShowSubcommandHelp(c)
		}
		return usage("there is no benchmark %q%s\n      see: sdse bench --help", c.Args().First(), input.DidYouMean(c.Args().First(), known))
	}
	return command
}

func benchmarkCommand(std streams, b bench.Benchmark) *cli.Command {
	more, before := extras(b.Name)
	flags := append(benchFlags("11, with --quick 3", b.Parts()), more...)
	if b.Jobs != "" {
		flags = append(flags, &cli.IntFlag{Name: "jobs", Usage: b.Jobs, DefaultText: "up to the size", Category: "measurement"})
	}
	if b.Workers != "" {
		flags = append(flags, &cli.StringFlag{Name: "workers", Usage: b.Workers + ", a `LIST` of numbers with commas", DefaultText: "up to the size", Category: "measurement"})
	}
	if b.Arch != "" {
		flags = append(flags, archFlag(b.Arch))
	}
	return &cli.Command{Name: b.Name, Usage: b.Usage, Description: b.Description, Flags: flags, OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			options, err := benchOptions(c, std, bench.Full)
			if err != nil {
				return err
			}
			if options.Only, err = benchOnly(c, b.Parts()); err != nil {
				return err
			}
			if done, err := before(c); done || err != nil {
				return err
			}
			return runBenchmarks(c, std, options, b)
		}}
}

func allCommand(std streams) *cli.Command {
	var names []string
	for _, b := range bench.All() {
		names = append(names, b.Name)
	}
	return &cli.Command{Name: everything, Usage: "all benchmarks, each shorter than alone", Flags: append(benchFlags("5, with --quick 3", names), archFlag("what whole simulations and explorations are of")), OnUsageError: onUsageError,
		Description: `Runs one benchmark after the other, in a few minutes on two cores. Every one
measures less than it does alone; --json and --svg write one file that holds all.`,
		Action: func(c *cli.Context) error {
			options, err := benchOptions(c, std, bench.Brief)
			if err != nil {
				return err
			}
			only, err := benchOnly(c, names)
			if err != nil {
				return err
			}
			wanted := slices.DeleteFunc(bench.All(), func(b bench.Benchmark) bool { return only != nil && !slices.Contains(only, b.Name) })
			return runBenchmarks(c, std, options, wanted...)
		}}
}

// benchFlags are those that every sub-command has.
func benchFlags(reps string, parts []string) []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "reps", Usage: "repetitions of every figure", DefaultText: reps, Category: "measurement"},
		&cli.Uint64Flag{Name: "seed", Usage: "`NUMBER` that decides what is drawn at random", Value: shapes.DefaultSeed, Category: "measurement"},
		&cli.BoolFlag{Name: "quick", Usage: "a few seconds: fewer and smaller cases, for a look", Category: "measurement"},
		&cli.StringFlag{Name: "only", Usage: "measure only these parts, a `LIST` with commas of " + strings.Join(parts, ", "), DefaultText: "all", Category: "measurement"},
		&cli.StringFlag{Name: "json", Usage: "write the figures to `FILE` as JSON", Category: "output"},
		&cli.StringFlag{Name: "svg", Usage: "write plots to `FILE` as SVG", Category: "output"},
		&cli.BoolFlag{Name: "quiet", Usage: "no progress", Category: "output"},
	}
}

func archFlag(usage string) cli.Flag {
	return &cli.StringFlag{Name: "arch", Usage: usage + ", a platform `FILE`", DefaultText: bench.Example + " if it is there, else made up", Category: "measurement"}
}

// runBenchmarks measures and writes what was found.
func runBenchmarks(c *cli.Context, std streams, o bench.Options, benchmarks ...bench.Benchmark) error {
	var out outputs
	defer func() { out.close() }()
	for _, flag := range []string{"json", "svg"} { // before the time is spent
		if err := out.create(c, flag); err != nil {
			return err
		}
	}
	// An interrupt ends the measurement, which then takes away its processes and
	// files; a second one, after stop, ends the program.
	ctx, stop := signal.NotifyContext(c.Context, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	document, err := bench.Measure(ctx, o, benchmarks...)
	switch {
	case err != nil && ctx.Err() != nil:
		return &exit{code: exitInterrupted, err: errors.New("interrupted; nothing is written")}
	case err != nil:
		return err
	}
	document.Version = version()
	if err := document.WriteText(std.out); err != nil {
		return err
	}
	if err := out.write("json", func(w io.Writer) error { return results.WriteJSON(w, document) }); err != nil {
		return err
	}
	return out.write("svg", document.WriteSVG)
}

// More than anybody has time for, or a machine threads.
const (
	mostReps    = 10_000
	mostJobs    = 1_000_000_000
	mostWorkers = 4096
)

// benchOptions reads the flags, but for --only.
func benchOptions(c *cli.Context, std streams, size bench.Size) (bench.Options, error) {
	o := bench.Options{Reps: c.Int("reps"), Seed: c.Uint64("seed"), Size: size, Jobs: c.Int("jobs"), Arch: c.String("arch")}
	if err := noArguments(c); err != nil {
		return o, err
	}
	if c.IsSet("reps") && (o.Reps < 1 || o.Reps > mostReps) {
		return o, usage("--reps %d: give a number from 1 to %d", o.Reps, mostReps)
	}
	if c.IsSet("jobs") && (o.Jobs < 1 || o.Jobs > mostJobs) {
		return o, usage("--jobs %d: give a number from 1 to %d", o.Jobs, mostJobs)
	}
	if c.Bool("quick") {
		o.Size = bench.Quick
	}
	if !c.Bool("quiet") {
		o.Begin = func(benchmark, part string) { fmt.Fprintf(std.err, "measuring %s: %s\n", benchmark, part) }
	}
	if !c.IsSet("workers") {
		return o, nil
	}
	for word := range strings.SplitSeq(c.String("workers"), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < 1 || n > mostWorkers {
			return o, usage("--workers %s: give numbers from 1 to %d, with commas between them", c.String("workers"), mostWorkers)
		}
		o.Workers = append(o.Workers, n)
	}
	return o, nil
}

// benchOnly reads --only.
func benchOnly(c *cli.Context, known []string) (only []string, err error) {
	if !c.IsSet("only") {
		return nil, nil
	}
	for name := range strings.SplitSeq(c.String("only"), ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(known, name) {
			return nil, usage("--only: there is no part %q%s (known: %s)", name, input.DidYouMean(name, known), strings.Join(known, ", "))
		}
		only = append(only, name)
	}
	return only, nil
}
