package scenarios

import (
	"math"
	"slices"

	"sdse/kpn"
	"sdse/kpn/input"
)

// Load reads the inter-application scenarios of a workload from their TOML form
// (docs/formats.md). With an empty file name all applications always run
// together. What is wrong is added to problems; the result is nil then.
func Load(file string, applications []*kpn.Application, problems *input.Problems) *Space {
	before := problems.Len()
	sets := Check(file, applications, problems)
	if problems.Len() > before {
		return nil
	}
	space, err := newSpace(applications, sets)
	if err != nil {
		problems.Add(file, 0, "%v", err)
		return nil
	}
	return space
}

// Check reads the sets of a scenario file without looking at more of the
// applications than their names and timing, so that its mistakes can be told
// beside those of the applications. With an empty file name there is nothing to
// read.
func Check(file string, applications []*kpn.Application, problems *input.Problems) []Set {
	if file == "" {
		return nil
	}
	root := input.Open(file, problems)
	if root == nil {
		return nil
	}
	r := newReader(applications)
	sets := r.sets(root)
	root.Done()
	return sets
}

// reader knows what a scenario file may refer to.
type reader struct {
	applications []*kpn.Application
	known        []string
	number       map[string]int
}

func newReader(applications []*kpn.Application) *reader {
	r := &reader{applications: applications, number: map[string]int{}}
	for i, app := range applications {
		r.known = append(r.known, app.Name)
		if _, taken := r.number[app.Name]; !taken {
			r.number[app.Name] = i
		}
	}
	return r
}

func (r *reader) sets(root *input.Table) []Set {
	before := root.Problems()
	tables := root.Tables("together")
	if len(tables) == 0 && root.Problems() == before {
		root.Problem("", "there is no scenario; add [[together]] tables that say which applications run together")
	}
	var sets []Set
	var sum float64
	named := map[string]bool{}
	for _, t := range tables {
		set := r.set(t)
		if set.Name != "" && named[set.Name] {
			t.Problem("name", "there are two sets named %q; rename one", set.Name)
		}
		named[set.Name] = true
		t.Done()
		sum += set.Weight
		sets = append(sets, set)
	}
	if len(sets) > 0 && (!(sum > 0) || math.IsInf(sum, 0)) {
		tables[0].Problem("weight", "the weights add up to %v; the sum must be above 0 and finite", sum)
	}
	return sets
}

func (r *reader) set(t *input.Table) Set {
	set := Set{Weight: 1}
	set.Name, _ = t.Name("name")
	if w, ok := t.Float("weight"); ok {
		set.Weight = w
	}
	before := t.Problems()
	names := t.Strings("applications")
	if len(names) == 0 && t.Problems() == before {
		t.Problem("applications", "set %q names no application; list them in applications", set.Name)
	}
	listed := map[int]bool{}
	for _, name := range names {
		i, known := r.number[name]
		switch {
		case !known:
			t.Problem("applications", "there is no application %q%s", name, input.DidYouMean(name, r.known))
		case listed[i]:
			t.Problem("applications", "application %q stands twice", name)
		default:
			listed[i] = true
			set.Applications = append(set.Applications, i)
		}
	}
	slices.Sort(set.Applications)
	r.timing(t, &set)
	return set
}

// timing reads the periods, offsets and deadlines that a set has of its own. What
// it does not give is the application's.
func (r *reader) timing(t *input.Table, set *Set) {
	own := make([]kpn.Timing, len(set.Applications))
	for i, a := range set.Applications {
		own[i] = r.applications[a].Timing
	}
	for _, kind := range []struct {
		key  string
		time func(*kpn.Timing) *int64
	}{
		{"period", func(t *kpn.Timing) *int64 { return &t.Period }},
		{"offset", func(t *kpn.Timing) *int64 { return &t.Offset }},
		{"deadline", func(t *kpn.Timing) *int64 { return &t.Deadline }},
	} {
		table := t.Table(kind.key)
		for _, name := range table.Keys() {
			time, ok := table.Duration(name)
			a, known := r.number[name]
			member, here := slices.BinarySearch(set.Applications, a)
			switch {
			case !known:
				table.Problem(name, "there is no application %q%s", name, input.DidYouMean(name, r.known))
			case !here:
				table.Problem(name, "application %q does not run in set %q; add it to applications", name, set.Name)
			case ok:
				set.Timing = own
				*kind.time(&own[member]) = time
			}
		}
	}
}
