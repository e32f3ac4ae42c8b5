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
// applications than their names, so that its mistakes can be told beside those of
// the applications. With an empty file name there is nothing to read.
func Check(file string, applications []*kpn.Application, problems *input.Problems) []Set {
	if file == "" {
		return nil
	}
	root := input.Open(file, problems)
	if root == nil {
		return nil
	}
	sets := readSets(root, applications)
	root.Done()
	return sets
}

func readSets(root *input.Table, applications []*kpn.Application) []Set {
	var known []string
	for _, app := range applications {
		known = append(known, app.Name)
	}
	before := root.Problems()
	tables := root.Tables("together")
	if len(tables) == 0 && root.Problems() == before {
		root.Problem("", "there is no scenario; add [[together]] tables that say which applications run together")
	}
	var sets []Set
	var sum float64
	for _, t := range tables {
		set := readSet(t, known)
		if set.Name != "" && slices.ContainsFunc(sets, func(o Set) bool { return o.Name == set.Name }) {
			t.Problem("name", "there are two sets named %q; rename one", set.Name)
		}
		t.Done()
		sum += set.Weight
		sets = append(sets, set)
	}
	if len(sets) > 0 && (!(sum > 0) || math.IsInf(sum, 0)) {
		tables[0].Problem("weight", "the weights add up to %v; the sum must be above 0 and finite", sum)
	}
	return sets
}

func readSet(t *input.Table, known []string) Set {
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
	for _, name := range names {
		i := slices.Index(known, name)
		switch {
		case i < 0:
			t.Problem("applications", "there is no application %q%s", name, input.DidYouMean(name, known))
		case slices.Contains(set.Applications, i):
			t.Problem("applications", "application %q stands twice", name)
		default:
			set.Applications = append(set.Applications, i)
		}
	}
	slices.Sort(set.Applications)
	return set
}
