package report

import (
	"math"
	"slices"
)

// data is what the page's program reads: the document with values scaled, names
// shortened, and null where a number is unknown (JSON has no NaN).
type data struct {
	Objectives   []dataObjective  `json:"objectives"`
	Designs      []dataDesign     `json:"designs"` // the front, or what is nearest to feasible
	Feasible     bool             `json:"feasible"`
	Picks        []pick           `json:"picks"`
	Start        int              `json:"start"` // the design selected at first, -1 without designs
	History      []dataGeneration `json:"history"`
	Processors   []dataProcessor  `json:"processors"`
	Components   []dataComponent  `json:"components"`
	Paths        []dataPath       `json:"paths"`
	Applications []string         `json:"applications"`
	Processes    []dataProcess    `json:"processes"`
	Channels     []dataChannel    `json:"channels"`
	Ramp         []string         `json:"ramp"` // the colour map, low to high
}

type dataObjective struct {
	Name     string `json:"name"`
	Unit     string `json:"unit"`
	Decimals int    `json:"decimals"`
}

type dataDesign struct {
	ID            int        `json:"id"`
	Reason        string     `json:"reason,omitempty"`
	True          []*float64 `json:"true"`
	Predicted     []*float64 `json:"predicted"`
	ProcessorOf   []int      `json:"processorOf"`
	PathOf        []int      `json:"pathOf"`
	Points        []string   `json:"points,omitempty"`
	ProcessorLoad []*float64 `json:"processorLoad,omitempty"`
	ComponentLoad []*float64 `json:"componentLoad,omitempty"`
}

type dataGeneration struct {
	Number            int      `json:"number"`
	Simulations       int64    `json:"simulations"`
	Front             int      `json:"front"`
	Hypervolume       *float64 `json:"hypervolume"`
	Subset            int      `json:"subset"`
	Version           int      `json:"version"`
	Misclassification *float64 `json:"misclassification"`
}

type dataProcessor struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Group string `json:"group"`
}

type dataComponent struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

type dataPath struct {
	Name  string `json:"name"`
	Write []int  `json:"write"`
	Read  []int  `json:"read"`
}

type dataProcess struct {
	Name        string `json:"name"`
	Application int    `json:"application"` // index into data.Applications
}

type dataChannel struct {
	Name  string `json:"name"`
	From  int    `json:"from"`
	To    int    `json:"to"`
	Bytes int64  `json:"bytes"`
}

func newData(d *Document) *data {
	out := &data{
		Feasible:     len(d.Designs) > 0,
		Picks:        picks(d),
		Start:        start(d),
		Applications: applications(d),
		Ramp:         rampColours(),
	}
	shown := d.Designs
	if !out.Feasible {
		shown = d.Infeasible
	}
	out.Designs = make([]dataDesign, 0, len(shown))
	for i := range shown {
		out.Designs = append(out.Designs, newDataDesign(d, &shown[i]))
	}
	out.addPaths(d)
	for o, objective := range d.Objectives {
		out.Objectives = append(out.Objectives, dataObjective{objective.Name, objective.Unit, d.decimals(o)})
	}
	for _, g := range d.History {
		out.History = append(out.History, dataGeneration{g.Number, g.Simulations, g.Front,
			known(g.Hypervolume), g.Subset, g.Version, known(g.Misclassification)})
	}
	out.addSystem(d)
	return out
}

// addPaths adds the paths that some design uses, numbered by first use: a platform
// can have thousands.
func (out *data) addPaths(d *Document) {
	number := make(map[int]int)
	for i := range out.Designs {
		design := &out.Designs[i]
		design.PathOf = slices.Clone(design.PathOf)
		for k, path := range design.PathOf {
			if path < 0 {
				continue
			}
			n, seen := number[path]
			if !seen {
				n = len(out.Paths)
				number[path] = n
				out.Paths = append(out.Paths, dataPath(d.Platform.Paths[path]))
			}
			design.PathOf[k] = n
		}
	}
}

// addSystem adds the platform and what runs on it.
func (out *data) addSystem(d *Document) {
	for _, p := range d.Platform.Processors {
		group := p.Group
		if group == "" {
			group = p.Type
		}
		out.Processors = append(out.Processors, dataProcessor{p.Name, p.Type, group})
	}
	for _, c := range d.Platform.Components {
		out.Components = append(out.Components, dataComponent(c))
	}
	number := make(map[string]int, len(out.Applications))
	for i, name := range out.Applications {
		number[name] = i
	}
	for _, p := range d.Processes {
		out.Processes = append(out.Processes, dataProcess{p.Name, number[p.Application]})
	}
	for _, c := range d.Channels {
		out.Channels = append(out.Channels, dataChannel(c))
	}
}

func newDataDesign(d *Document, design *Design) dataDesign {
	return dataDesign{
		ID:            design.ID,
		Reason:        design.Reason,
		True:          d.scaled(design.True),
		Predicted:     d.scaled(design.Predicted),
		ProcessorOf:   design.ProcessorOf,
		PathOf:        design.PathOf,
		Points:        design.Points,
		ProcessorLoad: loads(design.ProcessorLoad),
		ComponentLoad: loads(design.ComponentLoad),
	}
}

// shownValue returns a raw value of objective o as it is shown.
func (d *Document) shownValue(o int, raw float64) float64 {
	if scale := d.Objectives[o].Scale; scale != 0 {
		return raw * scale
	}
	return raw
}

// decimals returns how many decimals values of objective o are shown with.
func (d *Document) decimals(o int) int {
	var values []float64
	for _, design := range d.Designs {
		values = append(values, d.shownValue(o, design.True[o]))
	}
	for _, design := range d.Infeasible {
		if len(d.Designs) == 0 && len(design.True) > 0 {
			values = append(values, d.shownValue(o, design.True[o]))
		}
	}
	return decimals(values)
}

// scaled returns the values as they are shown, nil for unknown ones.
func (d *Document) scaled(raw []float64) []*float64 {
	var out []*float64
	for o, v := range raw {
		out = append(out, known(d.shownValue(o, v)))
	}
	return out
}

// loads returns shares in ten-thousandths, more than a drawing can show.
func loads(values []float64) []*float64 {
	var out []*float64
	for _, v := range values {
		out = append(out, known(math.Round(v*1e4)/1e4))
	}
	return out
}

// known returns nil for a value that JSON cannot hold.
func known(v float64) *float64 {
	if !finite(v) {
		return nil
	}
	return &v
}
