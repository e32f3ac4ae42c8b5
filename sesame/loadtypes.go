package sesame

import (
	"slices"

	"sdse/kpn/input"
)

// maxTypes bounds the processor types, and the operating points of each.
const maxTypes = 1024

// types reads the [[processor_type]] tables.
func (r *platformReader) types() {
	for _, t := range fewer(r.root.Tables("processor_type"), maxTypes, "processor types") {
		pt := ProcessorType{Line: t.Line("")}
		pt.Name, _ = t.Name("name")
		if slices.ContainsFunc(r.p.Types, func(o ProcessorType) bool { return o.Name == pt.Name }) {
			t.Problem("name", "there are two processor types named %q; rename one", pt.Name)
		}
		readScheduling(t, &pt)
		pt.ClassCycles = costTable(t.Table("class_cycles"), (*input.Table).Thousandths)
		pt.ClassEnergy = costTable(t.Table("class_energy"), (*input.Table).Energy)
		pt.OperationCycles = costTable(t.Table("cycles"), (*input.Table).Thousandths)
		pt.OperationEnergy = costTable(t.Table("energy"), (*input.Table).Energy)
		pt.ListedOnly = t.Choice("operations", "all", "listed") == "listed"
		if pt.ListedOnly && t.Has("class_cycles") {
			t.Problem("class_cycles", "class_cycles has no effect with operations = \"listed\"; list the operations under cycles")
		}
		readForeign(t, &pt)
		pt.Points = readPoints(t)
		t.Done()
		r.p.Types = append(r.p.Types, pt)
	}
}

// costTable reads a table of costs by name. The names are the writer's.
func costTable(t *input.Table, read func(*input.Table, string) (int64, bool)) map[string]int64 {
	table := map[string]int64{}
	for _, key := range t.Keys() {
		if c, ok := read(t, key); ok {
			table[key] = c
		}
	}
	return table
}

// readScheduling reads how a processor chooses among processes and what that takes.
func readScheduling(t *input.Table, pt *ProcessorType) {
	policy := t.Choice("policy", "fcfs", "run-to-block", "round-robin", "priority")
	pt.Policy = map[string]Policy{"fcfs": FCFS, "run-to-block": RunToBlock, "round-robin": RoundRobin, "priority": Priority}[policy]
	if d, ok := t.Duration("slice"); ok {
		pt.Slice = Time(d)
		if d == 0 {
			t.Problem("slice", "slice is 0; leave it out if executes are not to be cut")
		}
	}
	if t.Has("slice") && pt.Policy != RoundRobin {
		t.Problem("slice", "slice has no effect with policy = %q; it belongs to \"round-robin\"", policy)
	}
	pt.Preemptive = t.Bool("preemptive", false)
	if t.Has("preemptive") && pt.Policy != Priority {
		t.Problem("preemptive", "preemptive has no effect with policy = %q; it belongs to \"priority\"", policy)
	}
	pt.Dispatch = readCycles(t, "dispatch")
	pt.Switch = readCycles(t, "context_switch")
	when := t.Choice("switch_when", "change", "always", "never")
	pt.SwitchWhen = map[string]SwitchMode{"change": OnChange, "always": Always, "never": Never}[when]
	if t.Has("switch_when") && !t.Has("context_switch") {
		t.Problem("switch_when", "switch_when has no effect without context_switch; say how many cycles one takes")
	}
}

// readForeign reads what applications of other tools need to know of a type.
func readForeign(t *input.Table, pt *ProcessorType) {
	if t.Has("like") {
		pt.Like, _ = t.Name("like")
	}
	if !t.Has("unit") {
		return
	}
	before := t.Problems()
	pt.Unit, pt.UnitTime = cyclesOrDuration(t, "unit")
	if pt.Unit == 0 && pt.UnitTime == 0 && t.Problems() == before {
		t.Problem("unit", "unit is 0, so imported operations would take no time; give it in cycles or as a duration, like \"1 us\"")
	}
}

// pointKeys are the keys of an operating point.
var pointKeys = []string{"frequency", "voltage", "static_power", "dynamic_power", "energy_per_cycle"}

// readPoints reads the [[processor_type.point]] tables or, if there are none, the
// one operating point that stands in the type itself.
func readPoints(t *input.Table) []OperatingPoint {
	tables := t.Tables("point")
	if len(tables) == 0 {
		return []OperatingPoint{readPoint(t)}
	}
	for _, key := range pointKeys {
		if t.Has(key) {
			t.Problem(key, "%s belongs to each operating point, as there are some; move it there", key)
		}
	}
	var points []OperatingPoint
	for _, pt := range fewer(tables, maxTypes, "operating points") {
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
	if v, ok := t.Voltage("voltage"); ok {
		if point.Voltage = v; v == 0 || v > 1e9 {
			t.Problem("voltage", "voltage = %g V is not between 1 mV and 1 kV", float64(v)/1e6)
		}
	}
	point.StaticPower, _ = t.Power("static_power")
	point.DynamicPower, _ = t.Power("dynamic_power")
	point.EnergyPerCycle, _ = t.Energy("energy_per_cycle")
	return point
}
