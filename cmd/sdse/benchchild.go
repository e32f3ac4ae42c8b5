package main

import (
	"os"

	"github.com/urfave/cli/v2"

	"sdse/cmd/sdse/internal/bench"
	"sdse/cmd/sdse/internal/results"
	"sdse/kpn/input"
)

// childCommand is a process that simulates what it is asked on its standard input
// for (bench.Serve). It is for sdse bench process-model, which compares such
// children with a process per simulation and with none, and of no use to people:
// help does not show it.
func childCommand(std streams) *cli.Command {
	return &cli.Command{
		Name: "child", Hidden: true,
		Usage:        "simulate designs of a front as they are asked for on standard input",
		Flags:        append(inputFlags(), &cli.StringFlag{Name: "mapping", Usage: "the `FRONT`"}),
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			if c.String("mapping") == "" {
				return usage("the front is missing; give it with --mapping FRONT")
			}
			sys, err := load(c)
			if err != nil {
				return err
			}
			var problems input.Problems
			mappings, file := results.ReadMappings(c.String("mapping"), &problems)
			var designs [][]int
			for _, m := range mappings {
				designs = append(designs, sys.model.Resolve(m.Mapping, file, &problems))
			}
			if err := problems.Err(); err != nil {
				return err
			}
			return bench.Serve(sys.model, designs, os.Stdin, std.out)
		},
	}
}
