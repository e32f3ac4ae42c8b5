package sdf3

import "sdse/kpn"

// graph is a graph of one of the dialects with actors, ports and channels. What
// could not be read has been told; the parts are of use only if nothing was
// wrong.
type graph struct {
	at       *element
	name     string
	actors   []actor
	channels []channel
	actorOf  map[string]int
}

type actor struct {
	name   string
	at     *element
	ports  []port
	portOf map[string]int
	// repetitions is what the file says, or -1.
	repetitions int64
}

type port struct {
	name    string
	at      *element
	out     bool
	rate    sequence
	channel int // index into graph.channels, or -1
}

// channel is a channel. The tokens after an iteration, and names of tokens, are
// for fsmsadf only.
type channel struct {
	name             string
	at               *element
	src, dst         int // actors
	srcPort, dstPort int
	properties       channelProperties
	initial          tokens
	final            tokens
}

// tokens are what a channel holds: so many, the first of which may have names.
type tokens struct {
	n     int64
	names []string
}

// graph reads the actors and channels of an element, in any order.
func (r *reader) graph(e *element) *graph {
	g := &graph{at: e, actorOf: map[string]int{}}
	g.name, _ = e.attr("name")
	for _, a := range e.all("actor") {
		r.actor(g, a)
	}
	if len(g.actors) == 0 {
		r.problem(e, "<%s> has no actor", e.name)
	}
	seen := map[string]bool{}
	for _, c := range e.all("channel") {
		r.channel(g, c, seen)
	}
	for _, a := range g.actors {
		for _, p := range a.ports {
			if p.channel < 0 {
				r.warn(p.at, "port %q of actor %q is on no channel and is left out", p.name, a.name)
			}
		}
	}
	return g
}

func (r *reader) actor(g *graph, e *element) {
	name, ok := r.name(e, "name")
	if !ok {
		return
	}
	if _, twice := g.actorOf[name]; twice {
		r.problem(e, "there are two actors named %q; rename one", name)
		return
	}
	a := actor{name: name, at: e, portOf: map[string]int{}, repetitions: -1}
	if n, ok := r.count(e, "repetitions", kpn.MaxEvents); ok {
		a.repetitions = n
	}
	for _, p := range e.all("port") {
		r.port(&a, p)
	}
	g.actorOf[name] = len(g.actors)
	g.actors = append(g.actors, a)
}

func (r *reader) port(a *actor, e *element) {
	name, ok := r.name(e, "name")
	if !ok {
		return
	}
	if _, twice := a.portOf[name]; twice {
		r.problem(e, "actor %q has two ports named %q; rename one", a.name, name)
		return
	}
	p := port{name: name, at: e, channel: -1, rate: sequence{0}}
	switch direction, _ := e.attr("type"); direction {
	case "in":
	case "out":
		p.out = true
	default:
		r.problem(e, "port %q of actor %q has type=%q; it must be \"in\" or \"out\"", name, a.name, short(direction))
	}
	text, ok := e.attr("rate")
	if !ok {
		r.problem(e, "port %q of actor %q has no rate; add rate=\"1\" or the like", name, a.name)
	} else if s := r.sequence(e, "rate", text, kpn.MaxCount); s != nil {
		p.rate = s
	}
	a.portOf[name] = len(a.ports)
	a.ports = append(a.ports, p)
}

func (r *reader) channel(g *graph, e *element, seen map[string]bool) {
	name, ok := r.name(e, "name")
	if !ok {
		return
	}
	if seen[name] {
		r.problem(e, "there are two channels named %q; rename one", name)
		return
	}
	seen[name] = true
	c := channel{name: name, at: e}
	var okSrc, okDst bool
	c.src, c.srcPort, okSrc = r.end(g, e, name, "src", true)
	c.dst, c.dstPort, okDst = r.end(g, e, name, "dst", false)
	c.initial.n, _ = r.count(e, "initialTokens", kpn.MaxCount)
	if !okSrc || !okDst {
		return
	}
	g.actors[c.src].ports[c.srcPort].channel = len(g.channels)
	g.actors[c.dst].ports[c.dstPort].channel = len(g.channels)
	g.channels = append(g.channels, c)
}

// end finds the actor and the port at an end of a channel.
func (r *reader) end(g *graph, e *element, channel, side string, out bool) (a, p int, ok bool) {
	actorName, ok1 := r.name(e, side+"Actor")
	portName, ok2 := r.name(e, side+"Port")
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	a, ok = g.actorOf[actorName]
	if !ok {
		r.problem(e, "channel %q: there is no actor %q%s", channel, actorName, r.suggest(actorName, g.actorNames))
		return 0, 0, false
	}
	ports := g.actors[a].ports
	p, ok = g.actors[a].portOf[portName]
	switch {
	case !ok:
		r.problem(e, "channel %q: actor %q has no port %q%s", channel, actorName, portName,
			r.suggest(portName, func() []string { return portNames(ports) }))
	case ports[p].channel >= 0:
		r.problem(e, "channel %q: port %q of actor %q is on channel %q already; give each channel a port of its own",
			channel, portName, actorName, g.channels[ports[p].channel].name)
	case ports[p].out != out:
		r.problem(e, "channel %q: port %q of actor %q has the wrong direction: %sPort needs type=%q", channel, portName, actorName, side,
			map[bool]string{true: "out", false: "in"}[out])
	default:
		return a, p, true
	}
	return 0, 0, false
}

func (g *graph) actorNames() []string {
	names := make([]string, len(g.actors))
	for i := range g.actors {
		names[i] = g.actors[i].name
	}
	return names
}

func (g *graph) channelNames() []string {
	names := make([]string, len(g.channels))
	for i := range g.channels {
		names[i] = g.channels[i].name
	}
	return names
}

func portNames(ports []port) []string {
	names := make([]string, len(ports))
	for i := range ports {
		names[i] = ports[i].name
	}
	return names
}

// produced and consumed are the rates at the ends of a channel.
func (g *graph) produced(c *channel) sequence { return g.actors[c.src].ports[c.srcPort].rate }
func (g *graph) consumed(c *channel) sequence { return g.actors[c.dst].ports[c.dstPort].rate }
