package tgff

import (
	"math/big"

	"sdse/kpn"
	"sdse/kpn/input"
)

// File is what a TGFF file holds.
type File struct {
	Graphs     []Graph
	Processors []Table // one per table of processing elements
	Others     []Table // every other table: links, wiring, quantities
	Seconds    bool    // times are in seconds and powers in watts; else in units
	// Warnings are what a user should know though it is no mistake.
	Warnings []input.Problem
}

// Graph is a task graph.
type Graph struct {
	Index string // the number behind its label
	Label string // "TASK_GRAPH" unless the generator was told otherwise
	Line  int
	// Application is the graph as a process network.
	Application *kpn.Application
	// Deadlines are those of the file; Application.Timing has the tightest one of
	// a task that nothing follows, hard ones before soft ones.
	Deadlines []Deadline
	// Period of the graph in the file's unit; nil if there is none.
	Period *big.Rat

	tasks []task
	arcs  []arc
}

// Deadline is until when a task has to be complete, counted from the release of
// the graph.
type Deadline struct {
	Task int // index of the process
	At   *big.Rat
	Hard bool
	line int
}

type task struct {
	name string
	kind int64
	line int
}

type arc struct {
	name     string
	from, to int
	kind     int64
	line     int
}

// Table is a block of numbers.
type Table struct {
	Name  string // label and number, "PROC 3"
	Title string // the comment it begins with, unless that names its columns
	Line  int

	label      string
	attributes row   // what holds for the resource as a whole
	rows       []row // one per type of task or arc
}

// row is a line of numbers with the names of its columns.
type row struct {
	columns []string
	values  []*big.Rat
	line    int
}

// Attribute returns a number that holds for the whole table, such as its price,
// by the name that the comment above it gives it, in lower case; nil if there is
// none.
func (t *Table) Attribute(name string) *big.Rat { return t.attributes.get(name) }

// Attributes returns the names and values of all of them, in file order.
func (t *Table) Attributes() (names []string, values []*big.Rat) {
	return t.attributes.columns, t.attributes.values
}

// get returns the value of the first of the names that is a column, or nil.
func (r *row) get(names ...string) *big.Rat {
	for _, name := range names {
		for i, column := range r.columns {
			if column == name && i < len(r.values) {
				return r.values[i]
			}
		}
	}
	return nil
}
