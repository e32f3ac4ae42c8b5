package bench

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"sdse/sesame"
)

// A child is a process that simulates for another one, until it is told to end: a
// way between a process per simulation and none at all. It reads a line for each
// simulation, the numbers of a design and of a scenario, and answers with the
// outcome, makespan, energy and failure; to a line "used" it answers with what it
// has used of the machine so far. Lines are text, because what a pipe takes does
// not depend on what is in it.

// Serve is the life of a child: it answers until there is nothing more to read.
func Serve(model *sesame.Model, designs [][]int, in io.Reader, out io.Writer) error {
	sim, answers := model.NewSimulator(), bufio.NewWriter(out)
	for questions := bufio.NewScanner(in); questions.Scan(); {
		if questions.Text() == "used" {
			u := used()
			fmt.Fprintln(answers, int64(u.user), int64(u.system), u.voluntary, u.involuntary, u.minor, u.major)
		} else {
			var design, scenario int
			if _, err := fmt.Sscan(questions.Text(), &design, &scenario); err != nil || design < 0 || design >= len(designs) || scenario < 0 || scenario >= model.Space.Len() {
				return fmt.Errorf("there is no simulation %q", questions.Text())
			}
			sim.Bind(designs[design])
			o := sim.Simulate(scenario)
			fmt.Fprintln(answers, uint64(o.Makespan), uint64(o.Energy), uint8(o.Failure))
		}
		if err := answers.Flush(); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
	return nil
}

// child is the parent's end.
type child struct {
	process   *exec.Cmd
	questions io.WriteCloser
	answers   *bufio.Reader
	complaint bytes.Buffer // to be read when the process has ended
}

// newChild starts a program that serves. It must be closed.
func newChild(program string, args ...string) (*child, error) {
	c := &child{process: exec.Command(program, args...)}
	in, err := c.process.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start a child: %w", err)
	}
	out, err := c.process.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a child: %w", err)
	}
	c.questions, c.answers, c.process.Stderr = in, bufio.NewReader(out), &c.complaint
	if err := c.process.Start(); err != nil {
		return nil, fmt.Errorf("start a child: %w", err)
	}
	return c, nil
}

// simulate has the child simulate a design, by its number, in a scenario.
func (c *child) simulate(design, scenario int) (o sesame.Outcome, err error) {
	var makespan, energy uint64
	var failure uint8
	err = c.ask(fmt.Sprintln(design, scenario), &makespan, &energy, &failure)
	return sesame.Outcome{Makespan: sesame.Time(makespan), Energy: sesame.Energy(energy), Failure: sesame.Failure(failure)}, err
}

// used asks the child what it has used.
func (c *child) used() (u usage, err error) {
	var user, system int64
	err = c.ask("used\n", &user, &system, &u.voluntary, &u.involuntary, &u.minor, &u.major)
	u.user, u.system = time.Duration(user), time.Duration(system)
	return u, err
}

func (c *child) ask(question string, answer ...any) error {
	if _, err := io.WriteString(c.questions, question); err != nil {
		return fmt.Errorf("ask a child: %w", err)
	}
	line, err := c.answers.ReadString('\n')
	if err != nil {
		c.process.Wait() // its error says no more than this one
		return fmt.Errorf("a child answered nothing: %w\n%s", err, &c.complaint)
	}
	if _, err := fmt.Sscan(line, answer...); err != nil {
		return fmt.Errorf("a child answered %q: %w", line, err)
	}
	return nil
}

// close lets the child end, and waits for it.
func (c *child) close() error {
	return errors.Join(c.questions.Close(), c.process.Wait())
}
