package sesame_test

import (
	"testing"

	"sdse/sesame"
)

// policy changes the policy of all processors.
func policy(of sesame.Policy, slice sesame.Time, preemptive bool) func(*sesame.Platform) {
	return func(p *sesame.Platform) {
		p.Types[0].Policy, p.Types[0].Slice, p.Types[0].Preemptive = of, slice, preemptive
	}
}

const threeExecutes = `
process = [
	{ name = "p0", trace = "exec tick*10" },
	{ name = "p1", trace = "exec tick*3" },
	{ name = "p2", trace = "exec tick*5" } ]
`

func TestSlices(t *testing.T) {
	s := rig(t, threeExecutes, policy(sesame.RoundRobin, 4*ns, false))
	st := s.done(t, s.on(t, "aaa"))
	// p0 0–4 and 6 left, p1 4–7, p2 7–11 and 1 left, p0 11–15 and 2 left, p2 15–16,
	// p0 16–18.
	wantFinish(t, st, 18*ns, 7*ns, 16*ns)
	wantCounts(t, st, 6, 6, 3)
	wantTime(t, "executing", st.Processors[0].Execute, 18*ns)
}

func TestEveryPieceIsDispatched(t *testing.T) {
	s := rig(t, threeExecutes, policy(sesame.RoundRobin, 4*ns, false))
	s.platform.Types[0].Dispatch, s.platform.Types[0].Switch = 1000, 2000
	st := s.done(t, s.on(t, "aaa"))
	// The same pieces, each after 3: 3–7, 10–13, 16–20, 23–27, 30–31, 34–36.
	wantFinish(t, st, 36*ns, 13*ns, 31*ns)
	wantTime(t, "dispatching", st.Processors[0].Dispatch, 18*ns)
}

// TestASliceGoesOnIfNobodyIsReady has p1 become ready within a slice, at the end
// of one by an event that takes time, and at the end of one by an event that takes none.
func TestASliceGoesOnIfNobodyIsReady(t *testing.T) {
	app := func(writer string) string {
		return `
process = [
	{ name = "p0", trace = "exec tick*10" },
	{ name = "p1", trace = "read c; exec tick*3" },
	{ name = "writer", trace = "` + writer + `" } ]
channel = [ { name = "c", from = "writer", to = "p1", token = "8 B" } ]
`
	}
	for _, c := range []struct {
		what, writer string
		path         int
		p0, p1       sesame.Time
	}{
		// The slice that ends at 4 goes on, that which ends at 8 does not: p1
		// reads and, as p0 comes before it, executes when p0's rest is done: 10–13.
		{"within a slice", "exec tick*5; write c", byIdeal, 10, 13},
		// Over X it takes 12: p1 is ready at 12, when p0 has ended.
		{"too late", "write c", byX, 10, 15},
		// p1 is ready at 4 by a read that is enabled in the second round of that instant,
		// after it has been decided that the slice goes on to 8.
		{"at the end of a slice, too late", "exec tick*4; write c", byIdeal, 10, 13},
	} {
		s := rig(t, app(c.writer), policy(sesame.RoundRobin, 4*ns, false))
		st := s.done(t, s.on(t, "aab", c.path))
		wantFinish(t, st, c.p0*ns, c.p1*ns)
		if want := int64(1); c.what != "too late" && st.Processors[0].Preemptions != want {
			t.Errorf("%s: %d preemptions, want %d", c.what, st.Processors[0].Preemptions, want)
		}
	}
}

// TestTheEndOfASliceIsACompletion has p1 become ready at the very end of a slice, by a
// transfer that takes time: both are completions of that instant.
func TestTheEndOfASliceIsACompletion(t *testing.T) {
	s := rig(t, `
process = [
	{ name = "p0", trace = "exec tick*30" },
	{ name = "p1", trace = "read c; exec tick*3" },
	{ name = "writer", trace = "write c" } ]
channel = [ { name = "c", from = "writer", to = "p1", token = "8 B" } ]
`, policy(sesame.RoundRobin, 6*ns, false))
	st := s.done(t, s.on(t, "aab", byX))
	// p0 0–12, interrupted at the end of its second slice; p1 reads at 12 and queues
	// anew; p0 12–18, p1 18–21, p0 21–33.
	wantFinish(t, st, 33*ns, 21*ns)
	wantCounts(t, st, 5, 5, 2)
}

// TestRoundRobinPerEvent takes the next number after the last, not who has waited longest.
func TestRoundRobinPerEvent(t *testing.T) {
	s := rig(t, `
process = [
	{ name = "p0", trace = "3*(exec tick*2)" },
	{ name = "p1", trace = "read c; exec tick*3" },
	{ name = "p2", trace = "2*(exec tick*5)" },
	{ name = "writer", trace = "exec tick*6; write c" } ]
channel = [ { name = "c", from = "writer", to = "p1", token = "8 B" } ]
`, policy(sesame.RoundRobin, 0, false))
	st := s.done(t, s.on(t, "aaab", byIdeal))
	// p0 0–2, p2 2–7, p0 7–9; p1 has been ready since 6, later than p2, but is next:
	// it reads at 9; p2 9–14, p0 14–16, p1 16–19.
	wantFinish(t, st, 16*ns, 19*ns, 14*ns, 6*ns)
	wantCounts(t, st, 7, 7, 0)
}

// urgencies sets the priorities of the processes.
func (s *system) urgencies(of ...int) *system {
	for i, u := range of {
		s.space.Applications[0].Processes[i].Priority = u
	}
	return s
}

const urgentReader = `
process = [
	{ name = "p0", trace = "exec tick*10" },
	{ name = "p1", trace = "read c; exec tick*3" },
	{ name = "p2", trace = "exec tick*2" },
	{ name = "writer", trace = "exec tick*4; write c" } ]
channel = [ { name = "c", from = "writer", to = "p1", token = "8 B" } ]
`

func TestPriority(t *testing.T) {
	s := rig(t, urgentReader, policy(sesame.Priority, 0, false)).urgencies(5, 1, 5, 0)
	st := s.done(t, s.on(t, "aaab", byIdeal))
	// p0 0–10; p1 is ready since 4 and more urgent than p2: 10–13; p2 13–15.
	wantFinish(t, st, 10*ns, 13*ns, 15*ns, 4*ns)
	wantCounts(t, st, 4, 3, 0)
}

func TestPreemption(t *testing.T) {
	s := rig(t, urgentReader, policy(sesame.Priority, 0, true)).urgencies(5, 1, 5, 0)
	st := s.done(t, s.on(t, "aaab", byIdeal))
	// p0 0–4 and 6 left; p1 reads at 4, executes 4–7; p0 keeps its ready time, 0,
	// and goes on for the lower number: 7–13; p2 13–15.
	wantFinish(t, st, 13*ns, 7*ns, 15*ns, 4*ns)
	wantCounts(t, st, 5, 4, 1)
}

// TestThePreemptedKeepsItsReadyTime is the same, but p0 has the higher number and the
// other of equal urgency became ready after it.
func TestThePreemptedKeepsItsReadyTime(t *testing.T) {
	s := rig(t, `
process = [
	{ name = "p0", trace = "read d; exec tick*2" },
	{ name = "p1", trace = "read c; exec tick*3" },
	{ name = "p2", trace = "exec tick*10" },
	{ name = "writer", trace = "exec tick*2; write d; exec tick*2; write c" } ]
channel = [
	{ name = "c", from = "writer", to = "p1", token = "8 B" },
	{ name = "d", from = "writer", to = "p0", token = "8 B" } ]
`, policy(sesame.Priority, 0, true)).urgencies(5, 1, 5, 0)
	st := s.done(t, s.on(t, "aaab", byIdeal, byIdeal))
	// p2 0–4, p1 4–7, p2 7–13, then p0, ready since 2: read at 13, 13–15.
	wantFinish(t, st, 15*ns, 7*ns, 13*ns, 4*ns)
}

// TestPreemptedAtTheFirstInstant has the urgent process become ready at the instant at which
// the other's execute begins, after its dispatch: nothing of it is done.
func TestPreemptedAtTheFirstInstant(t *testing.T) {
	s := rig(t, urgentReader, policy(sesame.Priority, 0, true)).urgencies(5, 1, 5, 0)
	slow := s.platform.Types[0]
	s.platform.Types = append(s.platform.Types, slow)
	s.platform.Types[1].Dispatch = 4000
	s.platform.Processors[0].Type = 1
	st := s.done(t, s.on(t, "aaab", byIdeal))
	// p0 is picked 0–4 and starts at 4, where p1 becomes ready: p1 is picked 4–8, reads, is
	// picked 8–12 and executes 12–15; p0 is picked 15–19: 19–29; p2 29–33: 33–35.
	wantFinish(t, st, 29*ns, 15*ns, 35*ns, 4*ns)
	wantCounts(t, st, 5, 4, 1)
	wantTime(t, "executing", st.Processors[0].Execute, 15*ns)
}

// TestTransfersAreNotInterrupted has the urgent process wait for a transfer of 20.
func TestTransfersAreNotInterrupted(t *testing.T) {
	s := rig(t, `
process = [
	{ name = "p0", trace = "write d; exec tick*2" },
	{ name = "p1", trace = "read c; exec tick*3" },
	{ name = "writer", trace = "exec tick*4; write c" },
	{ name = "sink", trace = "read d" } ]
channel = [
	{ name = "c", from = "writer", to = "p1", token = "8 B" },
	{ name = "d", from = "p0", to = "sink", token = "8 B" } ]
`, policy(sesame.Priority, 0, true)).urgencies(5, 1, 0, 0)
	st := s.done(t, s.on(t, "aabb", byIdeal, bySlow))
	wantFinish(t, st, 25*ns, 23*ns, 4*ns, 20*ns)
	wantCounts(t, st, 4, 3, 0)
}

func TestContextSwitches(t *testing.T) {
	for _, c := range []struct {
		mode      sesame.SwitchMode
		alone     sesame.Time
		p0, p1    sesame.Time
		dispatch  sesame.Time
		switching string
	}{
		// Alone: the first pick is a change, the second is not, 2 + 3 and 2.
		// With p1: p0, p1, p0, each a change.
		{sesame.OnChange, 5 + 10 + 2 + 10, 5 + 10 + 5 + 4 + 5 + 10, 5 + 10 + 5 + 4, 15, "on change"},
		{sesame.Always, 5 + 10 + 5 + 10, 5 + 10 + 5 + 4 + 5 + 10, 5 + 10 + 5 + 4, 15, "always"},
		{sesame.Never, 2 + 10 + 2 + 10, 2 + 10 + 2 + 4 + 2 + 10, 2 + 10 + 2 + 4, 6, "never"},
	} {
		change := func(p *sesame.Platform) {
			p.Types[0].Dispatch, p.Types[0].Switch, p.Types[0].SwitchWhen = 2000, 3000, c.mode
		}
		s := rig(t, `process = [ { name = "p0", trace = "2*(exec tick*10)" } ]`, change)
		st := s.done(t, s.on(t, "a"))
		wantTime(t, c.switching+", alone", st.Makespan, c.alone*ns)
		wantCounts(t, st, 2, 1, 0)
		s = rig(t, `process = [ { name = "p0", trace = "2*(exec tick*10)" }, { name = "p1", trace = "exec tick*4" } ]`, change)
		st = s.done(t, s.on(t, "aa"))
		wantFinish(t, st, c.p0*ns, c.p1*ns)
		wantTime(t, c.switching+", dispatching", st.Processors[0].Dispatch, c.dispatch*ns)
		wantCounts(t, st, 3, 3, 0)
	}
}

// TestSwitchAndDispatchAreRoundedOnce: at 1.5 GHz a cycle is 667 ps and two are 1333.
// Idling in between does not make a switch.
func TestSwitchAndDispatchAreRoundedOnce(t *testing.T) {
	s := rig(t, `
process = [ { name = "p0", trace = "exec tick*3; read c; exec tick*3" }, { name = "writer", trace = "exec tick*9; write c" } ]
channel = [ { name = "c", from = "writer", to = "p0", token = "8 B" } ]
`, func(p *sesame.Platform) {
		p.Types[0].Dispatch, p.Types[0].Switch = 1000, 1000
		p.Types[0].Points[0].Frequency = 1_500_000_000
	})
	st := s.done(t, s.on(t, "ab", byIdeal))
	// The writer: 1333 + 6000, then 667 for the write. p0 then: 667 and 667 + 2000.
	wantFinish(t, st, 8000+667+667+2000, 8000)
	wantTime(t, "dispatching", st.Processors[0].Dispatch, 1333+667+667)
	wantCounts(t, st, 3, 1, 0)
}
