package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"sdse/cmd/sdse/internal/wiring"
	"sdse/kpn/input"
	"sdse/sesame/evaluate"
	"sdse/workpool"
	"sdse/workpool/locality"
	"sdse/workpool/topology"
)

// runtimeSettings is on what and how an exploration runs. Nothing of it changes
// the result.
type runtimeSettings struct {
	Policy string `json:"policy"`
	Bind   string `json:"bind"`
	Nested bool   `json:"nested"`
	Order  string `json:"job_order"`
	Huge   bool   `json:"huge_pages"`

	policy workpool.Policy
	order  evaluate.Order
}

// What Bind may be.
const (
	bindNone    = "none"    // the Go runtime moves harts as it likes
	bindThreads = "threads" // each hart has a thread of its own
	bindCPUs    = "cpus"    // and that a CPU
)

var bindings = []string{bindNone, bindThreads, bindCPUs}

func runtimeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "workers", Usage: "simulations at the same time", EnvVars: []string{"SDSE_WORKERS"}, Category: "runtime", DefaultText: "the CPUs this process may use"},
		&cli.StringFlag{Name: "policy", Usage: "how the workers are shared by search, training and selection: fair, fcfs, domain, tag-priority:TAG,…, dedicated:WORKERS:TAG",
			EnvVars: []string{"SDSE_POLICY"}, Category: "runtime", DefaultText: "fair"},
		&cli.StringFlag{Name: "bind", Usage: "bind workers to threads or cpus", EnvVars: []string{"SDSE_BIND"}, Category: "runtime", DefaultText: bindNone},
		&cli.BoolFlag{Name: "nested", Usage: "workers without work take over part of what others have begun", EnvVars: []string{"SDSE_NESTED"}, Category: "runtime", DefaultText: "true"},
		&cli.StringFlag{Name: "job-order", Usage: "hand simulations out by design, scenario, random, or adaptive", EnvVars: []string{"SDSE_JOB_ORDER"}, Category: "runtime", DefaultText: evaluate.ByDesign.String()},
		&cli.BoolFlag{Name: "huge-pages", Usage: "ask for huge pages for the traces", EnvVars: []string{"SDSE_HUGE_PAGES"}, Category: "runtime", DefaultText: "false"},
		&cli.BoolFlag{Name: "stats", Usage: "show what every worker does", Category: "output"},
	}
}

// fromFile and fromFlags fill the settings, the latter last.
func (r *runtimeSettings) fromFile(f fileSettings) {
	*r = runtimeSettings{Policy: cmp.Or(f.policy, workpool.Fair().Name()), Bind: f.bind, Nested: f.nested, Huge: f.huge, Order: cmp.Or(f.order, evaluate.ByDesign.String())}
}

func (r *runtimeSettings) fromFlags(c *cli.Context) error {
	if c.IsSet("policy") {
		r.Policy = c.String("policy")
	}
	if c.IsSet("bind") {
		if r.Bind = c.String("bind"); !slices.Contains(bindings, r.Bind) {
			return usage("--bind: there is no %q%s (known: %s)", r.Bind, input.DidYouMean(r.Bind, bindings), strings.Join(bindings, ", "))
		}
	}
	if c.IsSet("nested") {
		r.Nested = c.Bool("nested")
	}
	if c.IsSet("huge-pages") {
		r.Huge = c.Bool("huge-pages")
	}
	if c.IsSet("job-order") {
		r.Order = c.String("job-order")
	}
	var err error
	if r.order, err = evaluate.ParseOrder(r.Order); err != nil {
		return usage("--job-order: %v", err)
	}
	if r.policy, err = parsePolicy(r.Policy); err != nil {
		return usage("--policy: %v", err)
	}
	if r.Policy == workpool.NearestDomain().Name() && r.Bind != bindCPUs {
		return usage("--policy domain is about the CPUs that workers are bound to; add --bind cpus")
	}
	return nil
}

// parsePolicy reads a policy whose tags, if any, are those of an exploration.
func parsePolicy(text string) (workpool.Policy, error) {
	p, err := workpool.ParsePolicy(text)
	if err != nil {
		return nil, fmt.Errorf("%q is no policy; known: fair, fcfs, domain, tag-priority:TAG,TAG, dedicated:WORKERS:TAG", text)
	}
	for _, tag := range workpool.Tags(p) {
		if !slices.Contains(wiring.Tags(), tag) {
			return nil, fmt.Errorf("nothing is tagged %q; tags: %v", tag, wiring.Tags())
		}
	}
	return p, nil
}

// pool opens the pool that the settings describe. If its harts are bound to CPUs it
// also returns the node of each.
func (s *settings) pool() (_ *workpool.Pool, nodes []int, _ error) {
	r := &s.runtimeSettings
	set := workpool.Settings{Workers: s.Workers, Policy: r.policy, Sequential: !r.Nested, Threads: r.Bind != bindNone}
	if r.Bind == bindCPUs {
		machine, err := topology.Read()
		if err != nil {
			return nil, nil, fmt.Errorf("find out about the CPUs: %w", err)
		}
		for _, cpu := range machine.Spread(s.Workers) {
			set.CPUs = append(set.CPUs, cpu.Number)
			set.Domains = append(set.Domains, cpu.Domain)
			nodes = append(nodes, cpu.Node)
		}
	}
	pool, err := workpool.Open(set)
	if err != nil {
		return nil, nil, usage("%v", err)
	}
	return pool, nodes, nil
}

// askForHugePages has the traces lie in huge pages if they fill any and the system
// has them; it says so if not.
func (x *exploration) askForHugePages(std streams) {
	for _, memory := range x.model.TraceMemory() {
		if err := locality.NewPages(1).Huge(memory); err != nil {
			fmt.Fprintf(std.err, "sdse: no huge pages: %v\n", err)
			return
		}
	}
}
