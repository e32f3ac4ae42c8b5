package sesame_test

import (
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"sdse/kpn"
	"sdse/scenarios"
	"sdse/sesame"
)

// shrink looks for a smaller system on which judge finds something wrong with
// the scenario, for some seconds. It makes one simplification after the other and
// keeps those after which it still does.
func shrink(s *system, genes []int, scenario int, judge func(s *system, genes []int, scenario int) string) (*system, []int, string) {
	what := judge(s, genes, scenario)
	if what == "" {
		return s, genes, ""
	}
	stop := time.Now().Add(10 * time.Second)
	for again := true; again; {
		again = false
		for i := 0; time.Now().Before(stop); i++ {
			smaller := s.clone()
			changed, ok := smaller.simplify(i, scenario)
			if !ok {
				break
			}
			if !changed {
				continue
			}
			if g := smaller.encode(s.decode(genes)); g != nil && smaller.valid() {
				if w := judge(smaller, g, scenario); w != "" {
					s, genes, what, again = smaller, g, w, true
					i-- // what came behind has moved up
				}
			}
		}
	}
	return s, genes, what
}

// judge compiles and compares.
func judge(s *system, genes []int, scenario int) (what string) {
	defer func() {
		if r := recover(); r != nil {
			what = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	model, err := sesame.Compile(s.platform, s.space)
	if err != nil || !slices.Equal(model.Bounds(), s.bounds()) {
		return ""
	}
	sim := model.NewSimulator()
	sim.Bind(genes)
	st, timeline := s.watch(genes, scenario, 1)
	return disagree(sim, s, st, timeline)
}

// clone copies what simplify changes.
func (s *system) clone() *system {
	p := *s.platform
	p.Types, p.Processors, p.Components = slices.Clone(p.Types), slices.Clone(p.Processors), slices.Clone(p.Components)
	p.Paths = slices.Clone(p.Paths)
	for i := range p.Types {
		t := &p.Types[i]
		t.Points = slices.Clone(t.Points)
		t.OperationEnergy, t.ClassEnergy = maps.Clone(t.OperationEnergy), maps.Clone(t.ClassEnergy)
	}
	space := *s.space
	space.Applications, space.Sets = slices.Clone(space.Applications), slices.Clone(space.Sets)
	for i, app := range space.Applications {
		a := *app
		a.Scenarios = slices.Clone(a.Scenarios)
		for k := range a.Scenarios {
			a.Scenarios[k].Traces = slices.Clone(a.Scenarios[k].Traces)
		}
		space.Applications[i] = &a
	}
	return &system{platform: &p, space: &space}
}

// valid tells if no hop has two arbiters.
func (s *system) valid() bool {
	for from := range s.platform.Processors {
		for to := range s.platform.Processors {
			for _, path := range s.paths(from, to) {
				for _, write := range []bool{false, true} {
					for _, h := range s.part(path, write, from, to).hops {
						arbiters := 0
						for _, i := range h.exclusive {
							if s.platform.Components[i].Arbitration != sesame.ByArrival {
								arbiters++
							}
						}
						if arbiters > 1 {
							return false
						}
					}
				}
			}
		}
	}
	return true
}

// encode writes a design as genes, or nil if it is not possible any more.
func (s *system) encode(d *refDesign) (genes []int) {
	for p, able := range s.capable() {
		genes = append(genes, slices.Index(able, d.processor[p]))
	}
	for number, c := range s.channels() {
		ends := c.app.Channels[c.index]
		legal := s.paths(d.processor[c.first+ends.Writer], d.processor[c.first+ends.Reader])
		if len(legal) == 0 && d.path[number] < 0 {
			genes = append(genes, 0)
			continue
		}
		genes = append(genes, slices.Index(legal, d.path[number]))
	}
	for i := range s.platform.Processors {
		if s.hasPointGene(i) {
			genes = append(genes, d.point[i])
		}
	}
	if slices.Contains(genes, -1) {
		return nil
	}
	return genes
}

// simplify makes the i-th simplification; ok is false if there are not as many.
func (s *system) simplify(i, scenario int) (changed, ok bool) {
	members := s.space.At(scenario).Members
	for _, m := range members {
		app := s.space.Applications[m.Application]
		if i < 4 {
			return simplifyApplication(app, &app.Scenarios[m.Scenario], i), true
		}
		i -= 4
		for p, f := range app.Scenarios[m.Scenario].Traces {
			start, length, behind := chunk(i, int(f.Len()))
			if length > 0 {
				app.Scenarios[m.Scenario].Traces[p] = kpn.NewFragment(slices.Delete(slices.Collect(f.Events()), start, start+length))
				return true, true
			}
			i = behind
		}
	}
	if i < 4 {
		return s.simplifyPlatform(i), true
	}
	i -= 4
	if n := 7 * len(s.platform.Types); i < n {
		return simplifyType(&s.platform.Types[i/7], i%7), true
	} else {
		i -= n
	}
	if n := 8 * len(s.platform.Components); i < n {
		return simplifyComponent(&s.platform.Components[i/8], i%8), true
	} else {
		i -= n
	}
	if n := 9 * len(s.platform.Paths); i < n {
		return simplifyPath(&s.platform.Paths[i/9], i%9), true
	}
	return false, false
}

// chunk is the i-th part of a list of n to leave out: all of it, then each half,
// each quarter, and so on. If there are not as many parts, behind is by how many.
func chunk(i, n int) (start, length, behind int) {
	for length = n; length > 0; length /= 2 {
		if parts := n / length; i >= parts {
			i -= parts
			continue
		}
		return i * length, length, 0
	}
	return 0, 0, i
}

// become changes something and tells if that made a difference.
func become[T comparable](what *T, value T) bool {
	changed := *what != value
	*what = value
	return changed
}

func simplifyApplication(app *kpn.Application, scenario *kpn.Scenario, i int) bool {
	switch i {
	case 0:
		return become(&scenario.Iterations, 1)
	case 1:
		return become(&app.Timing, kpn.Timing{})
	case 2:
		return become(&app.Firing, kpn.KahnFiring)
	}
	changed := false
	for k := range app.Scenarios { // what does not run
		if other := &app.Scenarios[k]; other != scenario {
			for p := range other.Traces {
				changed = changed || other.Traces[p].Len() > 0
				other.Traces[p] = kpn.NewFragment(nil)
			}
		}
	}
	return changed
}

func (s *system) simplifyPlatform(i int) bool {
	p := s.platform
	switch i {
	case 0:
		return become(&p.Limits, sesame.Limits{})
	case 1:
		return become(&p.StaticPower, 0)
	case 2:
		return become(&p.StaticAll, false)
	}
	changed := false
	sets := s.space.Sets
	for k := range sets {
		changed = changed || sets[k].Timing != nil
		sets[k] = scenarios.Set{Name: sets[k].Name, Weight: sets[k].Weight, Applications: sets[k].Applications}
	}
	return changed
}

func simplifyType(t *sesame.ProcessorType, i int) bool {
	switch i {
	case 0:
		return become(&t.Policy, sesame.FCFS)
	case 1:
		return become(&t.Dispatch, 0)
	case 2:
		return become(&t.Switch, 0)
	case 3:
		return become(&t.Slice, 0)
	case 4:
		return become(&t.Preemptive, false)
	case 5:
		changed := len(t.OperationEnergy)+len(t.ClassEnergy) > 0
		t.OperationEnergy, t.ClassEnergy = nil, nil
		return changed
	}
	changed := false
	for k := range t.Points {
		p := &t.Points[k]
		changed = become(p, sesame.OperatingPoint{Name: p.Name, Frequency: p.Frequency}) || changed
	}
	return changed
}

func simplifyComponent(c *sesame.Component, i int) bool {
	switch i {
	case 0:
		return become(&c.Exclusive, false)
	case 1:
		return become(&c.Arbitration, sesame.ByArrival)
	case 2:
		return become(&c.Ports, 1)
	case 3:
		return become(&c.Read, sesame.Access{})
	case 4:
		return become(&c.Write, sesame.Access{})
	case 5:
		return become(&c.EnergyPerByte, 0)
	case 6:
		return become(&c.StaticPower, 0)
	}
	return become(&c.Cost, 0)
}

func simplifyPath(p *sesame.Path, i int) bool {
	switch i {
	case 0:
		return become(&p.Forward, false)
	case 1:
		return become(&p.DMA, false)
	case 2:
		return become(&p.Issue, 0)
	case 3:
		return become(&p.IssueTime, 0)
	case 4:
		return become(&p.BufferIn, -1)
	}
	steps := &p.Write
	if i > 6 {
		steps = &p.Read
	}
	if k := (i - 5) % 2; k < len(*steps) {
		*steps = slices.Delete(slices.Clone(*steps), k, k+1)
		return true
	}
	return false
}

// TestShrinkKeepsWhatIsWrong takes an interrupted execute for something wrong.
func TestShrinkKeepsWhatIsWrong(t *testing.T) {
	interrupted := func(s *system, genes []int, scenario int) string {
		for _, p := range s.examine(genes, scenario).Processors {
			if p.Preemptions > 0 {
				return "an execute is interrupted"
			}
		}
		return ""
	}
	for n := range uint64(1000) {
		d := seeded(n)
		s := d.systemOf(everything)
		genes := d.designs(s.bounds(), 1)[0]
		if interrupted(s, genes, 0) == "" {
			continue
		}
		small, genes, what := shrink(s, genes, 0, interrupted)
		events := small.newRun(genes, 0).events
		if what == "" || interrupted(small, genes, 0) == "" || events > 4 {
			t.Errorf("system %d: %d events, %q:\n%s", n, events, what, small.describe(genes))
		}
		return
	}
	t.Fatal("no execute is interrupted in any system")
}
