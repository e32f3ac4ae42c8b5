package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"sdse/cmd/sdse/internal/timeline"
	"sdse/explorer/runstore"
	"sdse/sesame"
)

// timelineFormats are the forms of a timeline by the ends of file names.
var timelineFormats = map[string]func(io.Writer, *timeline.System, timeline.Watch) error{
	".json": timeline.WriteTrace,
	".svg":  timeline.WriteChart,
}

func timelineFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "timeline", Category: "output",
		Usage: "`FILE`.svg: a Gantt chart; FILE.json: a trace for Perfetto or chrome://tracing; of one scenario. May be repeated"}
}

// checkTimelines refuses timelines that cannot be, before anything is simulated.
func checkTimelines(files []string, ids []int) error {
	for _, file := range files {
		if timelineFormats[strings.ToLower(filepath.Ext(file))] == nil {
			return usage("--timeline %q: the name of the file says what it becomes; end it in .svg or .json", file)
		}
	}
	if len(files) > 0 && len(ids) != 1 {
		return usage("--timeline shows one scenario and there are %d; choose one with --scenario, from 0 to %d", len(ids), len(ids)-1)
	}
	return nil
}

// writeTimelines simulates a design once more, or twice, for each file.
func (s *system) writeTimelines(files []string, genes []int, scenario int, mapping string) error {
	if len(files) == 0 {
		return nil
	}
	if mapping == "" {
		mapping = "a simple mapping"
	}
	described := timeline.Describe(s.model, genes, scenario, mapping)
	simulator := s.model.NewSimulator()
	simulator.Bind(genes)
	watch := func(o sesame.Observer) *sesame.Statistics { return simulator.Watch(scenario, o) }
	for _, file := range files {
		write := timelineFormats[strings.ToLower(filepath.Ext(file))]
		dir, err := runstore.Create(filepath.Dir(file), true)
		if err == nil {
			err = dir.Write(filepath.Base(file), func(w io.Writer) error { return write(w, described, watch) })
		}
		if err != nil {
			return fmt.Errorf("--timeline %s: %w", file, err)
		}
	}
	return nil
}
