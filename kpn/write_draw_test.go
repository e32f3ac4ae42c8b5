package kpn

import (
	"math"
	"slices"

	"pgregory.net/rapid"
)

// drawName draws names that are awkward somewhere between TOML and the notation.
func drawName(t *rapid.T) string {
	return rapid.OneOf(
		rapid.StringMatching(`[a-zA-Z0-9_./-]{1,8}`),
		rapid.StringMatching(`[ "'#;*()=,\\\[\]{}\n\r\tab.\x00-\x1f\x7f]{1,6}`),
		rapid.StringN(1, 6, -1),
		rapid.SampledFrom([]string{"read", "exec", "a.1", "a.1.1", "a", "2*(", "name", "default", "slow.1", `\u0041`, "µ", "\ufeff", "=", "#0"}),
	).Draw(t, "name")
}

func drawNames(t *rapid.T, least, most int) []string {
	n := rapid.IntRange(least, most).Draw(t, "names")
	return rapid.SliceOfNDistinct(rapid.Custom(drawName), n, n, rapid.ID[string]).Draw(t, "distinct")
}

// drawApplication draws an application that can finish: its traces are those of
// an execution with channels that are large enough.
func drawApplication(t *rapid.T) *Application {
	app := &Application{Name: drawName(t)}
	for _, name := range drawNames(t, 1, 4) {
		op := Operation{Name: name}
		for _, class := range drawNames(t, 0, 3) {
			op.Signature = append(op.Signature, Count{class, rapid.Int64Range(0, math.MaxInt64).Draw(t, "count")})
		}
		slices.SortFunc(op.Signature, byClass)
		op.Costs = drawCosts(t)
		app.Operations = append(app.Operations, op)
	}
	for _, name := range drawNames(t, 1, 4) {
		app.Processes = append(app.Processes, Process{Name: name, Priority: int(rapid.Int32().Draw(t, "priority"))})
	}
	process := rapid.IntRange(0, len(app.Processes)-1)
	for _, name := range drawNames(t, 1, 4) {
		app.Channels = append(app.Channels, Channel{Name: name, Writer: process.Draw(t, "writer"), Reader: process.Draw(t, "reader"),
			TokenBytes: rapid.Int64Range(0, math.MaxInt64).Draw(t, "bytes"), Capacity: rapid.SampledFrom([]int64{100, Unbounded}).Draw(t, "capacity"),
			Initial: rapid.Int64Range(0, 3).Draw(t, "initial")})
	}
	for _, name := range drawNames(t, 1, 3) {
		weight := rapid.OneOf(rapid.SampledFrom([]float64{1, 0.1, 1e20, 1e-7, math.Pi, 1 << 60}), rapid.Float64Range(0.001, 1e9)).Draw(t, "weight")
		app.Scenarios = append(app.Scenarios, Scenario{Name: name, Weight: weight, Iterations: 1, Traces: drawExecution(t, app)})
	}
	drawRules(t, app)
	return app
}

func drawCosts(t *rapid.T) []TypeCost {
	var costs []TypeCost
	for _, name := range drawNames(t, 0, 2) {
		c := TypeCost{Type: name, Energy: rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, math.MaxInt64)).Draw(t, "energy")}
		if rapid.Bool().Draw(t, "in units") {
			c.Units = rapid.OneOf(rapid.Int64Range(0, 1e15), rapid.Map(rapid.Int64Range(0, math.MaxInt64/1000), func(n int64) int64 { return n * 1000 })).Draw(t, "units")
		} else {
			c.Time = rapid.OneOf(rapid.SampledFrom([]int64{1000, 40e9, 1e12, 2e15}), rapid.Int64Range(0, math.MaxInt64)).Draw(t, "time")
		}
		costs = append(costs, c)
	}
	slices.SortFunc(costs, byType)
	return costs
}

// drawRules draws what holds for an application as a whole.
func drawRules(t *rapid.T, app *Application) {
	time := rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, 1<<61))
	app.Timing = Timing{Period: time.Draw(t, "period"), Offset: time.Draw(t, "offset"), Deadline: time.Draw(t, "deadline")}
	if rapid.Bool().Draw(t, "sdf") {
		app.Firing = SDFFiring
		for s := range app.Scenarios { // that every single event is possible says nothing about firings
			for _, f := range app.Scenarios[s].Traces {
				*f = Fragment{}
			}
		}
	}
	if rapid.Bool().Draw(t, "no automaton") {
		return
	}
	app.Automaton = &Automaton{}
	for _, name := range drawNames(t, 1, 4) {
		app.Automaton.States = append(app.Automaton.States, State{Name: name, Scenario: rapid.IntRange(0, len(app.Scenarios)-1).Draw(t, "scenario")})
	}
	states := rapid.IntRange(0, len(app.Automaton.States)-1)
	app.Automaton.Initial = states.Draw(t, "initial")
	for i := range app.Automaton.States {
		for _, to := range rapid.SliceOfNDistinct(states, 1, len(app.Automaton.States), rapid.ID[int]).Draw(t, "next") {
			app.Automaton.States[i].Next = append(app.Automaton.States[i].Next, Transition{to, rapid.Float64Range(1e-9, 1e9).Draw(t, "weight")})
		}
	}
}

func drawExecution(t *rapid.T, app *Application) []*Fragment {
	lists := make([][]Event, len(app.Processes))
	filled := initialFill(app)
	for range rapid.IntRange(0, 20).Draw(t, "events") {
		e := Event{rapid.SampledFrom([]Kind{Execute, Read, Write}).Draw(t, "kind"),
			rapid.IntRange(0, len(app.Channels)-1).Draw(t, "channel"), rapid.Int64Range(1, 3).Draw(t, "n")}
		p := app.Channels[e.Arg].Reader
		if e.Kind == Write {
			p = app.Channels[e.Arg].Writer
		}
		if e.Kind == Execute {
			e.Arg %= len(app.Operations)
		}
		if step(app, filled, e) {
			lists[p] = append(lists[p], e)
		}
	}
	var traces []*Fragment
	for _, list := range lists {
		traces = append(traces, NewFragment(list))
	}
	return traces
}
