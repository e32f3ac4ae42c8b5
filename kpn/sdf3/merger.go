package sdf3

import (
	"slices"

	"sdse/kpn"
)

// merger makes one application of the scenarios of an fsmsadf file. Actors of
// the same name are one process; channels of the same name and ends are one
// channel, if every iteration leaves it as it was.
//
// A token whose name outlives an iteration but that moves from channel to channel
// between scenarios is kept by a process of its own, its keeper: in a scenario
// that takes the token, the keeper writes it to the actor that does, and in one
// that leaves a token of that name, it reads that from the actor that made it. A
// keeper executes nothing, so where transfers take no time the token is there
// from the instant at which it was made, as the file means it; and every scenario
// can be run by itself.
type merger struct {
	b         *builder
	r         *reader
	scenarios []*scenario
	jointOf   [][]*joint      // per scenario and channel of its graph
	process   map[string]int  // actors that ever fire
	keeper    map[string]int  // process by token
	channels  map[string]int  // channels between an actor and a keeper, or two of these
	names     map[string]bool // of processes
	called    map[string]bool // likewise of channels
	keeping   []map[int]*kept // per scenario: what each keeper does
}

// joint is a channel that scenarios have in common.
type joint struct {
	name  string
	first *channel
	seen  int  // in how many scenarios it is
	named bool // some token of it has a name
	even  bool // every iteration leaves it as it was, and all scenarios say the same
	index int  // in the application, or -1
	src   string
	dst   string
}

// plain reports whether the joint is one ordinary channel.
func (j *joint) plain(scenarios int) bool { return j.even && (!j.named || j.seen == scenarios) }

// kept is what a keeper does in an iteration of a scenario.
type kept struct {
	writes, reads []kpn.Event
}

func newMerger(b *builder, scenarios []*scenario) *merger {
	m := &merger{b: b, r: b.r, scenarios: scenarios, process: map[string]int{}, keeper: map[string]int{},
		channels: map[string]int{}, names: map[string]bool{}, called: map[string]bool{}}
	for range scenarios {
		m.keeping = append(m.keeping, map[int]*kept{})
	}
	return m
}

// build fills in processes, channels and scenarios.
func (m *merger) build(top *element) {
	before := m.r.problems.Len()
	m.addActors(top)
	m.join()
	m.checkTokens()
	if m.r.problems.Len() > before {
		return
	}
	m.tellStrays()
	for s := range m.scenarios {
		m.keep(s)
	}
	traces := make([][]*kpn.Fragment, len(m.scenarios))
	for s := range m.scenarios {
		traces[s] = m.traces(s)
	}
	shares := m.b.app.Automaton.ScenarioWeights(len(m.scenarios))
	shared := map[[32]byte]*kpn.Fragment{}
	for s, sc := range m.scenarios {
		for len(traces[s]) < len(m.b.app.Processes) {
			traces[s] = append(traces[s], kpn.NewFragment(nil))
		}
		if m.r.problems.Len() == before {
			m.share(traces[s], shared)
		}
		m.b.scenario(sc.name, shares[s], traces[s])
		m.r.out.Rewards = append(m.r.out.Rewards, sc.reward)
		m.r.out.Repetitions = append(m.r.out.Repetitions, m.firings(sc))
	}
}

// share makes equal traces one, unless they are too long to be looked at.
func (m *merger) share(traces []*kpn.Fragment, shared map[[32]byte]*kpn.Fragment) {
	const longest = 1 << 16
	for p, f := range traces {
		if f.Len() > longest {
			continue
		}
		hash := f.Hash()
		if first, ok := shared[hash]; ok {
			traces[p] = first
		} else {
			shared[hash] = f
		}
	}
}

// firings returns how often each process fires in a scenario.
func (m *merger) firings(sc *scenario) []int64 {
	n := make([]int64, len(m.b.app.Processes))
	for i := range sc.graph.actors {
		if p, ok := m.process[sc.graph.actors[i].name]; ok {
			n[p] = sc.repetitions[i]
		}
	}
	return n
}

// addActors makes processes of the actors that fire in some scenario.
func (m *merger) addActors(top *element) {
	fires, silent := map[string]bool{}, map[string]bool{}
	for _, sc := range m.scenarios {
		for i := range sc.graph.actors {
			if sc.repetitions[i] > 0 {
				fires[sc.graph.actors[i].name] = true
			}
		}
	}
	var left []string
	for _, sc := range m.scenarios {
		for i := range sc.graph.actors {
			a := &sc.graph.actors[i]
			_, known := m.process[a.name]
			switch {
			case !fires[a.name] && !silent[a.name]:
				silent[a.name] = true
				left = append(left, a.name)
			case fires[a.name] && !known:
				m.process[a.name] = m.b.process(a.name, a.at.line)
				m.names[a.name] = true
			}
		}
	}
	if len(left) > 0 {
		m.r.warn(top, "no scenario lets %s fire: left out", list(left))
	}
}

// ends is what the channels of a joint have in common.
type ends struct {
	name, src, dst string
	number         int64 // of tokens, where none of them ever has a name
}

// join finds out which channels of the graphs are one.
func (m *merger) join() {
	named := map[ends]bool{}
	for _, sc := range m.scenarios {
		for i := range sc.graph.channels {
			c := &sc.graph.channels[i]
			e := sc.graph.endsOf(c)
			named[e] = named[e] || len(c.initial.names) > 0 || len(c.final.names) > 0
		}
	}
	known := map[ends]*joint{}
	for _, sc := range m.scenarios {
		var row []*joint
		for i := range sc.graph.channels {
			c := &sc.graph.channels[i]
			e := sc.graph.endsOf(c)
			isNamed := named[e]
			if !isNamed {
				e.number = c.initial.n
			}
			j := known[e]
			if j == nil {
				j = &joint{name: c.name, first: c, named: isNamed, even: true, index: -1, src: e.src, dst: e.dst}
				known[e] = j
			}
			j.seen++
			j.even = j.even && c.initial.equal(c.final) && c.initial.equal(j.first.initial)
			row = append(row, j)
		}
		m.jointOf = append(m.jointOf, row)
	}
}

func (g *graph) endsOf(c *channel) ends {
	return ends{name: c.name, src: g.actors[c.src].name, dst: g.actors[c.dst].name}
}

func (t tokens) equal(o tokens) bool { return t.n == o.n && slices.Equal(t.names, o.names) }

// checkTokens refuses what keepers cannot express: tokens without a name on a
// channel that not every scenario leaves as it was, and two tokens of one name.
func (m *merger) checkTokens() {
	for s, sc := range m.scenarios {
		first, last := map[string]bool{}, map[string]bool{}
		for i := range sc.graph.channels {
			c := &sc.graph.channels[i]
			m.checkTwice(sc, c, c.initial.names, first)
			m.checkTwice(sc, c, c.final.names, last)
			if m.jointOf[s][i].plain(len(m.scenarios)) {
				continue
			}
			if int64(len(c.initial.names)) < c.initial.n || int64(len(c.final.names)) < c.final.n {
				m.r.problem(c.at, "scenario %q: channel %q differs before and after an iteration or between scenarios, and has tokens without a name; name all with persistentTokenNames and persistentFinalTokenNames",
					sc.name, c.name)
			}
		}
	}
}

func (m *merger) checkTwice(sc *scenario, c *channel, names []string, seen map[string]bool) {
	for _, name := range names {
		if seen[name] {
			m.r.problem(c.at, "scenario %q: channel %q: there are two tokens named %q; rename one", sc.name, c.name, name)
		}
		seen[name] = true
	}
}

// unique returns a name that is not taken, and takes it.
func unique(name string, taken map[string]bool) string {
	for taken[name] {
		name += "'"
	}
	taken[name] = true
	return name
}
