package timeline

import (
	"fmt"
	"slices"

	"sdse/sesame"
)

// toy is a small simulator that makes plausible spans: fcfs processors, bounded
// buffers, one bus with ports and a memory that anybody may pass. It goes through
// time step by step and is written to be read, not to be fast or exact.
type toy struct {
	System
	traces    [][]toyEvent // per process, one iteration
	times     int          // iterations
	capacity  []int64      // per channel
	dispatch  int
	ports     int
	step      sesame.Time // length of a step
	deadline  sesame.Time
	period    sesame.Time // only for deadlines
	dma       bool        // writes go on by themselves
	processes []toyProcess
	busy      []int // per processor: the process at hand, or -1
	level     []int64
	free      []int // per port: step at which it is free
	asking    []int // processes that wait for the bus
	floating  []toyTransfer
	now       int
	tell      sesame.Observer
	use       []sesame.ApplicationUse
	bus       sesame.ComponentUse
}

type toyEvent struct {
	channel int // -1: execute
	write   bool
	n       int // steps of an execute, tokens of a transfer
}

type toyProcess struct {
	next, iteration int
	state           toyState
	since, until    int
}

type toyTransfer struct{ process, channel, n, start, end int }

type toyState int

const (
	toyBlocked toyState = iota
	toyQueued
	toyPicked
	toyAsking
	toyBusy
	toyDone
)

// The components of a toy.
const (
	toyBus = iota
	toyMemory
)

func (y *toy) event(p int) toyEvent { return y.traces[p][y.processes[p].next] }

// watch is a Watch.
func (y *toy) watch(o sesame.Observer) *sesame.Statistics {
	y.tell, y.now = o, 0
	y.processes = make([]toyProcess, len(y.Processes))
	y.level = nil
	for _, c := range y.Channels {
		y.level = append(y.level, c.Initial)
	}
	y.busy = slices.Repeat([]int{-1}, len(y.Processors))
	y.free = make([]int, y.ports)
	y.asking, y.floating, y.bus = nil, nil, sesame.ComponentUse{}
	y.use = make([]sesame.ApplicationUse, len(y.Applications))
	for a := range y.use {
		y.use[a].Name, y.use[a].Timing.Deadline = y.Applications[a].Name, int64(y.deadline)
		y.use[a].Completed = make([]sesame.Time, y.times)
		for i := range y.times {
			y.use[a].Starts = append(y.use[a].Starts, sesame.Time(i)*y.period)
		}
	}
	for ; y.work(); y.now++ {
		y.instant()
	}
	for a := range y.use {
		for i, at := range y.use[a].Completed {
			if at-y.use[a].Starts[i] > y.deadline {
				y.use[a].Misses++
			}
		}
	}
	st := &sesame.Statistics{Makespan: y.time(y.now - 1), Applications: y.use, Components: make([]sesame.ComponentUse, len(y.Components))}
	st.Components[toyBus] = y.bus
	return st
}

func (y *toy) work() bool {
	return y.now < 1_000_000 && (len(y.floating) > 0 || slices.ContainsFunc(y.processes, func(p toyProcess) bool { return p.state != toyDone }))
}

func (y *toy) time(step int) sesame.Time { return sesame.Time(max(0, step)) * y.step }

func (y *toy) instant() {
	y.floating = slices.DeleteFunc(y.floating, func(f toyTransfer) bool {
		if f.end == y.now {
			y.passed(f.process, f.channel, true, f.n, f.start)
			y.move(f.channel, int64(f.n))
		}
		return f.end == y.now
	})
	for p := range y.processes {
		if s := &y.processes[p]; (s.state == toyPicked || s.state == toyBusy) && s.until == y.now {
			y.complete(p)
		}
	}
	for p := range y.processes {
		if s := &y.processes[p]; s.state == toyBlocked && y.enabled(p) {
			if e := y.event(p); s.since < y.now {
				y.span(sesame.Span{Kind: sesame.Blocked, Process: p, Channel: e.channel, Count: int64(e.n), Write: e.write}, s.since)
			}
			s.state, s.since = toyQueued, y.now
		}
	}
	for r := range y.busy {
		y.pick(r)
	}
	y.grant()
}

func (y *toy) span(of sesame.Span, start int) {
	of.Start, of.End = y.time(start), y.time(y.now)
	y.tell.Span(of)
}

func (y *toy) enabled(p int) bool {
	e := y.event(p)
	switch {
	case e.channel < 0:
		return true
	case e.write:
		under := 0
		for _, f := range y.floating {
			if f.channel == e.channel {
				under += f.n
			}
		}
		return y.level[e.channel]+int64(e.n+under) <= y.capacity[e.channel]
	}
	return y.level[e.channel] >= int64(e.n)
}

func (y *toy) pick(r int) {
	if y.busy[r] >= 0 {
		return
	}
	best := -1
	for p := range y.processes {
		if s := &y.processes[p]; y.Processes[p].Processor == r && s.state == toyQueued && (best < 0 || s.since < y.processes[best].since) {
			best = p
		}
	}
	if best < 0 {
		return
	}
	s := &y.processes[best]
	y.span(sesame.Span{Kind: sesame.Queued, Process: best, Processor: r}, s.since)
	y.busy[r] = best
	s.state, s.since, s.until = toyPicked, y.now, y.now+y.dispatch
	if y.dispatch == 0 {
		y.begin(best)
	}
}

// begin starts the event of a process at hand.
func (y *toy) begin(p int) {
	s := &y.processes[p]
	s.since = y.now
	if e := y.event(p); e.channel < 0 {
		s.state, s.until = toyBusy, y.now+e.n
		return
	}
	s.state = toyAsking
	y.asking = append(y.asking, p)
}

func (y *toy) grant() {
	for len(y.asking) > 0 {
		port := slices.Index(y.free, slices.Min(y.free))
		if y.free[port] > y.now {
			return
		}
		p := y.asking[0]
		y.asking = y.asking[1:]
		s, e := &y.processes[p], y.event(p)
		wait := y.time(y.now) - y.time(s.since)
		y.bus.Waiting += wait
		y.bus.MaxWaiting = max(y.bus.MaxWaiting, wait)
		if s.since < y.now {
			y.span(sesame.Span{Kind: sesame.Waiting, Process: p, Processor: y.Processes[p].Processor, Channel: e.channel, Component: toyBus, Count: int64(e.n), Write: e.write}, s.since)
		}
		end := y.now + 2*e.n
		y.free[port] = end
		if y.dma && e.write {
			y.floating = append(y.floating, toyTransfer{p, e.channel, e.n, y.now, end})
			end = y.now + 1
		}
		s.state, s.since, s.until = toyBusy, y.now, end
	}
}

func (y *toy) passed(p, channel int, write bool, n, since int) {
	of := sesame.Span{Kind: sesame.Passing, Process: p, Processor: -1, Channel: channel, Component: toyBus, Count: int64(n), Write: write}
	y.span(of, since)
	of.Component = toyMemory
	y.span(of, since)
}

func (y *toy) move(channel int, n int64) {
	y.level[channel] += n
	y.tell.Fill(channel, y.time(y.now), y.level[channel])
}

// complete ends a dispatch or an event.
func (y *toy) complete(p int) {
	s, r := &y.processes[p], y.Processes[p].Processor
	if s.state == toyPicked {
		y.span(sesame.Span{Kind: sesame.Dispatching, Process: p, Processor: r}, s.since)
		y.begin(p)
		return
	}
	e := y.event(p)
	of := sesame.Span{Kind: sesame.Executing, Process: p, Processor: r, Channel: e.channel, Component: -1, Count: int64(e.n), Write: e.write}
	switch {
	case e.channel < 0:
		of.Operation, of.Count = p%2, 1
		y.span(of, s.since)
	case y.dma && e.write:
		of.Kind = sesame.Issuing
		y.span(of, s.since)
	default:
		of.Kind = sesame.Transferring
		y.span(of, s.since)
		y.passed(p, e.channel, e.write, e.n, s.since)
		n := int64(e.n)
		if !e.write {
			n = -n
		}
		y.move(e.channel, n)
	}
	y.busy[r] = -1
	s.state, s.since = toyBlocked, y.now
	if s.next++; s.next == len(y.traces[p]) {
		use := &y.use[y.Processes[p].Application]
		use.Completed[s.iteration] = max(use.Completed[s.iteration], y.time(y.now))
		s.next = 0
		if s.iteration++; s.iteration == y.times {
			s.state = toyDone
		}
	}
}

// pipeline is a toy of two applications: chains of processes with a channel
// from each to the next, dealt out to the processors.
func pipeline(applications, length, processors, times int) *toy {
	y := &toy{times: times, ports: 1, dispatch: 1, step: 123_457, deadline: 40 * 123_457, period: 30 * 123_457}
	y.Platform, y.Mapping, y.Scenario = "toy platform", "by hand", "all: pipeline/default"
	y.Components = []string{"bus", "memory"}
	for r := range processors {
		y.Processors = append(y.Processors, fmt.Sprintf("cpu.%d", r))
	}
	for a := range applications {
		name := fmt.Sprintf("app%d", a)
		y.Applications = append(y.Applications, Application{Name: name, Operations: []string{"sum", "scale"}})
		for i := range length {
			p := len(y.Processes)
			y.Processes = append(y.Processes, Process{Name: fmt.Sprintf("%s.stage%d", name, i), Application: a, Processor: (p*5 + a) % processors, Active: true})
			var trace []toyEvent
			if i > 0 {
				trace = append(trace, toyEvent{channel: len(y.Channels) - 1, n: 2})
			}
			trace = append(trace, toyEvent{channel: -1, n: 5 + 7*p%11})
			if i < length-1 {
				y.Channels = append(y.Channels, Channel{Name: fmt.Sprintf("%s.link%d", name, i), Writer: p, Reader: p + 1, Active: true})
				y.capacity = append(y.capacity, 3)
				trace = append(trace, toyEvent{channel: len(y.Channels) - 1, write: true, n: 1}, toyEvent{channel: len(y.Channels) - 1, write: true, n: 1})
			}
			y.traces = append(y.traces, trace)
		}
	}
	return y
}
