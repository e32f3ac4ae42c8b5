package timeline

import (
	"fmt"
	"io"
	"slices"

	"sdse/sesame"
)

// The groups of tracks, in the order in which they are shown.
const (
	processorsGroup = iota + 1
	processesGroup
	componentsGroup
	buffersGroup
	iterationsGroup
)

// WriteTrace writes a simulation as a trace for Perfetto or Chrome while it
// runs: what processors do, what state processes are in, what passes memories
// and interconnects, how full buffers are, and arrows from every write to the
// reads of its tokens. Instants are exact: µs with six places. It returns the
// first error of w.
func WriteTrace(w io.Writer, s *System, watch Watch) error {
	t := newTrace(w, s)
	t.end(watch.inOrder()(t))
	if err := t.out.end(); err != nil {
		return fmt.Errorf("timeline: %w", err)
	}
	return nil
}

// trace is the observer that writes a trace.
type trace struct {
	s          *System
	out        *events
	processors []track // valid for those in use
	processes  []processTrack
	components [][]lane // per component; lanes are added as they are needed
	flows      *flows
	now        sesame.Time
	level      []int64 // per channel: tokens that were told last
	changed    []int   // channels whose tokens changed at this instant
	arrows     int64   // written so far
}

// processTrack is the track of a process and what is known of its state.
type processTrack struct {
	on      track
	running slice // at hand of its processor, in one go; none if it lasts nothing
	reading bool  // a DMA transfer of a read is under way since running ended
}

// lane is a track that shows one transfer at a time.
type lane struct {
	on   track
	free sesame.Time // from here on
}

func newTrace(w io.Writer, s *System) *trace {
	t := &trace{s: s, out: newEvents(w), processors: make([]track, len(s.Processors)), processes: make([]processTrack, len(s.Processes)),
		components: make([][]lane, len(s.Components)), level: make([]int64, len(s.Channels)), flows: newFlows(s.Channels)}
	for i, name := range []string{"processors", "processes", "memories and interconnects", "buffers", "iterations"} {
		t.out.group(i+1, name)
	}
	used := make([]bool, len(s.Processors))
	for _, p := range s.Processes {
		used[p.Processor] = used[p.Processor] || p.Active
	}
	for i, name := range s.Processors {
		if used[i] {
			t.processors[i] = t.out.track(processorsGroup, i, name)
		}
	}
	for i, p := range s.Processes {
		if p.Active {
			t.processes[i].on = t.out.track(processesGroup, i, p.Name)
		}
	}
	for i, c := range s.Channels {
		if t.level[i] = c.Initial; c.Active {
			t.out.counter(buffersGroup, 0, c.Name, c.Initial)
		}
	}
	return t
}

// Span implements sesame.Observer.
func (t *trace) Span(of sesame.Span) {
	t.advance(of.End)
	var category string
	var name []string
	switch process := t.s.process(of.Process); of.Kind {
	case sesame.Dispatching:
		category, name = "dispatch", []string{"dispatch ", process}
	case sesame.Executing:
		category, name = "execute", []string{process, ": ", t.s.operation(&of)}
	case sesame.Waiting:
		category, name = "wait", []string{process, " waits for ", t.s.component(of.Component)}
	case sesame.Transferring:
		category, name = "transfer", []string{process, " ", verb(of.Write), " ", t.s.channel(of.Channel)}
	case sesame.Issuing:
		category, name = "issue", []string{process, " issues: ", verb(of.Write), " ", t.s.channel(of.Channel)}
	case sesame.Passing:
		t.passing(&of)
		return
	default:
		t.off(&of)
		return
	}
	s := slice{on: t.processors[of.Processor], start: of.Start, end: of.End, category: category}
	switch of.Kind {
	case sesame.Executing:
		s.times = of.Count
	case sesame.Waiting, sesame.Transferring, sesame.Issuing:
		s.tokens = of.Count
	}
	if lasted := of.End > of.Start; lasted || of.Kind == sesame.Transferring || of.Kind == sesame.Executing {
		t.out.write(&s, name...)
	}
	t.run(&of)
	if of.Kind == sesame.Transferring || of.Kind == sesame.Issuing {
		t.flows.seen(of.Channel, of.Write, of.Kind == sesame.Issuing, s)
	}
}

// run notes that a processor had a process at hand. What follows without a gap
// is one slice.
func (t *trace) run(of *sesame.Span) {
	p := &t.processes[of.Process]
	issuesRead := of.Kind == sesame.Issuing && !of.Write
	if of.Start == of.End && !issuesRead {
		return
	}
	if p.running.end != of.Start || p.running.start == p.running.end {
		t.flush(of.Process)
		p.running = slice{on: p.on, start: of.Start, category: "running"}
	}
	p.running.end = of.End
	p.reading = issuesRead
}

// flush writes the slice in which a process ran, if there is one.
func (t *trace) flush(process int) {
	if r := &t.processes[process].running; r.end > r.start {
		t.out.write(r, "running on ", t.s.Processors[t.s.Processes[process].Processor])
		r.start = r.end
	}
}

// off writes a slice in which a process has no processor.
func (t *trace) off(of *sesame.Span) {
	if of.Start == of.End {
		return
	}
	t.flush(of.Process)
	s := slice{on: t.processes[of.Process].on, start: of.Start, end: of.End}
	if of.Kind == sesame.Queued {
		s.category = "queued"
		t.out.write(&s, "queued for ", t.s.Processors[t.s.Processes[of.Process].Processor])
		return
	}
	s.category, s.tokens = "blocked", of.Count
	if of.Channel < 0 { // it waits for its release
		t.out.write(&s, "waits for its period")
		return
	}
	t.out.write(&s, "blocked: no ", lacks(of.Write), " in ", t.s.Channels[of.Channel].Name)
}

// passing writes what passes a component into the lane that is free and was used
// last; several may pass a shared component, or one with several ports.
func (t *trace) passing(of *sesame.Span) {
	if of.Start == of.End {
		return
	}
	lanes := t.components[of.Component]
	best := -1
	for i := range lanes {
		if lanes[i].free <= of.Start && (best < 0 || lanes[i].free > lanes[best].free) {
			best = i
		}
	}
	if best < 0 {
		best = len(lanes)
		name := t.s.Components[of.Component]
		if best > 0 {
			name = fmt.Sprintf("%s (%d)", name, best+1)
		}
		const most = 1 << 12 // places of a component
		lanes = append(lanes, lane{on: t.out.track(componentsGroup, of.Component*most+min(best, most-1), name)})
		t.components[of.Component] = lanes
	}
	lanes[best].free = of.End
	s := slice{on: lanes[best].on, start: of.Start, end: of.End, category: "passing", tokens: of.Count}
	t.out.write(&s, t.s.process(of.Process), " ", verb(of.Write), " ", t.s.channel(of.Channel))
}

// Fill implements sesame.Observer.
func (t *trace) Fill(channel int, at sesame.Time, tokens int64) {
	t.advance(at)
	change := tokens - t.level[channel]
	if change == 0 {
		return
	}
	t.level[channel] = tokens
	if !slices.Contains(t.changed, channel) {
		t.changed = append(t.changed, channel)
	}
	t.flows.fill(channel, change)
	if reader := t.s.Channels[channel].Reader; change < 0 && t.processes[reader].reading {
		p := &t.processes[reader]
		if since := p.running.end; at > since {
			t.flush(reader)
			t.out.write(&slice{on: p.on, start: since, end: at, category: "transfer", tokens: -change}, "DMA: reads ", t.s.Channels[channel].Name)
		}
		p.reading = false
	}
}

// advance ends an instant if at is later: now everything is known that happened
// then.
func (t *trace) advance(at sesame.Time) {
	if at <= t.now {
		return
	}
	for _, c := range t.changed {
		t.out.counter(buffersGroup, t.now, t.s.Channels[c].Name, t.level[c])
	}
	t.changed = t.changed[:0]
	t.flows.settle(t.instant, t.arrow)
	t.now = at
}

// instant gives a transfer that took no time, and that nobody told of, a place in
// the track of its process.
func (t *trace) instant(channel int, write bool, tokens int64) slice {
	c := &t.s.Channels[channel]
	process := c.Reader
	if write {
		process = c.Writer
	}
	s := slice{on: t.processes[process].on, start: t.now, end: t.now, category: "transfer", tokens: tokens}
	t.out.write(&s, verb(write), " ", c.Name)
	return s
}

func (t *trace) arrow(channel int, tokens int64, from, to *slice) {
	t.arrows++
	t.out.arrow(t.arrows, t.s.Channels[channel].Name, tokens, from, to)
}

// end writes what is known only in the end.
func (t *trace) end(st *sesame.Statistics) {
	t.advance(t.now + 1)
	for p := range t.processes {
		t.flush(p)
	}
	id := 0
	for i := range st.Applications {
		use := &st.Applications[i]
		for k, start := range use.Starts {
			if k >= len(use.Completed) {
				break
			}
			id++
			late := use.Timing.Deadline > 0 && use.Completed[k]-start > sesame.Time(use.Timing.Deadline)
			t.out.iteration(id, use.Name, k, start, use.Completed[k], late)
		}
	}
}
