package sdf3

import (
	"slices"
	"strings"

	"sdse/kpn"
)

// dataflow reads a graph of the type sdf or csdf.
func (r *reader) dataflow(dialect string, e *element) {
	before := r.problems.Len()
	at := e.child(dialect)
	if at == nil {
		r.problem(e, "the application graph has no <%s>", dialect)
		return
	}
	g := r.graph(at)
	p := r.properties(e.child(dialect+"Properties"), true, r.knownIn(g))
	if r.problems.Len() > before {
		return
	}
	phases, ok := r.phasesOf(g, p)
	if !ok {
		return
	}
	vector := r.repetitions(g, phases)
	if vector == nil {
		return
	}
	r.out.Repetitions, r.out.Rewards = [][]int64{vector}, []int64{1000}
	r.buildDataflow(e, g, p, phases, vector)
}

// phasesOf tells how many phases each actor has: the least common multiple of
// the lengths of its sequences.
func (r *reader) phasesOf(g *graph, p *properties) (phases []int64, ok bool) {
	ok = true
	for i := range g.actors {
		a := &g.actors[i]
		n := int64(1)
		take := func(s sequence) {
			if length := int64(max(1, len(s))); n <= maxPhases {
				n = n / gcd(n, length) * length
			}
		}
		for j := range a.ports {
			take(a.ports[j].rate)
		}
		for _, t := range p.times[a.name] {
			take(t.time)
		}
		if n > 1 && !r.keep(a.at, "the phases", n) {
			ok = false
		} else if n*int64(len(a.ports)) > maxEvents {
			r.problem(a.at, "actor %q has %d phases of %d ports: an iteration has more than %d events", a.name, n, len(a.ports), maxEvents)
			ok = false
		}
		phases = append(phases, n)
	}
	return phases, ok
}

// repetitions returns how often each actor fires in an iteration, or nil if the
// rates are inconsistent.
func (r *reader) repetitions(g *graph, phases []int64) []int64 {
	flows := make([]flow, len(g.channels))
	for i := range g.channels {
		c := &g.channels[i]
		out, in := g.produced(c), g.consumed(c)
		flows[i] = flow{name: c.name, src: c.src, dst: c.dst,
			produced: out.sum() * (phases[c.src] / int64(len(out))), consumed: in.sum() * (phases[c.dst] / int64(len(in)))}
	}
	vector, wrong := balance(g.actorNames(), flows)
	for _, message := range wrong {
		r.problem(g.at, "%s", message)
	}
	if vector == nil {
		return nil
	}
	for a := range vector {
		vector[a] *= phases[a]
	}
	return vector
}

// buildDataflow makes the application of a consistent graph.
func (r *reader) buildDataflow(e *element, g *graph, p *properties, phases, vector []int64) {
	b := newBuilder(r, r.applicationName(e, g.name))
	r.warnOverlap(g.at, g.overlapping())
	times, ok := r.timesOf(g, p, vector)
	if !ok {
		return
	}
	traces := make([]*kpn.Fragment, len(g.actors))
	for i := range g.actors {
		b.process(g.actors[i].name, g.actors[i].at.line)
		b.outPorts = append(b.outPorts, g.actors[i].outChannels())
	}
	for i := range g.channels {
		c := &g.channels[i]
		b.channel(c.name, c.src, c.dst, c.initial.n, p.channels[c.name], c.at)
	}
	for i := range g.actors {
		round := b.round(g, i, phases[i], times[i])
		traces[i] = round.Repeat(vector[i] / phases[i])
	}
	b.scenario("default", 1, traces)
	b.finish()
}

// applicationName returns what the application is called.
func (r *reader) applicationName(e *element, otherwise string) string {
	name, _ := e.attr("name")
	for _, candidate := range []string{r.how.Name, name, otherwise} {
		if candidate != "" {
			return candidate
		}
	}
	return "application"
}

// round returns what an actor does in its cycle of phases.
func (b *builder) round(g *graph, actor int, phases int64, times []processorTime) *kpn.Fragment {
	a := &g.actors[actor]
	var parts []*kpn.Fragment
	for phase := 0; int64(phase) < phases; {
		events := b.firing(a, phase, b.operation(a.name, b.costs(times, phase), ""))
		same := int64(1)
		for int64(phase)+same < phases && b.alike(a, times, phase, phase+int(same)) {
			same++
		}
		parts = append(parts, kpn.NewFragment(events).Repeat(same))
		phase += int(same)
	}
	return kpn.Sequence(parts...)
}

// alike reports whether an actor does the same in two phases.
func (b *builder) alike(a *actor, times []processorTime, one, other int) bool {
	for i := range a.ports {
		if a.ports[i].rate.at(one) != a.ports[i].rate.at(other) {
			return false
		}
	}
	return !slices.ContainsFunc(times, func(t processorTime) bool { return t.time != nil && t.time.at(one) != t.time.at(other) })
}

// firing returns the events of a firing: reads in the order of the ports, an
// execute, writes in the order of the ports.
func (b *builder) firing(a *actor, phase, operation int) []kpn.Event {
	var reads, writes []kpn.Event
	for i := range a.ports {
		p := &a.ports[i]
		n := p.rate.at(phase)
		switch {
		case p.channel < 0 || n == 0:
		case p.out:
			writes = append(writes, kpn.Event{Kind: kpn.Write, Arg: p.channel, N: n})
		default:
			reads = append(reads, kpn.Event{Kind: kpn.Read, Arg: p.channel, N: n})
		}
	}
	return slices.Concat(reads, []kpn.Event{{Kind: kpn.Execute, Arg: operation, N: 1}}, writes)
}

// outChannels returns the channels that an actor writes, in the order of its
// ports.
func (a *actor) outChannels() (channels []int) {
	for i := range a.ports {
		if p := &a.ports[i]; p.out && p.channel >= 0 {
			channels = append(channels, p.channel)
		}
	}
	return channels
}

// overlapping returns the actors whose firings SDF3 lets overlap each other: those
// that no self-loop holds back.
func (g *graph) overlapping() (names []string) {
	looped := make([]bool, len(g.actors))
	for i := range g.channels {
		if c := &g.channels[i]; c.src == c.dst && c.initial.n < 2*g.consumed(c).at(0) {
			looped[c.src] = true
		}
	}
	for i := range g.actors {
		if !looped[i] {
			names = append(names, g.actors[i].name)
		}
	}
	return names
}

// warnOverlaps warns of such actors in scenarios, of those that ever fire.
func (r *reader) warnOverlaps(at *element, scenarios []*scenario) {
	seen := map[string]bool{}
	var all []string
	for _, s := range scenarios {
		for _, name := range s.graph.overlapping() {
			if s.repetitions[s.graph.actorOf[name]] > 0 && !seen[name] {
				seen[name] = true
				all = append(all, name)
			}
		}
	}
	r.warnOverlap(at, all)
}

func (r *reader) warnOverlap(at *element, names []string) {
	if len(names) > 0 {
		r.warn(at, "firings of %s may overlap each other in SDF3, as no self-loop forbids it; a process never overlaps with itself", list(names))
	}
}

// list writes names for a message.
func list(names []string) string {
	const shown = 12
	if len(names) > shown {
		return strings.Join(names[:shown], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}
