package sesame

import (
	"math"

	"sdse/kpn/input"
)

// platformReader reads the hardware tables of a platform file.
type platformReader struct {
	p    *Platform
	root *input.Table

	clusters []clusterTable
	groups   []processorTable
	named    map[string][]int // processors by what the file may call them

	things     map[string]thing // what the list of a path may name
	thingNames []string         // the same in file order, without single links
	parts      []componentGroup // by component group
	crossbars  []*crossbar
	paths      []*input.Table // of p.Paths
	urgent     []*input.Table // [[processor]] tables with a priority
	byPriority bool           // something arbitrates by it

	componentNames map[string]int  // component by name
	members        map[int][]int   // components by group, without ports
	taken          map[string]bool // names of component tables and of components
	full           bool            // there are too many components
	slots          int             // of all wheels
	unknown        int             // names that nothing answers to
}

func readPlatform(root *input.Table) *Platform {
	r := &platformReader{p: &Platform{File: root.File()}, root: root, named: map[string][]int{},
		things: map[string]thing{}, componentNames: map[string]int{}, members: map[int][]int{}, taken: map[string]bool{}}
	before := root.Problems()
	r.p.Name, _ = root.Name("name")
	r.p.StaticAll = root.Choice("static", "used", "all") == "all"
	r.p.StaticPower, _ = root.Power("static_power")
	r.p.CostUnit, _ = root.String("cost_unit")
	r.limits()
	r.types()
	r.processors()
	r.components("memory", Memory)
	r.components("bus", Bus)
	r.fifos()
	r.networks()
	r.crossbarTables()
	r.pathTables()
	r.crossbarPorts()
	r.checkPriorities()
	for i := range r.p.Networks {
		n := &r.p.Networks[i]
		for len(n.ComponentTile) < len(r.p.Components) {
			n.ComponentTile = append(n.ComponentTile, -1)
		}
	}
	if root.Problems() == before {
		r.checkPaths()
	}
	return r.p
}

// suggest completes a message about a name that nothing answers to. Comparing
// names takes time, so it does that for the first mistakes only.
func (r *platformReader) suggest(name string, known []string) string {
	const most, longest = 100, 4096
	if r.unknown++; r.unknown > most {
		return ""
	}
	var each []string
	seen := map[string]bool{}
	for _, k := range known[:min(len(known), longest)] {
		if !seen[k] {
			seen[k] = true
			each = append(each, k)
		}
	}
	return input.DidYouMean(name, each)
}

// fewer complains about the first of some tables that is one too many, and
// returns those before.
func fewer(tables []*input.Table, most int, what string) []*input.Table {
	if len(tables) > most {
		tables[most].Problem("", "these are more than the %d %s that sdse takes", most, what)
		return tables[:most]
	}
	return tables
}

// checkPriorities refuses priorities that nothing looks at.
func (r *platformReader) checkPriorities() {
	for _, t := range r.urgent {
		if !r.byPriority && !t.Failed() {
			t.Problem("priority", "priority has no effect: nothing has arbitration = \"priority\"")
		}
	}
}

// defaultEvents is how many events a simulation may have unless the file says
// otherwise: about a minute's work.
const defaultEvents = 1_000_000_000

func (r *platformReader) limits() {
	r.p.Limits.Events = defaultEvents
	if !r.root.Has("limits") {
		return
	}
	t := r.root.Table("limits")
	if n, ok := t.Int("events", 1); ok {
		r.p.Limits.Events = n
	}
	if d, ok := t.Duration("time"); ok {
		if d == 0 {
			t.Problem("time", "time is 0, so nothing could be simulated; leave it out for no limit")
		}
		r.p.Limits.Time = Time(d)
	}
	t.Done()
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

// readCycles reads a number of cycles, in thousandths.
func readCycles(t *input.Table, key string) int64 {
	n, _ := t.Thousandths(key)
	if n > math.MaxInt64/4 {
		t.Problem(key, "%s is longer than sdse computes", key)
		return 0
	}
	return n
}

// cyclesOrDuration reads what a text says as a duration and a number as cycles,
// in thousandths.
func cyclesOrDuration(t *input.Table, key string) (thousandths int64, d Time) {
	if t.IsText(key) {
		ps, _ := t.Duration(key)
		return 0, Time(ps)
	}
	return readCycles(t, key), 0
}
