package main

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"sdse/cmd/sdse/internal/results"
	"sdse/kpn/input"
	"sdse/sesame/evaluate"
)

func simulateCommand(std streams) *cli.Command {
	flags := append(inputFlags(),
		&cli.StringFlag{Name: "mapping", Usage: "`MAPPING`: front.json:3 is design 3 of a front, FILE a file with one mapping", DefaultText: "a simple one", Category: "input"},
		&cli.StringFlag{Name: "scenario", Usage: "`ID` of the system scenario, or all", Value: "all", Category: "input"},
		&cli.BoolFlag{Name: "json", Usage: "JSON on standard output", Category: "output"},
		timelineFlag(),
	)
	return &cli.Command{
		Name:  "simulate",
		Usage: "tell what one mapping costs",
		Description: `Simulates one mapping in one system scenario or in all of them and prints the
makespan, the energy by component, the latency and throughput of the
applications, how busy every processor, memory and interconnect is, how long
transfers waited and how full buffers became. For all scenarios the figures are
means, weighted by the scenarios' probabilities.

For one scenario, --timeline shows what happens when.

Without --mapping, a rule of thumb makes one: the load balanced over all processors
or, if that does not fit the memories and paths, another simple one that does.`,
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
	timelines := c.StringSlice("timeline")
	if err := checkTimelines(timelines, ids); err != nil {
		return err
	}
	genes, err := sys.mapping(c.String("mapping"))
	if err != nil {
		return err
	}
	a := evaluate.NewAccount(sys.model, genes, ids)
	if c.Bool("json") {
		err = results.WriteJSON(std.out, a)
	} else {
		err = printAccount(std.out, a, sys.workload.Platform.CostUnit)
	}
	if err == nil && len(a.Scenarios) > 0 { // else the mapping cannot be simulated
		err = sys.writeTimelines(timelines, genes, ids[0], c.String("mapping"))
	}
	if err == nil && a.Infeasible != "" {
		fmt.Fprintf(std.err, "sdse: the mapping is infeasible: %s\n", a.Infeasible)
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
		return s.model.Suggest(), nil
	}
	var problems input.Problems
	naming, file, ok := results.ReadMapping(name, &problems)
	if !ok {
		return nil, problems.Err()
	}
	genes := s.model.Resolve(naming, file, &problems)
	return genes, problems.Err()
}
