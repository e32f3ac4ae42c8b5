package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"sdse/cmd/sdse/internal/bench"
	"sdse/cmd/sdse/internal/results"
	"sdse/kpn/input"
	"sdse/sesame/shapes"
)

// benchmark is a sub-command of bench. All have the same flags; more holds those
// of its own, and before, if not nil, may do something else than measure.
type benchmark struct {
	name, usage, description string
	parts                    []string
	measure                  func(context.Context, bench.Options) (*bench.Report, error)
	more                     []cli.Flag
	before                   func(*cli.Context) (done bool, err error)
}

// benchmarks are the sub-commands of bench.
func benchmarks() []benchmark {
	return []benchmark{{
		name:  "simulator",
		usage: "the kernels of the simulator: time per event, binding, length, processes, skipping, memory",
		description: `Compares the general kernel with one lane and with two lanes of the fast one on
an MJPEG encoder and on several applications at once, tells what binding a
mapping costs and what is allocated, how the time grows with events and
processes, what skipping of repetition is worth, and what a worker's memory is.

With --dump it measures nothing but writes what the fast kernel works on for the
comparison programs in docs/bench.`,
		parts: bench.SimulatorParts(), measure: bench.Simulator,
		more:   []cli.Flag{&cli.StringFlag{Name: "dump", Usage: "write the traces and tables of the fast kernel to `DIR`, and stop", Category: "output"}},
		before: dumpLanes,
	}}
}

func dumpLanes(c *cli.Context) (done bool, err error) {
	dir := c.String("dump")
	if dir == "" {
		return false, nil
	}
	return true, bench.DumpLanes(dir, c.Uint64("seed"))
}

func benchCommand(std streams) *cli.Command {
	command := &cli.Command{
		Name:  "bench",
		Usage: "measure sdse on this machine",
		Description: `Every benchmark measures CPU time, runs what it compares in turns, repeats, and
shows medians with quartiles and the machine they belong to. Ratios mean more
than times, and a quiet machine tells more than a busy one. docs/benchmarks.md
has figures and docs/formats.md the JSON.`,
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return cli.ShowSubcommandHelp(c)
			}
			var known []string
			for _, b := range benchmarks() {
				known = append(known, b.name)
			}
			return usage("there is no benchmark %q%s\n      see: sdse bench --help", c.Args().First(), input.DidYouMean(c.Args().First(), known))
		},
	}
	for _, b := range benchmarks() {
		command.Subcommands = append(command.Subcommands, b.command(std))
	}
	return command
}

func (b *benchmark) command(std streams) *cli.Command {
	flags := []cli.Flag{
		&cli.IntFlag{Name: "reps", Usage: "repetitions of every figure", DefaultText: "11, with --quick 3", Category: "measurement"},
		&cli.Uint64Flag{Name: "seed", Usage: "`NUMBER` that decides what is drawn at random", Value: shapes.DefaultSeed, Category: "measurement"},
		&cli.BoolFlag{Name: "quick", Usage: "a few seconds: fewer and smaller cases, for a look", Category: "measurement"},
		&cli.StringFlag{Name: "only", Usage: "measure only these parts, a `LIST` with commas of " + strings.Join(b.parts, ", "), DefaultText: "all", Category: "measurement"},
		&cli.StringFlag{Name: "json", Usage: "write the figures to `FILE` as JSON", Category: "output"},
		&cli.StringFlag{Name: "svg", Usage: "write plots to `FILE` as SVG", Category: "output"},
		&cli.BoolFlag{Name: "quiet", Usage: "no progress", Category: "output"},
	}
	return &cli.Command{Name: b.name, Usage: b.usage, Description: b.description, Flags: append(flags, b.more...),
		OnUsageError: onUsageError, Action: func(c *cli.Context) error { return b.run(c, std) }}
}

func (b *benchmark) run(c *cli.Context, std streams) error {
	options, err := b.options(c, std)
	if err != nil {
		return err
	}
	if b.before != nil {
		if done, err := b.before(c); done || err != nil {
			return err
		}
	}
	var out outputs
	defer func() { out.close() }()
	for _, flag := range []string{"json", "svg"} { // before the time is spent
		if err := out.create(c, flag); err != nil {
			return err
		}
	}
	report, err := b.measure(c.Context, options)
	if err != nil {
		return err
	}
	report.Version = version()
	if err := report.WriteText(std.out); err != nil {
		return err
	}
	if err := out.write("json", func(w io.Writer) error { return results.WriteJSON(w, report) }); err != nil {
		return err
	}
	return out.write("svg", report.WriteSVG)
}

// mostReps is more than anybody has time for.
const mostReps = 10_000

func (b *benchmark) options(c *cli.Context, std streams) (bench.Options, error) {
	o := bench.Options{Reps: c.Int("reps"), Seed: c.Uint64("seed"), Quick: c.Bool("quick")}
	if err := noArguments(c); err != nil {
		return o, err
	}
	if c.IsSet("reps") && (o.Reps < 1 || o.Reps > mostReps) {
		return o, usage("--reps %d: give a number from 1 to %d", o.Reps, mostReps)
	}
	if c.IsSet("only") {
		for _, name := range strings.Split(c.String("only"), ",") {
			name = strings.TrimSpace(name)
			if !slices.Contains(b.parts, name) {
				return o, usage("--only: there is no part %q%s; known: %s", name, input.DidYouMean(name, b.parts), strings.Join(b.parts, ", "))
			}
			o.Only = append(o.Only, name)
		}
	}
	if !c.Bool("quiet") {
		o.Begin = func(part string) { fmt.Fprintf(std.err, "measuring %s\n", part) }
	}
	return o, nil
}

// outputs are the files that a benchmark writes, by flag.
type outputs map[string]*os.File

func (o *outputs) create(c *cli.Context, flag string) error {
	name := c.String(flag)
	if name == "" {
		return nil
	}
	f, err := os.Create(name)
	if err != nil {
		return usage("--%s: %v", flag, err)
	}
	if *o == nil {
		*o = outputs{}
	}
	(*o)[flag] = f
	return nil
}

func (o outputs) write(flag string, write func(io.Writer) error) error {
	f, ok := o[flag]
	if !ok {
		return nil
	}
	delete(o, flag)
	if err := write(f); err != nil {
		f.Close()
		return fmt.Errorf("--%s: %w", flag, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	return nil
}

// close closes and removes what has not been written.
func (o outputs) close() {
	for _, f := range o {
		f.Close()
		os.Remove(f.Name())
	}
}
