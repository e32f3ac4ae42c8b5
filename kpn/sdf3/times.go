package sdf3

import (
	"cmp"
	"math/big"
	"slices"

	"sdse/kpn"
)

// defaultType is the type of processor that SDF3 computes with when a graph is
// looked at without a platform.
const defaultType = "default"

// timesOf returns how long the firings of each actor of a graph take, by type of
// processor, the default type among them. As in SDF3 an actor without a default
// takes no time by default; that is told of those that fire, by their number of
// firings.
func (r *reader) timesOf(g *graph, p *properties, firings []int64) (_ [][]processorTime, ok bool) {
	var none, free []string
	times := make([][]processorTime, len(g.actors))
	for i := range g.actors {
		name := g.actors[i].name
		entries := p.times[name]
		if len(entries) == 0 {
			if !r.keep(g.actors[i].at, "the execution times", int64(len(p.kinds))) {
				return nil, false
			}
			for _, kind := range p.kinds {
				entries = append(entries, processorTime{kind: kind, time: sequence{0}})
			}
			if firings[i] > 0 {
				free = append(free, name)
			}
		} else if firings[i] > 0 && !slices.ContainsFunc(entries, isDefault) {
			none = append(none, name)
		}
		times[i] = withDefault(entries)
	}
	if len(free) > 0 {
		r.warn(g.at, "no execution times for %s: they take none", list(free))
	}
	if len(none) > 0 {
		r.warn(g.at, "no default processor for %s: by default they take no time, as in SDF3", list(none))
	}
	if slices.Contains(p.kinds, defaultType) {
		r.warn(g.at, "the file has a processor type named %q: it is not told apart from the default of SDF3", defaultType)
	}
	return times, true
}

func isDefault(t processorTime) bool { return t.byDefault }

// withDefault adds an entry for the default type: the time of the last entry
// that is marked as default, nothing if none is.
func withDefault(entries []processorTime) []processorTime {
	time := sequence{0}
	for _, t := range entries {
		if t.byDefault {
			time = t.time
		}
	}
	all := slices.DeleteFunc(slices.Clone(entries), func(t processorTime) bool { return t.kind == defaultType })
	return append(all, processorTime{kind: defaultType, time: time})
}

// costs returns what a phase costs on the types on which it can run at all.
func (b *builder) costs(times []processorTime, phase int) []kpn.TypeCost {
	var list []kpn.TypeCost
	for _, t := range times {
		if t.time != nil {
			list = append(list, b.cost(t.kind, t.time.at(phase)*1000))
		}
	}
	slices.SortFunc(list, func(a, b kpn.TypeCost) int { return cmp.Compare(a.Type, b.Type) })
	return list
}

// maxPicoseconds bounds an execution time: more than an hour.
const maxPicoseconds = 1 << 52

// cost is a time in thousandths of a unit on a type of processor; if it is known
// how long a unit lasts it is converted, to the nearest picosecond, ties to even.
func (b *builder) cost(kind string, thousandths int64) kpn.TypeCost {
	if b.r.how.Unit == 0 {
		return kpn.TypeCost{Type: kind, Units: thousandths}
	}
	time := new(big.Int).Mul(big.NewInt(thousandths), big.NewInt(b.r.how.Unit))
	time, rest := time.QuoRem(time, big.NewInt(1000), new(big.Int))
	if half := rest.Int64() - 500; half > 0 || half == 0 && time.Bit(0) == 1 {
		time.Add(time, big.NewInt(1))
	}
	if !time.IsInt64() || time.Int64() > maxPicoseconds {
		if !b.long {
			b.r.problem(nil, "an execution time is longer than the %d ps that sdse computes with; give a shorter unit", int64(maxPicoseconds))
		}
		b.long = true
		return kpn.TypeCost{Type: kind}
	}
	return kpn.TypeCost{Type: kind, Time: time.Int64()}
}
