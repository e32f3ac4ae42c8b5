package sesame_test

import (
	"testing"

	"sdse/sesame"
)

// byDMA makes DMA of the path over Y in both directions, with an issue of 2 cycles.
func byDMA(p *sesame.Platform) {
	p.Paths[byYInDirections].DMA, p.Paths[byYInDirections].Issue = true, 2000
}

func TestDMA(t *testing.T) {
	s := rig(t, `
process = [
	{ name = "w", trace = "exec tick*3; write c; exec tick*4" },
	{ name = "r", trace = "read c; exec tick*5" },
	{ name = "other", trace = "exec tick*18; exec tick*9" } ]
channel = [ { name = "c", from = "w", to = "r", token = "8 B" } ]
`, byDMA)
	st := s.done(t, s.on(t, "abb", byYInDirections))
	// w: 0–3, issue 3–5, 5–9. The token is visible at 5 + 12 = 17. b executes other
	// 0–18; then r, ready since 17, is before other, ready since 18: issue 18–20; its
	// transfer takes 20–32 and b executes other 20–29; r 32–37.
	wantFinish(t, st, 9*ns, 37*ns, 29*ns)
	wantTime(t, "a transfers", st.Processors[0].Transfer, 2*ns)
	wantTime(t, "b transfers", st.Processors[1].Transfer, 2*ns)
	wantTime(t, "b idles", st.Processors[1].Idle, 3*ns)
	wantTime(t, "the bus is busy", st.Components[atY].Busy, 24*ns)
}

// TestTheMakespanIncludesDMA has three writes on the way at once; who waits is
// not the processor.
func TestTheMakespanIncludesDMA(t *testing.T) {
	s := rig(t, writers("write c0; write c0; write c0"), byDMA)
	st := s.done(t, s.on(t, "ad", byYInDirections))
	// Issued 0–2, 2–4 and 4–6, on the bus 2–14, 14–26 and 26–38.
	wantFinish(t, st, 6*ns, 0)
	wantTime(t, "makespan", st.Makespan, 38*ns)
	wantWaits(t, st, 0, 0, 0, 0, 0, 30*ns)
	wantTime(t, "longest waiting", st.Components[atY].MaxWaiting, 20*ns)
	wantTime(t, "a idles", st.Processors[0].Idle, 32*ns)
	if c := st.Channels[0]; c.HighWater != 3 || c.Tokens != 3 {
		t.Errorf("high water %d of %d tokens, want 3 of 3", c.HighWater, c.Tokens)
	}
}

// TestDMANeedsRoom lets one write be on the way, as there is room for one token, which a
// reader gives back by programmed I/O.
func TestDMANeedsRoom(t *testing.T) {
	s := rig(t, `
process = [ { name = "w", trace = "2*(write c)" }, { name = "r", trace = "2*(read c)" } ]
channel = [ { name = "c", from = "w", to = "r", token = "8 B" } ]
`, func(p *sesame.Platform) {
		byDMA(p)
		p.Paths[byYInDirections].Read = p.Paths[bySlowRead].Read // also issued
	})
	st := s.done(t, s.on(t, "ab", byYInDirections))
	// Issue 0–2, bus 2–14, read issued 14–16, slow 16–36; issue 36–38, bus 38–50, 50–52, 52–72.
	wantFinish(t, st, 38*ns, 72*ns)
}

// TestRunToBlockAndDMA: the writer keeps its processor, the reader does not.
func TestRunToBlockAndDMA(t *testing.T) {
	s := rig(t, `
process = [
	{ name = "w", trace = "write c; exec tick*3; read d; exec tick*3" },
	{ name = "r", trace = "read c; write d" },
	{ name = "other", trace = "exec tick*40" } ]
channel = [
	{ name = "c", from = "w", to = "r", token = "8 B" },
	{ name = "d", from = "r", to = "w", token = "8 B", initial = 1, capacity = 2 } ]
`, func(p *sesame.Platform) {
		byDMA(p)
		p.Types[0].Policy, p.Types[0].Dispatch = sesame.RunToBlock, 1000
	})
	st := s.done(t, s.on(t, "aba", byYInDirections, byYInDirections))
	// w: picked 0–1, issue 1–3, goes on 3–6, issue of its read 6–8. Then other: picked
	// 8–9, 9–49. Its write had the bus 3–15, its read asked at 8: 15–27. So w is ready at
	// 27 and picked 49–50: 50–53. r: picked 15–16, issue 16–18, bus 27–39, ready
	// at 39, picked 39–40, issue 40–42, bus 42–54.
	wantFinish(t, st, 53*ns, 42*ns, 49*ns)
	wantTime(t, "makespan", st.Makespan, 54*ns)
	wantCounts(t, st, 3, 3, 0)
}

// TestDMAWithoutCost takes no time at all.
func TestDMAWithoutCost(t *testing.T) {
	s := rig(t, `
process = [ { name = "w", trace = "5*(write c)" }, { name = "r", trace = "5*(read c)" } ]
channel = [ { name = "c", from = "w", to = "r", token = "8 B", capacity = 2 } ]
`, func(p *sesame.Platform) { p.Paths[byIdeal].DMA = true })
	st := s.done(t, s.on(t, "ab", byIdeal))
	wantTime(t, "makespan", st.Makespan, 0)
	if st.Channels[0].Tokens != 5 {
		t.Errorf("%d tokens, want 5", st.Channels[0].Tokens)
	}
}

// TestManyDMATransfers lets a thousand be on the way at once, more than there was
// memory for.
func TestManyDMATransfers(t *testing.T) {
	s := rig(t, `
process = [ { name = "w", trace = "1000*(write c)" }, { name = "r", trace = "1000*(read c)" } ]
channel = [ { name = "c", from = "w", to = "r", token = "8 B", capacity = 1000 } ]
`, func(p *sesame.Platform) {
		byDMA(p)
		p.Paths[byYInDirections].Issue = 0
		p.Paths[byYInDirections].Read = nil
	})
	for _, arbitration := range []sesame.Arbitration{sesame.ByArrival, sesame.InTurn, sesame.ByPriority} {
		s.platform.Components[atY].Arbitration = arbitration
		st := s.done(t, s.on(t, "ab", byYInDirections))
		wantTime(t, "the writer ends", st.Processes[0].Finish, 0)
		wantTime(t, "makespan", st.Makespan, 12_000*ns)
		wantTime(t, "waiting", st.Components[atY].Waiting, 12*999*1000/2*ns)
		if high := st.Channels[0].HighWater; high != 1000 {
			t.Errorf("high water %d, want 1000", high)
		}
	}
}

// TestTransfersOfAProcessAreServedInTheirOrder has two be requested at the same instant.
func TestTransfersOfAProcessAreServedInTheirOrder(t *testing.T) {
	s := rig(t, `
process = [
	{ name = "w", trace = "write d; write c" },
	{ name = "r0", trace = "read c" },
	{ name = "r1", trace = "read d" } ]
channel = [
	{ name = "c", from = "w", to = "r0", token = "8 B" },
	{ name = "d", from = "w", to = "r1", token = "48 B" } ]
`, func(p *sesame.Platform) {
		byDMA(p)
		p.Paths[byYInDirections].Issue = 0
		p.Paths[byYInDirections].Read = nil
	})
	// d takes 10 + 48/4 = 22, then c 12.
	for _, arbitration := range []sesame.Arbitration{sesame.ByArrival, sesame.ByPriority} {
		s.platform.Components[atY].Arbitration = arbitration
		wantFinish(t, s.done(t, s.on(t, "abc", byYInDirections, byYInDirections)), 0, 34*ns, 22*ns)
	}
}

// TestOneTransferOfAProcessorInASlot: the second waits until the first has ended, in the
// middle of a slot.
func TestOneTransferOfAProcessorInASlot(t *testing.T) {
	s := rig(t, writers("write c0; write c0"), func(p *sesame.Platform) {
		byDMA(p)
		p.Paths[byYInDirections].Issue = 0
		wheelOf(0, 1)(p)
	})
	st := s.done(t, s.on(t, "ab", byYInDirections))
	// 0–10 and 20–22, then 22–30 and 40–44.
	wantTime(t, "makespan", st.Makespan, 44*ns)
	wantTime(t, "waiting", st.Components[atY].Waiting, 22*ns)
}
