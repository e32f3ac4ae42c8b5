package sdf3

import (
	"slices"

	"sdse/kpn"
)

// keep works out what the keepers do in a scenario: first they hand out the
// tokens that are taken, then they take in those that are left.
func (m *merger) keep(s int) {
	sc := m.scenarios[s]
	for i := range sc.graph.channels {
		c := &sc.graph.channels[i]
		j := m.jointOf[s][i]
		if j.plain(len(m.scenarios)) {
			continue
		}
		given, taken, _ := sc.moved(c, sc.repetitions)
		for n, name := range c.initial.names {
			switch {
			case int64(n) < taken:
				m.keeps(s, name).write(m.handOut(name, j.dst, c))
			case c.final.names[int64(n)-taken] != name:
				m.rename(s, name, c.final.names[int64(n)-taken], c)
			}
		}
		for n := max(0, taken-c.initial.n); n < given; n++ {
			name := c.final.names[c.initial.n+n-taken]
			m.keeps(s, name).read(m.takeIn(j.src, name, c))
		}
	}
}

func (k *kept) write(channel int) {
	k.writes = append(k.writes, kpn.Event{Kind: kpn.Write, Arg: channel, N: 1})
}

func (k *kept) read(channel int) {
	k.reads = append(k.reads, kpn.Event{Kind: kpn.Read, Arg: channel, N: 1})
}

// keeps returns what the keeper of a token does in a scenario.
func (m *merger) keeps(s int, token string) *kept {
	p := m.keeperOf(token)
	if m.keeping[s][p] == nil {
		m.keeping[s][p] = &kept{}
	}
	return m.keeping[s][p]
}

// keeperOf returns the process that keeps a token.
func (m *merger) keeperOf(token string) int {
	p, ok := m.keeper[token]
	if !ok {
		p = m.b.process(unique("token."+token, m.names), 0)
		m.keeper[token] = p
	}
	return p
}

// rename hands a token over to the keeper of another name.
func (m *merger) rename(s int, from, to string, c *channel) {
	a, b := m.keeperOf(from), m.keeperOf(to)
	ch := m.between("token."+from+".to.token."+to, a, b, c)
	m.keeps(s, from).write(ch)
	m.keeps(s, to).read(ch)
}

// handOut returns the channel from the keeper of a token to an actor.
func (m *merger) handOut(token, actor string, c *channel) int {
	return m.between("token."+token+".to."+actor, m.keeperOf(token), m.process[actor], c)
}

// takeIn returns the channel from an actor to the keeper of a token.
func (m *merger) takeIn(actor, token string, c *channel) int {
	return m.between(actor+".to.token."+token, m.process[actor], m.keeperOf(token), c)
}

// between returns a channel of a name between two processes, with tokens as
// large as the largest for which it is asked.
func (m *merger) between(name string, writer, reader int, c *channel) int {
	p := c.properties
	p.capacity = -1
	i, ok := m.channels[name]
	if !ok {
		i = m.b.channel(unique(name, m.called), writer, reader, 0, p, c.at)
		m.channels[name] = i
	}
	m.b.app.Channels[i].TokenBytes = max(m.b.app.Channels[i].TokenBytes, p.bytes)
	return i
}

// channelOf returns the channel of the application for a joint.
func (m *merger) channelOf(j *joint) int {
	if j.index < 0 {
		initial := int64(0)
		if j.plain(len(m.scenarios)) {
			initial = j.first.initial.n
		}
		j.index = m.b.channel(unique(j.name, m.called), m.process[j.src], m.process[j.dst], initial, j.first.properties, j.first.at)
	}
	return j.index
}

// traces returns what every process does in an iteration of a scenario; the
// keepers' come last.
func (m *merger) traces(s int) []*kpn.Fragment {
	sc := m.scenarios[s]
	traces := make([]*kpn.Fragment, len(m.process), len(m.b.app.Processes))
	for p := range traces {
		traces[p] = kpn.NewFragment(nil)
	}
	for i := range sc.graph.actors {
		if p, ok := m.process[sc.graph.actors[i].name]; ok && sc.repetitions[i] > 0 {
			traces[p] = m.actorTrace(s, i)
		}
	}
	for p := len(m.process); p < len(m.b.app.Processes); p++ {
		var events []kpn.Event
		if k := m.keeping[s][p]; k != nil {
			events = slices.Concat(k.writes, k.reads)
		}
		traces = append(traces, kpn.NewFragment(events))
	}
	return traces
}

// actorTrace returns the firings of an actor: alike, but for those that move
// tokens of keepers.
func (m *merger) actorTrace(s, actor int) *kpn.Fragment {
	sc := m.scenarios[s]
	a := &sc.graph.actors[actor]
	operation := m.b.operation(a.name, m.b.costs(sc.times[actor], 0), sc.name)
	times := sc.repetitions[actor]
	var parts []*kpn.Fragment
	for n := int64(0); n < times; {
		f := m.actorFiring(s, a, n, operation)
		same := times - n
		for i := range a.ports {
			same = min(same, m.sameFrom(s, &a.ports[i], n))
		}
		parts = append(parts, kpn.NewFragment(f).Repeat(same))
		n += same
	}
	return kpn.Sequence(parts...)
}

// sameFrom returns how many firings from the n-th on move tokens through a port
// just as the n-th does.
func (m *merger) sameFrom(s int, p *port, n int64) int64 {
	const all = 1 << 62
	rate := p.rate[0]
	if p.channel < 0 || rate == 0 || m.jointOf[s][p.channel].plain(len(m.scenarios)) {
		return all
	}
	c, taken := m.channelIn(s, p)
	switch first := n * rate; {
	case p.out && first+rate <= taken-c.initial.n:
		return (taken - c.initial.n - first) / rate // all go to the reader
	case !p.out && first >= c.initial.n:
		return all // all come from the writer
	}
	return 1
}

func (m *merger) channelIn(s int, p *port) (c *channel, taken int64) {
	sc := m.scenarios[s]
	c = &sc.graph.channels[p.channel]
	_, taken, _ = sc.moved(c, sc.repetitions)
	return c, taken
}

// actorFiring returns the events of the n-th firing of an actor.
func (m *merger) actorFiring(s int, a *actor, n int64, operation int) []kpn.Event {
	var reads, writes []kpn.Event
	for i := range a.ports {
		p := &a.ports[i]
		switch rate := p.rate[0]; {
		case p.channel < 0 || rate == 0:
		case m.jointOf[s][p.channel].plain(len(m.scenarios)):
			ch := m.channelOf(m.jointOf[s][p.channel])
			if p.out {
				writes = append(writes, kpn.Event{Kind: kpn.Write, Arg: ch, N: rate})
			} else {
				reads = append(reads, kpn.Event{Kind: kpn.Read, Arg: ch, N: rate})
			}
		case p.out:
			writes = m.split(s, p, n, writes)
		default:
			reads = m.gather(s, p, n, reads)
		}
	}
	return slices.Concat(reads, []kpn.Event{{Kind: kpn.Execute, Arg: operation, N: 1}}, writes)
}

// gather adds the reads of a firing through a port: first of the tokens that were
// there before the iteration, which come from their keepers.
func (m *merger) gather(s int, p *port, n int64, reads []kpn.Event) []kpn.Event {
	c, _ := m.channelIn(s, p)
	j := m.jointOf[s][p.channel]
	at, end := n*p.rate[0], (n+1)*p.rate[0]
	for ; at < min(end, c.initial.n); at++ {
		reads = append(reads, kpn.Event{Kind: kpn.Read, Arg: m.handOut(c.initial.names[at], j.dst, c), N: 1})
	}
	if at < end {
		reads = append(reads, kpn.Event{Kind: kpn.Read, Arg: m.channelOf(j), N: end - at})
	}
	return reads
}

// split adds the writes of a firing through a port: the last tokens are not read
// in this iteration and go to their keepers.
func (m *merger) split(s int, p *port, n int64, writes []kpn.Event) []kpn.Event {
	c, taken := m.channelIn(s, p)
	j := m.jointOf[s][p.channel]
	at, end := n*p.rate[0], (n+1)*p.rate[0]
	if within := min(end, taken-c.initial.n); at < within {
		writes = append(writes, kpn.Event{Kind: kpn.Write, Arg: m.channelOf(j), N: within - at})
		at = within
	}
	for ; at < end; at++ {
		writes = append(writes, kpn.Event{Kind: kpn.Write, Arg: m.takeIn(j.src, c.final.names[c.initial.n+at-taken], c), N: 1})
	}
	return writes
}
