package sesame_test

import (
	"math/rand/v2"

	"sdse/kpn"
	"sdse/sesame"
)

// This file and its neighbours reference_*_test.go are a second simulator. It
// is written from docs/semantics.md and not from the first one, and as plainly
// as possible: closures on an agenda, explicit reservations, explicit queues,
// big numbers. What an event costs is computed once and looked up after that;
// there is no other cleverness. Where the two disagree, one of them is wrong.
//
//	reference_test.go           an instant: completions, decisions, arbitration
//	reference_agenda_test.go    what happens when
//	reference_process_test.go   processes, buffers, firings, iterations
//	reference_processor_test.go who keeps, loses and gets a processor
//	reference_transfer_test.go  transfers and their hops
//	reference_arbiter_test.go   who gets contended components
//	reference_design_test.go    what a gene vector means
//	reference_route_test.go     what a path passes
//	reference_cost_test.go      durations and energies
//	reference_report_test.go    statistics
//	reference_timeline_test.go  what an observer would be told
//	reference_rules_test.go     which rules of the page had an effect

// refRun is one simulation.
type refRun struct {
	system       *system
	design       *refDesign
	scenario     int
	now          sesame.Time
	agenda       refAgenda
	shuffle      *rand.Rand // if there is one: nothing may depend on the order within an instant
	processors   []*refProcessor
	ranked       []*refProcessor // those with an active process
	processes    []*refProcess
	offered      []*refProcess // those whose event is with the buffer
	applications []*refApplication
	channels     map[int]*refChannel
	components   []*refComponent
	requests     []*refRequest
	unsorted     bool        // there are new requests
	events       int64       // of all processes, and executes interrupted
	lastTransfer sesame.Time // when the last transfer has ended
	timeline     *timeline   // if somebody watches
	rules        *rules      // counts
}

// run simulates to the end.
func (r *refRun) run() sesame.Failure {
	if r.tooMuch() {
		return sesame.EventLimit
	}
	r.at(0, func() {
		for _, p := range r.processes {
			r.proceed(p)
		}
	})
	for !r.agenda.empty() {
		r.now = r.agenda.next()
		if failure := r.limit(); failure != sesame.None {
			return failure
		}
		for r.agenda.next() == r.now {
			r.round()
		}
		r.arbitrate()
	}
	for _, p := range r.processes {
		if p.state != finished {
			return sesame.Deadlock
		}
	}
	return sesame.None
}

// limit looks, before anything happens at an instant, if it is beyond a limit.
func (r *refRun) limit() sesame.Failure {
	limit := r.system.platform.Limits.Time
	switch {
	case limit > 0 && r.now > limit:
		return sesame.TimeLimit
	case r.now >= sesame.MaxTime:
		return sesame.Overflow
	case r.tooMuch():
		return sesame.EventLimit
	}
	return sesame.None
}

func (r *refRun) tooMuch() bool {
	limit := r.system.platform.Limits.Events
	return limit > 0 && r.events > limit
}

// round does what is on the agenda for this instant, and then decides about the
// processors. What that puts on the agenda for the same instant stays there for
// the next round.
func (r *refRun) round() {
	due := r.agenda.take(r.now)
	r.mix(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
	for _, e := range due {
		e.do()
	}
	r.enable()
	for _, p := range r.ranked {
		r.decide(p)
	}
}

func (r *refRun) mix(n int, swap func(i, j int)) {
	if r.shuffle != nil {
		r.shuffle.Shuffle(n, swap)
	}
}

// newRun sets everything to time 0.
func (s *system) newRun(genes []int, scenario int) *refRun {
	r := &refRun{system: s, design: s.decode(genes), scenario: scenario, channels: map[int]*refChannel{}, rules: &s.rules}
	for i, p := range s.platform.Processors {
		kind := &s.platform.Types[p.Type]
		r.processors = append(r.processors, &refProcessor{index: i, rank: -1, kind: kind, point: r.design.point[i],
			use: sesame.ProcessorUse{Name: p.Name}})
	}
	for i := range s.platform.Components {
		c := &s.platform.Components[i]
		ports := max(1, c.Ports)
		r.components = append(r.components, &refComponent{of: c, freePorts: ports, last: -1, underWay: map[int]bool{},
			use: sesame.ComponentUse{Name: c.Name, Kind: c.Kind, Ports: ports}})
	}
	r.place()
	return r
}

// place puts the active processes on their processors and ranks these.
func (r *refRun) place() {
	system := r.system.space.At(r.scenario)
	for position, member := range system.Members {
		app := r.system.space.Applications[member.Application]
		a := &refApplication{Application: app, number: member.Application, first: r.system.numbers()[member.Application],
			timing: r.system.space.TimingOf(system.Set, position), iterations: app.Scenarios[member.Scenario].Iterations}
		r.applications = append(r.applications, a)
		for i, c := range app.Channels {
			r.channels[a.first.channel+i] = &refChannel{Channel: c, number: a.first.channel + i, tokens: c.Initial, there: c.Initial, room: c.Capacity - c.Initial,
				highWater: c.Initial, producer: r.design.processor[a.first.process+c.Writer], user: r.design.processor[a.first.process+c.Reader]}
		}
		for i := range app.Processes {
			p := &refProcess{number: a.first.process + i, name: app.Name + "." + app.Processes[i].Name, priority: app.Processes[i].Priority, app: a}
			p.trace, p.firings = r.system.trace(a.number, member.Scenario, i)
			r.placeProcess(p)
		}
	}
}

func (r *refRun) placeProcess(p *refProcess) {
	if len(p.trace) > 0 {
		p.app.members++
	}
	r.events += int64(len(p.trace)) * int64(p.app.iterations)
	p.on = r.processors[r.design.processor[p.number]]
	if len(p.on.processes) == 0 {
		p.on.rank = len(r.ranked)
		r.ranked = append(r.ranked, p.on)
	}
	p.on.processes = append(p.on.processes, p)
	p.on.use.Processes++
	r.processes = append(r.processes, p)
}

// firstNumbers is where the numbering of an application's processes and channels begins.
type firstNumbers struct{ process, channel int }

// numbers tells these for all applications.
func (s *system) numbers() []firstNumbers {
	if s.first == nil {
		var n firstNumbers
		for _, app := range s.space.Applications {
			s.first = append(s.first, n)
			n.process += len(app.Processes)
			n.channel += len(app.Channels)
		}
	}
	return s.first
}

type traceOf struct{ app, scenario, process int }

type refTrace struct {
	events  []kpn.Event
	firings []int
}

// trace is what a process does in an iteration, written out, and where its
// firings end if it follows the rule of firings.
func (s *system) trace(app, scenario, process int) ([]kpn.Event, []int) {
	key := traceOf{app, scenario, process}
	t, ok := s.traces[key]
	if !ok {
		a := s.space.Applications[app]
		for e := range a.Scenarios[scenario].Traces[process].Events() {
			t.events = append(t.events, e)
		}
		if a.Firing == kpn.SDFFiring {
			t.firings = firingsOf(t.events)
		}
		if s.traces == nil {
			s.traces = map[traceOf]refTrace{}
		}
		s.traces[key] = t
	}
	return t.events, t.firings
}

// firingsOf tells for the first event of every firing where the firing ends,
// and 0 for all other events: it is the longest run of reads, then executes,
// then writes.
func firingsOf(events []kpn.Event) []int {
	ends := make([]int, len(events))
	for start := 0; start < len(events); {
		end := start
		for _, kind := range []kpn.Kind{kpn.Read, kpn.Execute, kpn.Write} {
			for end < len(events) && events[end].Kind == kind {
				end++
			}
		}
		ends[start] = end
		start = end
	}
	return ends
}
