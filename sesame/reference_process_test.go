package sesame_test

import (
	"sdse/kpn"
	"sdse/sesame"
)

// refProcess is a process that is active in the scenario.
type refProcess struct {
	number      int // over all applications
	name        string
	priority    int
	on          *refProcessor
	app         *refApplication
	trace       []kpn.Event // of an iteration
	firings     []int       // by event: where the firing ends that begins with it, or 0; nil if there are no firings
	iteration   int
	position    int // in the trace
	firingEnd   int // of the firing at hand
	firingStart int
	state       refState
	offered     sesame.Time // since when its event is with the buffer
	lacks       kpn.Event   // the transfer for which something was missing when last looked at
	ready       sesame.Time // since when the event is enabled
	queued      sesame.Time // since when it is in the queue
	interrupted bool        // its event is an execute that has begun
	rest        sesame.Time // of that
	transfers   int         // so far, its own order
	underWay    int         // of its writes by DMA
	finish      sesame.Time
}

type refState int

const (
	resting  refState = iota // the iteration is not released yet
	offered                  // its event is with the buffer
	queued                   // its event has all it needs and is with the processor
	serving                  // the processor is at it
	away                     // it reads by DMA, without its processor
	finished                 // nothing left to do
)

// refApplication is an application that runs in the scenario.
type refApplication struct {
	*kpn.Application
	number     int
	first      firstNumbers // of its processes and channels
	timing     kpn.Timing
	iterations int
	members    int // processes with events
	starts     []sesame.Time
	ended      []int // by iteration: the processes that have ended it
	completed  []sesame.Time
}

// refChannel is a buffer: what nobody has reserved yet.
type refChannel struct {
	kpn.Channel
	number         int
	producer, user int // processors at its ends
	tokens, room   int64
	there          int64 // tokens that take room
	written        int64 // tokens so far
	highWater      int64
}

func (r *refRun) channelOf(p *refProcess, e kpn.Event) *refChannel {
	return r.channels[p.app.first.channel+e.Arg]
}

// proceed lets a process go to its next event, if there is one; the first of an
// iteration has to be released.
func (r *refRun) proceed(p *refProcess) {
	if len(p.trace) == 0 || p.iteration == p.app.iterations {
		p.state, p.finish = finished, r.now
		return
	}
	if release := p.app.release(p.iteration); p.position == 0 && release > r.now {
		p.state = resting
		r.rules.note(ruleRelease)
		r.at(release, func() { r.offer(p) })
		return
	}
	r.offer(p)
}

// release is the instant before which an iteration does not begin.
func (a *refApplication) release(iteration int) sesame.Time {
	t := a.timing
	if t.Period == 0 {
		if iteration > 0 {
			return 0
		}
		return sesame.Time(t.Offset)
	}
	if int64(iteration) > (int64(sesame.MaxTime)-t.Offset)/t.Period {
		return sesame.MaxTime
	}
	return sesame.Time(t.Offset + int64(iteration)*t.Period)
}

// offer gives the next event of a process to the buffer.
func (r *refRun) offer(p *refProcess) {
	p.state, p.offered = offered, r.now
	r.offered = append(r.offered, p)
}

// enable makes the events ready that have become enabled, and reserves what
// they need.
func (r *refRun) enable() {
	r.mix(len(r.offered), func(i, j int) { r.offered[i], r.offered[j] = r.offered[j], r.offered[i] })
	var still []*refProcess
	for _, p := range r.offered {
		if !r.reserve(p) {
			still = append(still, p)
			continue
		}
		if p.state, p.ready = queued, r.now; p.position == 0 {
			p.app.begins(p.iteration, r.now)
		}
		p.queued = r.now
		r.blocked(p)
	}
	r.offered = still
}

// begins notes that a process is ready for its first event in an iteration.
func (a *refApplication) begins(iteration int, now sesame.Time) {
	if iteration < len(a.starts) {
		return
	}
	if a.timing.Period > 0 {
		now = a.release(iteration)
	}
	a.starts = append(a.starts, now)
	a.ended = append(a.ended, 0)
}

// reserve reserves what the next event of a process needs, if all of it is there.
func (r *refRun) reserve(p *refProcess) bool {
	needs := p.trace[p.position : p.position+1]
	if p.firings != nil {
		end := p.firings[p.position]
		if end == 0 {
			return true // its firing has reserved everything
		}
		needs = p.trace[p.position:end]
		p.firingStart, p.firingEnd = p.position, end
	}
	if len(needs) == 1 {
		return r.reserveOne(p, needs[0])
	}
	lacks, all := r.lacking(p, needs)
	if !all {
		p.lacks = lacks
		return false
	}
	r.rules.note(ruleFiring)
	for _, e := range needs {
		r.reserveOne(p, e)
	}
	return true
}

// lacking finds the first of several transfers for whose channel something is
// missing, given that all of them together want it.
func (r *refRun) lacking(p *refProcess, needs []kpn.Event) (lacks kpn.Event, all bool) {
	sums := map[kpn.Event]int64{} // by direction and channel
	for _, e := range needs {
		sums[kpn.Event{Kind: e.Kind, Arg: e.Arg}] += e.N
	}
	for _, e := range needs {
		if e.Kind == kpn.Execute {
			continue
		}
		c, sum := r.channelOf(p, e), sums[kpn.Event{Kind: e.Kind, Arg: e.Arg}]
		if e.Kind == kpn.Read && sum > c.tokens || e.Kind == kpn.Write && sum > c.room {
			e.N = sum
			return e, false
		}
	}
	return kpn.Event{}, true
}

func (r *refRun) reserveOne(p *refProcess, e kpn.Event) bool {
	if e.Kind == kpn.Execute {
		return true
	}
	c := r.channelOf(p, e)
	switch {
	case e.Kind == kpn.Read && c.tokens >= e.N:
		c.tokens -= e.N
	case e.Kind == kpn.Write && c.room >= e.N:
		c.room -= e.N
		c.highWater = max(c.highWater, c.Capacity-c.room)
	default:
		p.lacks = e
		return false
	}
	return true
}

// end ends the event of a process.
func (r *refRun) end(p *refProcess) {
	p.position++
	if p.firings != nil && p.position == p.firingEnd {
		for _, e := range p.trace[p.firingStart:p.firingEnd] {
			if e.Kind == kpn.Read {
				r.free(r.channelOf(p, e), e.N)
			}
		}
	}
	if p.position == len(p.trace) {
		p.app.ends(p.iteration, r.now)
		p.iteration, p.position = p.iteration+1, 0
	}
	r.proceed(p)
}

// ends notes that a process has ended an iteration.
func (a *refApplication) ends(iteration int, now sesame.Time) {
	if a.ended[iteration]++; a.ended[iteration] == a.members {
		a.completed = append(a.completed, now)
	}
}

// moved makes the tokens of a transfer that has ended visible, or gives their
// room back.
func (r *refRun) moved(p *refProcess, e kpn.Event) {
	c := r.channelOf(p, e)
	switch {
	case e.Kind == kpn.Write:
		c.tokens += e.N
		c.there += e.N
		c.written += e.N
		r.fill(c)
	case p.firings == nil:
		r.free(c, e.N)
	}
}

// free gives room back.
func (r *refRun) free(c *refChannel, tokens int64) {
	c.room += tokens
	c.there -= tokens
	r.fill(c)
}
