package kpn

import (
	"math"

	"sdse/kpn/input"
)

func (l *loader) readProcesses() {
	before := l.root.Problems()
	l.processes = l.root.Tables("process")
	if len(l.processes) == 0 && l.root.Problems() == before {
		l.root.Problem("process", "the application has no process; add [[process]] tables")
	}
	for i, t := range l.processes {
		p := Process{Line: t.Line("")}
		p.Name, _ = t.Name("name")
		if !l.processNames.add(p.Name, i) {
			t.Problem("name", "there are two processes named %q; rename one", p.Name)
		}
		if n, ok := t.Int("priority", math.MinInt32); ok {
			if n > math.MaxInt32 {
				t.Problem("priority", "priority = %d is too large; it must be at most %d", n, math.MaxInt32)
			}
			p.Priority = int(n)
		}
		l.app.Processes = append(l.app.Processes, p)
	}
}

func (l *loader) readChannels() {
	l.channels = l.root.Tables("channel")
	for i, t := range l.channels {
		ch := Channel{Capacity: l.defaultCapacity}
		ch.Name, _ = t.Name("name")
		if !l.channelNames.add(ch.Name, i) {
			t.Problem("name", "there are two channels named %q; rename one", ch.Name)
		}
		ch.Writer = l.end(t, "from")
		ch.Reader = l.end(t, "to")
		if t.Has("token") {
			ch.TokenBytes, _ = t.Size("token")
		} else {
			t.Problem("", "channel %q has no token size; add token = \"64 B\" or the like", ch.Name)
		}
		tokens, known := capacity(t)
		if known {
			ch.Capacity = tokens
		}
		ch.Initial, _ = t.Int("initial", 0)
		if ch.Initial > ch.Capacity && known == t.Has("capacity") {
			t.Problem("initial", "channel %q starts with %d tokens but holds only %d; raise capacity", ch.Name, ch.Initial, ch.Capacity)
		}
		t.Done()
		l.app.Channels = append(l.app.Channels, ch)
	}
}

// capacity reads how many tokens a channel holds.
func capacity(t *input.Table) (int64, bool) {
	if t.IsText("capacity") {
		text, _ := t.String("capacity")
		if text != "unbounded" {
			t.Problem("capacity", "capacity must be a whole number or \"unbounded\", not the text %q", text)
		}
		return Unbounded, text == "unbounded"
	}
	n, ok := t.Int("capacity", 1)
	if ok && n > Unbounded {
		t.Problem("capacity", "capacity = %d is too large; write \"unbounded\" for a channel that never fills", n)
		return 0, false
	}
	return n, ok
}

// end reads the name of the process at one end of a channel.
func (l *loader) end(t *input.Table, key string) int {
	name, ok := t.Name(key)
	if !ok {
		return 0
	}
	i := l.processNames.find(name)
	if i < 0 {
		t.Problem(key, "there is no process %q%s", name, l.processNames.hint(name))
		return 0
	}
	return i
}
