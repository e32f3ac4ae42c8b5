package sesame_test

import (
	"testing"

	"sdse/sesame"
)

// arbiter changes how the bus Y chooses.
func arbiter(of sesame.Arbitration, change func(bus *sesame.Component)) func(*sesame.Platform) {
	return func(p *sesame.Platform) {
		p.Components[atY].Arbitration = of
		if change != nil {
			change(&p.Components[atY])
		}
	}
}

// writers write once each to a sink that computes nothing; the traces are theirs.
func writers(traces ...string) string {
	names := []string{"p0", "p1", "p2", "p3"}
	processes, channels, sink := "", "", "exec tick*0"
	for i, trace := range traces {
		processes += "\t{ name = \"" + names[i] + "\", trace = \"" + trace + "\" },\n"
		channels += "\t{ name = \"c" + names[i][1:] + "\", from = \"" + names[i] + "\", to = \"sink\", token = \"8 B\", capacity = 4 },\n"
	}
	return "process = [\n" + processes + "\t{ name = \"sink\", trace = \"" + sink + "\" } ]\nchannel = [\n" + channels + "]\n"
}

// urgent gives the processors a, b, c, d their priorities.
func urgent(p *sesame.Platform, of ...int) {
	for i, u := range of {
		p.Processors[i].Priority = u
	}
}

func TestPriorityBus(t *testing.T) {
	s := rig(t, writers("exec tick; write c0", "exec tick*5; write c1", "exec tick*6; write c2"), func(p *sesame.Platform) {
		arbiter(sesame.ByPriority, nil)(p)
		urgent(p, 2, 1, 0)
	})
	st := s.done(t, s.on(t, "abcd", byY, byY, byY))
	// a has the bus 1–13. b asks at 5 and c at 6; c is the more urgent: 13–25, b 25–37.
	wantFinish(t, st, 13*ns, 37*ns, 25*ns)
	wantWaits(t, st, 0, 20*ns, 7*ns, 0, 0, 27*ns)
	wantTime(t, "longest waiting", st.Components[atY].MaxWaiting, 20*ns)
	// Of equally urgent ones the earliest, then the lowest rank.
	urgent(s.platform, 0, 0, 0)
	st = s.done(t, s.on(t, "abcd", byY, byY, byY))
	wantFinish(t, st, 13*ns, 25*ns, 37*ns)
}

// TestOneInstantIsNominatedFrom has all ask at once: the most urgent goes first though
// its rank is the highest.
func TestOneInstantIsNominatedFrom(t *testing.T) {
	s := rig(t, writers("exec tick; write c0", "exec tick; write c1", "exec tick; write c2"), func(p *sesame.Platform) {
		arbiter(sesame.ByPriority, nil)(p)
		urgent(p, 2, 1, 0)
	})
	st := s.done(t, s.on(t, "abcd", byY, byY, byY))
	wantFinish(t, st, 37*ns, 25*ns, 13*ns)
}

// TestWhoIsNotNominatedHoldsNobodyUp has b ask for both X and Y while a has Y, and d for X.
func TestWhoIsNotNominatedHoldsNobodyUp(t *testing.T) {
	s := rig(t, writers("exec tick; write c0", "exec tick*5; write c1", "exec tick*6; write c2", "exec tick*7; write c3"), func(p *sesame.Platform) {
		arbiter(sesame.ByPriority, nil)(p)
		urgent(p, 3, 2, 1, 0)
		p.Processors = append(p.Processors, p.Processors[0])
		p.Processors[4].Name = "e"
		for i := range p.Paths {
			p.Paths[i].From, p.Paths[i].To = append(p.Paths[i].From, true), append(p.Paths[i].To, true)
		}
	})
	// c asks for Y at 6: b is not nominated any more, so d gets X at 7, until 19.
	// c has Y 13–25, then b has both 25–47.
	st := s.done(t, s.on(t, "abcde", byY, byXY, byY, byX))
	wantFinish(t, st, 13*ns, 47*ns, 25*ns, 19*ns)
	// If c comes too late to matter, b is nominated all the time, and d, which asks
	// later than b, waits for it: b 13–35, d 35–47, and c, which asked at 6 for X, 47–59.
	st = s.done(t, s.on(t, "abcde", byY, byXY, byX, byX))
	wantFinish(t, st, 13*ns, 35*ns, 47*ns, 59*ns)
	// c waits for X from 6 to 35, d from 7 to 47; b waits for the arbiter, from 5 to 13.
	wantTime(t, "waiting for X", st.Components[atX].Waiting, 69*ns)
	wantTime(t, "waiting for Y", st.Components[atY].Waiting, 8*ns)
}

func TestRoundRobinBus(t *testing.T) {
	s := rig(t, writers("exec tick; write c0; write c0", "exec tick*2; write c1", "exec tick*14; write c2"), arbiter(sesame.InTurn, nil))
	st := s.done(t, s.on(t, "abcd", byY, byY, byY))
	// a 1–13; a asks again at 13, but b, since 2, is next: 13–25. At 25 a waits since
	// 13 and c since 14; after b it is c's turn: 25–37; a 37–49.
	wantFinish(t, st, 49*ns, 25*ns, 37*ns)
	wantWaits(t, st, 24*ns, 11*ns, 11*ns, 0, 0, 46*ns)
}

// TestTheLowestRankIsFirstInTurn has two ask at once before anybody was granted, and the
// turn begin anew behind the highest rank.
func TestTheLowestRankIsFirstInTurn(t *testing.T) {
	s := rig(t, writers("exec tick*2; write c0; write c0", "exec tick*2; write c1; write c1"), arbiter(sesame.InTurn, nil))
	st := s.done(t, s.on(t, "bad", byY, byY))
	// p0 2–14, p1 14–26, p0 26–38, p1 38–50, whatever the processors are called.
	wantFinish(t, st, 38*ns, 50*ns)
}

// wheelOf makes a TDMA bus of slots of 10 ns.
func wheelOf(owners ...int) func(*sesame.Platform) {
	return arbiter(sesame.TDMA, func(bus *sesame.Component) { bus.Slot, bus.Slots = 10*ns, owners })
}

func TestTDMA(t *testing.T) {
	s := rig(t, writers("exec tick*4; write c0", "exec tick; write c1"), wheelOf(0, 1))
	st := s.done(t, s.on(t, "abd", byY, byY))
	// a has 0–10, 20–30 …: it begins at 4 and progresses 4–10 and 20–26. b has
	// 10–20, 30–40 …: it waits from 1 to 10 and progresses 10–20 and 30–32.
	wantFinish(t, st, 26*ns, 32*ns)
	wantWaits(t, st, 0, 9*ns, 0, 0, 0, 9*ns)
	wantTime(t, "the bus is busy", st.Components[atY].Busy, 24*ns)
	wantTime(t, "a transfers", st.Processors[0].Transfer, 22*ns)
	wantTime(t, "b transfers", st.Processors[1].Transfer, 22*ns)
}

// TestTDMAOverManySlots has a transfer take 10 + 160/4 = 50: in a wheel with two neighbouring
// slots of a it progresses 4–10, 10–20, 40–50, 50–60 and 80–90 and 90–94.
func TestTDMAOverManySlots(t *testing.T) {
	s := rig(t, `
process = [ { name = "p0", trace = "exec tick*4; write c" }, { name = "sink", trace = "read c" } ]
channel = [ { name = "c", from = "p0", to = "sink", token = "160 B" } ]
`, wheelOf(0, 0, 1, 2))
	wantFinish(t, s.done(t, s.on(t, "ad", byY)), 94*ns)
	// It ends with a slot if that is enough: 10 + 24/4 = 16 in 4–10 and 10–20.
	s.space.Applications[0].Channels[0].TokenBytes = 24
	wantFinish(t, s.done(t, s.on(t, "ad", byY)), 20*ns)
}

// TestWhatWaitsForASlotHoldsOthersUp has X be held to the end of a transfer that spans slots,
// and a request that waits for a slot come before a later one for X all the same.
func TestWhatWaitsForASlotHoldsOthersUp(t *testing.T) {
	s := rig(t, writers("exec tick*4; write c0", "exec tick*5; write c1", "exec tick*27; write c2"), wheelOf(0, 1))
	st := s.done(t, s.on(t, "abcd", byXY, byXY, byX))
	// a holds both from 4: 22 in 4–10, 20–30 and 40–46. b has the slots that begin at
	// 10 and 30, but X is taken; at 50 it gets both: 50–60, 70–80, 90–92. c asks for X
	// at 27, after b; it gets it 92–104, though nobody held it 46–50.
	wantFinish(t, st, 46*ns, 92*ns, 104*ns)
	wantWaits(t, st, 0, 45*ns, 65*ns, 0, 65*ns, 45*ns)
}

// TestASlotIsNeeded: a processor without one cannot use the path.
func TestASlotIsNeeded(t *testing.T) {
	s := rig(t, writers("exec tick; write c0"), wheelOf(0, 1))
	s.platform.Paths = s.platform.Paths[byY : byY+1]
	m := s.compile(t)
	sim := m.NewSimulator()
	for processor, want := range []sesame.Failure{sesame.None, sesame.None, sesame.NoPath, sesame.NoPath} {
		sim.Bind([]int{processor, 3, 0})
		if got := sim.Simulate(0).Failure; got != want {
			t.Errorf("from %s: %q, want %q", s.platform.Processors[processor].Name, got, want)
		}
	}
}

// forward makes X, Y and slow three hops of 12, 12 and 20 of one path, all of them contended.
func forward(p *sesame.Platform) {
	p.Paths[bySlow].Write = []sesame.Step{{Group: atX}, {Group: atY}, {Group: atSlow}}
	p.Paths[bySlow].Forward = true
	p.Components[atSlow].Exclusive = true
}

func TestStoreAndForward(t *testing.T) {
	s := rig(t, writers("exec tick; write c0", "exec tick*2; write c1"), forward)
	st := s.done(t, s.on(t, "abd", bySlow, bySlow))
	// p0: X 1–13, Y 13–25, slow 25–45. p1 asks for X at 2: 13–25, for Y at 25: 25–37,
	// for slow at 37: 45–65.
	wantFinish(t, st, 45*ns, 65*ns)
	wantWaits(t, st, 0, 19*ns, 0, 0, 11*ns, 0)
	wantTime(t, "waiting for slow", st.Components[atSlow].Waiting, 8*ns)
	wantTime(t, "b transfers", st.Processors[1].Transfer, 44*ns)
	wantTime(t, "X is busy", st.Components[atX].Busy, 24*ns)
	wantTime(t, "slow is busy", st.Components[atSlow].Busy, 40*ns)
}

// TestStoreAndForwardOverAnArbiter lets the one in the middle choose by priority.
func TestStoreAndForwardOverAnArbiter(t *testing.T) {
	s := rig(t, writers("exec tick; write c0", "exec tick*2; write c1", "exec tick*20; write c2"), func(p *sesame.Platform) {
		forward(p)
		arbiter(sesame.ByPriority, nil)(p)
		urgent(p, 0, 2, 1)
	})
	st := s.done(t, s.on(t, "abcd", bySlow, bySlow, byY))
	// p0: X 1–13, Y 13–25, slow 25–45. p1: X 13–25, asks for Y at 25, where p2 has
	// waited since 20 and is the more urgent: 25–37; p1 37–49, slow 49–69.
	wantFinish(t, st, 45*ns, 69*ns, 37*ns)
	wantWaits(t, st, 0, 11*ns+12*ns, 5*ns, 0, 11*ns, 17*ns)
}

// TestWhoStandsBehindLacksEverything has four ask at once for two components of two ports
// each: the last two get them together, and both have waited for the first component.
func TestWhoStandsBehindLacksEverything(t *testing.T) {
	s := rig(t, writers("write c0", "write c1", "write c2", "write c3"), func(p *sesame.Platform) {
		p.Components[atX].Ports, p.Components[atY].Ports = 2, 2
		p.Processors = append(p.Processors, p.Processors[0])
		p.Processors[4].Name = "e"
		for i := range p.Paths {
			p.Paths[i].From, p.Paths[i].To = append(p.Paths[i].From, true), append(p.Paths[i].To, true)
		}
	})
	genes := s.on(t, "abcde", byXY, byXY, byXY, byXY)
	for _, queued := range []bool{false, true} {
		m := s.compile(t)
		if queued {
			m.QueueEverything()
		}
		sim := m.NewSimulator()
		sim.Bind(genes)
		st := sim.Examine(0)
		wantFinish(t, st, 22*ns, 22*ns, 44*ns, 44*ns)
		wantTime(t, "waiting for X", st.Components[atX].Waiting, 44*ns)
		wantTime(t, "waiting for Y", st.Components[atY].Waiting, 0)
	}
}
