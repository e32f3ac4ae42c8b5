package sesame

import (
	"fmt"
	"slices"

	"sdse/kpn/input"
)

// platformReader reads the hardware tables of a platform file.
type platformReader struct {
	p          *Platform
	root       *input.Table
	groups     []string // names of the [[processor]] tables
	components []string // names of the [[memory]] and [[bus]] tables
	kinds      []ComponentKind
	perGroup   []int // processor group each component is instantiated for, or -1

	// Names that are taken, those of tables and those of their instances.
	processorNames, componentNames, pathNames map[string]bool
}

func readPlatform(root *input.Table) *Platform {
	r := &platformReader{p: &Platform{File: root.File()}, root: root,
		processorNames: map[string]bool{}, componentNames: map[string]bool{}, pathNames: map[string]bool{}}
	r.p.Name, _ = root.Name("name")
	r.p.StaticAll = root.Choice("static", "used", "all") == "all"
	r.p.StaticPower, _ = root.Power("static_power")
	r.p.CostUnit, _ = root.String("cost_unit")
	r.types()
	r.processors()
	r.componentTables("memory", Memory)
	r.componentTables("bus", Bus)
	r.paths()
	return r.p
}

func (r *platformReader) types() {
	for _, t := range r.root.Tables("processor_type") {
		pt := ProcessorType{Line: t.Line("")}
		pt.Name, _ = t.Name("name")
		if slices.ContainsFunc(r.p.Types, func(o ProcessorType) bool { return o.Name == pt.Name }) {
			t.Problem("name", "there are two processor types named %q; rename one", pt.Name)
		}
		pt.Dispatch, _ = t.Thousandths("dispatch")
		if t.Choice("policy", "fcfs", "run-to-block") == "run-to-block" {
			pt.Policy = RunToBlock
		}
		pt.ClassCycles = cycleTable(t.Table("class_cycles"))
		pt.OperationCycles = cycleTable(t.Table("cycles"))
		pt.ListedOnly = t.Choice("operations", "all", "listed") == "listed"
		if pt.ListedOnly && t.Has("class_cycles") {
			t.Problem("class_cycles", "class_cycles has no effect with operations = \"listed\"; list the operations under cycles")
		}
		pt.Points = r.points(t)
		t.Done()
		r.p.Types = append(r.p.Types, pt)
	}
}

func cycleTable(t *input.Table) map[string]int64 {
	table := map[string]int64{}
	for _, key := range t.Keys() {
		if c, ok := t.Thousandths(key); ok {
			table[key] = c
		}
	}
	return table
}

// points reads the [[processor_type.point]] tables or, if there are none, the
// one operating point that stands in the type itself.
func (r *platformReader) points(t *input.Table) []OperatingPoint {
	tables := t.Tables("point")
	if len(tables) == 0 {
		return []OperatingPoint{readPoint(t)}
	}
	for _, key := range []string{"frequency", "static_power", "dynamic_power"} {
		if t.Has(key) {
			t.Problem(key, "%s belongs to each operating point, as there are some; move it there", key)
		}
	}
	var points []OperatingPoint
	for _, pt := range tables {
		point := readPoint(pt)
		if name, ok := pt.String("name"); ok {
			point.Name = name
		}
		if slices.ContainsFunc(points, func(o OperatingPoint) bool { return o.Name == point.Name }) {
			pt.Problem("name", "there are two operating points named %q; rename one", point.Name)
		}
		pt.Done()
		points = append(points, point)
	}
	return points
}

func readPoint(t *input.Table) OperatingPoint {
	var point OperatingPoint
	point.Frequency = readFrequency(t)
	if t.IsText("frequency") {
		point.Name, _ = t.String("frequency")
	}
	point.StaticPower, _ = t.Power("static_power")
	point.DynamicPower, _ = t.Power("dynamic_power")
	return point
}

// readFrequency reads the frequency that a processor or a width needs.
func readFrequency(t *input.Table) int64 {
	if !t.Has("frequency") {
		t.Problem("", "frequency is missing; add frequency = \"1.4 GHz\" or the like")
		return 1
	}
	f, ok := t.Frequency("frequency")
	if ok && (f == 0 || f > 1e12) {
		t.Problem("frequency", "frequency = %d Hz is not between 1 Hz and 1 THz", f)
		return 1
	}
	return max(f, 1)
}

func (r *platformReader) processors() {
	tables := r.root.Tables("processor")
	if len(tables) == 0 {
		r.root.Problem("processor", "the platform has no processor; add [[processor]] tables")
	}
	for group, t := range tables {
		name, _ := t.Name("name")
		fresh := takeName(t, name, r.processorNames, "processors")
		r.groups = append(r.groups, name)
		p := Processor{Name: name, Type: r.typeOf(t), Group: group}
		p.Cost = readCost(t)
		p.OneClock = t.Bool("one_clock", false)
		for i := range r.count(t) {
			if t.Has("count") {
				p.Name = fmt.Sprintf("%s.%d", name, i)
				fresh = fresh && takeName(t, p.Name, r.processorNames, "processors")
			}
			r.p.Processors = append(r.p.Processors, p)
		}
		t.Done()
	}
}

// maxCost bounds a cost, in thousandths, so that the sum over all processors and
// components cannot overflow.
const maxCost = 1e13

// readCost reads the cost of a processor or a component in thousandths.
func readCost(t *input.Table) int64 {
	cost, _ := t.Thousandths("cost")
	if cost > maxCost {
		t.Problem("cost", "cost is larger than the %d that sdse computes with; choose a larger cost_unit", int64(maxCost/1000))
		return 0
	}
	return cost
}

// maxProcessors bounds the processors of a platform: what a mistyped count
// makes should not take hours.
const maxProcessors = 1024

// count reads how many processors a table stands for.
func (r *platformReader) count(t *input.Table) int {
	n, ok := t.Int("count", 1)
	if !ok {
		return 1
	}
	if n > int64(maxProcessors-len(r.p.Processors)) {
		t.Problem("count", "count = %d makes more than the %d processors that sdse takes", n, maxProcessors)
		return 1
	}
	return int(n)
}

// takeName adds a name to those that are taken. It complains and returns false
// if it is one of them already; that there is none has been complained about.
func takeName(t *input.Table, name string, taken map[string]bool, what string) bool {
	if taken[name] {
		t.Problem("name", "there are two %s named %q; rename one", what, name)
		return false
	}
	taken[name] = name != ""
	return true
}

func (r *platformReader) typeOf(t *input.Table) int {
	name, ok := t.Name("type")
	if !ok {
		return 0
	}
	var known []string
	for i := range r.p.Types {
		if r.p.Types[i].Name == name {
			return i
		}
		known = append(known, r.p.Types[i].Name)
	}
	t.Problem("type", "there is no processor type %q%s", name, input.DidYouMean(name, known))
	return 0
}
