package sesame_test

import (
	"fmt"

	"sdse/kpn"
	"sdse/scenarios"
)

// space makes one to three applications and the sets in which they run.
func (m *maker) space() *scenarios.Space {
	var apps []*kpn.Application
	for i := range one(m.draw, 1, 1, 2, 3) {
		apps = append(apps, m.application(i))
	}
	var sets []scenarios.Set
	if len(apps) > 1 && m.percent(60) {
		for mask := 1; mask < 1<<len(apps); mask++ {
			set := scenarios.Set{Name: fmt.Sprint(mask), Weight: 1}
			for a := range apps {
				if mask>>a&1 == 1 {
					set.Applications = append(set.Applications, a)
				}
			}
			if m.may(timing, 30) {
				for range set.Applications {
					set.Timing = append(set.Timing, m.timing())
				}
			}
			sets = append(sets, set)
		}
	}
	space, err := scenarios.NewSpace(apps, sets)
	if err != nil {
		panic(err) // the generator is wrong
	}
	return space
}

// timing draws when the iterations of an application begin, and how late they
// may be complete.
func (m *maker) timing() (t kpn.Timing) {
	if m.percent(50) {
		t.Period = int64(m.time(250))
	}
	if m.percent(50) {
		t.Offset = int64(m.time(100))
	}
	if m.percent(60) {
		t.Deadline = int64(m.time(300))
	}
	return t
}

func (m *maker) application(number int) *kpn.Application {
	app := &kpn.Application{Name: fmt.Sprint("app", number), Operations: m.operations}
	if m.may(timing, 40) {
		app.Timing = m.timing()
	}
	if m.may(firings, 30) {
		app.Firing = kpn.SDFFiring
	}
	for i := range m.between(1, 6) {
		process := kpn.Process{Name: fmt.Sprint("process", i)}
		if m.features.has(priorities) {
			process.Priority = m.draw(4)
		}
		app.Processes = append(app.Processes, process)
	}
	for i := range m.draw(9) {
		c := kpn.Channel{Name: fmt.Sprint("channel", i), Writer: m.draw(len(app.Processes)), Reader: m.draw(len(app.Processes)),
			TokenBytes: one[int64](m.draw, 0, 1, 4, 10, 10, 64), Capacity: int64(m.between(1, 5))}
		if m.percent(30) {
			c.Initial = int64(m.draw(int(c.Capacity) + 1))
		}
		app.Channels = append(app.Channels, c)
	}
	for i := range m.between(1, 2) {
		app.Scenarios = append(app.Scenarios, m.behaviour(app, i))
	}
	if app.Firing == kpn.SDFFiring && m.percent(95) {
		m.loosen(app)
	}
	if len(app.Channels) > 0 && m.percent(10) {
		c := &app.Channels[m.draw(len(app.Channels))] // may deadlock now
		c.Capacity = max(1, c.Initial, c.Capacity-1)
	}
	return app
}

// loosen gives buffers more room, because a firing takes room for all its
// writes at once.
func (m *maker) loosen(app *kpn.Application) {
	for i := range app.Channels {
		app.Channels[i].Capacity += int64(m.draw(20))
	}
}

// behaviour makes traces that fit together: it is a random walk of the network
// without time, of which every process records its own steps.
func (m *maker) behaviour(app *kpn.Application, number int) kpn.Scenario {
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
	for range m.draw(50) {
		if len(app.Channels) == 0 || m.percent(30) {
			do(m.draw(len(app.Processes)), kpn.Event{Kind: kpn.Execute, Arg: m.draw(len(m.operations)), N: int64(m.between(1, 3))})
			continue
		}
		i := m.draw(len(app.Channels))
		if room := app.Channels[i].Capacity - filled[i]; room > 0 && (filled[i] == 0 || m.percent(50)) {
			transfer(i, true, int64(m.between(1, int(room))))
		} else {
			transfer(i, false, int64(m.between(1, int(filled[i]))))
		}
	}
	for i, c := range app.Channels { // back to the beginning, so that it can be repeated
		for filled[i] != c.Initial {
			transfer(i, filled[i] < c.Initial, 1)
		}
	}
	if process := m.draw(len(traces)); m.percent(5) && len(traces[process]) > 0 {
		traces[process] = traces[process][1:] // may deadlock now
	}
	sc := kpn.Scenario{Name: fmt.Sprint("behaviour", number), Weight: float64(m.between(1, 3)), Iterations: m.between(1, 3)}
	for _, trace := range traces {
		sc.Traces = append(sc.Traces, kpn.NewFragment(trace))
	}
	return sc
}
