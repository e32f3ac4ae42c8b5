package sdf3

import (
	"errors"
	"math/big"
	"slices"

	"sdse/kpn"
	"sdse/kpn/input"
)

// File is what a file holds. It is plain data.
type File struct {
	// Application is nil if the file has no application graph.
	Application *kpn.Application
	// Repetitions tells how often each process fires in an iteration, per
	// scenario and process of Application. Processes that hold tokens for others
	// do not fire: theirs are 0.
	Repetitions [][]int64
	// Rewards tells how much useful output an iteration is worth, per scenario of
	// Application, in thousandths: 1000 unless an fsmsadf file says otherwise.
	Rewards []int64
	// Throughput is the number of iterations per unit of time that the file
	// demands, or nil. It is up to the caller, who knows how long a unit lasts, to
	// make it a period or a deadline: Application.Timing stays empty.
	Throughput *big.Rat
	// Architecture is nil if the file has no architecture graph.
	Architecture *Architecture
	// Warnings are what a user should know though it is no mistake, in the order
	// of the file's parts.
	Warnings []input.Problem
}

// Load reads a file. What is wrong with it is added to problems, all of it at
// once; nothing of the result but its warnings is of use then. The result is nil
// if the file cannot be read at all.
func Load(file string, how kpn.Reading, problems *input.Problems) *File {
	data, ok := input.ReadFile(file, problems)
	if !ok {
		return nil
	}
	return read(file, data, how, problems)
}

func read(file string, data []byte, how kpn.Reading, problems *input.Problems) *File {
	r := &reader{file: file, how: how, problems: problems, out: &File{}, phases: maxPhases, told: map[string]bool{}}
	root, err := parse(data)
	if err != nil {
		var syntax *syntaxError
		if errors.As(err, &syntax) {
			problems.Add(file, syntax.line, "%s", syntax.message)
		}
		return nil
	}
	r.document(root)
	return r.out
}

// dialects are the values of the root's type.
var dialects = []string{"sdf", "csdf", "fsmsadf", "sadf"}

func (r *reader) document(root *element) {
	if root.name != "sdf3" {
		r.problem(root, "the root element is <%s>, not <sdf3>: this is no file of SDF3", root.name)
		return
	}
	dialect, ok := r.name(root, "type")
	if !ok {
		return
	}
	if !slices.Contains(dialects, dialect) {
		r.problem(root, "type=%q is unknown%s", short(dialect), input.DidYouMean(short(dialect), dialects))
		return
	}
	r.unread(root)
	graph, architecture := root.child("applicationGraph"), root.child("architectureGraph")
	if dialect == "sadf" {
		graph = root.child("sadf")
	}
	if graph == nil && architecture == nil {
		r.problem(root, "the file has neither an application graph nor an architecture graph")
		return
	}
	if architecture != nil {
		r.out.Architecture = r.architecture(architecture)
	}
	if graph != nil {
		r.application(dialect, graph)
	}
}

// unread tells of the parts of a file that sdse has no use for.
func (r *reader) unread(root *element) {
	for _, name := range []string{"mapping", "systemUsage", "storageThroughputTradeOffs", "messagesSet", "settings"} {
		if e := root.child(name); e != nil {
			r.warn(e, "<%s> is not read", name)
		}
	}
}

// application reads the application graph, and checks that each of its scenarios
// can finish if everything else is right.
func (r *reader) application(dialect string, graph *element) {
	before := r.problems.Len()
	switch dialect {
	case "sdf", "csdf":
		r.dataflow(dialect, graph)
	case "fsmsadf":
		r.fsmsadf(graph)
	case "sadf":
		r.sadf(graph)
	}
	app := r.out.Application
	if app == nil || r.problems.Len() > before {
		return
	}
	r.constraints(graph)
	if !r.checkSize(graph) {
		return
	}
	for s := range app.Scenarios {
		if err := kpn.CheckLive(app, &app.Scenarios[s]); err != nil {
			r.problem(graph, "the rates are consistent, but the graph is not live: %v", err)
		}
	}
}

// maxEvents bounds the events of an iteration of all processes in all scenarios.
// It is what a workload may have.
const maxEvents = 1 << 26

// checkSize refuses traces that nobody could simulate, before anything walks
// through them.
func (r *reader) checkSize(graph *element) bool {
	app := r.out.Application
	sum := int64(0)
	for s := range app.Scenarios {
		for p, f := range app.Scenarios[s].Traces {
			if f.Len() > maxEvents-sum {
				r.problem(graph, "with process %q an iteration has more than %d events: its repetition vector is too large", app.Processes[p].Name, maxEvents)
				return false
			}
			sum += f.Len()
		}
	}
	return true
}

// constraints reads the throughput that is demanded.
func (r *reader) constraints(graph *element) {
	for _, properties := range []string{"sdfProperties", "csdfProperties", "fsmsadfProperties"} {
		e := graph.child(properties).child("graphProperties").child("timeConstraints").child("throughput")
		if e == nil {
			continue
		}
		if rate, ok := r.fraction(e, "throughput", e.text); ok && rate.Sign() > 0 {
			r.out.Throughput = rate
		}
	}
}
