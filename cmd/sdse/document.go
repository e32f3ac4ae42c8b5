package main

import (
	"sdse/cmd/sdse/internal/report"
	"sdse/cmd/sdse/internal/results"
	"sdse/explorer"
	"sdse/sesame"
	"sdse/sesame/evaluate"
	"slices"
)

// front returns a result with everything in names.
func (x *exploration) front(of *explorer.Result) *results.Front {
	f := &results.Front{Schema: results.FrontSchema, Objectives: x.objectives(), Designs: []results.Design{}, Lost: of.Lost}
	mapping := x.model.NewMapping()
	add := func(to []results.Design, from []explorer.Design) []results.Design {
		for i, d := range from {
			x.model.Decode(d.Genes, mapping)
			to = append(to, results.Design{ID: i + 1, True: d.True, Predicted: d.Predicted,
				Violation: d.Violation, Reason: d.Reason, Mapping: x.model.Name(mapping)})
		}
		return to
	}
	f.Designs = add(f.Designs, of.Front)
	f.Infeasible = add(nil, of.Infeasible)
	return f
}

func (x *exploration) objectives() []results.Objective {
	var list []results.Objective
	for _, o := range x.settings.objectives {
		list = append(list, results.Objective{Name: o.String(), Unit: o.Unit(x.workload.Platform.CostUnit)})
	}
	return list
}

// columns returns the names of the columns of a mapping.
func (x *exploration) columns() results.Columns {
	var c results.Columns
	for p := range x.model.Processes() {
		c.Processes = append(c.Processes, x.model.ProcessName(p))
	}
	for i := range x.model.Channels() {
		c.Channels = append(c.Channels, x.model.ChannelName(i))
	}
	for _, p := range x.model.Platform.Processors {
		if len(x.model.Platform.Types[p.Type].Points) > 1 {
			c.Tuned = append(c.Tuned, p.Name)
		}
	}
	return c
}

func (x *exploration) history() []results.Generation {
	var list []results.Generation
	for _, g := range x.result.History {
		size := g.Subset
		if size == 0 {
			size = x.model.Space.Len()
		}
		list = append(list, results.Generation{Number: g.Number, Evaluations: g.Evaluations, Requested: g.Counts.Requested,
			Charged: g.Counts.Charged, Front: g.Front, Hypervolume: g.Hypervolume, Subset: size, Version: g.Version,
			Misclassification: g.Misclassification})
	}
	return list
}

// document returns what the report shows.
func (x *exploration) document(manifest *results.Manifest) *report.Document {
	d := &report.Document{Title: x.workload.Platform.Name, Command: commandLine(manifest.Command), Version: manifest.Version,
		Seed: x.settings.Seed, Stopped: x.result.Stopped, Elapsed: x.elapsed, Counts: report.Counts(x.counts),
		Facts: x.facts(), Hypervolume: x.result.Hypervolume, Platform: platformPicture(x.model.Platform)}
	for _, o := range x.settings.objectives {
		d.Objectives = append(d.Objectives, x.shown(o))
	}
	d.Designs = x.drawn(x.result.Front)
	x.addLoads(d.Designs)
	d.Infeasible = x.drawn(x.result.Infeasible)
	for _, g := range x.result.History {
		d.History = append(d.History, report.Generation{Number: g.Number, Evaluations: g.Evaluations, Simulations: g.Counts.Charged,
			Front: g.Front, Hypervolume: g.Hypervolume, Subset: g.Subset, Version: g.Version, Misclassification: g.Misclassification})
	}
	for p := range x.model.Processes() {
		app := x.model.Space.Applications[x.model.ApplicationOfProcess(p)]
		d.Processes = append(d.Processes, report.Process{Name: x.model.ProcessName(p), Application: app.Name})
	}
	for c := range x.model.Channels() {
		from, to := x.model.ChannelEnds(c)
		d.Channels = append(d.Channels, report.Channel{Name: x.model.ChannelName(c), From: from, To: to})
	}
	return d
}

// shown chooses a unit in which the values of the front have one to four
// digits before the point.
func (x *exploration) shown(o evaluate.Objective) report.Objective {
	units := map[evaluate.Objective][]string{
		evaluate.Makespan: {"ps", "ns", "µs", "ms", "s"},
		evaluate.Energy:   {"fJ", "pJ", "nJ", "µJ", "mJ", "J"},
		evaluate.Cost:     {x.workload.Platform.CostUnit},
	}[o]
	var most float64
	for k, other := range x.settings.objectives {
		if other == o {
			for _, d := range x.result.Front {
				most = max(most, d.True[k])
			}
		}
	}
	scale := 1.0
	for len(units) > 1 && most*scale >= 1000 {
		scale /= 1000
		units = units[1:]
	}
	return report.Objective{Name: o.String(), Unit: units[0], Scale: scale}
}

func (x *exploration) drawn(designs []explorer.Design) []report.Design {
	var list []report.Design
	for i, d := range designs {
		mapping := x.model.NewMapping()
		x.model.Decode(d.Genes, mapping)
		r := report.Design{ID: i + 1, True: d.True, Predicted: d.Predicted, ProcessorOf: mapping.Processor,
			Violation: d.Violation, Reason: d.Reason}
		if x.settings.Subset.Size == 0 {
			r.Predicted = nil // nothing was predicted
		}
		for c := range mapping.Route {
			r.PathOf = append(r.PathOf, x.model.PathOf(mapping, c))
		}
		for p := range mapping.Point {
			r.Points = append(r.Points, x.model.PointName(mapping, p))
		}
		list = append(list, r)
	}
	return list
}

// maxLoads bounds the simulations that are done again to draw how busy the
// hardware is; they only decorate the report.
const maxLoads = 20000

// addLoads adds how busy processors, memories and buses are, in the mean over all
// scenarios, unless that would take long.
func (x *exploration) addLoads(designs []report.Design) {
	n := x.model.Space.Len()
	if len(designs)*n > maxLoads {
		return
	}
	ids := make([]int, n)
	for id := range ids {
		ids[id] = id
	}
	for i := range designs {
		mean := evaluate.NewAccount(x.model, x.result.Front[i].Genes, ids).Mean
		for _, p := range mean.Processors {
			designs[i].ProcessorLoad = append(designs[i].ProcessorLoad, p.Utilisation)
		}
		designs[i].ComponentLoad = x.loadsByGroup(mean.Components)
	}
}

// loadsByGroup returns the utilisation of the components as they are drawn:
// private ones of a group are one, as busy as the busiest.
func (x *exploration) loadsByGroup(components []evaluate.ComponentFigures) []float64 {
	var loads []float64
	position := map[int]int{}
	for i, c := range components {
		group := x.model.Platform.Components[i].Group
		at, ok := position[group]
		if !ok {
			at = len(loads)
			position[group] = at
			loads = append(loads, 0)
		}
		loads[at] = max(loads[at], min(1, c.Utilisation))
	}
	return loads
}

// platformPicture returns the hardware as the report draws it: private
// components of a group of processors appear once.
func platformPicture(p *sesame.Platform) report.Platform {
	pic := report.Platform{Name: p.Name}
	for _, processor := range p.Processors {
		pic.Processors = append(pic.Processors, report.Processor{Name: processor.Name, Type: p.Types[processor.Type].Name})
	}
	position := map[int]int{}
	for i := range p.Components {
		c := &p.Components[i]
		if _, ok := position[c.Group]; ok {
			continue
		}
		position[c.Group] = len(pic.Components)
		pic.Components = append(pic.Components, report.Component{Name: c.Table, Kind: c.Kind.String()})
	}
	for _, path := range p.Paths {
		var drawn report.Path
		drawn.Name = path.Name
		drawn.Write = drawnSteps(p, path.Write, position)
		drawn.Read = drawnSteps(p, path.Read, position)
		pic.Paths = append(pic.Paths, drawn)
	}
	return pic
}

// drawnSteps returns the positions of what a part of a path passes; a network is
// drawn as its links.
func drawnSteps(p *sesame.Platform, steps []sesame.Step, position map[int]int) []int {
	var drawn []int
	for _, step := range steps {
		group := step.Group
		if step.Network {
			link := slices.IndexFunc(p.Networks[group].Links, func(i int32) bool { return i >= 0 })
			if link < 0 {
				continue
			}
			group = p.Components[p.Networks[group].Links[link]].Group
		}
		drawn = append(drawn, position[group])
	}
	return drawn
}
