package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// processModel repeats figures 10 and 11 and section 7.3 of "Using Chip
// Multithreading to Speed Up Scenario-Based Design Space Exploration".
func processModel() Benchmark {
	return Benchmark{
		Name:  "process-model",
		Usage: "a process per simulation, a child per worker, or all in one process",
		Description: `Simulates the same mappings by starting "sdse simulate" for each, through the
shell and directly, by a child per worker that is asked over a pipe, and in this
process. Shows what a simulation takes and how many pages are faulted in, for one
frame of an MJPEG encoder and for a system to explore.`,
		Jobs: "simulations of a batch", Workers: "workers, the first number counts", Arch: "the larger system",
		parts: []part{{"frame", (*session).processesOnFrame}, {"system", (*session).processesOnSystem}},
	}
}

// processesOnFrame compares the process models on a simulation of some 3,000 events.
func (s *session) processesOnFrame() error {
	dir, err := os.MkdirTemp("", "sdse-bench-")
	if err != nil {
		return fmt.Errorf("make a directory for inputs: %w", err)
	}
	defer os.RemoveAll(dir)
	sys, designs, err := oneFrame(dir, s.Seed)
	if err != nil {
		return err
	}
	jobs := s.jobs(pick(s.Size, 64, 32, 8))
	// Every job has its own mapping as long as there are enough.
	return s.compareProcesses("frame", dir, sys.simulate(designs[:min(jobs, len(designs))], jobs))
}

// processesOnSystem compares them on the system that is explored elsewhere.
func (s *session) processesOnSystem() error {
	sys, err := s.system()
	if err != nil {
		return err
	}
	if sys.arch == "" {
		s.showNoProcesses("system", sys.name, "there are no files for processes to read: give some with --arch")
		return nil
	}
	dir, err := os.MkdirTemp("", "sdse-bench-")
	if err != nil {
		return fmt.Errorf("make a directory for inputs: %w", err)
	}
	defer os.RemoveAll(dir)
	jobs := s.jobs(pick(s.Size, 64, 16, 4))
	return s.compareProcesses("system", dir, sys.simulate(sys.designs(min(jobs, 8), s.Seed), jobs))
}

// processes are the ways to do simulations in processes.
type processes struct {
	ctx      context.Context
	sims     *simulations
	queue    queue
	program  string
	dir      string // with the mappings
	children []*child
}

func (s *session) compareProcesses(name, dir string, sims *simulations) error {
	workers := s.workers(runtime.GOMAXPROCS(0))[0]
	p := &processes{ctx: s.ctx, sims: sims, queue: openPool(workers), dir: dir}
	defer p.queue.close()
	if err := sims.writeMappings(dir, sims.mappings); err != nil {
		return err
	}
	var why string
	if p.program, why = s.program(); why != "" {
		s.showNoProcesses(name, sims.name, why)
		return nil
	}
	defer p.close()
	for range workers {
		c, err := newChild(p.program, "bench", "child", "--arch", sims.arch, "--mapping", frontFile(dir))
		if err != nil {
			return err
		}
		p.children = append(p.children, c)
	}
	return s.measureProcesses(name, workers, p)
}

// showNoProcesses says why nothing was measured.
func (s *session) showNoProcesses(part, system, why string) {
	t := Table{Name: part, Title: "Process models: " + system, Clock: Both, Note: "A simulation by a process, by a child, and in this process."}
	t.columns("wall", "µs")
	t.without("all", why)
	s.show(t)
}

// program returns the sdse program, or why it cannot be started.
func (s *session) program() (program, why string) {
	if s.Program != "" {
		return s.Program, ""
	}
	program, err := os.Executable()
	switch {
	case err != nil:
		return "", err.Error()
	case strings.HasSuffix(program, ".test"):
		return "", "this process is a test, not sdse" // which would start itself for ever
	}
	return program, ""
}

// close ends the children.
func (p *processes) close() error {
	var all error
	for _, c := range p.children {
		all = errors.Join(all, c.close())
	}
	p.children = nil
	return all
}
