package bench

import (
	"sdse/sesame"
	"sdse/workpool/counters"
)

// translation counts the misses of the translation caches in this process, where
// the processor tells. Of other processes nobody tells.
func (s *session) translation(name string, sims *simulations, workers int) error {
	threads := make([]*counters.Thread, workers)
	c, err := openCrew(workers, func(worker int) error { threads[worker] = counters.Open(); return nil })
	if err != nil {
		return err
	}
	defer c.close()
	defer func() {
		for _, t := range threads {
			t.Close()
		}
	}()
	run := sims.through(s.ctx, crewQueue{c}, together, newSimulators(sims.model, workers, sesame.Tuning{}).simulate)
	read := func() (all counters.Readings) {
		for _, t := range threads {
			all = all.Add(t.Read())
		}
		return all
	}
	if err := run(); err != nil { // warms up
		return err
	}
	before := read()
	for range s.reps {
		if err := run(); err != nil {
			return err
		}
	}
	counted := read().Sub(before)
	t := Table{Name: name, Title: "Misses of the translation caches, in process: " + sims.name, Clock: Counted,
		Note: "Of the workers' threads, in user mode; on average over all repetitions."}
	t.columns("misses", "/simulation")
	for _, what := range []counters.Counter{counters.DTLBMisses, counters.ITLBMisses} {
		if r := counted[what]; r.Why != "" {
			t.without(what.String(), "unavailable: "+r.Why)
		} else {
			t.add(what.String(), exactly(float64(r.Value)/float64(s.reps*len(sims.jobs))))
		}
	}
	t.published("with a process per simulation next to none up to 64 workers, and more than 3.3 × 10⁹ beyond",
		"van Stralen and Pimentel, figure 10; SPARC T3-4, 512 hardware threads")
	s.show(t)
	return nil
}
