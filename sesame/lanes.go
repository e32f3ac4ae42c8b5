package sesame

// Job is a simulation that is wanted: a design in a system scenario. SimulateAll
// fills in the outcome.
type Job struct {
	Genes    []int
	Scenario int
	Outcome  Outcome
}

// Tuning switches parts of a simulator off, to measure what they are worth. No
// outcome depends on it.
type Tuning struct {
	GeneralOnly bool // no fast kernel
	OneLane     bool // one simulation at a time
	NoSkipping  bool // every event is simulated, however often it repeats
}

// Tune sets the tuning.
func (s *Simulator) Tune(t Tuning) { s.tuning = t }

// SimulateAll does several simulations. Their outcomes are those of Bind and
// Simulate, but it is faster than one after the other: where the fast kernel can
// serve, two simulations advance in turns, and one uses the time in which the
// other waits for its own results.
func (s *Simulator) SimulateAll(jobs []Job) {
	if s.tuning.OneLane {
		for i := range jobs {
			s.Bind(jobs[i].Genes)
			jobs[i].Outcome = s.Simulate(jobs[i].Scenario)
		}
		return
	}
	next := 0
	for {
		a, ok := s.load(s.lanes[0], jobs, &next)
		if !ok {
			return
		}
		b, ok := s.load(s.lanes[1], jobs, &next)
		for ok {
			if s.race() == 0 {
				s.unload(s.lanes[0], a)
				if a, ok = s.load(s.lanes[0], jobs, &next); !ok {
					s.finish(s.lanes[1], b)
					return
				}
			} else {
				s.unload(s.lanes[1], b)
				b, ok = s.load(s.lanes[1], jobs, &next)
			}
		}
		s.finish(s.lanes[0], a)
	}
}

// load binds the next job that the fast kernel can do to a lane; those that it
// cannot do are done on the way. ok is false if no job is left.
func (s *Simulator) load(l *lane, jobs []Job, next *int) (job *Job, ok bool) {
	for *next < len(jobs) {
		job = &jobs[*next]
		*next++
		if s.fastCan(l, job.Genes, job.Scenario) {
			return job, true
		}
		s.Bind(job.Genes)
		job.Outcome = s.simulateAny(job.Scenario)
	}
	return nil, false
}

// race advances both lanes until one is at its end, and returns which.
func (s *Simulator) race() int {
	a, b := s.lanes[0], s.lanes[1]
	for {
		if !a.step() && !a.resume() {
			return 0
		}
		if !b.step() && !b.resume() {
			return 1
		}
	}
}

func (s *Simulator) finish(l *lane, job *Job) {
	l.run()
	s.unload(l, job)
}

// unload writes the outcome of a lane that is at its end.
func (s *Simulator) unload(l *lane, job *Job) {
	var ok bool
	if job.Outcome, ok = l.outcome(); !ok {
		s.Bind(job.Genes)
		job.Outcome = s.simulateAny(job.Scenario)
	}
}

// fastCan binds a lane if the fast kernel can do the simulation.
func (s *Simulator) fastCan(l *lane, genes []int, scenario int) bool {
	if s.tuning.GeneralOnly || !s.m.fast.usable || !l.bind(genes, scenario) {
		return false
	}
	if s.tuning.NoSkipping {
		l.skip.guide = nil
	}
	return true
}
