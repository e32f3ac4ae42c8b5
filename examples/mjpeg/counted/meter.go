package counted

import (
	"errors"
	"fmt"

	"sdse/kpn"
)

// Meter measures one operation of one process: what an execution costs, and how
// often it was done. An operation has a fixed cost; work that depends on data
// is cut into operations that are done a varying number of times. Operations
// may nest, because each counts in its own meter.
//
// A meter is first tried on any data, then declared to the network, then used
// and recorded by its process, then checked.
type Meter struct {
	name  string
	op    kpn.Op
	cost  Machine // of one execution, as declared
	spent Machine // everything counted
	times int64   // executions
	fault error   // found when it was declared
	told  int64   // executions that were recorded
}

// Once begins one more execution and returns the machine to do it on.
func (t *Meter) Once() *Machine {
	t.times++
	return &t.spent
}

// Declare adds the operation to the network, with the cost of the executions
// tried so far as its signature, and sets the meter back to none. If they had no
// fixed cost, Check will say so.
func (t *Meter) Declare(n *kpn.Network, name string) {
	cost := t.spent.over(max(t.times, 1))
	tried := Meter{name: name, cost: cost, spent: t.spent, times: t.times, told: t.times}
	fault := tried.Check()
	if t.times == 0 {
		fault = fmt.Errorf("counted: operation %s was declared untried", name)
	}
	*t = Meter{name: name, op: n.Operation(name, cost.Counts()...), cost: cost, fault: fault}
}

// Record makes the process record the executions since the last Record, as one
// event, or as none if there were none.
func (t *Meter) Record(p *kpn.Node) {
	p.Execute(t.op, t.times-t.told)
	t.told = t.times
}

// Check returns an error unless every execution was recorded and all of them
// together cost what was declared. Every process ends with it, so a wrong
// signature is never recorded.
func (t *Meter) Check() error {
	if t.fault != nil {
		return t.fault
	}
	if t.told != t.times {
		return fmt.Errorf("counted: %d of %d executions of operation %s were recorded", t.told, t.times, t.name)
	}
	if want := t.cost.times(t.times); want != t.spent {
		return fmt.Errorf("counted: %d executions of operation %s took %+v, not %+v", t.times, t.name, t.spent, want)
	}
	return nil
}

// Times returns the number of executions.
func (t *Meter) Times() int64 { return t.times }

// Meters are those of one process, in the order in which it records them.
type Meters []*Meter

// Record records all of them.
func (all Meters) Record(p *kpn.Node) {
	for _, t := range all {
		t.Record(p)
	}
}

// Check checks all of them.
func (all Meters) Check() error {
	faults := make([]error, len(all))
	for i, t := range all {
		faults[i] = t.Check()
	}
	return errors.Join(faults...)
}

func (m Machine) times(n int64) Machine {
	return Machine{m.ALU * n, m.Mul * n, m.Load * n, m.Store * n, m.Branch * n}
}

func (m Machine) over(n int64) Machine {
	return Machine{m.ALU / n, m.Mul / n, m.Load / n, m.Store / n, m.Branch / n}
}
