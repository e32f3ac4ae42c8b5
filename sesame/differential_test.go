package sesame_test

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sdse/sesame"
)

// differentialCases is how many random systems TestAgreesWithReference takes
// unless SDSE_CASES names another number.
const differentialCases = 10_000

// TestAgreesWithReference compares every output of the simulator with the
// reference on random systems, each with several designs in several scenarios:
// the outcome, the statistics, and the whole timeline.
func TestAgreesWithReference(t *testing.T) {
	cases := uint64(differentialCases)
	if testing.Short() {
		cases /= 10
	}
	if text := os.Getenv("SDSE_CASES"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("SDSE_CASES: %v", err)
		}
		cases = n
	}
	seen, wrong := compareAll(cases, everything)
	if wrong != nil {
		t.Fatal(wrong.String())
	}
	seen.check(t, everything)
}

// compareAll compares systems on all processors and returns what was seen, or
// the first disagreement.
func compareAll(cases uint64, features feature) (*coverage, *disagreement) {
	workers := uint64(runtime.GOMAXPROCS(0))
	seen := make([]coverage, workers)
	wrong := make([]*disagreement, workers)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for n := w; n < cases && wrong[w] == nil; n += workers {
				wrong[w] = compare(n, features, &seen[w])
			}
		})
	}
	all.Wait()
	for w := range workers {
		seen[0].add(&seen[w], w > 0)
		if wrong[w] != nil && (wrong[0] == nil || wrong[w].number < wrong[0].number) {
			wrong[0] = wrong[w]
		}
	}
	return &seen[0], wrong[0]
}

// disagreement is a simulation about which simulator and reference disagree.
type disagreement struct {
	number   uint64
	system   *system
	genes    []int
	scenario int
	what     string
}

// String shows it on the smallest system that it is found on.
func (d *disagreement) String() string {
	if d.genes == nil {
		return fmt.Sprintf("system %d: %s\n%+v", d.number, d.what, d.system.platform)
	}
	s, genes, what := shrink(d.system, d.genes, d.scenario, judge)
	if what == "" {
		return fmt.Sprintf("system %d, design %v, scenario %d, only in this order of simulations:\n%s%s", d.number, d.genes, d.scenario, d.what, d.system.describe(d.genes))
	}
	return fmt.Sprintf("system %d, design %v, scenario %d:\n%s\nmade small:\n%s\n%s", d.number, d.genes, d.scenario, d.what, what, s.describe(genes))
}

// longest is how long a system may take: thousands of times what it does.
const longest = 30 * time.Second

// compare compares some simulations of a system.
func compare(n uint64, features feature, seen *coverage) (wrong *disagreement) {
	d := seeded(n)
	s := d.systemOf(features)
	wrong = &disagreement{number: n, system: s}
	hangs := time.AfterFunc(longest, func() { panic(fmt.Sprintf("system %d takes longer than %v", n, longest)) })
	defer hangs.Stop()
	defer func() {
		if r := recover(); r != nil {
			wrong.what = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	model, err := sesame.Compile(s.platform, s.space)
	if err != nil {
		wrong.what = fmt.Sprintf("it does not compile: %v", err)
		return wrong
	}
	if got, want := model.Bounds(), s.bounds(); !slices.Equal(got, want) {
		wrong.what = fmt.Sprintf("bounds %v, want %v", got, want)
		return wrong
	}
	seen.systems++
	sim := model.NewSimulator()
	for _, wrong.genes = range d.designs(s.bounds(), 2) {
		sim.Bind(wrong.genes)
		for range min(3, s.space.Len()) {
			wrong.scenario = d(s.space.Len())
			st, timeline := s.watch(wrong.genes, wrong.scenario, n)
			if wrong.what = disagree(sim, s, st, timeline); wrong.what != "" {
				return wrong
			}
			seen.note(st)
		}
	}
	seen.effects(s)
	return nil
}

// disagree tells how what the simulator says differs from the reference.
func disagree(sim *sesame.Simulator, s *system, want *sesame.Statistics, timelineWanted *timeline) (what string) {
	defer func() {
		if r := recover(); r != nil {
			what = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	if got, want := sim.Simulate(want.Scenario), outcomeOf(want); got != want {
		what = fmt.Sprintf("outcome %+v, want %+v\n", got, want)
	}
	what += difference(sim.Examine(want.Scenario), want)
	told := &timeline{}
	if watched := difference(sim.Watch(want.Scenario, told), want); watched != "" {
		what += "watched:\n" + watched
	}
	if want.Failure > sesame.Deadlock {
		return what // its timeline was cut off
	}
	initial := func(channel int) int64 { c := s.channels()[channel]; return c.app.Channels[c.index].Initial }
	if got, want := told.canonical(initial), timelineWanted.canonical(initial); !reflect.DeepEqual(got, want) {
		what += timelineDifference(got, want)
	}
	return what
}

// difference shows the lines in which two reports differ.
func difference(got, want *sesame.Statistics) string {
	got, want = inOneForm(got), inOneForm(want)
	if reflect.DeepEqual(got, want) {
		return ""
	}
	var b strings.Builder
	g, w := lines(got), lines(want)
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) {
			fmt.Fprintf(&b, "got %d lines, want %d\n", len(g), len(w))
			break
		}
		if g[i] != w[i] {
			b.WriteString(differentWords(g[i], w[i]))
		}
	}
	return b.String()
}

// differentWords shows the words in which two lines differ, behind what the line
// is about.
func differentWords(got, want string) string {
	g, w := strings.Fields(got), strings.Fields(want)
	if len(g) != len(w) {
		return fmt.Sprintf("got  %s\nwant %s\n", got, want)
	}
	var b strings.Builder
	b.WriteString(strings.Join(w[:min(3, len(w))], " "))
	for i := range g {
		if g[i] != w[i] {
			fmt.Fprintf(&b, ", got %s want %s", g[i], w[i])
		}
	}
	return b.String() + "\n"
}

// inOneForm is a report in the form that can be compared: it does not matter
// if nothing is a nil slice or an empty one.
func inOneForm(st *sesame.Statistics) *sesame.Statistics {
	c := *st
	c.Applications = slices.Clone(c.Applications)
	for i := range c.Applications {
		a := &c.Applications[i]
		a.Starts, a.Completed = append([]sesame.Time(nil), a.Starts...), append([]sesame.Time(nil), a.Completed...)
	}
	if c.Failure > sesame.Deadlock { // cut off: nothing but that means anything
		return &sesame.Statistics{Scenario: c.Scenario, Makespan: c.Makespan, Failure: c.Failure}
	}
	return &c
}

// lines writes a report, a line for everything that it tells about.
func lines(st *sesame.Statistics) []string {
	list := []string{fmt.Sprintf("scenario %d, makespan %d, failure %q", st.Scenario, st.Makespan, st.Failure), fmt.Sprintf("energy %+v", st.Energy)}
	add := func(what string, n int, each func(i int) any) {
		list = append(list, fmt.Sprintf("%d × %s", n, what))
		for i := range n {
			list = append(list, fmt.Sprintf("%s %d: %+v", what, i, each(i)))
		}
	}
	add("application", len(st.Applications), func(i int) any { return st.Applications[i] })
	add("process", len(st.Processes), func(i int) any { return st.Processes[i] })
	add("blocked", len(st.Blocked), func(i int) any { return st.Blocked[i] })
	add("channel", len(st.Channels), func(i int) any { return st.Channels[i] })
	add("processor", len(st.Processors), func(i int) any { return st.Processors[i] })
	add("component", len(st.Components), func(i int) any { return st.Components[i] })
	return list
}

// outcomeOf is what Simulate should return, given all that happened.
func outcomeOf(st *sesame.Statistics) sesame.Outcome {
	if st.Failure != sesame.None {
		return sesame.Outcome{Failure: st.Failure}
	}
	return sesame.Outcome{Makespan: st.Makespan, Energy: st.Energy.Total.Rounded()}
}
