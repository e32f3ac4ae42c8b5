package sesame

import (
	"fmt"
	"math"
	"slices"

	"sdse/kpn/input"
)

// clusterTable is a [[cluster]] table.
type clusterTable struct {
	name      string
	instances []string // their names; their numbers follow each other
	first     int      // number of the first
}

// processorTable is a [[processor]] table.
type processorTable struct {
	name    string
	cluster int // index into platformReader.clusters, or -1
}

// maxProcessors bounds the processors of a platform: what a mistyped count
// makes should not take hours. So many clusters may there be as well.
const maxProcessors = 1024

// processors reads the [[cluster]] and [[processor]] tables.
func (r *platformReader) processors() {
	taken := map[string]bool{}
	total := r.clusterTables(taken)
	tables := r.root.Tables("processor")
	if len(tables) == 0 {
		r.root.Problem("processor", "the platform has no processor; add [[processor]] tables")
	}
	for group, t := range tables {
		r.processorTable(t, group, total, taken)
		t.Done()
	}
	for i, t := range r.root.Tables("cluster") {
		name := r.clusters[i].name
		if !slices.ContainsFunc(r.groups, func(g processorTable) bool { return g.cluster == i }) && len(tables) > 0 && name != "" {
			t.Problem("", "cluster %q has no processor; give a [[processor]] table cluster = %q", name, name)
		}
	}
	for _, c := range r.clusters {
		r.named[c.name] = nil // known, though perhaps there is none
		for _, name := range c.instances {
			r.named[name] = nil
		}
	}
	for i := range r.p.Processors {
		r.addNames(i)
	}
}

func (r *platformReader) clusterTables(taken map[string]bool) (total int) {
	for _, t := range r.root.Tables("cluster") {
		c := clusterTable{first: total}
		c.name, _ = t.Name("name")
		fresh := takeName(t, c.name, taken, "clusters or processors")
		for _, name := range instanceNames(t, c.name, maxProcessors-total, "clusters") {
			fresh = fresh && (name == c.name || takeName(t, name, taken, "clusters or processors"))
			c.instances = append(c.instances, name)
		}
		total += len(c.instances)
		t.Done()
		r.clusters = append(r.clusters, c)
	}
	return total
}

func (r *platformReader) processorTable(t *input.Table, group, clusters int, taken map[string]bool) {
	name, _ := t.Name("name")
	g := processorTable{name: name, cluster: r.clusterOf(t)}
	fresh := takeName(t, name, taken, "processors")
	r.groups = append(r.groups, g)
	p := Processor{Table: name, Type: r.typeOf(t), Group: group, Cluster: clusters, Cost: readCost(t)}
	p.OneClock = t.Bool("one_clock", false)
	if p.Priority = readPriority(t); t.Has("priority") {
		r.urgent = append(r.urgent, t)
	}
	within := clusterTable{instances: []string{""}, first: clusters} // the cluster of all that are in none
	if g.cluster >= 0 {
		within = r.clusters[g.cluster]
	}
	room := (maxProcessors - len(r.p.Processors)) / max(1, len(within.instances))
	names := instanceNames(t, name, room, "processors")
	if len(names) > room {
		t.Problem("", "these are more than the %d processors that sdse takes", maxProcessors)
		return
	}
	for i, cluster := range within.instances {
		for _, own := range names {
			p.Name, p.Cluster = own, within.first+i
			if g.cluster >= 0 {
				p.Name = cluster + "." + own
			}
			fresh = fresh && (p.Name == name || takeName(t, p.Name, taken, "processors"))
			r.p.Processors = append(r.p.Processors, p)
		}
	}
}

// instanceNames returns the names of what a table with a count stands for:
// name.0, name.1, …, or the name itself if there is no count.
func instanceNames(t *input.Table, name string, room int, what string) []string {
	if !t.Has("count") {
		return []string{name}
	}
	n, ok := t.Int("count", 1)
	if ok && n > int64(room) {
		t.Problem("count", "count = %d makes more than the %d %s that sdse takes", n, maxProcessors, what)
		ok = false
	}
	if !ok {
		n = int64(min(1, room))
	}
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s.%d", name, i)
	}
	return names
}

func (r *platformReader) clusterOf(t *input.Table) int {
	name, ok := t.String("cluster")
	if !ok {
		return -1
	}
	i := slices.IndexFunc(r.clusters, func(c clusterTable) bool { return c.name == name })
	if i < 0 {
		t.Problem("cluster", "there is no cluster %q%s", name, r.suggest(name, r.clusterNames()))
	}
	return i
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
	t.Problem("type", "there is no processor type %q%s", name, r.suggest(name, known))
	return 0
}

// readPriority reads a number of which smaller ones are more urgent.
func readPriority(t *input.Table) int {
	n, _ := t.Int("priority", math.MinInt32)
	if n > math.MaxInt32 {
		t.Problem("priority", "priority = %d is larger than %d", n, math.MaxInt32)
		return 0
	}
	return int(n)
}

// addNames notes everything that the file may call a processor by: its name, its
// table, its cluster and the table of that.
func (r *platformReader) addNames(processor int) {
	p := &r.p.Processors[processor]
	g := &r.groups[p.Group]
	names := []string{p.Name, g.name}
	if g.cluster >= 0 {
		c := &r.clusters[g.cluster]
		names = append(names, c.name, c.instances[p.Cluster-c.first])
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		r.named[name] = append(r.named[name], processor)
	}
}

func (r *platformReader) clusterNames() []string {
	var names []string
	for i := range r.clusters {
		if r.clusters[i].name != "" {
			names = append(names, r.clusters[i].name)
		}
	}
	return names
}

// tableNames returns the names of the tables that stand for processors.
func (r *platformReader) tableNames() []string {
	var names []string
	for i := range r.groups {
		if r.groups[i].name != "" {
			names = append(names, r.groups[i].name)
		}
	}
	return append(names, r.clusterNames()...)
}

// processorList reads which processors a key names, in the order in which it
// does: names of tables, of single processors or of clusters. ok is false if one
// of them is unknown or there are more than most.
func (r *platformReader) processorList(t *input.Table, key string, most int) (list []int, ok bool) {
	ok = true
	for _, name := range t.Strings(key) {
		found, known := r.named[name]
		if !known {
			t.Problem(key, "there is no processor %q%s", name, r.suggest(name, r.tableNames()))
			ok = false
		}
		if list = append(list, found...); len(list) > most {
			t.Problem(key, "%s names more than %d processors", key, most)
			return nil, false
		}
	}
	return list, ok
}

// processorSet reads which processors may be at an end of a path: all, if the
// key is absent.
func (r *platformReader) processorSet(t *input.Table, key string) []bool {
	set := make([]bool, len(r.p.Processors))
	if !t.Has(key) {
		for i := range set {
			set[i] = true
		}
		return set
	}
	before := t.Problems()
	list, _ := r.processorList(t, key, maxNames)
	if len(list) == 0 && t.Problems() == before && len(t.Strings(key)) == 0 {
		t.Problem(key, "%s is empty, so this joins nothing; leave it out for all processors", key)
	}
	for _, i := range list {
		set[i] = true
	}
	return set
}

// maxNames bounds what a list of the file may stand for.
const maxNames = 1 << 16
