package bench

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	"sdse/sesame"
	"sdse/workpool"
)

// alone measures what it costs a client that its pool could serve others.
func (s *session) alone() error {
	sys, err := s.system()
	if err != nil {
		return err
	}
	workers := s.workers(runtime.GOMAXPROCS(0))[0]
	sims := sys.simulations(pick(s.Size, 2000, 2000, 400), s.Seed).inBatches(40)
	scratch := newSimulators(sims.model, workers, sesame.Tuning{})
	c, err := openCrew(workers, nil)
	if err != nil {
		return err
	}
	defer c.close()
	variants := []func() error{sims.through(s.ctx, crewQueue{c}, together, scratch.simulate)}
	others := []int{0, 1, 16}
	for _, n := range others {
		pool := workpool.New(workers)
		defer pool.Close()
		client := pool.Register("only one that runs", workpool.Compute)
		for range n {
			pool.Register("idle", workpool.IO)
		}
		variants = append(variants, sims.through(s.ctx, pooled{pool, client}, together, scratch.simulate))
	}
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	t := Table{Name: "alone", Title: fmt.Sprintf("One client that runs, and others that do not: %d worker(s)", workers), Clock: Both,
		Note: fmt.Sprintf("%d simulations of %s in batches of 40. Workers without a broker serve nobody else: they claim jobs by an\n"+
			"atomic increment and meet at a barrier. × is the time over theirs, or over that of a pool with one client.", len(sims.jobs), sims.name)}
	t.columns("wall", "µs/simulation", "× no broker", "", "× one client", "", "CPU time", "µs/simulation", "× no broker", "", "× one client", "")
	n := float64(len(sims.jobs))
	names := []string{"no broker", "one client"}
	for _, n := range others[1:] {
		names = append(names, fmt.Sprintf("one client, %d idle", n))
	}
	for i, name := range names {
		u := &took[i]
		t.add(name, u.wall.per(n).scaled(1e-3), u.wall.over(took[0].wall), u.wall.over(took[1].wall),
			u.cpu.per(n).scaled(1e-3), u.cpu.over(took[0].cpu), u.cpu.over(took[1].cpu))
	}
	t.published("no measurable overhead where nothing is composed", "Pan, Hindman and Asanović, PLDI 2010")
	s.show(t)
	return nil
}

// channels are clients that run small batches all at the same time.
type channels struct {
	runs    []func() error
	pools   []*workpool.Pool
	threads int // of the operating system that may run at once
}

// openChannels opens clients that do the same simulations, each in its own
// goroutine: in one pool, or with a pool each; on a thread per CPU, or with a thread
// for every worker.
func (s *session) openChannels(sims *simulations, clients, workers int, shared, threads bool) (*channels, error) {
	c := &channels{threads: runtime.GOMAXPROCS(0)}
	var pool *workpool.Pool
	var scratch simulators
	for range clients {
		if pool == nil || !shared {
			var err error
			if pool, err = workpool.Open(workpool.Settings{Workers: workers, Threads: threads}); err != nil {
				c.close()
				return nil, err
			}
			c.pools, scratch = append(c.pools, pool), newSimulators(sims.model, workers, sesame.Tuning{})
		}
		q := pooled{pool, pool.Register("channel", workpool.Compute)}
		c.runs = append(c.runs, sims.through(s.ctx, q, together, scratch.simulate))
	}
	if threads {
		c.threads = max(c.threads, workers*len(c.pools))
	}
	return c, nil
}

func (c *channels) close() {
	for _, p := range c.pools {
		p.Close()
	}
}

// run has all clients do all their batches.
func (c *channels) run() error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(c.threads))
	failed := make([]error, len(c.runs))
	var all sync.WaitGroup
	for i, run := range c.runs {
		all.Go(func() { failed[i] = run() })
	}
	all.Wait()
	return errors.Join(failed...)
}

// manyClients repeats Lithe's audio experiment.
func (s *session) manyClients() error {
	sys, err := s.system()
	if err != nil {
		return err
	}
	workers := s.workers(runtime.GOMAXPROCS(0))[0]
	sims := sys.simulations(pick(s.Size, 160, 80, 40), s.Seed).inBatches(2 * together)
	t := Table{Name: "clients", Title: fmt.Sprintf("Clients that run small batches at the same time: %d worker(s)", workers), Clock: Both,
		Note: fmt.Sprintf("Every client does %d simulations of %s in batches that are two jobs for the workers, one batch after the other. In one pool\n"+
			"all clients share the workers; with a pool each everyone has as many workers, on a thread per CPU or with a thread each. × is over one\n"+
			"pool; switches are those of the operating system. Many threads get more of a machine that others are using, so that wall time favours them there.", len(sims.jobs), sims.name)}
	ways := []string{"one pool", "a pool each", "a pool each, threads"}
	t.columns("wall", "µs/simulation", "×", "", "CPU time", "µs/simulation", "×", "", "voluntary switches", "/simulation", "involuntary switches", "/simulation")
	plot := newPlot("Many clients", "clients", "CPU time per simulation (µs)", ways...)
	for _, clients := range pick(s.Size, []int{1, 2, 4, 8, 16, 32, 64, 128}, []int{1, 8, 128}, []int{1, 16}) {
		took, err := s.channels(sims, clients, workers)
		if err != nil {
			return err
		}
		n := float64(clients * len(sims.jobs))
		for i, way := range ways {
			u := &took[i]
			t.add(fmt.Sprintf("%d clients, %s", clients, way), u.wall.per(n).scaled(1e-3), u.wall.over(took[0].wall), u.cpu.per(n).scaled(1e-3), u.cpu.over(took[0].cpu),
				u.voluntary.each(n), u.involuntary.each(n))
			plot.Series[i].add(float64(clients), u.cpu.per(n).scaled(1e-3))
		}
	}
	t.published("with a thread each, channels slow each other down; under Lithe they do not; curves without figures", "Pan, thesis defence, MIT 2010: audio with 1 to 128 channels")
	s.show(t, plot)
	return nil
}

// channels measures clients in one pool, with a pool each, and that with threads.
func (s *session) channels(sims *simulations, clients, workers int) ([]taken, error) {
	var variants []func() error
	for _, way := range []struct{ shared, threads bool }{{true, false}, {false, false}, {false, true}} {
		c, err := s.openChannels(sims, clients, workers, way.shared, way.threads)
		if err != nil {
			return nil, err
		}
		defer c.close()
		variants = append(variants, c.run)
	}
	return s.interleave(variants...)
}
