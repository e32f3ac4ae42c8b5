package report

import (
	"errors"
	"fmt"
)

// ErrDocument is wrapped by every error about a document whose parts do not fit
// together.
var ErrDocument = errors.New("report: inconsistent document")

// complaints collects everything that is wrong with a document.
type complaints []error

func (c *complaints) addf(format string, args ...any) {
	*c = append(*c, fmt.Errorf(format, args...))
}

// index complains if i is not in low … n-1.
func (c *complaints) index(what string, i, low, n int) {
	if i < low || i >= n {
		c.addf("%s is %d, must be in %d … %d", what, i, low, n-1)
	}
}

// length complains about a slice of n values where there must be want, or none
// at all where it may be absent.
func (c *complaints) length(what string, n, want int, optional bool) {
	if n == want || (optional && n == 0) {
		return
	}
	c.addf("%s has %d entries, must have %d", what, n, want)
}

// check reports everything that would make a report wrong or impossible, so that
// the code that draws can index without looking.
func (d *Document) check() error {
	var c complaints
	if len(d.Objectives) == 0 {
		c.addf("no objectives")
	}
	d.checkSystem(&c)
	for i := range d.Designs {
		d.checkDesign(&c, fmt.Sprintf("design %d", i), &d.Designs[i], false)
	}
	for i := range d.Infeasible {
		d.checkDesign(&c, fmt.Sprintf("infeasible design %d", i), &d.Infeasible[i], true)
	}
	if len(c) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrDocument, errors.Join(c...))
}

func (d *Document) checkSystem(c *complaints) {
	for i, channel := range d.Channels {
		c.index(fmt.Sprintf("channel %d: writer", i), channel.From, 0, len(d.Processes))
		c.index(fmt.Sprintf("channel %d: reader", i), channel.To, 0, len(d.Processes))
	}
	for i, path := range d.Platform.Paths {
		for _, component := range path.Write {
			c.index(fmt.Sprintf("path %d: component written", i), component, 0, len(d.Platform.Components))
		}
		for _, component := range path.Read {
			c.index(fmt.Sprintf("path %d: component read", i), component, 0, len(d.Platform.Components))
		}
	}
}

// checkDesign checks one design. An infeasible design may lack objectives.
func (d *Document) checkDesign(c *complaints, name string, design *Design, infeasible bool) {
	c.length(name+": True", len(design.True), len(d.Objectives), infeasible)
	c.length(name+": Predicted", len(design.Predicted), len(d.Objectives), true)
	c.length(name+": ProcessorOf", len(design.ProcessorOf), len(d.Processes), false)
	c.length(name+": PathOf", len(design.PathOf), len(d.Channels), false)
	c.length(name+": Points", len(design.Points), len(d.Platform.Processors), true)
	c.length(name+": ProcessorLoad", len(design.ProcessorLoad), len(d.Platform.Processors), true)
	c.length(name+": ComponentLoad", len(design.ComponentLoad), len(d.Platform.Components), true)
	for i, processor := range design.ProcessorOf {
		c.index(fmt.Sprintf("%s: processor of process %d", name, i), processor, -1, len(d.Platform.Processors))
	}
	for i, path := range design.PathOf {
		c.index(fmt.Sprintf("%s: path of channel %d", name, i), path, -1, len(d.Platform.Paths))
	}
}
