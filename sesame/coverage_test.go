package sesame_test

import (
	"testing"

	"sdse/sesame"
)

// coverage counts what the random systems did, so that a generator that has
// stopped to make trouble is noticed.
type coverage struct {
	systems, simulations int
	failures             [sesame.EventLimit + 1]int
	waiting, empty       int
	policies             [sesame.Priority + 1]int
	ruled                [ruleCount]int // systems in which a rule had an effect
}

func (c *coverage) note(st *sesame.Statistics) {
	c.simulations++
	c.failures[st.Failure]++
	if st.Failure == sesame.None && st.Makespan == 0 {
		c.empty++
	}
	for _, use := range st.Components {
		if use.Waiting > 0 {
			c.waiting++
			break
		}
	}
}

// effects notes the rules that had an effect in a system.
func (c *coverage) effects(s *system) {
	for rule, times := range s.rules {
		if times > 0 {
			c.ruled[rule]++
		}
	}
	for _, p := range s.platform.Processors {
		c.policies[s.platform.Types[p.Type].Policy]++
	}
}

func (c *coverage) add(o *coverage, really bool) {
	if !really {
		return
	}
	c.systems, c.simulations = c.systems+o.systems, c.simulations+o.simulations
	c.waiting, c.empty = c.waiting+o.waiting, c.empty+o.empty
	for i, n := range o.failures {
		c.failures[i] += n
	}
	for i, n := range o.policies {
		c.policies[i] += n
	}
	for i, n := range o.ruled {
		c.ruled[i] += n
	}
}

// needs is the features without which a rule has no effect.
var needs = map[rule]feature{
	ruleNoChange: contextSwitches, ruleSwitchAlways: contextSwitches, ruleSwitchNever: contextSwitches,
	ruleSliced: roundRobin, ruleSliceAgain: roundRobin, rulePreempted: priorities, rulePreemptedAtOnce: priorities,
	ruleForwarded: storeAndForward, ruleIssued: dma, ruleSeveralWrites: dma, ruleReadByDMA: dma,
	ruleUrgentFirst: arbitration, ruleInTurn: arbitration, ruleTDMAWaited: tdma, ruleTDMAPaused: tdma, ruleTDMATogether: tdma,
	ruleRouted: networks, ruleWrapped: networks, rulePerCluster: clusters, ruleSameCluster: clusters, ruleDifferentCluster: clusters,
	rulePerPair: pairs, ruleCrossbar: pairs, ruleFIFO: pairs, ruleAtOtherEnd: pairs, ruleRelease: timing, ruleMissed: timing,
	ruleFiring: firings, ruleUnits: told, ruleUnitTimes: told, ruleToldTime: told,
	ruleOwnEnergy: energies, ruleVoltage: energies, rulePerCycle: energies, ruleWholeCycles: wholeCycles,
}

// check wants everything that the features allow to have happened in at least a
// few systems of a hundred, or of a thousand if it is rare.
func (c *coverage) check(t *testing.T, features feature) {
	t.Helper()
	t.Logf("%d systems, %d simulations, %d with waiting for a component, %d in no time", c.systems, c.simulations, c.waiting, c.empty)
	enough := func(what string, n, of int, share float64) {
		t.Logf("%7d (%4.1f%%) %s", n, 100*float64(n)/float64(max(1, of)), what)
		if c.systems >= 1000 && float64(n) < share*float64(of) {
			t.Errorf("%s: only %d in %d, too few for the comparison to mean much", what, n, of)
		}
	}
	enough("waiting for a component", c.waiting, c.simulations, 0.1)
	enough("no time at all", c.empty, c.simulations, 0.005)
	for failure, n := range c.failures {
		switch f := sesame.Failure(failure); {
		case f == sesame.None:
			enough("success", n, c.simulations, 0.4)
		case f == sesame.NoPath || f == sesame.Deadlock:
			enough(f.String(), n, c.simulations, 0.01)
		case f == sesame.Overflow && features.has(overflow):
			enough(f.String(), n, c.simulations, 0.001)
		case f != sesame.Overflow && features.has(limits):
			enough(f.String(), n, c.simulations, 0.005)
		}
	}
	policies := map[sesame.Policy]feature{sesame.RoundRobin: roundRobin, sesame.Priority: priorities}
	names := [...]string{"fcfs", "run-to-block", "round-robin", "priority"}
	for policy, n := range c.policies {
		if features.has(policies[sesame.Policy(policy)]) {
			enough("processors with "+names[policy], n, c.systems, 0.2)
		}
	}
	for r, n := range c.ruled {
		if features.has(needs[rule(r)]) {
			enough("systems with "+rule(r).String(), n, c.systems, 0.002)
		}
	}
}
