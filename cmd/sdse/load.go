package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"sdse/kpn/input"
	"sdse/sesame"
)

// system is everything that the input files say, read, checked and compiled.
type system struct {
	workload *sesame.Workload
	model    *sesame.Model
	settings fileSettings
	inputs   []input.File
}

func inputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "arch", Usage: "platform `FILE` (TOML)", EnvVars: []string{"SDSE_ARCH"}, Category: "input"},
		&cli.StringSliceFlag{Name: "apps", Usage: "application `FILES`, instead of those the platform file names", EnvVars: []string{"SDSE_APPS"}, Category: "input"},
		&cli.StringFlag{Name: "scenarios", Usage: "scenario `FILE`, instead of the one the platform file names", EnvVars: []string{"SDSE_SCENARIOS"}, Category: "input"},
	}
}

// load reads everything the command line names. The error lists all that is wrong.
func load(c *cli.Context) (*system, error) {
	if err := noArguments(c); err != nil {
		return nil, err
	}
	return loadNamed(c)
}

// loadNamed does so for commands that take arguments.
func loadNamed(c *cli.Context) (*system, error) {
	arch := c.String("arch")
	if arch == "" {
		return nil, usage("the platform file is missing; give it with --arch FILE")
	}
	var problems input.Problems
	s := &system{}
	s.workload = sesame.Load(arch, c.StringSlice("apps"), c.String("scenarios"), &problems)
	if s.workload != nil {
		s.settings = readFileSettings(s.workload.Settings)
		s.workload.Settings.Done()
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	for _, w := range s.workload.Warnings {
		fmt.Fprintf(c.App.ErrWriter, "warning: %v\n", w)
	}
	s.inputs = problems.Files()
	model, err := sesame.Compile(s.workload.Platform, s.workload.Space)
	s.model = model
	return s, err
}
