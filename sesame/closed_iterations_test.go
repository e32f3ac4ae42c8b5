package sesame_test

import (
	"testing"

	"sdse/kpn"
	"sdse/scenarios"
	"sdse/sesame"
)

// threePairs is a producer and a consumer that do three iterations.
const threePairs = `
[[process]]
name = "p"
trace = "exec tick*4; write c"
[[process]]
name = "q"
trace = "read c; exec tick*9"
[[channel]]
name = "c"
from = "p"
to = "q"
token = "8 B"
capacity = 3
[[scenario]]
name = "only"
iterations = 3
`

func TestPeriods(t *testing.T) {
	s := rig(t, threePairs, nil)
	app := s.space.Applications[0]
	genes := s.on(t, "ab", byIdeal)
	// Without a period all goes on: p 0–4, 4–8, 8–12, q 4–13, 13–22, 22–31.
	st := s.done(t, genes)
	wantTimes(t, "starts", st.Applications[0].Starts, 0, 4*ns, 8*ns)
	wantTimes(t, "completions", st.Applications[0].Completed, 13*ns, 22*ns, 31*ns)
	// An offset of 5 alone moves everything.
	app.Timing = kpn.Timing{Offset: 5 * ns}
	st = s.done(t, genes)
	wantTimes(t, "starts", st.Applications[0].Starts, 5*ns, 9*ns, 13*ns)
	wantTimes(t, "completions", st.Applications[0].Completed, 18*ns, 27*ns, 36*ns)
	// Released at 5, 15 and 25: p 5–9, 15–19, 25–29, q 9–18, 19–28, 29–38. Each takes 13.
	for deadline, misses := range map[int64]int{0: 0, 12 * ns: 3, 13*ns - 1: 3, 13 * ns: 0} {
		app.Timing = kpn.Timing{Period: 10 * ns, Offset: 5 * ns, Deadline: deadline}
		st = s.done(t, genes)
		wantTimes(t, "starts", st.Applications[0].Starts, 5*ns, 15*ns, 25*ns)
		wantTimes(t, "completions", st.Applications[0].Completed, 18*ns, 28*ns, 38*ns)
		if got := st.Applications[0]; got.Misses != misses || got.Timing != app.Timing {
			t.Errorf("%d misses of a deadline of %d, want %d; timing %+v", got.Misses, deadline, misses, got.Timing)
		}
	}
	// Every 6, q falls behind: released at 0, 6 and 12, complete at 13, 22 and 31,
	// after 13, 16 and 19. It does not begin iteration 1 before 6 anyway.
	app.Timing = kpn.Timing{Period: 6 * ns, Deadline: 16 * ns}
	st = s.done(t, genes)
	wantTimes(t, "starts", st.Applications[0].Starts, 0, 6*ns, 12*ns)
	wantTimes(t, "completions", st.Applications[0].Completed, 13*ns, 22*ns, 31*ns)
	if st.Applications[0].Misses != 1 {
		t.Errorf("%d misses, want 1", st.Applications[0].Misses)
	}
}

// TestASetHasItsOwnTiming: it goes before the application's.
func TestASetHasItsOwnTiming(t *testing.T) {
	s := rig(t, threePairs, nil)
	app := s.space.Applications[0]
	app.Timing = kpn.Timing{Offset: 5 * ns}
	space, err := scenarios.NewSpace(s.space.Applications, []scenarios.Set{{Name: "late", Applications: []int{0}, Weight: 1,
		Timing: []kpn.Timing{{Offset: 7 * ns}}}})
	if err != nil {
		t.Fatal(err)
	}
	s.space = space
	wantTime(t, "makespan", s.done(t, s.on(t, "ab", byIdeal)).Makespan, 38*ns)
}

// TestAReleaseWaitsForNobody: a token that comes before its reader's iteration is released
// does not start that, and a process without events neither starts nor ends anything.
func TestAReleaseWaitsForNobody(t *testing.T) {
	s := rig(t, `
[[process]]
name = "p"
trace = "2*(write c)"
[[process]]
name = "q"
trace = "read c; exec tick"
[[process]]
name = "nothing"
trace = ""
[[channel]]
name = "c"
from = "p"
to = "q"
token = "8 B"
capacity = 9
[[scenario]]
name = "only"
iterations = 2
`, nil)
	s.space.Applications[0].Timing = kpn.Timing{Period: 10 * ns}
	st := s.done(t, s.on(t, "abc", byIdeal))
	wantFinish(t, st, 10*ns, 11*ns, 0)
	wantTimes(t, "starts", st.Applications[0].Starts, 0, 10*ns)
	wantTimes(t, "completions", st.Applications[0].Completed, 1*ns, 11*ns)
}

// TestADMAWriteEndsAnIterationWithItsIssue, though it is on the way for longer.
func TestADMAWriteEndsAnIterationWithItsIssue(t *testing.T) {
	s := rig(t, writers("write c0"), byDMA)
	st := s.done(t, s.on(t, "ad", byYInDirections))
	wantTimes(t, "completions", st.Applications[0].Completed, 2*ns)
	wantTime(t, "makespan", st.Makespan, 14*ns)
}

// oneRoom is a producer and a consumer of one token of room.
const oneRoom = `
[[process]]
name = "p"
trace = "3*(exec tick*3; write c)"
[[process]]
name = "q"
trace = "3*(read c; exec tick*5)"
[[channel]]
name = "c"
from = "p"
to = "q"
token = "8 B"
`

func TestSDFFiring(t *testing.T) {
	s := rig(t, oneRoom, nil)
	genes := s.on(t, "ab", byIdeal)
	// By Kahn's rule p executes 0–3, 3–6 and 6–9: the room is there again with the
	// reads at 3 and at 8, before and after which it writes at 6 and 9. q 3–8, 8–13, 13–18.
	wantFinish(t, s.done(t, genes), 9*ns, 18*ns)
	// A firing of p claims the room before it starts, one of q gives it back when it
	// has ended: 0–3, 3–8, 8–11, 11–16, 16–19, 19–24.
	s.space.Applications[0].Firing = kpn.SDFFiring
	st := s.done(t, genes)
	wantFinish(t, st, 19*ns, 24*ns)
	if high := st.Channels[0].HighWater; high != 1 {
		t.Errorf("high water %d, want 1", high)
	}
	// With room for two, p is held up once: 0–3, 3–6, 8–11; q 3–8, 8–13, 13–18.
	s.space.Applications[0].Channels[0].Capacity = 2
	wantFinish(t, s.done(t, s.on(t, "ab", byIdeal)), 11*ns, 18*ns)
}

// TestAFiringClaimsEverything: of both channels, the tokens of both reads of c, and
// no further than the end of the iteration.
func TestAFiringClaimsEverything(t *testing.T) {
	s := rig(t, `
[[process]]
name = "p"
trace = "exec tick*2; write c; exec tick*2; write c; exec tick*2; write d"
[[process]]
name = "q"
trace = "read c; read d; read c; exec tick*5; exec tick*1; write e; write e"
[[process]]
name = "r"
trace = "read e*2; exec tick*7"
[[channel]]
name = "c"
from = "p"
to = "q"
token = "8 B"
capacity = 4
[[channel]]
name = "d"
from = "p"
to = "q"
token = "8 B"
capacity = 2
[[channel]]
name = "e"
from = "q"
to = "r"
token = "8 B"
capacity = 3
[[scenario]]
name = "only"
iterations = 2
`, nil)
	s.space.Applications[0].Firing = kpn.SDFFiring
	st := s.done(t, s.on(t, "abc", byIdeal, byIdeal, byIdeal))
	// p writes c at 2, 4, 8 and 10, d at 6 and 12. q fires at 6, when all is there:
	// 6–12, and r 12–19. It may fire again only when e has room for two: r gives
	// it back at 19: q 19–25, r 25–32.
	wantFinish(t, st, 12*ns, 25*ns, 32*ns)
	// The room of c is given back at 12, when two more tokens are there: 4 at 10.
	for i, want := range []int64{4, 2, 2} {
		if got := st.Channels[i].HighWater; got != want {
			t.Errorf("high water of %s is %d, want %d", st.Channels[i].Name, got, want)
		}
	}
}

// TestASDFDeadlockNamesWhatIsMissing: a firing that needs more room than there is.
func TestASDFDeadlockNamesWhatIsMissing(t *testing.T) {
	s := rig(t, `
process = [ { name = "p", trace = "exec tick; write c; write c" }, { name = "q", trace = "read c; read c" } ]
channel = [ { name = "c", from = "p", to = "q", token = "8 B" } ]
`, nil)
	genes := s.on(t, "ab", byIdeal)
	wantFailure(t, s.run(t, genes), sesame.None)
	s.space.Applications[0].Firing = kpn.SDFFiring
	st := s.run(t, genes)
	wantFailure(t, st, sesame.Deadlock)
	if want := []sesame.BlockedProcess{{Process: 0, Channel: 0}, {Process: 1, Channel: 0}}; len(st.Blocked) != 2 || st.Blocked[0] != want[0] || st.Blocked[1] != want[1] {
		t.Errorf("blocked %v, want %v", st.Blocked, want)
	}
}

func TestHighWater(t *testing.T) {
	s := rig(t, `
process = [
	{ name = "p", trace = "exec tick*20; write c; write c*2" },
	{ name = "q", trace = "read c; exec tick*30; read c*2" } ]
channel = [ { name = "c", from = "p", to = "q", token = "8 B", initial = 1, capacity = 5 } ]
`, nil)
	// q reads 0–20 over slow. p writes at 20, when that has ended, in no time, and again
	// at 20: three tokens.
	st := s.done(t, s.on(t, "ab", bySlowRead))
	if high := st.Channels[0].HighWater; high != 3 {
		t.Errorf("high water %d, want 3", high)
	}
	// Over X p writes 20–32 and 32–46, when the initial token has been read in no time;
	// what a write has reserved counts from its start.
	st = s.done(t, s.on(t, "ab", byX))
	wantTime(t, "p ends", st.Processes[0].Finish, 46*ns)
	if high := st.Channels[0].HighWater; high != 3 {
		t.Errorf("high water %d, want 3", high)
	}
}

// TestHighWaterIsJudgedAfterAllCompletions has a write and the end of a read meet, in both
// orders of the processes: the room is free before it is taken.
func TestHighWaterIsJudgedAfterAllCompletions(t *testing.T) {
	for _, processors := range []string{"ab", "ba"} {
		for _, first := range []string{"p", "q"} {
			p := `{ name = "p", trace = "exec tick*20; write c" }`
			q := `{ name = "q", trace = "read c; read c" }`
			if first == "q" {
				p, q = q, p
			}
			s := rig(t, `
process = [ `+p+`, `+q+` ]
channel = [ { name = "c", from = "p", to = "q", token = "8 B", initial = 1, capacity = 2 } ]
`, nil)
			st := s.done(t, s.on(t, processors, bySlowRead))
			wantTime(t, "makespan", st.Makespan, 40*ns)
			if high := st.Channels[0].HighWater; high != 1 {
				t.Errorf("%s on %s: high water %d, want 1", first, processors, high)
			}
		}
	}
}

func TestTheTimeLimit(t *testing.T) {
	s := rig(t, threeExecutes, nil)
	genes := s.on(t, "aaa")
	for limit, want := range map[sesame.Time]sesame.Failure{0: sesame.None, 18 * ns: sesame.None, 18*ns - 1: sesame.TimeLimit, 1: sesame.TimeLimit} {
		s.platform.Limits.Time = limit
		wantFailure(t, s.run(t, genes), want)
	}
}

// TestTheEventLimit counts three executes and three interruptions.
func TestTheEventLimit(t *testing.T) {
	s := rig(t, threeExecutes, policy(sesame.RoundRobin, 4*ns, false))
	genes := s.on(t, "aaa")
	for limit, want := range map[int64]sesame.Failure{0: sesame.None, 7: sesame.None, 6: sesame.None, 5: sesame.EventLimit, 3: sesame.EventLimit, 2: sesame.EventLimit} {
		s.platform.Limits.Events = limit
		wantFailure(t, s.run(t, genes), want)
	}
	// Slices of a picosecond would go on for hours.
	s.platform.Types[0].Slice = 1
	s.platform.Types[0].OperationCycles["tick"] = 1e15
	s.platform.Limits.Events = 100_000
	wantFailure(t, s.run(t, genes), sesame.EventLimit)
}

// TestAReleaseBeyondTime is an overflow and no wrap-around.
func TestAReleaseBeyondTime(t *testing.T) {
	s := rig(t, threePairs, nil)
	s.space.Applications[0].Timing = kpn.Timing{Period: 1 << 62}
	wantFailure(t, s.run(t, s.on(t, "ab", byIdeal)), sesame.Overflow)
	s.space.Applications[0].Timing = kpn.Timing{Offset: 1<<63 - 1}
	wantFailure(t, s.run(t, s.on(t, "ab", byIdeal)), sesame.Overflow)
}

// TestEnergyOfOperations: 10 + 3 + 5 executions of 2 fJ and a cycle of 3 fJ each, at the
// second point 1.5² as much for the operations, whether they are interrupted or not.
func TestEnergyOfOperations(t *testing.T) {
	s := rig(t, threeExecutes, func(p *sesame.Platform) {
		policy(sesame.RoundRobin, 4*ns, false)(p)
		p.Types[0].OperationEnergy = map[string]int64{"tick": 2}
		p.Types[0].Points[0].EnergyPerCycle, p.Types[0].Points[0].Voltage = 3, 1_000_000
		second := p.Types[0].Points[0]
		second.Name, second.Voltage, second.EnergyPerCycle = "second", 1_500_000, 4
		p.Types[0].Points = append(p.Types[0].Points, second)
	})
	genes := s.on(t, "aaa")
	if st := s.done(t, genes); st.Energy.Total != femtojoules(18*5, 1) || st.Processors[0].Dynamic != st.Energy.Total {
		t.Errorf("%s fJ, want 90 fJ", st.Energy.Total.Femtojoules())
	}
	genes[3] = 1                                                        // the point of processor a
	if st := s.done(t, genes); st.Energy.Total.Femtojoules() != "153" { // 18 × (4.5 + 4)
		t.Errorf("%s fJ, want 153 fJ", st.Energy.Total.Femtojoules())
	}
}

// TestAnIterationStartsAtItsRelease, even if its process is busy with the one before.
func TestAnIterationStartsAtItsRelease(t *testing.T) {
	s := rig(t, `
process = [ { name = "p", trace = "exec tick*9" } ]
scenario = [ { name = "only", iterations = 3 } ]
`, nil)
	s.space.Applications[0].Timing = kpn.Timing{Period: 6 * ns, Deadline: 12 * ns}
	st := s.done(t, s.on(t, "a"))
	// 0–9, 9–18 and 18–27: after 9, 12 and 15.
	wantTimes(t, "starts", st.Applications[0].Starts, 0, 6*ns, 12*ns)
	wantTimes(t, "completions", st.Applications[0].Completed, 9*ns, 18*ns, 27*ns)
	if st.Applications[0].Misses != 1 {
		t.Errorf("%d misses, want 1", st.Applications[0].Misses)
	}
}
