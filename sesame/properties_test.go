package sesame_test

import (
	"reflect"
	"slices"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/sesame"

	"pgregory.net/rapid"
)

// someScenarios draws up to six different scenarios.
func (s *system) someScenarios(d draw) []int {
	var ids []int
	for range 6 {
		if id := d(s.space.Len()); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// outcomes simulates a design in some scenarios.
func outcomes(m *sesame.Model, genes []int, scenarios []int) []sesame.Outcome {
	sim := m.NewSimulator()
	sim.Bind(genes)
	var all []sesame.Outcome
	for _, id := range scenarios {
		all = append(all, sim.Simulate(id))
	}
	return all
}

// compiled compiles a system in a property.
func compiled(t *rapid.T, s *system) *sesame.Model {
	m, err := sesame.Compile(s.platform, s.space)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCanonicalIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		s := d.system()
		m := compiled(t, s)
		genes := d.designs(m.Bounds(), 1)[0]
		canonical := slices.Clone(genes)
		m.Canonical(canonical)
		scenarios := s.someScenarios(d)
		if a, b := outcomes(m, genes, scenarios), outcomes(m, canonical, scenarios); !slices.Equal(a, b) {
			t.Errorf("%v costs %+v, its canonical form %v costs %+v", genes, a, canonical, b)
		}
		again := slices.Clone(canonical)
		m.Canonical(again)
		if !slices.Equal(again, canonical) {
			t.Errorf("the canonical form of %v is %v, and of that %v", genes, canonical, again)
		}
		for i, bound := range m.Bounds() {
			if canonical[i] < 0 || canonical[i] >= bound {
				t.Errorf("canonical gene %d = %d is not below %d", i, canonical[i], bound)
			}
		}
	})
}

// TestTwinsMayBeExchanged renames processors that nothing but their names tells
// apart.
func TestTwinsMayBeExchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		s := d.system()
		m := compiled(t, s)
		genes := d.designs(m.Bounds(), 1)[0]
		renamed := s.rename(genes, s.exchange(d))
		scenarios := s.someScenarios(d)
		if a, b := outcomes(m, genes, scenarios), outcomes(m, renamed, scenarios); !slices.Equal(a, b) {
			t.Errorf("%v costs %+v, with other names, %v, it costs %+v", genes, a, renamed, b)
		}
		a, b := slices.Clone(genes), slices.Clone(renamed)
		m.Canonical(a)
		m.Canonical(b)
		if !slices.Equal(a, b) {
			t.Errorf("the canonical form of %v is %v; with other names, %v, it is %v", genes, a, renamed, b)
		}
	})
}

// exchange draws a permutation of the processors that maps every processor to
// one that the platform does not tell from it.
func (s *system) exchange(d draw) []int {
	p := s.platform
	now := make([]int, len(p.Processors))
	for i := range now {
		now[i] = i
	}
	for i := range now {
		j := d(len(now))
		if p.Processors[i].Group == p.Processors[j].Group && s.alike(i, j) {
			now[i], now[j] = now[j], now[i]
		}
	}
	return now
}

// alike tells if nothing but their own components tells two processors apart, and
// if that is plain: neither has a place, a slot, or something in common with one other.
func (s *system) alike(i, j int) bool {
	p := s.platform
	same := p.Processors[i].Cluster == p.Processors[j].Cluster && p.Processors[i].Priority == p.Processors[j].Priority
	for _, path := range p.Paths {
		same = same && path.From[i] == path.From[j] && path.To[i] == path.To[j]
	}
	for _, n := range p.Networks {
		same = same && n.ProcessorTile[i] < 0 && n.ProcessorTile[j] < 0
	}
	for _, c := range p.Components {
		for _, cpu := range []int{i, j} {
			same = same && !slices.Contains(c.Slots, cpu) && !(c.Scope == sesame.PerPair && (c.Owner == cpu || c.Peer == cpu))
		}
	}
	return same
}

// rename puts the processes of every processor on the one that it is now, and
// that one at the same operating point.
func (s *system) rename(genes, now []int) []int {
	renamed := slices.Clone(genes)
	for p, able := range s.capable() {
		renamed[p] = slices.Index(able, now[able[genes[p]]])
	}
	first := len(s.processes()) + len(s.channels())
	gene := map[int]int{} // of a clock
	for i := range s.platform.Processors {
		if s.hasPointGene(i) {
			gene[i] = first + len(gene)
		}
	}
	for i, at := range gene {
		renamed[gene[s.clock(now[i])]] = genes[at]
	}
	return renamed
}

// TestKeyIsExact changes genes at random: as long as the key of a set stays the
// same, so do the outcomes in all of its scenarios.
func TestKeyIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		s := d.system()
		m := compiled(t, s)
		genes := d.designs(m.Bounds(), 1)[0]
		for range 10 {
			other := s.rename(genes, s.exchange(d))
			for range d(3) {
				i := d(len(other))
				other[i] = d(m.Bounds()[i])
			}
			for set := range s.space.Sets {
				if slices.Equal(key(m, genes, set), key(m, other, set)) {
					s.sameOutcomes(t, m, set, genes, other)
				}
			}
		}
	})
}

func key(m *sesame.Model, genes []int, set int) []byte {
	mapping := m.NewMapping()
	m.Decode(genes, mapping)
	return m.AppendKey(nil, mapping, set)
}

func (s *system) sameOutcomes(t *rapid.T, m *sesame.Model, set int, genes, other []int) {
	for id := range s.space.Len() {
		if s.space.At(id).Set != set {
			continue
		}
		if a, b := outcomes(m, genes, []int{id}), outcomes(m, other, []int{id}); a[0] != b[0] {
			t.Errorf("scenario %d: %v costs %+v and %v costs %+v, but both have the key %x", id, genes, a[0], other, b[0], key(m, genes, set))
		}
	}
}

func TestEncodeUndoesDecode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		m := compiled(t, d.system())
		genes := d.designs(m.Bounds(), 1)[0]
		mapping, again := m.NewMapping(), m.NewMapping()
		m.Decode(genes, mapping)
		m.Decode(m.Encode(mapping), again)
		if !reflect.DeepEqual(mapping, again) {
			t.Errorf("%v is %+v; encoded and decoded it is %+v", genes, mapping, again)
		}
	})
}

// TestNamesLeadBack writes mappings in names and reads them back.
func TestNamesLeadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		m := compiled(t, d.system())
		mapping, again := m.NewMapping(), m.NewMapping()
		genes := d.designs(m.Bounds(), 1)[0]
		m.Canonical(genes) // names say nothing of clocks without a process
		m.Decode(genes, mapping)
		var problems input.Problems
		back := m.Resolve(m.Name(mapping), "mapping", &problems)
		if slices.Contains(mapping.Route, -1) {
			if problems.Err() == nil {
				t.Error("a channel without a path is not told of")
			}
			return
		}
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		m.Decode(back, again)
		if !reflect.DeepEqual(mapping, again) {
			t.Errorf("%+v comes back as %+v", mapping, again)
		}
	})
}

func TestSumsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		s := d.system()
		m := compiled(t, s)
		sim := m.NewSimulator()
		sim.Bind(d.designs(m.Bounds(), 1)[0])
		st := sim.Examine(d(s.space.Len()))
		if st.Failure != sesame.None {
			return
		}
		var dynamic, static, waited, waitedFor = sesame.Exact{}, sesame.Exact{}, sesame.Time(0), sesame.Time(0)
		for _, p := range st.Processors {
			if sum := p.Dispatch + p.Execute + p.Transfer + p.Waiting + p.Idle; sum != st.Makespan {
				t.Errorf("the times of %s add up to %d, not to the makespan %d", p.Name, sum, st.Makespan)
			}
			dynamic, static, waited = dynamic.Plus(p.Dynamic), static.Plus(p.Static), waited+p.Waiting
		}
		for _, c := range st.Components {
			dynamic, static, waitedFor = dynamic.Plus(c.Dynamic), static.Plus(c.Static), waitedFor+c.Waiting
			if limit := st.Makespan * sesame.Time(c.Ports); s.exclusive(c.Name) && c.Busy > limit { // in TDMA, too: each counts its own slots
				t.Errorf("%s with %d ports is busy for %d of %d", c.Name, c.Ports, c.Busy, st.Makespan)
			}
		}
		// What DMA transfers wait for is nobody's wait.
		dma := slices.ContainsFunc(s.platform.Paths, func(p sesame.Path) bool { return p.DMA })
		if waited > waitedFor || !dma && waited < waitedFor {
			t.Errorf("processors wait %d, but components are waited for %d", waited, waitedFor)
		}
		if sum := dynamic.Plus(static).Plus(st.Energy.Platform); sum != st.Energy.Total {
			t.Errorf("the energies add up to %v, not to the total %v", sum, st.Energy.Total)
		}
	})
}

func (s *system) exclusive(component string) bool {
	return slices.ContainsFunc(s.platform.Components, func(c sesame.Component) bool { return c.Name == component && c.Exclusive })
}

// TestNothingIsLeftBehind simulates designs and scenarios in any order on one
// simulator, also after failures: each time it must be as if it were new.
func TestNothingIsLeftBehind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		s := d.system()
		if d.percent(30) {
			s.platform.Limits.Time = sesame.Time(d.between(1, 2000))
		}
		m := compiled(t, s)
		sim := m.NewSimulator()
		designs := d.designs(m.Bounds(), 3)
		for range 10 {
			genes, id := designs[d(len(designs))], d(s.space.Len())
			fresh := m.NewSimulator()
			fresh.Bind(genes)
			sim.Bind(genes)
			if got, want := sim.Examine(id), fresh.Examine(id); !reflect.DeepEqual(got, want) {
				t.Errorf("design %v, scenario %d:\n%s", genes, id, difference(got, want))
			}
			if got, want := sim.Simulate(id), outcomeOf(fresh.Examine(id)); got != want {
				t.Errorf("design %v, scenario %d: %+v, want %+v", genes, id, got, want)
			}
		}
	})
}

// TestTokensDoNotDependOnTheMapping counts what went over every channel: if a
// simulation comes to its end, it is what the traces say; if it does not, it
// still is the same on every platform, because a bounded network of Kahn
// processes is determinate.
func TestTokensDoNotDependOnTheMapping(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		s := d.system()
		m := compiled(t, s)
		id := d(s.space.Len())
		var before [][2]int64
		for _, genes := range d.designs(m.Bounds(), 5) {
			sim := m.NewSimulator()
			sim.Bind(genes)
			outcome := sim.SimulateGeneral(id)
			if outcome.Failure == sesame.NoPath {
				continue
			}
			counts := tokens(m, sim)
			if want := s.transfers(id); outcome.Failure == sesame.None && !slices.Equal(counts, want) {
				t.Errorf("tokens written and read %v, but the traces say %v", counts, want)
			}
			if before != nil && !slices.Equal(counts, before) {
				t.Errorf("tokens written and read %v under one mapping, %v under another", before, counts)
			}
			before = counts
		}
	})
}

// tokens are those written and read per channel in the last simulation.
func tokens(m *sesame.Model, sim *sesame.Simulator) [][2]int64 {
	counts := make([][2]int64, m.Channels())
	for c := range counts {
		counts[c][0], counts[c][1] = sim.Tokens(c)
	}
	return counts
}

// transfers are the tokens that the traces of a scenario write and read.
func (s *system) transfers(id int) [][2]int64 {
	counts := make([][2]int64, len(s.channels()))
	for _, member := range s.space.At(id).Members {
		first := 0
		for _, app := range s.space.Applications[:member.Application] {
			first += len(app.Channels)
		}
		sc := s.space.Applications[member.Application].Scenarios[member.Scenario]
		for _, f := range sc.Traces {
			for e := range f.Events() {
				switch n := e.N * int64(sc.Iterations); e.Kind {
				case kpn.Write:
					counts[first+e.Arg][0] += n
				case kpn.Read:
					counts[first+e.Arg][1] += n
				}
			}
		}
	}
	return counts
}
