package sdf3

import (
	"maps"
	"slices"
	"strings"

	"sdse/kpn"
)

// scenario is a scenario of an fsmsadf file: a graph with rates, repetitions and
// times of its own.
type scenario struct {
	name        string
	at          *element
	graph       *graph
	repetitions []int64 // per actor of the graph
	times       [][]processorTime
	reward      int64 // thousandths
}

// fsmsadf reads a graph of the type fsmsadf: graphs, scenarios over them, and the
// machine whose states visit scenarios.
func (r *reader) fsmsadf(e *element) {
	before := r.problems.Len()
	top := e.child("fsmsadf")
	if top == nil {
		r.problem(e, "the application graph has no <fsmsadf>")
		return
	}
	graphs := r.scenarioGraphs(top)
	scenarios := r.scenarios(e, graphs)
	automaton := r.machine(e, scenarios)
	if r.problems.Len() > before {
		return
	}
	b := newBuilder(r, r.applicationName(e, ""))
	b.app.Automaton = automaton
	r.warnOverlaps(top, scenarios)
	m := newMerger(b, scenarios)
	m.build(top)
	if r.problems.Len() > before {
		return
	}
	b.finish()
}

// scenarioGraphs reads the graphs by name.
func (r *reader) scenarioGraphs(top *element) map[string]*graph {
	graphs := map[string]*graph{}
	for _, e := range top.all("scenariograph") {
		name, ok := r.name(e, "name")
		if !ok {
			continue
		}
		if graphs[name] != nil {
			r.problem(e, "there are two scenario graphs named %q; rename one", name)
			continue
		}
		g := r.graph(e)
		for i := range g.channels {
			r.persistent(&g.channels[i])
		}
		for i := range g.actors {
			for _, p := range g.actors[i].ports {
				if len(p.rate) > 1 {
					r.problem(p.at, "port %q of actor %q has a sequence of rates; fsmsadf has single rates only", p.name, g.actors[i].name)
				}
			}
		}
		graphs[name] = g
	}
	if len(graphs) == 0 {
		r.problem(top, "<fsmsadf> has no <scenariograph>")
	}
	return graphs
}

// persistent reads which tokens of a channel outlive an iteration. What is not
// said is as it was at the start.
func (r *reader) persistent(c *channel) {
	c.initial.names = r.tokenNames(c, "persistentTokenNames", c.initial.n)
	c.final.n = c.initial.n
	if n, ok := r.count(c.at, "finalTokens", kpn.MaxCount); ok {
		c.final.n = n
	}
	if _, ok := c.at.attr("persistentFinalTokenNames"); ok {
		c.final.names = r.tokenNames(c, "persistentFinalTokenNames", c.final.n)
	} else {
		c.final.names = c.initial.names[:min(int64(len(c.initial.names)), c.final.n)]
	}
}

func (r *reader) tokenNames(c *channel, attribute string, tokens int64) []string {
	text, ok := c.at.attr(attribute)
	if !ok || text == "" {
		return nil
	}
	names := strings.Split(text, ",")
	for i := range names {
		if names[i] = strings.TrimSpace(names[i]); names[i] == "" {
			r.problem(c.at, "channel %q: %s=%q has an empty name", c.name, attribute, short(text))
		}
	}
	if int64(len(names)) > tokens {
		r.problem(c.at, "channel %q: %s names %d tokens, but there are only %d", c.name, attribute, len(names), tokens)
	}
	return names
}

// scenarios reads the scenarios.
func (r *reader) scenarios(e *element, graphs map[string]*graph) (list []*scenario) {
	top := e.child("fsmsadfProperties")
	anybody := func(e *element, attribute string) (string, bool) { return r.name(e, attribute) }
	defaults := r.properties(top.child("defaultProperties"), false, anybody)
	for _, s := range top.child("scenarios").all("scenario") {
		name, ok := r.name(s, "name")
		if ok && slices.ContainsFunc(list, func(o *scenario) bool { return o.name == name }) {
			r.problem(s, "there are two scenarios named %q; rename one", name)
		}
		graphName, ok := r.name(s, "graph")
		if !ok {
			continue
		}
		g := graphs[graphName]
		if g == nil {
			r.problem(s, "scenario %q: there is no scenario graph %q%s", name, graphName,
				r.suggest(graphName, func() []string { return sortedKeys(graphs) }))
			continue
		}
		if len(list) == maxScenarios || !r.keep(s, "the graph", int64(2*len(g.actors)+len(g.channels))) {
			r.problem(s, "the scenarios are more, or their graphs larger, than sdse reads")
			return list
		}
		list = append(list, r.scenario(s, name, g, defaults))
	}
	if len(list) == 0 {
		r.problem(e, "the application graph has no <scenario>")
	}
	return list
}

// maxScenarios bounds the scenarios of a file.
const maxScenarios = 1 << 12

func (r *reader) scenario(e *element, name string, g *graph, defaults *properties) *scenario {
	s := &scenario{name: name, at: e, graph: g.clone(), reward: 1000}
	if text, ok := e.attr("reward"); ok {
		if n, ok := r.thousandths(e, "reward", text); ok {
			s.reward = n
		}
	}
	own := r.properties(e, false, func(a *element, attribute string) (string, bool) {
		name, ok := r.name(a, attribute)
		if _, known := g.actorOf[name]; ok && attribute == "actor" && !known {
			r.warn(a, "scenario %q has properties for actor %q, which its graph does not have", s.name, name)
		}
		return name, ok
	})
	r.overrideRates(e, s)
	all := *defaults
	all.times = map[string][]processorTime{}
	for i := range s.graph.actors {
		name := s.graph.actors[i].name
		all.times[name] = overridden(defaults.times[name], own.times[name])
	}
	for _, kind := range own.kinds {
		if !slices.Contains(all.kinds, kind) {
			all.kinds = append(slices.Clone(all.kinds), kind)
		}
	}
	all.channels = maps.Clone(defaults.channels)
	maps.Copy(all.channels, own.channels)
	s.repetitions = r.scenarioRepetitions(s)
	s.times, _ = r.timesOf(s.graph, &all, s.repetitions)
	for i := range s.graph.channels {
		s.graph.channels[i].properties = all.channels[s.graph.channels[i].name]
	}
	return s
}

// overridden puts a scenario's own entries behind those that hold for all and
// that it says nothing about.
func overridden(defaults, own []processorTime) []processorTime {
	kept := slices.DeleteFunc(slices.Clone(defaults), func(d processorTime) bool {
		return slices.ContainsFunc(own, func(o processorTime) bool { return o.kind == d.kind })
	})
	return append(kept, own...)
}

// clone copies what a scenario may change of a graph: rates and repetitions.
func (g *graph) clone() *graph {
	c := *g
	c.actors = slices.Clone(g.actors)
	for i := range c.actors {
		c.actors[i].ports = slices.Clone(c.actors[i].ports)
	}
	c.channels = slices.Clone(g.channels)
	return &c
}

// overrideRates reads rates and repetitions that hold in one scenario only.
func (r *reader) overrideRates(e *element, s *scenario) {
	for _, a := range e.all("actorProperties") {
		name, _ := a.attr("actor")
		i, ok := s.graph.actorOf[name]
		if !ok {
			continue // told before
		}
		actor := &s.graph.actors[i]
		if n, ok := r.count(a, "repetitions", kpn.MaxEvents); ok {
			actor.repetitions = n
		}
		for _, p := range a.all("port") {
			portName, ok := r.name(p, "name")
			if !ok {
				continue
			}
			j, ok := actor.portOf[portName]
			if !ok {
				r.problem(p, "scenario %q: actor %q has no port %q%s", s.name, name, portName,
					r.suggest(portName, func() []string { return portNames(actor.ports) }))
				continue
			}
			if n, ok := r.count(p, "rate", kpn.MaxCount); ok {
				actor.ports[j].rate = sequence{n}
			}
		}
	}
}

// scenarioRepetitions returns how often each actor fires in an iteration of a
// scenario. If the file does not say so the balance equations do; otherwise every
// channel must end up with the tokens that the file says.
func (r *reader) scenarioRepetitions(s *scenario) []int64 {
	g := s.graph
	n := make([]int64, len(g.actors))
	said := false
	for i := range g.actors {
		n[i] = max(1, g.actors[i].repetitions)
		if g.actors[i].repetitions >= 0 {
			n[i], said = g.actors[i].repetitions, true
		}
	}
	if !said {
		ones := slices.Repeat([]int64{1}, len(g.actors))
		if n = r.repetitions(g, ones); n == nil {
			return ones // it has been told what is wrong
		}
	}
	for i := range g.channels {
		c := &g.channels[i]
		given, taken, ok := s.moved(c, n)
		if end := c.initial.n + given - taken; ok && end != c.final.n {
			r.problem(c.at, "scenario %q: channel %q starts with %d tokens, gets %d and gives %d, so %d are left, not %d; correct finalTokens, a rate or repetitions",
				s.name, c.name, c.initial.n, given, taken, end, c.final.n)
		} else if !ok {
			r.problem(c.at, "scenario %q: channel %q carries more than %d tokens in an iteration", s.name, c.name, int64(kpn.MaxCount))
		}
	}
	return n
}

// moved returns how many tokens a channel gets and gives in an iteration.
func (s *scenario) moved(c *channel, repetitions []int64) (given, taken int64, ok bool) {
	out, in := s.graph.produced(c)[0], s.graph.consumed(c)[0]
	a, b := repetitions[c.src], repetitions[c.dst]
	if a > 0 && out > kpn.MaxCount/a || b > 0 && in > kpn.MaxCount/b {
		return 0, 0, false
	}
	return out * a, in * b, true
}
