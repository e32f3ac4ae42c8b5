package report_test

import (
	"fmt"
	"os"
	"strings"

	"sdse/cmd/sdse/internal/report"
)

// Two processes on two processors: the smallest document there is.
func ExampleHTML() {
	document := &report.Document{
		Title:      "Two processes",
		Stopped:    "10 generations done",
		Objectives: []report.Objective{{Name: "makespan", Unit: "ms", Scale: 1e-9}, {Name: "energy", Unit: "mJ", Scale: 1e-3}},
		Platform: report.Platform{
			Name:       "two cores and a bus",
			Processors: []report.Processor{{Name: "big", Type: "A15"}, {Name: "little", Type: "A7"}},
			Components: []report.Component{{Name: "bus", Kind: "bus"}},
			Paths:      []report.Path{{Name: "local"}, {Name: "over the bus", Write: []int{0}, Read: []int{0}}},
		},
		Processes: []report.Process{{Name: "source", Application: "demo"}, {Name: "sink", Application: "demo"}},
		Channels:  []report.Channel{{Name: "samples", From: 0, To: 1}},
		Designs: []report.Design{
			{ID: 1, True: []float64{2e9, 9000}, ProcessorOf: []int{0, 1}, PathOf: []int{1}},
			{ID: 2, True: []float64{5e9, 3000}, ProcessorOf: []int{1, 1}, PathOf: []int{0}},
		},
	}
	var page strings.Builder
	if err := report.HTML(&page, document); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	fmt.Println(page.String()[:15])
	// Output: <!doctype html>
}
