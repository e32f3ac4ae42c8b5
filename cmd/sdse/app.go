package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"sdse/kpn/input"
	"sdse/workpool"
)

// streams are where a command writes: data to out, everything else to err.
type streams struct {
	out, err io.Writer
}

// The exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitInput       = 2   // bad input or usage
	exitInfeasible  = 4   // finished without a feasible design
	exitInterrupted = 130 // stopped by a signal, results saved
)

// exit is an error that decides the exit code. A nil err means that everything
// has been said already.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// usage returns an error of the command line itself.
func usage(format string, args ...any) error {
	return &exit{exitInput, fmt.Errorf(format, args...)}
}

// run is the whole program: it returns the exit code.
func run(ctx context.Context, args []string, std streams) int {
	app := newApp(std)
	app.Metadata = map[string]any{commandWords: args}
	err := app.RunContext(ctx, args)
	var wanted *exit
	var wrong *input.Error
	var panicked *workpool.PanicError
	var library cli.ExitCoder
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &wanted):
		if wanted.err != nil {
			fmt.Fprintf(std.err, "sdse: %v\n", wanted.err)
		}
		return wanted.code
	case errors.As(err, &wrong):
		fmt.Fprintln(std.err, wrong)
		return exitInput
	case errors.As(err, &library): // such as help for a command that is not there
		fmt.Fprintf(std.err, "sdse: %v\n", err)
		return exitInput
	case errors.As(err, &panicked):
		fmt.Fprintf(std.err, "%s\n", panicked.Stack)
	}
	fmt.Fprintf(std.err, "sdse: %v\n", err)
	return exitFailed
}

// commandWords is where run leaves the command line for the manifest.
const commandWords = "command"

// args returns the command line that a context belongs to.
func args(c *cli.Context) []string {
	words, _ := c.App.Metadata[commandWords].([]string)
	return words
}

func newApp(std streams) *cli.App {
	profile := &profiler{}
	return &cli.App{
		Flags:                []cli.Flag{profile.flag()},
		Before:               profile.begin,
		After:                profile.end,
		Name:                 "sdse",
		Usage:                "scenario-based design space exploration of multiprocessor systems-on-chip",
		Description:          description,
		Version:              version(),
		Writer:               std.out,
		ErrWriter:            std.err,
		Suggest:              true,
		EnableBashCompletion: true,
		ExitErrHandler:       func(*cli.Context, error) {}, // run maps errors to exit codes
		OnUsageError:         onUsageError,
		Action:               noCommand,
		Commands: []*cli.Command{
			exploreCommand(std), simulateCommand(std), validateCommand(std), importCommand(std), exportCommand(std), benchCommand(std),
			{
				Name:  "version",
				Usage: "print the version",
				Action: func(c *cli.Context) error {
					if err := noArguments(c); err != nil {
						return err
					}
					fmt.Fprintln(std.out, "sdse", version())
					return nil
				},
			},
		},
	}
}

const description = `sdse finds out which process of your applications should run on which
processor, and which way each channel should go, when the applications'
behaviour changes from moment to moment. It searches with a genetic algorithm,
judges every mapping by simulation over many scenarios, and shows the
trade-offs (time, energy, cost) as a Pareto front.

Three files describe a system (docs/formats.md has every key):

    mpsoc.toml       the platform: processors, memories, buses, paths;
                     names the other files
    app.toml         an application: processes, channels, and what each
                     process does in each scenario of the application
    scenarios.toml   which applications run together, and how often

A first session:

    sdse validate --arch mpsoc.toml                 is everything right?
    sdse simulate --arch mpsoc.toml                 what does one mapping cost?
    sdse explore  --arch mpsoc.toml                 which mappings are best?
    sdse simulate --arch mpsoc.toml --mapping runs/NAME-1/front.json:3
                                                    number 3 of the front in detail

Exit codes: 0 done, 1 failed, 2 bad input or usage, 4 finished without a
feasible design, 130 interrupted with partial results saved.`

// onUsageError makes two lines of a wrong flag instead of the whole help text.
func onUsageError(c *cli.Context, err error, _ bool) error {
	name := "sdse"
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != name {
		name += " " + c.Command.Name
	}
	return usage("%v\n      see: %s --help", err, name)
}

// noCommand handles a command line without a known command.
func noCommand(c *cli.Context) error {
	if c.NArg() == 0 {
		return cli.ShowAppHelp(c)
	}
	var known []string
	for _, command := range c.App.Commands {
		known = append(known, command.Name)
	}
	return usage("there is no command %q%s\n      see: sdse help", c.Args().First(), input.DidYouMean(c.Args().First(), known))
}

// noArguments refuses what stands behind the flags: the library stops reading
// flags at the first such word, so flags behind it would be lost silently.
func noArguments(c *cli.Context) error {
	if c.NArg() == 0 {
		return nil
	}
	rest := c.Args().Slice()
	for _, word := range rest[1:] {
		if strings.HasPrefix(word, "-") {
			return usage("unexpected %q; flags behind it (%s) would not be read", rest[0], word)
		}
	}
	return usage("unexpected %q; everything is given by flags\n      see: sdse %s --help", rest[0], c.Command.Name)
}
