package kpn

// check looks at what the parts mean together: who reads and writes what, and
// whether every scenario can finish. It needs parts that are whole, so it does
// nothing if any of them is wrong already.
func (l *loader) check() {
	if l.root.Failed() {
		return
	}
	for s := range l.app.Scenarios {
		before := l.root.Problems()
		for p, f := range l.app.Scenarios[s].Traces {
			l.checkEnds(s, p, f.body, map[Event]bool{})
		}
		if l.root.Problems() > before {
			return // the other scenarios would say the same
		}
	}
	for s := range l.app.Scenarios {
		if err := CheckLive(l.app, &l.app.Scenarios[s]); err != nil {
			l.problemInScenario(s, "%v; larger capacities or initial tokens are needed", err)
		}
	}
}

// checkEnds reports transfers by a process that is not at that end of the
// channel, and transfers that no buffer of that capacity can take.
func (l *loader) checkEnds(s, p int, body []node, told map[Event]bool) {
	for i := range body {
		if body[i].repeat > 0 {
			l.checkEnds(s, p, body[i].body, told)
			continue
		}
		e := body[i].event
		if e.Kind == Execute || told[e] {
			continue
		}
		told[e] = true
		process, ch := l.app.Processes[p].Name, &l.app.Channels[e.Arg]
		end, verb := ch.Reader, "reads from"
		if e.Kind == Write {
			end, verb = ch.Writer, "writes to"
		}
		if end != p {
			l.channels[e.Arg].Problem("", "process %q %s channel %q, but that end belongs to process %q",
				process, verb, ch.Name, l.app.Processes[end].Name)
		} else if e.N > ch.Capacity {
			l.channels[e.Arg].Problem("capacity", "process %q %s channel %q %d tokens at once, but it holds only %d; raise capacity",
				process, verb, ch.Name, e.N, ch.Capacity)
		}
	}
}

func (l *loader) problemInScenario(s int, format string, args ...any) {
	t := l.root
	if s < len(l.scenarios) {
		t = l.scenarios[s]
	}
	t.Problem("", format, args...)
}
