package sesame

// This file tells an observer what has happened. Nothing here is called without
// one. What took no time is not told.

// span returns a span of a process that ends now.
func (g *general) span(kind SpanKind, i int32, start Time) Span {
	return Span{Kind: kind, Process: int(g.slots[i].process), Processor: -1, Channel: -1, Component: -1, Operation: -1,
		Count: -1, Start: start, End: g.now}
}

func (g *general) tell(s Span) {
	if s.Start < s.End {
		g.observer.Span(s)
	}
}

// transferred fills in what a span says about a transfer.
func (g *general) transferred(s Span, k uint32) Span {
	move := &g.m.moves[k]
	s.Channel, s.Count, s.Write = int(move.channel), move.tokens, move.write
	return s
}

func (g *general) tellBlocked(i int32, sl *slot) {
	if sl.since < g.now {
		s := g.span(Blocked, i, sl.since)
		s.Channel, s.Count, s.Write = int(sl.waits), g.courses[i].wanted, g.courses[i].write
		g.tell(s)
	}
	sl.since = g.now
}

func (g *general) tellQueued(i int32) {
	s := g.span(Queued, i, g.slots[i].since)
	s.Processor = int(g.cpus[g.slots[i].rank].processor)
	g.tell(s)
}

func (g *general) tellPick(c *cpu) {
	s := g.span(Dispatching, c.current, c.began)
	s.Processor = int(c.processor)
	g.tell(s)
}

func (g *general) tellExecute(c *cpu) {
	s := g.span(Executing, c.current, c.began)
	s.Processor = int(c.processor)
	class := &g.m.execute[g.slots[c.current].code]
	s.Operation, s.Count = int(class.operation), class.times
	g.tell(s)
}

func (g *general) tellIssue(c *cpu) {
	s := g.transferred(g.span(Issuing, c.current, c.began), g.slots[c.current].code-g.executes)
	s.Processor = int(c.processor)
	g.tell(s)
}

// tellHop tells of the waiting for a hop, of the hop and of each of its components.
func (g *general) tellHop(x int32, t *transfer) {
	if int(x) < len(g.cpus) {
		s := g.transferred(g.span(Waiting, t.slot, t.asked), t.move)
		s.Processor = int(g.cpus[x].processor)
		s.End, s.Component = t.start, int(t.waited)
		g.tell(s)
		s.Kind, s.Start, s.End, s.Component = Transferring, t.start, g.now, -1
		g.tell(s)
	}
	s := g.transferred(g.span(Passing, t.slot, t.start), t.move)
	for _, i := range g.hopOf(t).components {
		s.Component = int(i)
		g.tell(s)
	}
}
