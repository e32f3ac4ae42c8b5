package sdf3

import (
	"sdse/kpn"
)

// stochastic is a graph of the type sadf. It has kernels, at most one detector
// that tells them by control tokens how to behave, and no ports.
type stochastic struct {
	at       *element
	parts    []part // kernels and the detector, in the order of the file
	partOf   map[string]int
	channels []link
	linkOf   map[string]int
	detector int // index into parts, or -1
	chain    *kpn.Automaton
}

// part is a kernel or the detector.
type part struct {
	name     string
	at       *element
	control  []int // channels over which the detector controls it
	behave   []*behaviour
	named    map[string]*behaviour
	profiles bool // some behaviour has several execution times
}

// link is a channel.
type link struct {
	name       string
	at         *element
	src, dst   int
	control    bool
	initial    int64
	properties channelProperties
}

// behaviour is what a part does when it fires in one of its scenarios.
type behaviour struct {
	name              string
	at                *element
	consumes, produce []transfer
	taken, given      map[int]int64  // tokens by channel
	values            map[int]string // of the control tokens that are given, if they are not called like the behaviour
	control           map[int]string // value that a control channel must carry
	timed             bool
	time              int64 // thousandths; the longest
}

// transfer is a number of tokens on a channel.
type transfer struct {
	channel int
	tokens  int64
}

// sadf reads a graph of the type sadf.
func (r *reader) sadf(e *element) {
	before := r.problems.Len()
	g := &stochastic{at: e, partOf: map[string]int{}, linkOf: map[string]int{}, detector: -1}
	r.structure(g, e.child("structure"))
	if r.problems.Len() > before {
		return
	}
	p := e.child("properties")
	r.linkProperties(g, p)
	for _, k := range p.all("kernel_properties") {
		if i, ok := r.partNamed(g, k, "kernel"); ok {
			r.behaviours(g, i, k, "scenario")
		}
	}
	for _, d := range p.all("detector_properties") {
		if i, ok := r.partNamed(g, d, "detector"); ok && i == g.detector {
			r.behaviours(g, i, d, "subscenario")
			r.markov(g, d)
		}
	}
	r.checkParts(g)
	if r.problems.Len() > before {
		return
	}
	r.buildStochastic(g)
}

// structure reads kernels, the detector and channels.
func (r *reader) structure(g *stochastic, e *element) {
	if e == nil {
		r.problem(g.at, "<sadf> has no <structure>")
		return
	}
	for _, c := range e.children {
		if c.name != "kernel" && c.name != "detector" {
			continue
		}
		name, ok := r.name(c, "name")
		if !ok {
			continue
		}
		if _, twice := g.partOf[name]; twice {
			r.problem(c, "there are two kernels or detectors named %q; rename one", name)
			continue
		}
		if c.name == "detector" {
			if g.detector >= 0 {
				r.problem(c, "detector %q is the second one: sdse reads graphs with one detector, whose states are the scenarios", name)
			}
			g.detector = len(g.parts)
		}
		g.partOf[name] = len(g.parts)
		g.parts = append(g.parts, part{name: name, at: c, named: map[string]*behaviour{}})
	}
	if len(g.parts) == 0 {
		r.problem(e, "<structure> has no kernel")
	}
	for _, c := range e.all("channel") {
		r.link(g, c)
	}
}

func (r *reader) link(g *stochastic, e *element) {
	name, ok := r.name(e, "name")
	if !ok {
		return
	}
	if _, twice := g.linkOf[name]; twice {
		r.problem(e, "there are two channels named %q; rename one", name)
		return
	}
	l := link{name: name, at: e, properties: channelProperties{at: e, bytes: 1, capacity: -1}}
	var ok1, ok2 bool
	l.src, ok1 = r.partNamed(g, e, "source")
	l.dst, ok2 = r.partNamed(g, e, "destination")
	switch kind, _ := e.attr("type"); kind {
	case "data":
	case "control":
		l.control = true
		if ok1 && ok2 && (l.src != g.detector || l.dst == g.detector) {
			r.problem(e, "control channel %q does not lead from the detector to a kernel: sdse reads graphs with one detector that nothing controls", name)
			return
		}
	default:
		r.problem(e, "channel %q has type=%q; it must be \"data\" or \"control\"", name, short(kind))
	}
	if ok1 && ok2 {
		if l.control {
			g.parts[l.dst].control = append(g.parts[l.dst].control, len(g.channels))
		}
		g.linkOf[name] = len(g.channels)
		g.channels = append(g.channels, l)
	}
}

func (r *reader) partNamed(g *stochastic, e *element, attribute string) (int, bool) {
	name, ok := r.name(e, attribute)
	if !ok {
		return 0, false
	}
	i, ok := g.partOf[name]
	if !ok {
		r.problem(e, "there is no kernel or detector %q%s", name, r.suggest(name, func() []string { return sortedKeys(g.partOf) }))
	}
	return i, ok
}

func (r *reader) linkNamed(g *stochastic, e *element) (int, bool) {
	name, ok := r.name(e, "channel")
	if !ok {
		return 0, false
	}
	i, ok := g.linkOf[name]
	if !ok {
		r.problem(e, "there is no channel %q%s", name, r.suggest(name, func() []string { return sortedKeys(g.linkOf) }))
	}
	return i, ok
}

func (r *reader) linkProperties(g *stochastic, e *element) {
	for _, c := range e.all("channel_properties") {
		i, ok := r.linkNamed(g, c)
		if !ok {
			continue
		}
		l := &g.channels[i]
		if n, ok := r.count(c, "token_size", maxTokenBytes); ok {
			l.properties.bytes = n
		}
		if n, ok := r.count(c, "buffer_size", kpn.Unbounded); ok {
			l.properties.capacity = n
		}
		if n, ok := r.count(c, "number_of_initial_tokens", kpn.MaxCount); ok {
			l.initial = n
		}
		if text, ok := c.attr("initial_tokens"); ok && text != "" || l.control && l.initial > 0 {
			r.problem(c, "channel %q starts with control tokens: sdse reads graphs in which a kernel is told by the detector's firing of the same iteration", l.name)
		}
	}
}

// behaviours reads the scenarios of a kernel or the subscenarios of a detector.
func (r *reader) behaviours(g *stochastic, part int, e *element, kind string) {
	p := &g.parts[part]
	for _, s := range e.all(kind) {
		name, ok := r.name(s, "name")
		if !ok {
			continue
		}
		if p.named[name] != nil {
			r.problem(s, "%q has two scenarios named %q; rename one", p.name, name)
			continue
		}
		b := &behaviour{name: name, at: s, taken: map[int]int64{}, given: map[int]int64{}, values: map[int]string{}, control: map[int]string{}}
		b.consumes = r.transfers(g, part, s, "consume", b)
		b.produce = r.transfers(g, part, s, "produce", b)
		for _, c := range s.all("control") {
			if i, ok := r.linkNamed(g, c); ok {
				b.control[i], _ = c.attr("value")
			}
		}
		r.profile(p, b, s)
		p.named[name] = b
		p.behave = append(p.behave, b)
	}
	if p.profiles {
		r.warn(e, "%q has several execution times for the same scenario; the longest is taken", p.name)
	}
}

// transfers reads what a part consumes or produces. Control tokens need not be
// consumed explicitly.
func (r *reader) transfers(g *stochastic, part int, e *element, kind string, b *behaviour) (list []transfer) {
	moves := b.taken
	if kind == "produce" {
		moves = b.given
	}
	for _, t := range e.all(kind) {
		i, ok := r.linkNamed(g, t)
		if !ok {
			continue
		}
		l := &g.channels[i]
		end := l.dst
		if kind == "produce" {
			end = l.src
		}
		n, ok := r.count(t, "tokens", kpn.MaxCount)
		if _, has := t.attr("tokens"); !has {
			n, ok = 1, true
		}
		_, twice := moves[i]
		switch {
		case end != part:
			r.problem(t, "%q is not at that end of channel %q", g.parts[part].name, l.name)
		case twice:
			r.problem(t, "channel %q stands twice in a scenario of %q; add the tokens up", l.name, g.parts[part].name)
		case ok && !(l.control && kind == "consume"):
			moves[i] = n
			b.values[i], _ = t.attr("value")
			list = append(list, transfer{channel: i, tokens: n})
		}
	}
	return list
}

// profile reads the execution times of a behaviour.
func (r *reader) profile(p *part, b *behaviour, e *element) {
	for i, t := range e.all("profile") {
		time := int64(0)
		if text, ok := t.attr("execution_time"); ok {
			time, _ = r.thousandths(t, "execution_time", text)
		}
		p.profiles = p.profiles || i > 0 && time != b.time
		b.timed = true
		b.time = max(b.time, time)
	}
}

// markov reads the detector's chain.
func (r *reader) markov(g *stochastic, e *element) {
	chains := e.all("markov_chain")
	p := &g.parts[g.detector]
	names := make([]string, len(p.behave))
	for i, b := range p.behave {
		names[i] = b.name
	}
	switch {
	case len(chains) == 0 && len(names) == 1:
		g.chain = &kpn.Automaton{States: []kpn.State{{Name: names[0], Next: []kpn.Transition{{Weight: 1}}}}}
		return
	case len(chains) != 1:
		r.problem(e, "detector %q has %d Markov chains; sdse reads graphs with one, which nothing controls", p.name, len(chains))
		return
	}
	a, stateOf := r.states(chains[0], names, "subscenario")
	if g.chain = a; len(a.States) > maxStates {
		return
	}
	for i, s := range r.stateElements(chains[0]) {
		if i < len(a.States) {
			a.States[i].Next = r.weighted(s, stateOf)
		}
	}
	r.checkAutomaton(chains[0], a, stateOf, "initial_state")
}

// maxWeight bounds the weight of a transition, so that sums of them are finite.
const maxWeight = 1e15

// weighted reads transitions, and makes their weights add up to one.
func (r *reader) weighted(e *element, stateOf map[string]int) (next []kpn.Transition) {
	sum := 0.0
	for _, t := range e.all("transition") {
		to, ok := r.destination(t, stateOf)
		weight := 1.0
		if text, has := t.attr("weight"); has {
			value, right := r.fraction(t, "weight", text)
			if !right {
				continue
			}
			if weight, _ = value.Float64(); weight > maxWeight {
				r.problem(t, "weight=%q is too large; weights only count relative to each other", short(text))
				continue
			}
		}
		if ok && weight > 0 {
			next = leadTo(next, to, weight)
			sum += weight
		}
	}
	for i := range next {
		next[i].Weight /= sum
	}
	return next
}

// checkParts sees that every part has a behaviour to show.
func (r *reader) checkParts(g *stochastic) {
	for i := range g.parts {
		p := &g.parts[i]
		switch {
		case len(p.behave) == 0:
			r.problem(p.at, "%q has no scenario; add its properties", p.name)
		case i != g.detector && len(p.control) == 0 && len(p.behave) > 1:
			r.problem(p.at, "kernel %q has %d scenarios, but no control channel says which one holds", p.name, len(p.behave))
		}
	}
	if g.detector >= 0 && g.chain == nil {
		r.problem(g.parts[g.detector].at, "detector %q has no Markov chain", g.parts[g.detector].name)
	}
}
