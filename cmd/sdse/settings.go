package main

import (
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
// nil or zero where they say nothing.
type fileSettings struct {
	objectives          []string
	seed                *int64
	workers, population int64
	generations         *int64
	simulations         int64
	time                time.Duration
	subset              string
	method              string
	period, trainers    int64
	perPeriod           int64
}

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
	if n, ok := t.Int("seed", 0); ok {
		f.seed = &n
	}
	f.workers, _ = t.Int("workers", 1)
	f.population, _ = t.Int("population", 2)
	if n, ok := t.Int("generations", 0); ok {
		f.generations = &n
	}
	f.simulations, _ = t.Int("simulations", 1)
	if ps, ok := t.Duration("time"); ok {
		f.time = time.Duration(ps / 1000)
	}
	t.Done()
	f.readSubset(root.Table("subset"))
	return f
}

func (f *fileSettings) readSubset(t *input.Table) {
	if size, ok := t.String("size"); ok {
		f.subset = size
		if _, _, err := parseSubset(size, 1<<30); err != nil {
			t.Problem("size", "%v", err)
		}
	}
	f.method = t.Choice("method", subset.Genetic.String(), subset.Random.String())
	f.period, _ = t.Int("period", 1)
	f.trainers, _ = t.Int("trainers", 2)
	f.perPeriod, _ = t.Int("per_period", 1)
	t.Done()
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
		&cli.Uint64Flag{Name: "seed", Usage: "`NUMBER` that decides every random choice; same seed, same result (default: 1)", EnvVars: env("seed"), Category: "search", DefaultText: "1"},
		&cli.IntFlag{Name: "population", Usage: "designs in a generation (default: 64)", EnvVars: env("population"), Category: "search", DefaultText: "64"},
		&cli.IntFlag{Name: "generations", Usage: "stop after so many generations beyond the first (default: 100)", EnvVars: env("generations"), Category: "search", DefaultText: "100"},
		&cli.Int64Flag{Name: "simulations", Usage: "stop after the generation in which so many simulations have been done", EnvVars: env("simulations"), Category: "search", DefaultText: "no limit"},
		&cli.DurationFlag{Name: "time", Usage: "stop after the generation in which so much time has passed, like 90s or 2h", EnvVars: env("time"), Category: "search", DefaultText: "no limit"},
		&cli.StringFlag{Name: "subset", Usage: "scenarios that stand for all during the search: off, a number, or a share like 10%; with the method before it if wanted, like random:10%", EnvVars: env("subset"), Category: "search", DefaultText: "10%"},
		&cli.IntFlag{Name: "workers", Usage: "simulations at the same time", EnvVars: env("workers"), Category: "search", DefaultText: "the CPUs this process may use"},
	}
}

// resolve merges flags, file and defaults, and checks the result.
func resolve(c *cli.Context, f fileSettings, scenarios int) (*settings, error) {
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
	s.Time = s.limit.String()
	if err := s.resolveSubset(c, f, scenarios); err != nil {
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
		name  string
		least int
		value *int
	}{{"workers", 1, &s.Workers}, {"population", 2, &s.Population}, {"generations", 0, &s.Generations}} {
		if !c.IsSet(flag.name) {
			continue
		}
		if *flag.value = c.Int(flag.name); *flag.value < flag.least {
			return usage("--%s %d is too small; it must be at least %d", flag.name, *flag.value, flag.least)
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

func (s *settings) resolveSubset(c *cli.Context, f fileSettings, scenarios int) error {
	text := defaultSubset
	if f.subset != "" {
		text = f.subset
	}
	if c.IsSet("subset") {
		text = c.String("subset")
	}
	size, method, err := parseSubset(text, scenarios)
	if err != nil {
		return usage("--subset: %v", err)
	}
	if method == "" {
		method = f.method
	}
	d := subset.DefaultSettings(max(1, size))
	s.Subset = subsetSettings{Size: size, Method: method, Period: d.Period, Trainers: d.Trainers, PerPeriod: d.PerPeriod}
	for _, o := range []struct {
		from int64
		to   *int
	}{{f.period, &s.Subset.Period}, {f.trainers, &s.Subset.Trainers}, {f.perPeriod, &s.Subset.PerPeriod}} {
		if o.from > 0 {
			*o.to = int(o.from)
		}
	}
	if s.Subset.PerPeriod > s.Subset.Trainers {
		return usage("[subset] per_period = %d is more than trainers = %d", s.Subset.PerPeriod, s.Subset.Trainers)
	}
	if size >= scenarios {
		s.Subset.Size = 0 // a subset of everything is everything
	}
	return nil
}

// parseSubset reads "off", "12", "10%" or one of these behind "method:". Size 0
// means off; method "" that none was given.
func parseSubset(text string, scenarios int) (size int, method string, err error) {
	if before, after, ok := strings.Cut(text, ":"); ok {
		m, err := subset.ParseMethod(before)
		if err != nil {
			return 0, "", usage("%q is no method of selection; known: genetic, random", before)
		}
		method, text = m.String(), after
	}
	if text == "off" {
		return 0, method, nil
	}
	if share, ok := strings.CutSuffix(text, "%"); ok {
		percent, err := strconv.ParseFloat(share, 64)
		if err != nil || !(percent > 0 && percent <= 100) {
			return 0, "", usage("%q is not a share between 0%% and 100%%", text)
		}
		return max(1, int(percent*float64(scenarios)/100+0.5)), method, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, "", usage("%q is neither off, nor a number of scenarios, nor a share like 10%%", text)
	}
	if n > scenarios {
		return 0, "", usage("%d scenarios cannot be chosen from %d", n, scenarios)
	}
	return n, method, nil
}
