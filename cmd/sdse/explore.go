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

	"sdse/explorer"
	"sdse/explorer/runstore"
	"sdse/sesame/evaluate"
	"sdse/subset"
	"sdse/workpool"
)

func exploreCommand(std streams) *cli.Command {
	flags := append(inputFlags(), settingsFlags()...)
	flags = append(flags,
		&cli.StringFlag{Name: "out", Usage: "run `DIRECTORY` for the results", DefaultText: "runs/NAME-N", EnvVars: []string{"SDSE_OUT"}, Category: "output"},
		&cli.BoolFlag{Name: "force", Usage: "write into the run directory even if it holds results", Category: "output"},
		&cli.BoolFlag{Name: "json", Usage: "one JSON document on standard output at the end, instead of the table", Category: "output"},
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
	show := newProgress(std.err, c.Bool("quiet"), x.settings)
	err = x.search(c.Context, stop, show.generation)
	show.done()
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

// search wires the rooms together and runs the explorer.
func (x *exploration) search(ctx context.Context, stop func() string, progress func(explorer.Generation)) error {
	pool := workpool.New(x.settings.Workers)
	defer pool.Close()
	evaluator := evaluate.New(x.model, x.settings.objectives, evaluate.Settings{Harts: x.settings.Workers})
	search := &judge{evaluator: evaluator, client: pool.Register("explorer", searching)}
	var subsets explorer.Subsets
	if x.settings.Subset.Size > 0 {
		selector, err := x.newSelector(evaluator, pool)
		if err != nil {
			return err
		}
		defer selector.Close()
		subsets = &snapshots{selector: selector, period: x.settings.Subset.Period, generations: x.settings.Generations}
	}
	var names []string
	for _, o := range x.settings.objectives {
		names = append(names, o.String())
	}
	problem := explorer.Problem{Bounds: x.model.Bounds(), Objectives: names, Groups: x.model.Groups(),
		Seeds: x.model.Seeds(), Canonical: x.model.Canonical}
	reference, err := x.reference(ctx, search, problem.Seeds)
	if err != nil {
		return err
	}
	x.result, err = explorer.Run(ctx, problem, search, subsets, explorer.Settings{
		Seed: x.settings.Seed, Population: x.settings.Population, Generations: x.settings.Generations,
		Simulations: x.settings.Simulations, Archive: 4 * x.settings.Population, Reference: reference, Stop: stop, Predicted: x.savePredicted}, progress)
	x.counts = evaluator.Counts()
	return err
}

// reference returns a point behind the rules of thumb, over all scenarios. They
// depend on neither seed nor settings, so hypervolumes measured from there can be
// compared between runs. It is nil if none of them is feasible, or if there are so
// many scenarios that this would take long.
func (x *exploration) reference(ctx context.Context, search *judge, designs [][]int) ([]float64, error) {
	const maxSimulations = 200_000
	designs = designs[:min(len(designs), maxSimulations/x.model.Space.Len())]
	outcomes, err := search.Evaluate(ctx, designs, explorer.Snapshot{})
	if err != nil {
		return nil, err
	}
	var vectors [][]float64
	for _, o := range outcomes {
		if o.Violation == 0 {
			vectors = append(vectors, o.Objectives)
		}
	}
	return explorer.Reference(vectors), nil
}

func (x *exploration) newSelector(evaluator *evaluate.Evaluator, pool *workpool.Pool) (*subset.Selector, error) {
	set := subset.DefaultSettings(x.settings.Subset.Size)
	set.Period, set.Trainers, set.PerPeriod = x.settings.Subset.Period, x.settings.Subset.Trainers, x.settings.Subset.PerPeriod
	set.Seed = x.settings.Seed
	method, err := subset.ParseMethod(x.settings.Subset.Method)
	if err != nil {
		return nil, err
	}
	set.Method = method
	return subset.New(evaluator.Weights(), set, &school{evaluator, pool.Register("training", training)}, onHarts(pool.Register("selector", selecting)))
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
