package kpn

// check looks at what the parts mean together: who reads and writes what, and
// whether every scenario can finish. It needs parts that are whole, so it does
// nothing if any of them is wrong already.
func (l *loader) check() {
	if l.root.Failed() {
		return
	}
	before := l.root.Problems()
	told := map[transfer]bool{}
	for s := range l.app.Scenarios {
		for p, f := range l.app.Scenarios[s].Traces {
			l.checkLength(s, p, f)
			l.checkTransfers(p, f, told)
		}
	}
	if l.root.Problems() > before {
		return
	}
	for s := range l.app.Scenarios {
		if err := CheckLive(l.app, &l.app.Scenarios[s]); err != nil {
			l.problemInScenario(s, "%v", err)
		}
	}
}

// maxRun bounds the events of a process over all iterations of a scenario, so
// that the check for deadlocks ends within minutes at worst.
const maxRun = 1 << 32

func (l *loader) checkLength(s, p int, f *Fragment) {
	sc := &l.app.Scenarios[s]
	if times := int64(sc.Iterations); f.Len() > maxRun/times {
		l.problemInScenario(s, "%d iterations of %d events by process %q are more than %d; lower iterations",
			times, f.Len(), l.app.Processes[p].Name, int64(maxRun))
	}
}

// transfer is an event of a process, for saying once what is wrong with it.
type transfer struct {
	process int
	event   Event
}

// checkTransfers reports transfers by a process that is not at that end of the
// channel, and transfers that no buffer of that capacity can take.
func (l *loader) checkTransfers(p int, f *Fragment, told map[transfer]bool) {
	for e := range f.Distinct() {
		if e.Kind == Execute || told[transfer{p, e}] {
			continue
		}
		told[transfer{p, e}] = true
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
