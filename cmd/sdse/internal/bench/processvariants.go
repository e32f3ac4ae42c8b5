package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"sdse/sesame"
)

// measureProcesses measures all ways and shows what they took.
func (s *session) measureProcesses(name string, workers int, p *processes) error {
	s.probes = p.probes()
	defer func() { s.probes = nil }()
	took, err := s.interleave(p.each(p.throughShell), p.each(p.directly), p.each(p.idly), p.each(p.byChild),
		p.sims.through(s.ctx, p.queue, together, newSimulators(p.sims.model, workers, sesame.Tuning{}).simulate))
	if err != nil {
		return err
	}
	if err := p.close(); err != nil {
		return err
	}
	s.show(p.compared(name, workers, took))
	return s.translation(name, p.sims, workers)
}

// compared makes the table and the plot.
func (p *processes) compared(name string, workers int, took []taken) (Table, Plot) {
	t := Table{Name: name, Title: "Process models: " + p.sims.name, Clock: Both,
		Note: fmt.Sprintf("%d simulations of random mappings at a time on %d worker(s); figures are per simulation, of this process and all children. Makespan\n"+
			"and energy of every simulation are the same in all of them. A process reads the platform, the applications and its mapping each time,\n"+
			"and prints its account as JSON, which is read here; a child has read them before the time begins. In process, workers take %d\n"+
			"simulations at a time, as in explorations. The process that does nothing (true) shows what this machine takes to start any.", len(p.sims.jobs), workers, together)}
	t.columns("wall", "µs", "in process is faster by", "×", "user", "µs", "system", "µs", "page faults", "", "context switches", "")
	plot := newPlot(t.Title, "", "time per simulation (µs)", "wall time", "CPU time")
	plot.Log = true
	n := float64(len(p.sims.jobs))
	for i, way := range []string{"process through the shell", "process", "(a process that does nothing)", "child per worker", "in process"} {
		k := &took[i]
		with := func(own samples, probe int) samples { return own.with(k.probes[probe], sum) }
		wall, user, system := k.wall.per(n).scaled(1e-3), with(k.user, 0), with(k.system, 1)
		t.add(way, wall, k.wall.over(took[4].wall), user.per(n).scaled(1e-3), system.per(n).scaled(1e-3),
			with(k.minor.with(k.major, sum), 2).each(n), with(k.voluntary.with(k.involuntary, sum), 3).each(n))
		plot.Series[0].add(float64(i), wall)
		plot.Series[1].add(float64(i), user.with(system, sum).per(n).scaled(1e-3))
		plot.Cases = append(plot.Cases, way)
	}
	t.published("the program started a process per simulation through system(); a library in its place is proposed", "van Stralen and Pimentel, figure 11 and section 7.3")
	return t, plot
}

func sum(a, b float64) float64 { return a + b }

// each returns a variant that does every simulation by itself: a worker waits for
// one before it begins the next.
func (p *processes) each(simulate func(worker, job int) (sesame.Outcome, error)) func() error {
	failed := make([]error, len(p.sims.jobs))
	run := p.sims.through(p.ctx, p.queue, 1, func(worker, first int, jobs []sesame.Job) {
		jobs[0].Outcome, failed[first] = simulate(worker, first)
	})
	return func() error {
		wrong := run()
		if err := errors.Join(failed...); err != nil {
			return err
		}
		return wrong
	}
}

// words are the command line of a simulation.
func (p *processes) words(job int) []string {
	return []string{p.program, "simulate", "--arch", p.sims.arch, "--mapping", mappingFile(p.dir, p.sims.of[job]),
		"--scenario", strconv.Itoa(p.sims.jobs[job].Scenario), "--json"}
}

// throughShell goes the way of the C library's system(), which the paper's worker
// threads went.
func (p *processes) throughShell(_, job int) (sesame.Outcome, error) {
	words := p.words(job)
	for i, w := range words {
		words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return outcomeOf(exec.Command("sh", "-c", strings.Join(words, " ")))
}

func (p *processes) directly(_, job int) (sesame.Outcome, error) {
	words := p.words(job)
	return outcomeOf(exec.Command(words[0], words[1:]...))
}

// idly starts a process that does nothing, and so computes nothing: the outcome is
// taken for granted.
func (p *processes) idly(_, job int) (sesame.Outcome, error) {
	return p.sims.jobs[job].Outcome, exec.Command("true").Run()
}

func (p *processes) byChild(worker, job int) (sesame.Outcome, error) {
	return p.children[worker].simulate(p.sims.of[job], p.sims.jobs[job].Scenario)
}

// outcomeOf runs a process and reads the account that it prints.
func outcomeOf(process *exec.Cmd) (sesame.Outcome, error) {
	text, failed := process.Output()
	var account struct {
		Scenarios []struct {
			Makespan sesame.Time   `json:"makespan_ps"`
			Energy   sesame.Energy `json:"energy_fj"`
			Failure  string        `json:"failure"`
		} `json:"scenarios"`
	}
	if err := json.Unmarshal(text, &account); err != nil || len(account.Scenarios) != 1 {
		var exit *exec.ExitError
		if errors.As(failed, &exit) {
			failed = fmt.Errorf("%w: %s", failed, exit.Stderr)
		}
		return sesame.Outcome{}, fmt.Errorf("%s told no outcome: %w", process, errors.Join(failed, err))
	}
	told := account.Scenarios[0]
	for f := sesame.None; f <= sesame.EventLimit; f++ {
		if f.String() == told.Failure {
			return sesame.Outcome{Makespan: told.Makespan, Energy: told.Energy, Failure: f}, nil
		}
	}
	return sesame.Outcome{}, fmt.Errorf("%s told of an unknown failure, %q", process, told.Failure)
}

// probes read what the children have used so far, which the system tells of a
// process only when it has ended: user and system time in seconds, page faults and
// context switches.
func (p *processes) probes() []func() float64 {
	total := func(of func(u *usage) float64) func() float64 {
		return func() (total float64) {
			for _, c := range p.children {
				// A child that does not answer fails the next simulation.
				if u, err := c.used(); err == nil {
					total += of(&u)
				}
			}
			return total
		}
	}
	return []func() float64{
		total(func(u *usage) float64 { return u.user.Seconds() }),
		total(func(u *usage) float64 { return u.system.Seconds() }),
		total(func(u *usage) float64 { return float64(u.minor + u.major) }),
		total(func(u *usage) float64 { return float64(u.voluntary + u.involuntary) }),
	}
}
