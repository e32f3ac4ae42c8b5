package main

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"sdse/cmd/sdse/internal/results"
	"sdse/kpn/input"
	"sdse/sesame"
)

func simulateCommand(std streams) *cli.Command {
	flags := append(inputFlags(),
		&cli.StringFlag{Name: "mapping", Usage: "`MAPPING`: front.json:3 is design 3 of a front, FILE a file with one mapping", DefaultText: "a balanced one", Category: "input"},
		&cli.StringFlag{Name: "scenario", Usage: "`ID` of the system scenario, or all", Value: "all", Category: "input"},
		&cli.BoolFlag{Name: "json", Usage: "JSON on standard output", Category: "output"},
	)
	return &cli.Command{
		Name:  "simulate",
		Usage: "tell what one mapping costs",
		Description: `Simulates one mapping in one system scenario or in all of them and prints the
makespan, the energy by component, how busy every processor, memory and
interconnect is, and how long transfers waited. For all scenarios the figures
are means, weighted by the scenarios' probabilities.

Without --mapping, the load is balanced over all processors by a rule of thumb.`,
		Flags:        flags,
		OnUsageError: onUsageError,
		Action:       func(c *cli.Context) error { return simulate(c, std) },
	}
}

func simulate(c *cli.Context, std streams) error {
	sys, err := load(c)
	if err != nil {
		return err
	}
	ids, err := sys.scenarioIDs(c.String("scenario"))
	if err != nil {
		return err
	}
	genes, err := sys.mapping(c.String("mapping"))
	if err != nil {
		return err
	}
	a := newAccount(sys.model, genes, ids)
	if c.Bool("json") {
		err = results.WriteJSON(std.out, a)
	} else {
		err = a.print(std.out)
	}
	if err == nil && a.failed != "" {
		fmt.Fprintf(std.err, "sdse: the mapping is infeasible: %s\n", a.failed)
		return &exit{code: exitInfeasible}
	}
	return err
}

// scenarioIDs returns the scenarios that --scenario means.
func (s *system) scenarioIDs(text string) ([]int, error) {
	n := s.model.Space.Len()
	if text == "all" {
		ids := make([]int, n)
		for i := range ids {
			ids[i] = i
		}
		return ids, nil
	}
	id, err := strconv.Atoi(text)
	if err != nil || id < 0 || id >= n {
		return nil, usage("--scenario %q: there is no such system scenario; give a number from 0 to %d, or all", text, n-1)
	}
	return []int{id}, nil
}

// mapping returns the genes of the mapping that --mapping means.
func (s *system) mapping(name string) ([]int, error) {
	if name == "" {
		return s.model.Balanced(), nil
	}
	var problems input.Problems
	naming, file, ok := results.ReadMapping(name, &problems)
	if !ok {
		return nil, problems.Err()
	}
	genes := s.model.Resolve(naming, file, &problems)
	return genes, problems.Err()
}

// account is what a mapping costs in some scenarios: the document of
// simulate --json.
type account struct {
	Schema    string            `json:"schema"`
	Mapping   sesame.Naming     `json:"mapping"`
	Cost      float64           `json:"cost"`
	Mean      figures           `json:"mean"`
	Scenarios []scenarioAccount `json:"scenarios"`

	costUnit string
	failed   string // why the mapping is infeasible, if it is
	details  *sesame.Statistics
	weights  float64
}

// scenarioAccount is the result of one scenario.
type scenarioAccount struct {
	ID       int     `json:"id"`
	Name     string  `json:"name"`
	Weight   float64 `json:"weight"`
	Makespan uint64  `json:"makespan_ps"`
	Energy   uint64  `json:"energy_fj"`
	Failure  string  `json:"failure,omitempty"`
}

// figures are means over the scenarios, weighted by their probabilities.
type figures struct {
	Makespan   float64            `json:"makespan_ps"`
	Energy     energyFigures      `json:"energy_fj"`
	Processors []processorFigures `json:"processors"`
	Components []componentFigures `json:"components"`
}

type energyFigures struct {
	Total             float64 `json:"total"`
	ProcessorsDynamic float64 `json:"processors_dynamic"`
	ProcessorsStatic  float64 `json:"processors_static"`
	ComponentsDynamic float64 `json:"components_dynamic"`
	ComponentsStatic  float64 `json:"components_static"`
	Platform          float64 `json:"platform"`
}

// processorFigures are times in ps and energies in fJ; the five times add up to
// the makespan.
type processorFigures struct {
	Name          string  `json:"name"`
	Point         string  `json:"point,omitempty"`
	Utilisation   float64 `json:"utilisation"` // share of the makespan that is not idle
	Execute       float64 `json:"execute_ps"`
	Transfer      float64 `json:"transfer_ps"`
	Waiting       float64 `json:"waiting_ps"`
	Dispatch      float64 `json:"dispatch_ps"`
	Idle          float64 `json:"idle_ps"`
	DynamicEnergy float64 `json:"dynamic_fj"`
	StaticEnergy  float64 `json:"static_fj"`
}

type componentFigures struct {
	Name          string  `json:"name"`
	Kind          string  `json:"kind"`
	Utilisation   float64 `json:"utilisation"` // busy share of the makespan, per port
	Transfers     float64 `json:"transfers"`
	Bytes         float64 `json:"bytes"`
	Busy          float64 `json:"busy_ps"`
	Waiting       float64 `json:"waiting_ps"`     // sum over the transfers
	MaxWaiting    uint64  `json:"max_waiting_ps"` // the longest single wait in any scenario
	DynamicEnergy float64 `json:"dynamic_fj"`
	StaticEnergy  float64 `json:"static_fj"`
}
