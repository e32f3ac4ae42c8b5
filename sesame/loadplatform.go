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
	names      []string // names of the processors
	components []string // names of the [[memory]] and [[bus]] tables
	kinds      []ComponentKind
	perGroup   []int // processor group each component is instantiated for, or -1
}

func readPlatform(root *input.Table) *Platform {
	r := &platformReader{p: &Platform{File: root.File()}, root: root}
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
	point.Frequency = clock(t)
	if t.IsText("frequency") {
		point.Name, _ = t.String("frequency")
	}
	point.StaticPower, _ = t.Power("static_power")
	point.DynamicPower, _ = t.Power("dynamic_power")
	return point
}

// clock reads the frequency that a processor or a width needs.
func clock(t *input.Table) int64 {
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
		fresh := r.unique(t, name, slices.Concat(r.groups, r.names), "processors")
		r.groups = append(r.groups, name)
		p := Processor{Name: name, Type: r.typeOf(t), Group: group}
		p.Cost, _ = t.Float("cost")
		p.OneClock = t.Bool("one_clock", false)
		for i := range r.count(t) {
			if t.Has("count") {
				p.Name = fmt.Sprintf("%s.%d", name, i)
				fresh = fresh && r.unique(t, p.Name, r.names, "processors")
			}
			r.names = append(r.names, p.Name)
			r.p.Processors = append(r.p.Processors, p)
		}
		t.Done()
	}
}

// maxProcessors bounds the processors of a platform: what a mistyped count
// makes should not take hours.
const maxProcessors = 4096

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

// unique complains about a name that is taken.
func (r *platformReader) unique(t *input.Table, name string, taken []string, what string) bool {
	if name != "" && slices.Contains(taken, name) {
		t.Problem("name", "there are two %s named %q; rename one", what, name)
		return false
	}
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
