package sdf3

import "sdse/kpn"

// buildStochastic makes the application: a scenario for each behaviour of the
// detector, in which the detector fires once and every kernel as often as it is
// told to, or as the channels it shares with those that are told demand.
func (r *reader) buildStochastic(g *stochastic) {
	before := r.problems.Len()
	name, _ := g.at.attr("name")
	b := newBuilder(r, r.applicationName(g.at, name))
	for i := range g.parts {
		b.process(g.parts[i].name, g.parts[i].at.line)
	}
	size := len(g.parts) + len(g.channels)
	for i := range g.parts {
		size += len(g.parts[i].behave)
	}
	for i := range g.channels {
		l := &g.channels[i]
		b.channel(l.name, l.src, l.dst, l.initial, l.properties, l.at)
	}
	if g.detector < 0 {
		g.addScenario(b, nil, 1)
	} else {
		b.app.Automaton = g.chain
		for s, share := range g.chain.ScenarioWeights(len(g.parts[g.detector].behave)) {
			if s == maxScenarios || !r.keep(g.at, "the subscenarios", int64(size)) {
				r.problem(g.at, "the subscenarios are more, or the graph larger, than sdse reads")
				return
			}
			g.addScenario(b, g.parts[g.detector].behave[s], share)
		}
	}
	if r.problems.Len() == before {
		b.finish()
	}
}

// turn is what a part does in a scenario: so many firings of a behaviour, or of
// none but to take a control token.
type turn struct {
	times     int64 // -1: not known yet
	behaviour *behaviour
}

// addScenario adds the scenario in which the detector behaves like that.
func (g *stochastic) addScenario(b *builder, of *behaviour, weight float64) {
	r := b.r
	before := r.problems.Len()
	turns := g.told(r, of)
	if of == nil {
		g.solve(r, turns)
	} else {
		g.spread(r, turns, of)
	}
	if r.problems.Len() > before || !g.balanced(r, turns, of) {
		return
	}
	traces := make([]*kpn.Fragment, len(g.parts))
	repetitions := make([]int64, len(g.parts))
	for i := range g.parts {
		traces[i] = g.firing(b, i, turns[i].behaviour).Repeat(turns[i].times)
		repetitions[i] = turns[i].times
	}
	name := "default"
	if of != nil {
		name = of.name
	}
	b.scenario(name, weight, traces)
	r.out.Repetitions = append(r.out.Repetitions, repetitions)
	r.out.Rewards = append(r.out.Rewards, 1000)
}

// told gives every part its behaviour, and the controlled ones and the detector
// their number of firings.
func (g *stochastic) told(r *reader, of *behaviour) []turn {
	turns := make([]turn, len(g.parts))
	for i := range g.parts {
		p := &g.parts[i]
		switch {
		case i == g.detector:
			turns[i] = turn{1, of}
		case len(p.control) == 0:
			turns[i] = turn{-1, p.behave[0]}
		default:
			turns[i] = g.controlled(r, p, of)
		}
	}
	return turns
}

// controlled returns what a kernel does when the detector behaves like that.
func (g *stochastic) controlled(r *reader, p *part, of *behaviour) turn {
	values := map[int]string{}
	times := int64(0)
	for n, c := range p.control {
		tokens := of.given[c]
		values[c] = of.name
		if value := of.values[c]; value != "" {
			values[c] = value
		}
		if n > 0 && tokens != times {
			r.problem(of.at, "subscenario %q: kernel %q gets %d tokens over channel %q, but %d over another control channel; it takes one of each when it fires",
				of.name, p.name, tokens, g.channels[c].name, times)
		}
		times = tokens
	}
	if times == 0 {
		return turn{}
	}
	for _, b := range p.behave {
		if g.matches(p, b, values) {
			return turn{times, b}
		}
	}
	r.warn(p.at, "kernel %q has no scenario for the control value %q: it takes the token and does nothing", p.name, values[p.control[0]])
	return turn{times, nil}
}

// matches reports whether a behaviour is meant by these control values. One that
// names no values is meant by its own name.
func (g *stochastic) matches(p *part, b *behaviour, values map[int]string) bool {
	for _, c := range p.control {
		want, said := b.control[c]
		if !said && len(b.control) == 0 {
			want = b.name
		} else if !said {
			continue
		}
		if want != values[c] {
			return false
		}
	}
	return true
}

// flows returns the channels without control tokens.
func (g *stochastic) flows(turns []turn) (flows []flow) {
	for i := range g.channels {
		if l := &g.channels[i]; !l.control {
			f := flow{name: l.name, src: l.src, dst: l.dst}
			if b := turns[l.src].behaviour; b != nil {
				f.produced = b.given[i]
			}
			if b := turns[l.dst].behaviour; b != nil {
				f.consumed = b.taken[i]
			}
			flows = append(flows, f)
		}
	}
	return flows
}

// solve finds out how often each kernel of a graph without a detector fires: by
// the balance equations.
func (g *stochastic) solve(r *reader, turns []turn) {
	names := make([]string, len(g.parts))
	for i := range g.parts {
		names[i] = g.parts[i].name
	}
	vector, wrong := balance(names, g.flows(turns))
	for _, message := range wrong {
		r.problem(g.at, "%s", message)
	}
	for i := range vector {
		turns[i].times = vector[i]
	}
}

// spread finds out how often each kernel fires that nobody controls: so that the
// channels it shares with another give what is taken.
func (g *stochastic) spread(r *reader, turns []turn, of *behaviour) {
	flows := g.flows(turns)
	at := make([][]int, len(g.parts))
	var known []int
	for i := range flows {
		at[flows[i].src] = append(at[flows[i].src], i)
		at[flows[i].dst] = append(at[flows[i].dst], i)
	}
	for i := range turns {
		if turns[i].times >= 0 {
			known = append(known, i)
		}
	}
	for ; len(known) > 0; known = known[1:] {
		for _, i := range at[known[0]] {
			if next := neighbour(turns, &flows[i], known[0]); next >= 0 {
				known = append(known, next)
			}
		}
	}
	for i := range turns {
		if turns[i].times < 0 {
			r.problem(g.parts[i].at, "subscenario %q: nothing says how often kernel %q fires: it shares no channel with one that is controlled, or would fire too often", of.name, g.parts[i].name)
		}
	}
}

// neighbour works out how often the part at the other end of a channel fires, and
// returns it, or -1 if that was known or cannot be told. What is left over then is
// told by balanced.
func neighbour(turns []turn, f *flow, here int) int {
	next, moved, each := f.dst, f.produced, f.consumed
	if here == f.dst {
		next, moved, each = f.src, f.consumed, f.produced
	}
	times := turns[here].times
	if turns[next].times >= 0 || each == 0 || times > 0 && moved > kpn.MaxCount/times {
		return -1
	}
	turns[next].times = moved * times / each
	return next
}

// balanced sees that every channel gets what is taken from it.
func (g *stochastic) balanced(r *reader, turns []turn, of *behaviour) bool {
	before := r.problems.Len()
	for _, f := range g.flows(turns) {
		given, taken := turns[f.src].times, turns[f.dst].times
		switch {
		case given > 0 && f.produced > kpn.MaxCount/given || taken > 0 && f.consumed > kpn.MaxCount/taken:
			r.problem(g.channels[g.linkOf[f.name]].at, "channel %q carries more than %d tokens in an iteration", f.name, int64(kpn.MaxCount))
		case given*f.produced != taken*f.consumed && of != nil:
			r.problem(of.at, "subscenario %q: channel %q gets %d tokens (%q fires %d times) and gives %d (%q fires %d times); sdse reads graphs in which every subscenario leaves the channels as they were",
				of.name, f.name, given*f.produced, g.parts[f.src].name, given, taken*f.consumed, g.parts[f.dst].name, taken)
		}
	}
	return r.problems.Len() == before
}

// firing returns what a part does when it fires: it takes its control tokens and
// the others, executes if it has an execution time, and gives its tokens.
func (g *stochastic) firing(b *builder, i int, of *behaviour) *kpn.Fragment {
	p := &g.parts[i]
	var events []kpn.Event
	for _, c := range p.control {
		events = append(events, kpn.Event{Kind: kpn.Read, Arg: c, N: 1})
	}
	if of == nil {
		return kpn.NewFragment(events)
	}
	for _, t := range of.consumes {
		events = append(events, kpn.Event{Kind: kpn.Read, Arg: t.channel, N: t.tokens})
	}
	if of.timed {
		o := b.operation(p.name, []kpn.TypeCost{b.cost(defaultType, of.time)}, of.name)
		events = append(events, kpn.Event{Kind: kpn.Execute, Arg: o, N: 1})
	}
	for _, t := range of.produce {
		events = append(events, kpn.Event{Kind: kpn.Write, Arg: t.channel, N: t.tokens})
	}
	return kpn.NewFragment(events)
}
