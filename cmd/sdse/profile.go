package main

import (
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/urfave/cli/v2"
)

// profiler writes a CPU profile of a command.
type profiler struct{ file *os.File }

func (p *profiler) flag() cli.Flag {
	return &cli.StringFlag{Name: "cpuprofile", Usage: "write a CPU profile of the command to `FILE`, for go tool pprof"}
}

func (p *profiler) begin(c *cli.Context) (err error) {
	name := c.String("cpuprofile")
	if name == "" {
		return nil
	}
	if p.file, err = os.Create(name); err != nil {
		return usage("--cpuprofile: %v", err)
	}
	if err := pprof.StartCPUProfile(p.file); err != nil {
		return fmt.Errorf("--cpuprofile: %w", err)
	}
	return nil
}

func (p *profiler) end(*cli.Context) error {
	if p.file == nil {
		return nil
	}
	pprof.StopCPUProfile()
	if err := p.file.Close(); err != nil {
		return fmt.Errorf("--cpuprofile: %w", err)
	}
	return nil
}
