package sesame_test

import (
	"fmt"

	"sdse/kpn"
	"sdse/scenarios"
)

// addApplications adds one to three applications and the sets in which they run.
func (s *system) addApplications(d draw) {
	var apps []*kpn.Application
	for i := range one(d, 1, 1, 2, 3) {
		apps = append(apps, d.application(i))
	}
	var sets []scenarios.Set
	if len(apps) > 1 && d.percent(60) {
		for mask := 1; mask < 1<<len(apps); mask++ {
			set := scenarios.Set{Name: fmt.Sprint(mask), Weight: 1}
			for a := range apps {
				if mask>>a&1 == 1 {
					set.Applications = append(set.Applications, a)
				}
			}
			sets = append(sets, set)
		}
	}
	space, err := scenarios.NewSpace(apps, sets)
	if err != nil {
		panic(err) // the generator is wrong
	}
	s.space = space
}

func (d draw) application(number int) *kpn.Application {
	app := &kpn.Application{Name: fmt.Sprint("app", number), Operations: operations}
	for i := range d.between(1, 6) {
		app.Processes = append(app.Processes, kpn.Process{Name: fmt.Sprint("process", i)})
	}
	for i := range d(9) {
		c := kpn.Channel{Name: fmt.Sprint("channel", i), Writer: d(len(app.Processes)), Reader: d(len(app.Processes)),
			TokenBytes: one[int64](d, 0, 1, 4, 10, 10, 64), Capacity: int64(d.between(1, 5))}
		if d.percent(30) {
			c.Initial = int64(d(int(c.Capacity) + 1))
		}
		app.Channels = append(app.Channels, c)
	}
	for i := range d.between(1, 2) {
		app.Scenarios = append(app.Scenarios, d.behaviour(app, i))
	}
	if len(app.Channels) > 0 && d.percent(10) {
		c := &app.Channels[d(len(app.Channels))] // may deadlock now
		c.Capacity = max(1, c.Initial, c.Capacity-1)
	}
	return app
}

// behaviour makes traces that fit together: it is a random walk of the network
// without time, of which every process records its own steps.
func (d draw) behaviour(app *kpn.Application, number int) kpn.Scenario {
	traces := make([][]kpn.Event, len(app.Processes))
	filled := make([]int64, len(app.Channels))
	for i, c := range app.Channels {
		filled[i] = c.Initial
	}
	do := func(process int, e kpn.Event) { traces[process] = append(traces[process], e) }
	transfer := func(i int, write bool, n int64) {
		if c := &app.Channels[i]; write {
			filled[i] += n
			do(c.Writer, kpn.Event{Kind: kpn.Write, Arg: i, N: n})
		} else {
			filled[i] -= n
			do(c.Reader, kpn.Event{Kind: kpn.Read, Arg: i, N: n})
		}
	}
	for range d(50) {
		if len(app.Channels) == 0 || d.percent(30) {
			do(d(len(app.Processes)), kpn.Event{Kind: kpn.Execute, Arg: d(len(operations)), N: int64(d.between(1, 3))})
			continue
		}
		i := d(len(app.Channels))
		if room := app.Channels[i].Capacity - filled[i]; room > 0 && (filled[i] == 0 || d.percent(50)) {
			transfer(i, true, int64(d.between(1, int(room))))
		} else {
			transfer(i, false, int64(d.between(1, int(filled[i]))))
		}
	}
	for i, c := range app.Channels { // back to the beginning, so that it can be repeated
		for filled[i] != c.Initial {
			transfer(i, filled[i] < c.Initial, 1)
		}
	}
	if process := d(len(traces)); d.percent(5) && len(traces[process]) > 0 {
		traces[process] = traces[process][1:] // may deadlock now
	}
	sc := kpn.Scenario{Name: fmt.Sprint("behaviour", number), Weight: float64(d.between(1, 3)), Iterations: d.between(1, 3)}
	for _, trace := range traces {
		sc.Traces = append(sc.Traces, kpn.NewFragment(trace))
	}
	return sc
}
