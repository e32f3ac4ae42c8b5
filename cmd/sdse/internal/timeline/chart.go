package timeline

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"sdse/sesame"
)

// Bounds on what a chart shows. What is left out is said in the picture.
const (
	mostProcessRows   = 160
	mostComponentRows = 24
	mostLanes         = 8 // of a component
)

// WriteChart draws a simulation as a Gantt chart, an SVG that is 1400 pixels wide:
// a lane for each processor that has a process, with the states of these
// processes below it, and for the memories and interconnects that somebody waited
// for. The simulation runs twice, first to see how long it takes. It returns the
// first error of w.
func WriteChart(w io.Writer, s *System, watch Watch) error {
	first := survey{lanes: make([][]sesame.Time, len(s.Components))}
	st := watch(&first)
	c := newChart(s, st, &first)
	watch.inOrder()(c)
	c.finish()
	if err := c.draw(w); err != nil {
		return fmt.Errorf("timeline: %w", err)
	}
	return nil
}

// survey finds out how long a simulation lasts and how many transfers pass a
// component at a time.
type survey struct {
	last  sesame.Time
	spans int
	lanes [][]sesame.Time // per component and lane: until when it is taken
}

// Span implements sesame.Observer.
func (v *survey) Span(of sesame.Span) {
	v.last = max(v.last, of.End)
	v.spans++
	if of.Kind != sesame.Passing || of.Start == of.End {
		return
	}
	lanes := v.lanes[of.Component]
	for i, free := range lanes {
		if free <= of.Start {
			lanes[i] = of.End
			return
		}
	}
	v.lanes[of.Component] = append(lanes, of.End)
}

// Fill implements sesame.Observer.
func (v *survey) Fill(_ int, at sesame.Time, _ int64) { v.last = max(v.last, at) }

// chart is the observer that draws a Gantt chart.
type chart struct {
	s          *System
	st         *sesame.Statistics
	scale      scale
	spans      int
	processors []*row // per processor; nil if it has no process
	processes  []*row // per process; nil if it does not run, or if there are too many
	components []*row // per component; nil if nobody waited for it, or if there are too many
	colours    []int  // per process
	hidden     struct{ processors, processes, components int }
}

func newChart(s *System, st *sesame.Statistics, first *survey) *chart {
	c := &chart{s: s, st: st, spans: first.spans, scale: scale{max(1, st.Makespan, first.last)}, processors: make([]*row, len(s.Processors)),
		processes: make([]*row, len(s.Processes)), components: make([]*row, len(s.Components)), colours: make([]int, len(s.Processes))}
	active := 0
	for i, p := range s.Processes {
		if !p.Active {
			continue
		}
		c.colours[i] = active
		active++
		if c.processors[p.Processor] == nil {
			c.processors[p.Processor] = newRow(c.scale, 1)
		}
		c.processes[i] = newRow(c.scale, 1)
	}
	if active > mostProcessRows {
		clear(c.processes)
		c.hidden.processes = active
	}
	for _, r := range c.processors {
		if r == nil {
			c.hidden.processors++
		}
	}
	c.contended(first)
	return c
}

// contended gives rows to the components that transfers waited for longest.
func (c *chart) contended(first *survey) {
	var list []int
	for i := range min(len(c.components), len(c.st.Components)) {
		if c.st.Components[i].Waiting > 0 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(c.st.Components[b].Waiting, c.st.Components[a].Waiting) })
	c.hidden.components = max(0, len(list)-mostComponentRows)
	for _, i := range list[:len(list)-c.hidden.components] {
		c.components[i] = newRow(c.scale, min(mostLanes, len(first.lanes[i])))
	}
}

// markOf is how the kinds of spans look.
var markOf = map[sesame.SpanKind]markKind{sesame.Dispatching: dispatches, sesame.Executing: executes, sesame.Waiting: waits,
	sesame.Transferring: transfers, sesame.Issuing: transfers, sesame.Passing: passes, sesame.Queued: queues, sesame.Blocked: lacksTokens}

// Span implements sesame.Observer.
func (c *chart) Span(of sesame.Span) {
	if of.Start == of.End {
		return
	}
	m := mark{style: style{markOf[of.Kind], of.Process}, start: of.Start, end: of.End}
	switch of.Kind {
	case sesame.Passing:
		if r := c.components[of.Component]; r != nil {
			m.lane = r.lane(of.Start)
			r.add(m)
		}
		return
	case sesame.Blocked:
		if of.Write {
			m.kind = lacksRoom
		}
	case sesame.Queued:
	default:
		if of.Kind == sesame.Executing {
			m.operation = c.s.operation(&of)
		}
		if of.Kind == sesame.Dispatching || of.Kind == sesame.Waiting {
			m.process = -1 // they look the same for all
		}
		c.processors[of.Processor].add(m)
		m = mark{style: style{runs, of.Process}, start: of.Start, end: of.End}
	}
	if of.Process >= 0 && c.processes[of.Process] != nil {
		c.processes[of.Process].add(m)
	}
}

// Fill implements sesame.Observer.
func (c *chart) Fill(int, sesame.Time, int64) {}

func (c *chart) finish() {
	for _, rows := range [][]*row{c.processors, c.processes, c.components} {
		for _, r := range rows {
			if r != nil {
				r.finish()
			}
		}
	}
}
