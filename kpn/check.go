package kpn

import (
	"crypto/sha256"
	"encoding/binary"
)

// check looks at what the parts mean together: who reads and writes what, and
// whether every scenario can finish. It needs parts that are whole, so it does
// nothing if any of them is wrong already.
func (l *loader) check() {
	if l.root.Failed() {
		return
	}
	before := l.root.Problems()
	told := map[transfer]bool{}
	seen := map[traceOf]bool{}
	for s := range l.app.Scenarios {
		for p, f := range l.app.Scenarios[s].Traces {
			l.checkLength(s, p, f)
			if !seen[traceOf{p, f}] {
				seen[traceOf{p, f}] = true
				l.checkTransfers(p, f, told)
			}
		}
	}
	if l.root.Problems() == before {
		l.checkLive()
	}
}

// traceOf is a trace that a process runs.
type traceOf struct {
	process int
	trace   *Fragment
}

// checkLive reports the scenarios that cannot finish. Those that do the same are
// looked at once, and all of them share the efforts.
func (l *loader) checkLive() {
	numbers := map[*Fragment]uint64{}
	known := map[[sha256.Size]byte]*DeadlockError{}
	check, search := int64(maxCheck), int64(maxSearch)
	for s := range l.app.Scenarios {
		sc := &l.app.Scenarios[s]
		behaviour := binary.LittleEndian.AppendUint64(nil, uint64(sc.Iterations))
		for _, f := range sc.Traces {
			if _, ok := numbers[f]; !ok {
				numbers[f] = uint64(len(numbers))
			}
			behaviour = binary.LittleEndian.AppendUint64(behaviour, numbers[f])
		}
		key := sha256.Sum256(behaviour)
		e, ok := known[key]
		if !ok {
			e = checkLive(l.app, sc, &check, &search)
			known[key] = e
		}
		if e != nil {
			named := *e
			named.Scenario = sc.Name
			l.problemInScenario(s, "%v", &named)
		}
	}
}

// maxRun bounds the events of a process over all iterations of a scenario.
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
