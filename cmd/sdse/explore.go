package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"sdse/cmd/sdse/internal/wiring"
	"sdse/explorer"
	"sdse/explorer/runstore"
	"sdse/sesame/evaluate"
	"sdse/subset"
	"sdse/workpool"
)

func exploreCommand(std streams) *cli.Command {
	flags := append(inputFlags(), settingsFlags()...)
	flags = append(flags, runtimeFlags()...)
	flags = append(flags,
		&cli.StringFlag{Name: "out", Usage: "run `DIRECTORY` for the results", DefaultText: "runs/NAME-N", EnvVars: []string{"SDSE_OUT"}, Category: "output"},
		&cli.BoolFlag{Name: "force", Usage: "write into the run directory even if it holds results", Category: "output"},
		&cli.BoolFlag{Name: "json", Usage: "one JSON document on standard output at the end, instead of the table; progress as JSON too, one document a line", Category: "output"},
		&cli.BoolFlag{Name: "quiet", Usage: "no progress", Category: "output"},
	)
	return &cli.Command{
		Name:  "explore",
		Usage: "search for the mappings with the best trade-offs",
		Description: `Searches with NSGA-II for the mappings that are Pareto-optimal in the chosen
objectives, over all scenarios. While it searches, a subset of the scenarios
stands for all of them; a selector keeps improving the subset with designs the
search has found. At the end the front is simulated in every scenario.

The run directory gets front.csv and front.json (every Pareto-optimal mapping,
predicted and true), history.csv (a line per generation), manifest.json (what
was run, with which settings and inputs, and what it cost) and report.html.

Ctrl-C finishes the generation, saves and exits with 130; again, it exits at once.`,
		Flags:        flags,
		OnUsageError: onUsageError,
		Action:       func(c *cli.Context) error { return explore(c, std) },
	}
}

// exploration is one run of the explore command.
type exploration struct {
	*system
	command  []string
	settings *settings
	dir      *runstore.Dir
	started  time.Time
	elapsed  time.Duration
	counts   evaluate.Counts
	result   *explorer.Result
	harts    []workpool.HartStats
}

func explore(c *cli.Context, std streams) error {
	sys, err := load(c)
	if err != nil {
		return err
	}
	x := &exploration{system: sys, command: args(c), started: time.Now()}
	if x.settings, err = resolve(c, sys); err != nil {
		return err
	}
	if err := x.makeDir(c); err != nil {
		return err
	}
	stop, release := x.stopper(c.Context, std)
	defer release()
	if x.settings.Huge {
		x.askForHugePages(std)
	}
	show := newProgress(std.err, c, x.settings)
	err = x.search(c.Context, stop, show)
	show.done(x.harts)
	if err != nil {
		x.dir.Discard()
		return err
	}
	x.elapsed = time.Since(x.started)
	if err := x.save(); err != nil {
		return err
	}
	if err := x.print(std, c.Bool("json")); err != nil {
		return err
	}
	return x.verdict(std)
}

func (x *exploration) makeDir(c *cli.Context) error {
	var err error
	if out := c.String("out"); out != "" {
		x.dir, err = runstore.Create(out, c.Bool("force"))
	} else {
		x.dir, err = runstore.CreateNumbered("runs", x.workload.Platform.Name)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, runstore.ErrExists):
		return usage("%s holds something already; choose another --out or add --force to replace its results", c.String("out"))
	case c.String("out") != "":
		return usage("--out: %v", err)
	}
	return err
}

// stopper returns the function that tells the explorer when to stop before its
// time, and one that gives the signals back. The second signal ends the process.
func (x *exploration) stopper(ctx context.Context, std streams) (stop func() string, release func()) {
	var interrupted atomic.Bool
	signals := make(chan os.Signal, 2)
	over := make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	// Ended by release.
	go func() {
		for {
			select {
			case <-over:
				return
			case <-signals:
				if interrupted.Swap(true) {
					x.dir.Discard()
					os.Exit(exitInterrupted)
				}
				fmt.Fprintln(std.err, "\nsdse: finishing the generation, then saving; once more to exit at once")
			}
		}
	}()
	stop = func() string {
		switch {
		case interrupted.Load() || ctx.Err() != nil:
			return stoppedByUser
		case x.settings.limit > 0 && time.Since(x.started) >= x.settings.limit:
			return "time"
		}
		return ""
	}
	return stop, func() { signal.Stop(signals); close(over) }
}

// stoppedByUser is the reason for stopping that makes the exit code 130.
const stoppedByUser = "interrupted"

// search runs the exploration.
func (x *exploration) search(ctx context.Context, stop func() string, show *progress) error {
	pool, nodes, err := x.settings.pool()
	if err != nil {
		return err
	}
	defer pool.Close()
	show.harts = pool.Stats
	run := wiring.Exploration{Model: x.model, Objectives: x.settings.objectives, Progress: show.generation, Order: x.settings.order, Nodes: nodes,
		Explorer: explorer.Settings{Seed: x.settings.Seed, Population: x.settings.Population, Generations: x.settings.Generations,
			Simulations: x.settings.Simulations, Archive: 4 * x.settings.Population, Stop: stop, Predicted: x.savePredicted}}
	if run.Subset, err = x.subset(); err != nil {
		return err
	}
	x.result, x.counts, err = run.Run(ctx, pool)
	x.harts = pool.Stats()
	return err
}

// subset returns the settings of the selector.
func (x *exploration) subset() (subset.Settings, error) {
	of := x.settings.Subset
	set := subset.DefaultSettings(of.Size)
	set.Period, set.Trainers, set.PerPeriod, set.Seed = of.Period, of.Trainers, of.PerPeriod, x.settings.Seed
	var err error
	set.Method, err = subset.ParseMethod(of.Method)
	return set, err
}

// verdict says what remains to be said and decides the exit code.
func (x *exploration) verdict(std streams) error {
	switch {
	case x.result.Stopped == stoppedByUser:
		fmt.Fprintf(std.err, "sdse: interrupted; what was found so far is in %s\n", x.dir.Path())
		return &exit{code: exitInterrupted}
	case len(x.result.Front) == 0:
		fmt.Fprintf(std.err, "sdse: no feasible design was found; the nearest ones fail like this:\n  %s\n", strings.Join(reasons(x.result), "\n  "))
		return &exit{code: exitInfeasible}
	}
	return nil
}

// reasons returns why the least infeasible designs are infeasible, each once.
func reasons(r *explorer.Result) []string {
	var list []string
	seen := map[string]bool{}
	for _, d := range r.Infeasible {
		if !seen[d.Reason] {
			seen[d.Reason] = true
			list = append(list, d.Reason)
		}
	}
	return list
}
