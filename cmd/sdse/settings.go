package main

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"sdse/kpn/input"
	"sdse/sesame/evaluate"
	"sdse/subset"
)

// settings is how an exploration is run: flags go before environment variables,
// those before the platform file, that before the defaults.
type settings struct {
	Objectives  []string       `json:"objectives"`
	Seed        uint64         `json:"seed"`
	Workers     int            `json:"workers"`
	Population  int            `json:"population"`
	Generations int            `json:"generations"`
	Simulations int64          `json:"simulations"` // 0 = no limit
	Time        string         `json:"time"`        // "0s" = no limit
	Subset      subsetSettings `json:"subset"`
	runtimeSettings

	objectives []evaluate.Objective
	limit      time.Duration
}

// subsetSettings is how scenarios are selected; Size 0 means that all are used.
type subsetSettings struct {
	Size      int    `json:"size"`
	Method    string `json:"method"`
	Period    int    `json:"period"`
	Trainers  int    `json:"trainers"`
	PerPeriod int    `json:"per_period"`
}

// fileSettings is what the [explore] and [subset] tables of a platform file say;
// zero, or nil, where they say nothing.
type fileSettings struct {
	objectives          []string
	seed, generations   *int64
	workers, population int64
	simulations         int64
	time                time.Duration
	policy, bind, order string
	nested, huge        bool
	size, method        string
	sizeLine            int
	period, trainers    int64
	perPeriod           int64
}

// The largest values that make sense; more is a slip of the finger.
const (
	maxWorkers     = 4096
	maxPopulation  = 1 << 20
	maxGenerations = 1 << 30
)

// readFileSettings reads the tables; mistakes in them are recorded with the
// others of the file.
func readFileSettings(root *input.Table) fileSettings {
	var f fileSettings
	t := root.Table("explore")
	f.objectives = t.Strings("objectives")
	if f.objectives != nil {
		if _, err := evaluate.ParseObjectives(f.objectives); err != nil {
			t.Problem("objectives", "%v", err)
		}
	}
	f.seed = optional(t, "seed", 0, math.MaxInt64)
	f.workers = count(t, "workers", 1, maxWorkers)
	f.population = count(t, "population", 2, maxPopulation)
	f.generations = optional(t, "generations", 0, maxGenerations)
	f.simulations = count(t, "simulations", 1, math.MaxInt64)
	if ps, ok := t.Duration("time"); ok {
		f.time = time.Duration(ps / 1000)
	}
	f.readRuntime(t)
	t.Done()
	f.readSubset(root.Table("subset"))
	return f
}

func (f *fileSettings) readRuntime(t *input.Table) {
	if policy, ok := t.String("policy"); ok {
		f.policy = policy
		if _, err := parsePolicy(policy); err != nil {
			t.Problem("policy", "%v", err)
		}
	}
	if order, ok := t.String("job_order"); ok {
		f.order = order
		if _, err := evaluate.ParseOrder(order); err != nil {
			t.Problem("job_order", "%v", err)
		}
	}
	f.bind, f.nested = t.Choice("bind", bindings...), t.Bool("nested", true)
	f.huge = t.Bool("huge_pages", false)
}

func (f *fileSettings) readSubset(t *input.Table) {
	if size, ok := t.String("size"); ok {
		f.size, f.sizeLine = size, t.Line("size")
		if _, _, err := parseSubset(size, math.MaxInt32); err != nil {
			t.Problem("size", "%v", err)
		}
	}
	f.method = t.Choice("method", subset.Genetic.String(), subset.Random.String())
	f.period = count(t, "period", 1, maxGenerations)
	f.trainers = count(t, "trainers", 2, maxPopulation)
	f.perPeriod = count(t, "per_period", 1, maxPopulation)
	d := subset.DefaultSettings(1)
	trainers, perPeriod := cmp.Or(f.trainers, int64(d.Trainers)), cmp.Or(f.perPeriod, int64(d.PerPeriod))
	if perPeriod > trainers {
		t.Problem("per_period", "per_period = %d is more than trainers = %d, so none of them would last", perPeriod, trainers)
	}
	t.Done()
}

// optional reads a whole number from least to most; nil if there is none.
func optional(t *input.Table, key string, least, most int64) *int64 {
	n, ok := t.Int(key, least)
	if !ok {
		return nil
	}
	if n > most {
		t.Problem(key, "%s = %d is too large; it may be at most %d", key, n, most)
		return nil
	}
	return &n
}

// count is optional with 0 for none.
func count(t *input.Table, key string, least, most int64) int64 {
	if n := optional(t, key, least, most); n != nil {
		return *n
	}
	return 0
}

// The defaults of what neither flag nor file says.
const (
	defaultPopulation  = 64
	defaultGenerations = 100
	defaultSubset      = "10%"
	defaultSeed        = 1
)

func settingsFlags() []cli.Flag {
	env := func(name string) []string {
		return []string{"SDSE_" + strings.ToUpper(name)}
	}
	return []cli.Flag{
		&cli.StringFlag{Name: "objectives", Usage: "what to minimise: two or three of makespan, energy, cost, as a `LIST` with commas", EnvVars: env("objectives"), Category: "search"},
		&cli.Uint64Flag{Name: "seed", Usage: "`NUMBER` that decides every random choice; same seed, same result", EnvVars: env("seed"), Category: "search", DefaultText: "1"},
		&cli.IntFlag{Name: "population", Usage: "designs in a generation", EnvVars: env("population"), Category: "search", DefaultText: "64"},
		&cli.IntFlag{Name: "generations", Usage: "stop after so many generations beyond the first", EnvVars: env("generations"), Category: "search", DefaultText: "100"},
		&cli.Int64Flag{Name: "simulations", Usage: "stop after the generation in which so many simulations have been done", EnvVars: env("simulations"), Category: "search", DefaultText: "no limit"},
		&cli.DurationFlag{Name: "time", Usage: "stop after the generation in which so much time has passed, like 90s or 2h", EnvVars: env("time"), Category: "search", DefaultText: "no limit"},
		&cli.StringFlag{Name: "subset", Usage: "scenarios that stand for all during the search: off, a number, or a share like 10%; with the method before it if wanted, like random:10%", EnvVars: env("subset"), Category: "search", DefaultText: "10%"},
	}
}

// resolve merges flags, file and defaults, and checks the result against the
// system at hand.
func resolve(c *cli.Context, sys *system) (*settings, error) {
	f := sys.settings
	s := &settings{
		Objectives:  []string{"makespan", "energy"},
		Seed:        defaultSeed,
		Workers:     runtime.GOMAXPROCS(0),
		Population:  defaultPopulation,
		Generations: defaultGenerations,
	}
	s.fromFile(f)
	if err := s.fromFlags(c); err != nil {
		return nil, err
	}
	s.runtimeSettings.fromFile(f)
	if err := s.runtimeSettings.fromFlags(c); err != nil {
		return nil, err
	}
	s.Time = s.limit.String()
	if err := s.resolveSubset(c, sys); err != nil {
		return nil, err
	}
	var err error
	if s.objectives, err = evaluate.ParseObjectives(s.Objectives); err != nil {
		return nil, usage("--objectives: %v", err)
	}
	return s, nil
}

func (s *settings) fromFile(f fileSettings) {
	if f.objectives != nil {
		s.Objectives = f.objectives
	}
	if f.seed != nil {
		s.Seed = uint64(*f.seed)
	}
	if f.workers > 0 {
		s.Workers = int(f.workers)
	}
	if f.population > 0 {
		s.Population = int(f.population)
	}
	if f.generations != nil {
		s.Generations = int(*f.generations)
	}
	s.Simulations = f.simulations
	s.limit = f.time
}

func (s *settings) fromFlags(c *cli.Context) error {
	if c.IsSet("objectives") {
		s.Objectives = nil
		for _, name := range strings.Split(c.String("objectives"), ",") {
			s.Objectives = append(s.Objectives, strings.TrimSpace(name))
		}
	}
	if c.IsSet("seed") {
		s.Seed = c.Uint64("seed")
	}
	for _, flag := range []struct {
		name        string
		least, most int
		value       *int
	}{{"workers", 1, maxWorkers, &s.Workers}, {"population", 2, maxPopulation, &s.Population},
		{"generations", 0, maxGenerations, &s.Generations}} {
		if !c.IsSet(flag.name) {
			continue
		}
		switch *flag.value = c.Int(flag.name); {
		case *flag.value < flag.least:
			return usage("--%s %d is too small; it must be at least %d", flag.name, *flag.value, flag.least)
		case *flag.value > flag.most:
			return usage("--%s %d is too large; it may be at most %d", flag.name, *flag.value, flag.most)
		}
	}
	if c.IsSet("simulations") {
		if s.Simulations = c.Int64("simulations"); s.Simulations < 1 {
			return usage("--simulations %d is too small; it must be at least 1", s.Simulations)
		}
	}
	if c.IsSet("time") {
		if s.limit = c.Duration("time"); s.limit <= 0 {
			return usage("--time %v is too short; it must be above 0", s.limit)
		}
	}
	return nil
}

func (s *settings) resolveSubset(c *cli.Context, sys *system) error {
	f := sys.settings
	likely := subset.Likely(sys.model.Space.Weights())
	text, wrong := cmp.Or(f.size, defaultSubset), func(err error) error {
		var problems input.Problems
		problems.Add(sys.workload.Settings.File(), f.sizeLine, "size: %v", err)
		return problems.Err()
	}
	if c.IsSet("subset") {
		text, wrong = c.String("subset"), func(err error) error { return usage("--subset: %v", err) }
	}
	size, method, err := parseSubset(text, likely)
	if err != nil {
		return wrong(err)
	}
	d := subset.DefaultSettings(max(1, size))
	s.Subset = subsetSettings{Size: size, Method: cmp.Or(method, f.method),
		Period:    cmp.Or(int(f.period), d.Period),
		Trainers:  cmp.Or(int(f.trainers), d.Trainers),
		PerPeriod: cmp.Or(int(f.perPeriod), d.PerPeriod)}
	if size >= likely {
		s.Subset.Size = 0 // a subset of everything is everything
	}
	return nil
}

// parseSubset reads "off", "12", "10%" or one of these behind "method:", where
// scenarios is how many there are to choose from. Size 0 means off; method "" that
// none was given.
func parseSubset(text string, scenarios int) (size int, method string, err error) {
	if before, after, ok := strings.Cut(text, ":"); ok {
		m, err := subset.ParseMethod(before)
		if err != nil {
			return 0, "", fmt.Errorf("%q is no method of selection; known: %v, %v", before, subset.Genetic, subset.Random)
		}
		method, text = m.String(), after
	}
	if text == "off" {
		return 0, method, nil
	}
	if share, ok := strings.CutSuffix(text, "%"); ok {
		percent, err := strconv.ParseFloat(share, 64)
		if err != nil || !(percent > 0 && percent <= 100) {
			return 0, "", fmt.Errorf("%q is not a share between 0%% and 100%%", text)
		}
		return max(1, int(percent*float64(scenarios)/100+0.5)), method, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, "", fmt.Errorf("%q is neither off, nor a number of scenarios, nor a share like 10%%", text)
	}
	if n > scenarios {
		return 0, "", fmt.Errorf("%d scenarios cannot be chosen: only %d ever happen", n, scenarios)
	}
	return n, method, nil
}
